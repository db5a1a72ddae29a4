"""An app that runs procedures by hand: what they ask for, what one answers, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import ipywidgets
import traitlets

from ctxkit.display.document import Document
from ctxkit.display.html import render_html
from ctxkit.errors import CtxkitError, InvalidValueError, UnknownNameError
from ctxkit.procedure.spec import Spec
from ctxkit.session.engine import Engine
from ctxkit.session.errors import SessionError
from ctxkit.session.events import Event
from ctxkit.session.instance import Instance
from ctxkit.session.serve import Serve
from ctxkit.session.session import Session
from ctxkit.session.stop import Stop, explain_stop
from ctxkit_widgets import runner_content as content
from ctxkit_widgets.app import App
from ctxkit_widgets.bonds import bind
from ctxkit_widgets.forms import error_words, start_errors
from ctxkit_widgets.runner_branch import Branch
from ctxkit_widgets.runner_form import RunnerForm, split_error, start_inputs
from ctxkit_widgets.runner_panels import LogPanel, TaskPanel, side_by_side
from ctxkit_widgets.runner_source import first_shown, procedures_of, session_of
from ctxkit_widgets.runner_twin import runner_twin, values_document

T = TypeVar("T")

#: Traits that the controls of the task panel hold.
_HELD = ("values", "choice", "user_words", "procedure", "parent", "inputs", "instance", "branch")


class ProcedureRunner(App):
    """Run a procedure by hand: read what it serves, fill in its form, see what follows.

    Every control has a method that does the same, and what is filled in is a trait. Refused values
    are told at their field; the engine alone judges them.

    Parameters
    ----------
    source : Spec or Session
        A procedure, which is run in a session of its own, or a session to go on with. A session
        whose sink does not keep its events in memory shows those from now on.
    inputs : mapping, optional
        Starts an instance of the procedure at once. Without it the form of its start is shown.
    engine : Engine, optional
        Functions and graph for a procedure; a session has its own.
    procedures : mapping or iterable of Spec
        Further procedures that can be started.
    participant : str
        Who takes part in the session of a procedure.

    Attributes
    ----------
    instance : str
        Handle of the instance that is shown.
    values : dict
        What the form holds, by field: first what the store holds.
    choice, user_words : str
        Option that is opened, and what the user said, where somebody chooses.
    procedure, parent, inputs : str, str and dict
        What is started next, under which instance, and with what.
    selected : int
        Number of the event to fork from; 0 for the last.
    branch : str
        ID of the session that is shown: the one at the start, or a fork.
    serve : Serve or None
        What the instance showed last (read only).
    seq : int
        Number of the last event (read only).
    error, errors : str and dict
        Why the last operation of a control was refused, as a whole and by field (read only).

    Raises
    ------
    InvalidValueError
        If the engine lacks functions that the procedure names, or an input does not fit.
    """

    instance = traitlets.Unicode()
    values: Any = traitlets.Dict()
    choice = traitlets.Unicode()
    user_words = traitlets.Unicode()
    procedure = traitlets.Unicode()
    parent = traitlets.Unicode()
    inputs: Any = traitlets.Dict()
    selected = traitlets.Int(0)
    branch = traitlets.Unicode()
    serve = traitlets.Instance(Serve, allow_none=True, read_only=True)
    seq = traitlets.Int(read_only=True)
    errors: Any = traitlets.Dict(read_only=True)

    def __init__(
        self,
        source: Spec | Session,
        inputs: Mapping[str, Any] | None = None,
        *,
        engine: Engine | None = None,
        procedures: Mapping[str, Spec] | Iterable[Spec] = (),
        participant: str = "",
        **traits: Any,
    ) -> None:
        session = session_of(source, engine, participant)
        self._procedures = procedures_of(source, procedures)
        self._branches = {session.id: Branch(session)}
        #: Tells one state of the panels from another.
        self._token = 0
        #: The control whose last operation was refused.
        self._refused_at = ""
        super().__init__(**traits)
        self._make_panels()
        with self._by_itself():
            self.branch = session.id
            self.procedure = next(iter(self._procedures), "")
            self.instance = first_shown(session)
        self._branch.recorder.followers.add(self)
        self._show_anew()
        self.observe(self._held_changed, list(_HELD))
        if inputs is not None:
            self.start(inputs=inputs)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The session that is shown."""
        return self._branch.session

    @property
    def branches(self) -> dict[str, Session]:
        """The session at the start and its forks, by their IDs."""
        return {name: branch.session for name, branch in self._branches.items()}

    @property
    def events(self) -> tuple[Event, ...]:
        """What was logged in the session that is shown, as far as the app has seen it."""
        return tuple(self._branch.events)

    @property
    def followed(self) -> tuple[Event, ...]:
        """What the last operation logged: the cascade that followed."""
        return tuple(self._branch.followed)

    @property
    def stop(self) -> Stop | None:
        """Why the instance stands where it stands, as of now."""
        return explain_stop(self.session, self.instance) if self.instance else None

    # -- what controls do, as calls ---------------------------------------------------------------

    def start(
        self,
        procedure: Spec | str | None = None,
        inputs: Mapping[str, Any] | None = None,
        parent: str | None = None,
    ) -> Serve:
        """Start an instance and show it.

        What is not given is taken from the traits of the same name.

        Raises
        ------
        CtxkitError
            As :meth:`ctxkit.Session.start`.
        """
        spec = procedure if isinstance(procedure, Spec) else self._procedure(procedure)
        self._procedures.setdefault(spec.canonical, spec)
        given = start_inputs(spec, self.inputs) if inputs is None else inputs
        under = self.parent if parent is None else parent
        return self._do(lambda: self.session.start(spec, given, under))

    def report(self, fields: Mapping[str, Any] | None = None, **named: Any) -> Serve:
        """Report fields of the instance; see :meth:`ctxkit.Session.report`."""
        return self._do(lambda: self.session.report(self.instance, dict(fields or {}) | named))

    def answer(
        self, choice: str, fields: Mapping[str, Any] | None = None, user_words: str = ""
    ) -> Serve:
        """Choose at the step of the instance; see :meth:`ctxkit.Session.answer`."""
        step = self._running().current.id
        return self._do(
            lambda: self.session.answer(self.instance, step, choice, fields, user_words)
        )

    def submit(self) -> Serve:
        """Report or answer what the form holds.

        Sent is what differs from the store. Where nothing does, the fields that the step asks for
        are reported as they are, so that the engine looks at its conditions again.
        """
        form = RunnerForm(self._running())
        if form.instance.current.is_gate:
            return self.report(form.report(self.values))
        fields = form.answer(self.choice, self.values)
        return self.answer(self.choice, fields, self.user_words)

    def look(self) -> Serve:
        """Show the instance again, its draft as a whole; that is logged."""
        return self._do(lambda: self.session.serve(self.instance))

    def park(self, note: str = "") -> None:
        """Note that the instance is left for later."""
        self._do(lambda: self.session.park(self.instance, note))

    def abandon(self, reason: str = "") -> None:
        """End the instance without completing it."""
        self._do(lambda: self.session.abandon(self.instance, reason))

    def read(self, *entry_ids: str) -> None:
        """Read entries in full, which is logged, and show their texts.

        Raises
        ------
        UnknownNameError
            If the graph has no such entry.
        """
        graph = content.graph_of(self.session)
        for entry_id in entry_ids:
            if graph is None or graph.entry(entry_id) is None:
                known = [entry.id for entry in graph] if graph is not None else []
                raise UnknownNameError.among("entry", entry_id, known)
        self._branch.read = entry_ids
        self._do(lambda: self.session.log_read("show", full=entry_ids))

    def fork(self, seq: int | None = None) -> Session:
        """Go on from an event in a session of its own, and show that one.

        The fork has the engine of this session: what commands did outside of it stays done.

        Parameters
        ----------
        seq : int, optional
            Number of the event; the selected one where not given.

        Raises
        ------
        CtxkitError
            If there is no such event, or the log is not known from its first event.
        """
        at = (self.selected or self.seq) if seq is None else seq
        stem = name = f"{self.session.id}_fork_{at}"
        number = 1
        while name in self._branches:
            number += 1
            name = f"{stem}_{number}"
        self._branches[name] = self._branch.fork(at, name)
        self.branch = name
        return self.session

    def add(self, session: Session) -> None:
        """Show another session, such as a fork made elsewhere; ``branch`` leads back.

        Raises
        ------
        InvalidValueError
            If another session of that ID is here.
        """
        held = self._branches.get(session.id)
        if held is not None and held.session is not session:
            raise InvalidValueError("another session of that ID is here", got=repr(session.id))
        for spec in procedures_of(session, ()).values():
            self._procedures.setdefault(spec.canonical, spec)
        if held is None:
            self._branches[session.id] = Branch(session)
        self.branch = session.id

    def refresh(self) -> None:
        """Show the session as it stands, after it was moved on elsewhere."""
        self._branch.forget()
        with self._by_itself():
            self.instance = first_shown(self.session, self.instance)
        self._show_anew()

    # -- state ------------------------------------------------------------------------------------

    @property
    def _branch(self) -> Branch:
        return self._branches[self.branch or next(iter(self._branches))]

    @traitlets.validate("branch")
    def _known_branch(self, proposal: Any) -> str:
        if proposal.value not in self._branches:
            raise UnknownNameError.among("branch", proposal.value, self._branches)
        return str(proposal.value)

    @traitlets.validate("instance")
    def _known_instance(self, proposal: Any) -> str:
        if proposal.value and self.session.instance(proposal.value) is None:
            known = [instance.id for instance in self.session.instances]
            raise UnknownNameError.among("instance", proposal.value, known)
        return str(proposal.value)

    @traitlets.validate("procedure")
    def _known_procedure(self, proposal: Any) -> str:
        return self._procedure(proposal.value).canonical if proposal.value else ""

    def _procedure(self, name: str | None) -> Spec:
        name = self.procedure if name is None else name
        if name not in self._procedures:
            raise UnknownNameError.among("procedure", name, self._procedures)
        return self._procedures[name]

    def _running(self) -> Instance:
        instance = self.session.instance(self.instance)
        if instance is None:
            raise SessionError(
                "no instance is shown", where=f"session {self.session.id}", hint="Start one first."
            )
        return instance

    def _do(self, call: Callable[[], T]) -> T:
        """Do something to the session, and show where that has led; what was started is shown."""
        events, counter = len(self._branch.events), self.session.counter
        try:
            return self._branch.operate(call)
        finally:
            if len(self._branch.events) > events:
                if self.session.counter > counter:
                    with self._by_itself():
                        self.instance = f"i_{self.session.counter}"
                self._show_anew()
                self._branch.recorder.tell(self)

    def _form(self) -> RunnerForm | None:
        instance = self.session.instance(self.instance)
        return RunnerForm(instance) if instance is not None and instance.is_running else None

    # -- controls ---------------------------------------------------------------------------------

    def _make_panels(self) -> None:
        self._task, self._log, self._values = TaskPanel(), LogPanel(), ipywidgets.HTML()
        self._task.observe(self._pressed, "asked")
        self._log.observe(self._pressed, "asked")
        self._log.layout.margin, self._values.layout.margin = "0", "8px 0 0"
        beside = ipywidgets.VBox([self._log, self._values])
        self.children = (side_by_side((self._task, "440px", 3), (beside, "360px", 2)),)
        bind(self, self._task, _HELD)
        bind(self, self._log, ("selected",))

    def _held_changed(self, change: Any) -> None:
        if self._own or change.name in ("values", "choice", "user_words", "inputs"):
            return
        if change.name == "branch":
            self._branch.recorder.followers.add(self)
            with self._by_itself():
                self.instance = first_shown(self.session, self.instance)
        if change.name in ("branch", "instance"):
            self._show_anew()
        elif change.name in ("procedure", "parent"):
            self._show()

    def _pressed(self, change: Any) -> None:
        """Do what a control asks for; tell at the control what the engine refuses."""
        message: dict[str, Any] = change.new
        # A second click on a button that has done its work comes too late.
        if message.get("token") != self._token:
            return
        self._take_over(change.owner)
        asked, note = str(message.get("do")), str(message.get("note", ""))
        actions: dict[str, Callable[[], Any]] = {
            "submit": self.submit,
            "start": self.start,
            "look": self.look,
            "park": lambda: self.park(note),
            "abandon": lambda: self.abandon(note),
            "read": lambda: self.read(*str(message.get("entries", "")).split()),
            "fork": self.fork,
        }
        self._set_errors("", {})
        try:
            if asked in actions:
                actions[asked]()
        except CtxkitError as error:
            self._refused(asked, error)

    def _take_over(self, panel: TaskPanel | LogPanel) -> None:
        """Take over what the controls hold: it came with the message, and may not be linked yet."""
        names = ("selected",) if isinstance(panel, LogPanel) else _HELD
        for name in names:
            setattr(self, name, getattr(panel, name))

    def _refused(self, action: str, error: CtxkitError) -> None:
        try:
            errors = self._errors_of(action)
        except CtxkitError as unreadable:
            errors = split_error(unreadable)
        told = error_words(error)
        if errors:
            told = f"Refused: {', '.join(errors)}. Nothing has changed."
        self._set_errors(told, errors)
        self._refused_at = action
        self._show()

    def _errors_of(self, action: str) -> dict[str, str]:
        """Return what is wrong with a form, by field."""
        if action == "start":
            spec = self._procedure(None)
            return start_errors(spec, start_inputs(spec, self.inputs))
        form = self._form()
        if action != "submit" or form is None:
            return {}
        return form.errors(self.choice, self.values)

    def _set_errors(self, error: str, errors: dict[str, str]) -> None:
        self.set_trait("error", error)
        self.set_trait("errors", errors)
        if not error:
            self._refused_at = ""

    # -- showing ----------------------------------------------------------------------------------

    def _show_anew(self) -> None:
        """Show where the session stands, with a form that holds what the store holds."""
        if self._own:
            return
        with self._by_itself():
            instance = self.session.instance(self.instance)
            self.set_trait("serve", self._branch.serve_of(self.instance))
            self.set_trait("seq", self.session.seq)
            self._set_errors("", {})
            self.values = form.stored() if (form := self._form()) is not None else {}
            self.choice = self.user_words = ""
            self.inputs = {}
            self.selected = 0
            pending = instance.pending if instance is not None and instance.is_running else None
            self.parent = self.instance if pending is not None else ""
            if pending is not None and pending.procedure in self._procedures:
                self.procedure = pending.procedure
        self._show()

    def _show(self, _: Any = None) -> None:
        """Bring all panels to the present state."""
        self._token += 1
        branch = self._branch
        self._task.content = self._task_content()
        self._log.content = {
            "token": self._token,
            **content.log_content(branch.events, branch.since, branch.recorder.whole),
            "error": self.error if self._refused_at == "fork" else "",
        }
        self._values.value = render_html(values_document(self.session.instance(self.instance)))

    def _task_content(self) -> dict[str, Any]:
        session, instance = self.session, self.session.instance(self.instance)
        graph = content.graph_of(session)
        stop = self.stop
        procedures = self._procedures
        return {
            "token": self._token,
            "title": instance.spec.canonical if instance is not None else "Nothing started yet",
            "status": str(instance.status) if instance is not None else "",
            "instances": [
                {"id": i.id, "name": f"{i.id} · {i.spec.canonical} · {i.outcome or i.step}"}
                for i in session.instances
            ],
            "branches": list(self._branches),
            "steps": content.step_chips(instance, self._branch.events) if instance else [],
            "stop": content.stop_content(stop) if stop else None,
            "serve": content.serve_content(self.serve) if self.serve else None,
            "form": form.asks if (form := self._form()) is not None else {},
            "start": content.start_content(session, procedures, self.procedure, self.parent)
            if self.procedure
            else None,
            "entries": content.entry_content(graph, session, self._branch.read),
            "lists": content.suggestions(graph, session),
            "refused": self._refused_at,
            "error": self.error,
            "errors": self.errors,
            "told": self.error or self._told(),
        }

    def _told(self) -> str:
        """Say in one sentence what the last operation has led to."""
        stop, followed = self.stop, self._branch.followed
        if stop is None or not followed:
            return ""
        return f"{len(followed)} events followed. {stop.headline}"

    def describe(self) -> Document:
        """Return the static twin."""
        return runner_twin(self)
