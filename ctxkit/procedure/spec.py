"""Procedures: the typed form of a state machine that an entry describes (contract C, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import Field, PrivateAttr

from ctxkit.collection import ByName
from ctxkit.errors import UnknownNameError
from ctxkit.graph.vocabulary import ProcedureClass
from ctxkit.model import Model
from ctxkit.procedure.gotemplate import Template, cached_template
from ctxkit.procedure.guard import GuardExpr
from ctxkit.procedure.types import VarType
from ctxkit.view import Framed, Plotted, Shown

if TYPE_CHECKING:
    from ctxkit.diagnostics import Diagnostics
    from ctxkit.procedure.arithmetic import Budget, StepSize
    from ctxkit.procedure.functions import Functions, QueryResolver

END_COMPLETED = "end(completed)"
END_ABANDONED = "end(abandoned)"


def is_end_target(to: str) -> bool:
    """Tell whether a transition leads out of the procedure instead of to a step."""
    return to in (END_COMPLETED, END_ABANDONED)


class ChooserKind(StrEnum):
    """Who moves an instance on from a step."""

    GATE = "gate"  #: The engine, when the step's conditions hold.
    AGENT = "agent"
    USER = "user"


class Cap(Model):
    """Bounds for a part of a serve; zero is no bound."""

    max_bytes: int = 0
    max_items: int = 0

    def __bool__(self) -> bool:
        return bool(self.max_bytes or self.max_items)


class VarDecl(Model):
    """Declaration of a variable.

    Attributes
    ----------
    type : VarType
    optional : bool
    desc : str
        What it is for; goes into the report schema.
    default : object
        Value of a state field that nothing gave at the start, in document form; ``None`` for none.
    patch_of : str
        State field that this one edits; empty for an ordinary field.
    """

    type: VarType
    optional: bool = False
    desc: str = ""
    default: Any = None
    patch_of: str = ""


class CollectField(Model):
    """A state field that a step or an option asks for."""

    name: str
    optional: bool = False


class InjectCall(Model):
    """A query whose result is put before the texts of a step.

    Attributes
    ----------
    fn : str
        Name of the query.
    id : str
        Name under which the result is found; the name of the query where empty.
    args : dict
        Arguments; texts that hold ``{{`` are templates over the store.
    cap : Cap
        Bounds of the result; the query's own where there are none.
    """

    fn: str
    id: str = ""
    args: dict[str, Any] = Field(default_factory=dict)
    cap: Cap = Cap()

    @property
    def effective_id(self) -> str:
        """Name under which the result is found."""
        return self.id or self.fn


class Dispatch(Model):
    """What an option hands down to the instance that is started next.

    Attributes
    ----------
    procedure : str
        Canonical of the only procedure that gets it; empty for any.
    seed : dict
        State field of the child to field of this procedure.
    """

    procedure: str = ""
    seed: dict[str, str] = Field(default_factory=dict)


class Option(Model):
    """One choice at a step that an agent or user moves on."""

    choice: str
    to: str
    call: str = ""
    collect: tuple[CollectField, ...] = ()
    dispatch: Dispatch | None = None


class Transition(Model):
    """Where a gate leads: when its condition holds, or otherwise."""

    to: str
    when: GuardExpr | None = None

    @property
    def otherwise(self) -> bool:
        """Whether it needs no condition."""
        return self.when is None


class Step(Shown, Model):
    """One node of the machine."""

    id: str
    collect: tuple[CollectField, ...] = ()
    inject: tuple[InjectCall, ...] = ()
    render: str = ""
    chooser: ChooserKind = ChooserKind.GATE
    options: tuple[Option, ...] = ()
    guard: GuardExpr | None = None
    op: str = ""
    transitions: tuple[Transition, ...] = ()
    goal: str = ""
    serve_delta: tuple[str, ...] = ()

    @property
    def is_gate(self) -> bool:
        """Whether the engine moves on from here by itself."""
        return self.chooser is ChooserKind.GATE

    @property
    def unit_name(self) -> str:
        """Name of the unit that is shown here, if the body has it."""
        return self.render or self.id

    def option(self, choice: str) -> Option | None:
        """Return the first option of that name."""
        return next((option for option in self.options if option.choice == choice), None)


class UnitLane(Model):
    """A part of a unit's text, shown on its own."""

    name: str
    text: str

    @property
    def template(self) -> Template:
        """The text, read as a template."""
        return cached_template(self.text)


class Unit(Model):
    """A named text of the body, in lanes."""

    lanes: tuple[UnitLane, ...] = ()


class Spec(Shown, Framed, Plotted, Model):
    """A procedure, read from its entry and checked.

    Attributes
    ----------
    entry_id, canonical : str
        Entry that describes it, and its stable name as written.
    procedure_class : ProcedureClass
    params, state : dict
        Declarations of the inputs fixed at the start, and of the fields that reports write.
    steps : tuple of Step
        In the order written; the first is where an instance starts.
    serve_budget : int
        Declared total of the largest serve, in bytes; 0 for the default.
    units : dict
        Texts of the body by name.
    framing : tuple of InjectCall
        Queries whose results frame a session; of shells only.
    """

    entry_id: str
    canonical: str
    procedure_class: ProcedureClass = ProcedureClass.MOVE
    params: dict[str, VarDecl] = Field(default_factory=dict)
    state: dict[str, VarDecl] = Field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    serve_budget: int = 0
    units: dict[str, Unit] = Field(default_factory=dict)
    framing: tuple[InjectCall, ...] = ()

    _functions: Any = PrivateAttr(default=None)
    # With the steps that they are about: a changed copy keeps what is private here.
    _warnings: tuple[tuple[Step, ...], Diagnostics] | None = PrivateAttr(default=None)

    @property
    def functions(self) -> Functions | None:
        """The functions it was checked against; ``None`` where it was only parsed."""
        functions: Functions | None = self._functions
        return functions

    @cached_property
    def step_by_id(self) -> dict[str, Step]:
        """The steps by their ID."""
        return ByName("step", {step.id: step for step in self.steps})

    @cached_property
    def writers(self) -> dict[str, tuple[Callable[[Any], Any], bool, str]]:
        """For each state field: its check, whether it may be cleared, and the field it edits."""
        return {
            name: (declared.type.check, declared.optional, declared.patch_of)
            for name, declared in self.state.items()
        }

    def __eq__(self, other: object) -> bool:
        # What was worked out from the fields makes no difference.
        return isinstance(other, Spec) and all(
            getattr(self, name) == getattr(other, name) for name in type(self).model_fields
        )

    def __hash__(self) -> int:
        return hash((self.entry_id, self.canonical))

    def step(self, step_id: str) -> Step | None:
        """Return a step by its ID."""
        return self.step_by_id.get(step_id)

    def __getitem__(self, step_id: str) -> Step:
        """Return a step.

        Raises
        ------
        UnknownNameError
            If there is none; the hint names near ones.
        """
        return self.step_by_id[step_id]

    def __contains__(self, step_id: object) -> bool:
        return step_id in self.step_by_id

    def with_step(self, step_id: str, **changes: Any) -> Spec:
        """Return the procedure with some fields of one step changed.

        A guard is given as ``parse_guard("...")``. Whether ways still lead somewhere is not
        checked.

        Raises
        ------
        UnknownNameError
            If there is no such step.
        InvalidValueError
            If steps have no such field, or a value does not fit.
        """
        _ = self[step_id]
        steps = (s.replace(**changes) if s.id == step_id else s for s in self.steps)
        return self.replace(steps=tuple(steps))

    # What is worked out from a procedure lives in rooms of its own, which import this one.

    def report_schema_for_step(self, step: Step | str) -> dict[str, Any]:
        """Return the JSON Schema of a report; see :func:`ctxkit.procedure.schema.report_schema`."""
        from ctxkit.procedure.schema import report_schema

        return report_schema(self, step if isinstance(step, Step) else self.step(step))

    def answer_schema_for_step(self, step: Step | str) -> dict[str, Any]:
        """Return the JSON Schema of an answer; see :func:`ctxkit.procedure.schema.answer_schema`.

        Raises
        ------
        UnknownNameError
            If there is no such step.
        """
        from ctxkit.procedure.schema import answer_schema

        found = step if isinstance(step, Step) else self.step(step)
        if found is None:
            raise UnknownNameError.among("step", step, self.step_by_id)
        return answer_schema(self, found)

    @property
    def warnings(self) -> Diagnostics:
        """What is odd about it, such as steps that lead to each other for ever.

        See :func:`ctxkit.procedure.warnings.warnings_of`.
        """
        if self._warnings is None or self._warnings[0] != self.steps:
            from ctxkit.procedure.warnings import warnings_of

            self._warnings = (self.steps, warnings_of(self))
        return self._warnings[1]

    def validate_functions(self, functions: Functions) -> Diagnostics:
        """Check the functions that are named; see :func:`ctxkit.procedure.parse.validate_spec`."""
        from ctxkit.procedure.parse import validate_spec

        return validate_spec(self, functions)

    def worst_case_serve_bytes(
        self, functions: QueryResolver, budget: Budget | None = None
    ) -> tuple[StepSize, ...]:
        """Return how large the serve of each step can get, in bytes (contract C, section 13)."""
        from ctxkit.procedure.arithmetic import DEFAULT_BUDGET, worst_case_serve_bytes

        return worst_case_serve_bytes(self, functions, budget or DEFAULT_BUDGET)

    def effective_total(self, budget: Budget | None = None) -> int:
        """Return the bytes that a serve may have."""
        from ctxkit.procedure.arithmetic import DEFAULT_BUDGET, effective_total

        return effective_total(self, budget or DEFAULT_BUDGET)

    def over_budget(
        self, functions: QueryResolver, budget: Budget | None = None
    ) -> tuple[StepSize, ...]:
        """Return the steps whose largest serve is above the total."""
        from ctxkit.procedure.arithmetic import DEFAULT_BUDGET, over_budget

        return over_budget(self, functions, budget or DEFAULT_BUDGET)
