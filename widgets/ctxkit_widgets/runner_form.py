"""What the form of a :class:`ProcedureRunner` asks for, and what is sent when it is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxkit.errors import CtxkitError
from ctxkit.procedure.spec import Spec
from ctxkit.session.instance import Instance
from ctxkit_widgets import forms
from ctxkit_widgets.runner_content import answer_form, report_form, start_form


class RunnerForm:
    """The form of a running instance at its present step.

    Attributes
    ----------
    asks : dict
        What the form shows; see :mod:`ctxkit_widgets.runner_content`.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        make = report_form if instance.current.is_gate else answer_form
        self.asks = make(instance.spec, instance.current)

    def fields(self, choice: str | None = None) -> list[dict[str, Any]]:
        """Return the fields of the form; where somebody chooses, of one option or of all."""
        fields = [*self.asks.get("fields", ()), *self.asks.get("others", ())]
        for option in self.asks.get("options", ()):
            if choice in (None, option["choice"]):
                fields += option["fields"]
        return fields

    def stored(self) -> dict[str, Any]:
        """Return what the form holds at first: what the store holds."""
        return forms.shown_values(self.fields(), self.instance.store.template_context())

    def report(self, held: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is reported: what has changed or, where nothing has, what is asked for."""
        fields = self.fields()
        said = forms.said_values(fields, held)
        asked = (field["name"] for field in self.asks["fields"])
        changed = forms.changed_values(fields, held, said, self.instance.store)
        return changed or {name: said[name] for name in asked if name in said}

    def answer(self, choice: str, held: Mapping[str, Any]) -> dict[str, Any]:
        """Return what an answer carries: what has changed, and what the option must have."""
        fields = self.fields(choice)
        said = forms.said_values(fields, held)
        changed = forms.changed_values(fields, held, said, self.instance.store)
        edited = {self.instance.spec.state[name].patch_of for name in changed}
        needed = (field["name"] for field in fields if field["required"])
        return {n: said[n] for n in needed if n in said and n not in edited} | changed

    def errors(self, choice: str, held: Mapping[str, Any]) -> dict[str, str]:
        """Return why what the form holds would be refused, by field.

        Raises
        ------
        InvalidValueError
            If a control for JSON holds something else.
        """
        if self.instance.current.is_gate:
            return forms.state_errors(self.instance, self.report(held))
        sent = self.answer(choice, held)
        store = self.instance.store
        needed = (field["name"] for field in self.fields(choice) if field["required"])
        missing = [n for n in needed if n not in sent and not store.has(n)]
        told = dict.fromkeys(missing, f"The choice {choice} needs it.")
        return told | forms.state_errors(self.instance, sent)


def start_inputs(spec: Spec, held: Mapping[str, Any]) -> dict[str, Any]:
    """Return the inputs that the form of a start says."""
    form = start_form(spec)
    return forms.said_values([*form["fields"], *form["others"]], held)


def split_error(error: CtxkitError) -> dict[str, str]:
    """Return an error by the field that it is about; nothing where it is about no field."""
    kind, _, name = error.where.partition(".")
    return {name: forms.error_words(error)} if kind in ("state", "params") and name else {}
