"""An app that asks for a manifest by controls and shows what it loads and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets
import traitlets

from ctxkit.display.document import Document, Note, describe
from ctxkit.display.manifest.manifest import manifest_title
from ctxkit.errors import InvalidValueError
from ctxkit.manifest import (
    ROLES,
    ContextMode,
    ContextRequest,
    ManifestChanges,
    MissionContextItem,
    MissionContextManifest,
)
from ctxkit.workspace import Spec, Workspace
from ctxkit_widgets.app import App
from ctxkit_widgets.controls import Card, chosen_of, labelled, row_of, set_options
from ctxkit_widgets.manifest_cards import (
    changes_card,
    code_card,
    item_card,
    item_words,
    task_options,
)

#: The overrides of :meth:`ctxkit.Spec.manifest` that have a control.
_ASKED = ("task", "role", "mode", "host_budget", "files")
_TRAITS = ("spec", *_ASKED)


class ManifestBuilder(App):
    """Ask for a manifest by controls; see at once what it loads and what it costs.

    Every control is a trait, and setting the trait does what the control does. ``None`` leaves the
    choice to the tool, as in :meth:`ctxkit.Spec.manifest`.

    Parameters
    ----------
    source : Spec or Workspace
        One spec, or a workspace whose specs can be chosen.
    **traits
        Values to start with: ``spec``, ``task``, ``role``, ``mode``, ``host_budget``, ``files``.

    Attributes
    ----------
    spec : str
        Slug of the spec.
    task, role : str or None
    mode : str
    host_budget : int or None
        Tokens; 0 for no cap.
    files : tuple of str or None
    selected : int or None
        Order of the item that is looked into.
    show_items : bool
        Whether the items that differ from the start are shown one by one.
    manifest : MissionContextManifest
        The answer (read only; observe it to follow).
    start : MissionContextManifest
        What the answer is compared with; :meth:`start_here` moves it.
    request : ContextRequest
        What was asked (read only).
    code : str
        The line of Python that makes the manifest (read only); ``spec`` or ``ws`` in it is
        whatever the builder was made from.

    Raises
    ------
    CtxkitError
        If a value is not possible. The app stays as it was.
    """

    spec = traitlets.Unicode()
    task = traitlets.Unicode(None, allow_none=True)
    role = traitlets.Unicode(None, allow_none=True)
    mode = traitlets.Unicode(str(ContextMode.BRIEFING))
    host_budget = traitlets.Int(None, allow_none=True)
    files: Any = traitlets.Tuple(default_value=None, allow_none=True)
    selected = traitlets.Int(None, allow_none=True)
    show_items = traitlets.Bool(True)
    manifest = traitlets.Instance(MissionContextManifest, read_only=True)
    start = traitlets.Instance(MissionContextManifest)
    code = traitlets.Unicode(read_only=True)

    def __init__(self, source: Spec | Workspace, **traits: Any) -> None:
        if not isinstance(source, Spec | Workspace):
            raise InvalidValueError(
                "nothing to build manifests of",
                where="ManifestBuilder",
                got=type(source).__name__,
                expected="a Spec or a Workspace",
            )
        self._source = source
        given = {name: traits.pop(name) for name in _TRAITS if name in traits}
        super().__init__(**traits)
        self._make_controls()
        self._asked = {name: getattr(self, name) for name in _TRAITS} | {"spec": self._slugs()[0]}
        self._answer(given)
        sliced = (item.order for item in self.manifest.items if item.selector)
        self.selected = next(sliced, None)
        self.start_here()
        self._show()
        self.observe(self._trait_changed, list(_TRAITS))
        self.observe(lambda change: self._or_back(change, self._show), "selected")
        self.observe(self._show, ["start", "show_items"])

    # -- what controls do, as calls ---------------------------------------------------------------

    def ask(self, **changes: Any) -> MissionContextManifest:
        """Ask with some values changed, all of them at once.

        Parameters
        ----------
        **changes
            ``spec``, ``task``, ``role``, ``mode``, ``host_budget``, ``files``. With another spec,
            task and files go back to ``None`` unless they are given, too.

        Returns
        -------
        MissionContextManifest

        Raises
        ------
        CtxkitError
            If a value is not possible. The app stays as it was.
        """
        self._ask("ask", changes, _TRAITS)
        return self.manifest

    def _answer(self, changes: dict[str, Any]) -> None:
        if changes.get("spec", self._asked["spec"]) != self._asked["spec"]:
            changes = {"task": None, "files": None} | changes
        asked = self._asked | changes
        made = self._spec(asked["spec"]).manifest(**{name: asked[name] for name in _ASKED})
        if asked["files"] is not None:
            asked["files"] = tuple(asked["files"])
        selected = _same_item(made, self._selected_item())
        self._take(asked, manifest=made, code=self._write_code(asked), selected=selected)

    def reset(self) -> None:
        """Go back to the values that the builder started with."""
        self.ask(**self._first)

    def start_here(self) -> None:
        """Compare with the present manifest from now on."""
        self._first = self._asked
        self.start = self.manifest

    @property
    def request(self) -> ContextRequest:
        """What the present manifest was asked for."""
        assert self.manifest.request is not None  # it was built here
        return self.manifest.request

    @property
    def changes(self) -> ManifestChanges:
        """How the present manifest differs from ``start``."""
        return self.manifest.changes_since(self.start)

    @property
    def slice(self) -> str | None:
        """Text that the selected item loads; ``None`` where it is not known here."""
        return None if self.selected is None else self.manifest.text_of(self.selected)

    # -- state ------------------------------------------------------------------------------------

    def _slugs(self) -> list[str]:
        if isinstance(self._source, Spec):
            return [self._source.slug]
        if not len(self._source):
            raise InvalidValueError("the workspace has no spec", where="ManifestBuilder")
        return list(self._source)

    def _spec(self, slug: str | None = None) -> Spec:
        slug = self.spec if slug is None else slug
        if isinstance(self._source, Workspace):
            return self._source[slug]
        if slug != self._source.slug:
            raise InvalidValueError(
                "the builder was made of one spec",
                where="spec",
                got=repr(slug),
                expected=repr(self._source.slug),
                hint="Make it of the workspace to choose among its specs.",
            )
        return self._source

    def _write_code(self, asked: Mapping[str, Any]) -> str:
        plain = {"mode": str(ContextMode.BRIEFING)}
        told = [
            f"{name}={list(asked[name]) if name == 'files' else asked[name]!r}"
            for name in _ASKED
            if asked[name] is not None and asked[name] != plain.get(name)
        ]
        held = "spec" if isinstance(self._source, Spec) else f"ws[{asked['spec']!r}]"
        return f"{held}.manifest({', '.join(told)})"

    def _selected_item(self) -> MissionContextItem | None:
        if self.selected is None:
            return None
        items = self.manifest.items
        found = next((item for item in items if item.order == self.selected), None)
        if found is None:
            raise InvalidValueError(
                "no such item",
                where="selected",
                got=str(self.selected),
                expected=f"1 to {len(items)}, or None",
            )
        return found

    # -- controls ---------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._controls = {
            "spec": labelled(ipywidgets.Dropdown, "Spec"),
            "task": labelled(ipywidgets.Dropdown, "Task", width="330px"),
            "role": labelled(ipywidgets.Dropdown, "Role"),
            "mode": labelled(ipywidgets.Dropdown, "Mode", options=[str(m) for m in ContextMode]),
            "host_budget": labelled(
                ipywidgets.IntText,
                "Host budget, tokens",
                width="240px",
                continuous_update=False,
                step=1000,
                tooltip="Tokens that the host allows; 0 for no cap",
            ),
            "files": labelled(
                ipywidgets.Textarea,
                "Files",
                width="420px",
                continuous_update=False,
                rows=4,
                tooltip="Declared files, one a line; empty for none",
            ),
        }
        for name, control in self._controls.items():
            control.observe(lambda change, name=name: self._control_changed(name), "value")
        self._item = labelled(ipywidgets.Dropdown, "Look into")
        self._item.observe(
            lambda change: self._from_control(
                lambda: setattr(self, "selected", chosen_of(change.owner))
            ),
            "value",
        )
        buttons = [
            ipywidgets.Button(description=words, tooltip=tip)
            for words, tip in (
                ("Back to start", "Set every control to what it was at the start"),
                ("Start from here", "Compare with the present manifest from now on"),
            )
        ]
        buttons[0].on_click(lambda _: self.reset())
        buttons[1].on_click(lambda _: self.start_here())
        self._each = ipywidgets.Checkbox(
            description="Show which items differ", indent=False, layout={"width": "auto"}
        )
        ipywidgets.link((self, "show_items"), (self._each, "value"))
        self._changed, self._shown, self._slice, self._made = (Card() for _ in range(4))
        choices = [
            c for name, c in self._controls.items() if name != "spec" or len(self._slugs()) > 1
        ]
        self.children = (
            row_of(*choices),
            row_of(*buttons, self._each),
            self._error,
            self._changed,
            self._shown,
            self._item,
            self._slice,
            self._made,
        )

    def _control_changed(self, name: str) -> None:
        value = chosen_of(self._controls[name])
        if name == "files":
            value = tuple(filter(None, map(str.strip, value.splitlines())))
            # Back at what the task declares is no override.
            value = None if value == self._spec().request(task=self.task).files else value
        self._from_control(lambda: self.ask(**{name: value}))

    def _show(self, _: Any = None) -> None:
        item = self._selected_item()
        with self._by_itself():
            self._set_controls()
            self._changed.say(changes_card(self.changes, items=self.show_items))
            self._shown.show(self.manifest._repr_html_())
            self._slice.say(item_card(self.manifest, item))
            self._made.say(code_card(self.code))

    def _set_controls(self) -> None:
        spec, controls = self._spec(), self._controls
        own = spec.request(task=self.task)
        set_options(controls["spec"], [(slug, slug) for slug in self._slugs()], self.spec)
        set_options(controls["task"], task_options(spec), self.task)
        roles = [(f"as the task says: {own.role}", None), *((role, role) for role in ROLES)]
        set_options(controls["role"], roles, self.role)
        controls["mode"].value = self.mode
        controls["host_budget"].value = max(0, self.request.host_budget)
        controls["files"].value = "\n".join(self.request.files)
        items = [(item_words(item), item.order) for item in self.manifest.items]
        set_options(self._item, [("—", None), *items], self.selected)

    def describe(self) -> Document:
        """Return the static twin: the manifest, what changed, and the code that makes it."""
        manifest = describe(self.manifest)
        changes = changes_card(self.changes, items=True).parts if self.changes else []
        return Document(
            "Manifest builder",
            manifest_title(self.manifest),
            manifest.facts,
            [Note(f"`{self.code}`"), *changes, *manifest.parts],
            manifest.footer,
        )


def _same_item(manifest: MissionContextManifest, item: MissionContextItem | None) -> int | None:
    """Return the order of the item that loads the same thing, if there is one."""
    if item is None:
        return None
    same = (
        other.order
        for other in manifest.items
        if (other.kind, other.path, other.command) == (item.kind, item.path, item.command)
    )
    return next(same, None)
