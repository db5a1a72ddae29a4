"""Pages of resident context, what each depends on, and the budget they must fit."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field

from ctxkit.canonical import sha256_hex
from ctxkit.errors import InvalidJsonError, InvalidValueError, UnknownNameError
from ctxkit.model import WireModel

#: One more than the largest count a page or budget can hold (64 bits without sign).
COUNT_LIMIT = 2**64


def _as_count(value: Any) -> Any:
    # numpy's integers are not Python's; bool is, but a flag is no count.
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return value
    return operator.index(value)


Count = Annotated[int, BeforeValidator(_as_count), Field(strict=True, ge=0, lt=COUNT_LIMIT)]
Texts = tuple[str, ...]
M = TypeVar("M", "DependencyEnv", "ContextBudget")


class _WholeWire(WireModel):
    """A wire type whose JSON must name every field: an absent one is an error, not a zero."""

    #: Fields whose ``null`` or absence means "none".
    may_be_absent: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def from_wire(cls, value: Any) -> Self:
        """Read the parsed JSON form; every field must be there, unknown ones are dropped."""
        if not isinstance(value, dict):
            raise InvalidJsonError(
                "wrong JSON type", where=cls.__name__, got=_short(value), expected="an object"
            )
        for name in cls.model_fields:
            if value.get(name) is None and name not in cls.may_be_absent:
                raise InvalidJsonError(
                    "a field is missing",
                    where=f"{cls.__name__}.{name}",
                    got="null" if name in value else "",
                    expected=", ".join(cls.model_fields),
                )
        try:
            return cls(**{name: value.get(name) for name in cls.model_fields})
        except InvalidValueError as error:
            raise InvalidJsonError(error.what, where=error.where, got=error.got) from None


class DependencyEnv(_WholeWire):
    """The live state that pages are checked against.

    Attributes
    ----------
    accepted_root : str
        Hash of the last accepted state.
    partial_root : str or None
        Hash of the current partial checkpoint, if there is one.
    path_blobs : dict of str to str
        The present blob hash of each path, sorted by path.
    """

    may_be_absent = frozenset({"partial_root"})

    accepted_root: str = ""
    partial_root: str | None = None
    path_blobs: Annotated[
        dict[str, str], AfterValidator(lambda blobs: dict(sorted(blobs.items())))
    ] = Field(default_factory=dict)


def blob_hash(data: bytes) -> str:
    """Return how a file's content is named: ``sha256:`` and the hash of its bytes."""
    return f"sha256:{sha256_hex(data)}"


class StateDependency(WireModel):
    """The state a page was made from. When that state changes, the page is stale.

    One of :class:`SessionInvariant`, :class:`AcceptedRoot`, :class:`PartialCheckpointRoot` and
    :class:`PathBlob`. Contract B, *Pages*.
    """

    #: How the form is called on the wire.
    wire_name: ClassVar[str] = ""

    def holds(self, env: DependencyEnv) -> bool:
        """Return whether the state is still the one the page was made from."""
        raise NotImplementedError(type(self).__name__)

    def why_stale(self, env: DependencyEnv) -> str:
        """Say in a few words why the dependency does not hold; ``""`` if it does."""
        return "" if self.holds(env) else self._difference(env)

    def _difference(self, env: DependencyEnv) -> str:
        raise NotImplementedError(type(self).__name__)

    @classmethod
    def from_wire(cls, value: Any) -> Any:
        """Read the JSON form: a bare name, or an object with one key that is the name."""
        if isinstance(value, StateDependency):
            return value
        match value:
            case str() if value == SessionInvariant.wire_name:
                return SessionInvariant()
            case {"accepted_root": str(root)} if len(value) == 1:
                return AcceptedRoot(root=root)
            case {"partial_checkpoint_root": str(root)} if len(value) == 1:
                return PartialCheckpointRoot(root=root)
            case {"path_blob": {"path": str(path), "blob_hash": str(blob_hash)}} if len(value) == 1:
                return PathBlob(path=path, blob_hash=blob_hash)
        raise InvalidJsonError(
            "not a state dependency",
            where="dependency",
            got=_short(value),
            expected='"session_invariant", {"accepted_root": …}, {"partial_checkpoint_root": …} '
            'or {"path_blob": {"path": …, "blob_hash": …}}',
        )


class SessionInvariant(StateDependency):
    """Depends on nothing that changes within a session."""

    wire_name = "session_invariant"

    def holds(self, env: DependencyEnv) -> bool:
        """Return ``True``."""
        return True

    def to_wire(self) -> Any:
        """Return the bare name."""
        return self.wire_name


class AcceptedRoot(StateDependency):
    """Depends on the accepted state with this hash."""

    wire_name = "accepted_root"
    root: str

    def holds(self, env: DependencyEnv) -> bool:
        """Return whether this is the accepted root."""
        return self.root == env.accepted_root

    def _difference(self, env: DependencyEnv) -> str:
        return f"accepted root is {env.accepted_root!r}, page was made at {self.root!r}"

    def to_wire(self) -> Any:
        """Return ``{"accepted_root": root}``."""
        return {self.wire_name: self.root}


class PartialCheckpointRoot(StateDependency):
    """Depends on the partial checkpoint with this hash."""

    wire_name = "partial_checkpoint_root"
    root: str

    def holds(self, env: DependencyEnv) -> bool:
        """Return whether there is a partial checkpoint, and it is this one."""
        return self.root == env.partial_root

    def _difference(self, env: DependencyEnv) -> str:
        if env.partial_root is None:
            return f"there is no partial checkpoint, page was made at {self.root!r}"
        return f"partial checkpoint is {env.partial_root!r}, page was made at {self.root!r}"

    def to_wire(self) -> Any:
        """Return ``{"partial_checkpoint_root": root}``."""
        return {self.wire_name: self.root}


class PathBlob(StateDependency):
    """Depends on one file's content."""

    wire_name = "path_blob"
    path: str
    blob_hash: str

    @classmethod
    def of(cls, path: str, data: bytes) -> PathBlob:
        """Return the dependency on a file that holds these bytes."""
        return cls(path=path, blob_hash=blob_hash(data))

    def holds(self, env: DependencyEnv) -> bool:
        """Return whether the path has this blob now."""
        return env.path_blobs.get(self.path) == self.blob_hash

    def _difference(self, env: DependencyEnv) -> str:
        now = env.path_blobs.get(self.path)
        if now is None:
            return f"{self.path} is not there, page was made from {self.blob_hash!r}"
        return f"{self.path} is {now!r}, page was made from {self.blob_hash!r}"

    def to_wire(self) -> Any:
        """Return ``{"path_blob": {"path": path, "blob_hash": blob_hash}}``."""
        return {self.wire_name: {"path": self.path, "blob_hash": self.blob_hash}}


def _as_dependency(value: Any) -> Any:
    if isinstance(value, StateDependency):
        return value
    try:
        return StateDependency.from_wire(value)
    except InvalidJsonError as error:
        # pydantic turns this into a complaint that names the field.
        raise ValueError(f"{error.what}, expected {error.expected}") from None


class ContextPage(_WholeWire):
    """One immutable page of context, addressed by its content.

    Attributes
    ----------
    page_id : str
        The content address. Ties between equally good pages go to the smallest id.
    kind : str
        Task contract, tool pair, synopsis, source excerpt, …
    source_hashes : tuple of str
        Hashes of what a summary was made from; empty for exact pages.
    dependency : StateDependency
        The state the page is true for. The JSON form is taken too.
    bytes : int
        Size in bytes.
    tokens : int
        Cost in tokens, as counted by whoever made the page.
    obligations : tuple of str
        Labels the page covers. A label that stands twice counts twice.
    freshness_turn : int
        Turn in which the page was last referenced.
    depends_on : tuple of str
        Ids of pages that must be resident with it when it is mandatory.
    """

    page_id: str
    kind: str = ""
    source_hashes: Texts = ()
    dependency: Annotated[StateDependency, BeforeValidator(_as_dependency)] = SessionInvariant()
    bytes: Count = 0
    tokens: Count
    obligations: Texts = ()
    freshness_turn: Count = 0
    depends_on: Texts = ()

    def dependency_holds(self, env: DependencyEnv) -> bool:
        """Return whether the state the page was made from is still the present one."""
        return self.dependency.holds(env)


class ReservesError(InvalidValueError):
    """The reserves of a budget are larger than its window."""


class ContextBudget(_WholeWire):
    """A model's window and what must be kept free in it, in tokens.

    Attributes
    ----------
    window_tokens, output_reserve, tool_reserve, guard_reserve : int
    """

    window_tokens: Count
    output_reserve: Count = 0
    tool_reserve: Count = 0
    guard_reserve: Count = 0

    @property
    def reserves(self) -> int:
        """All reserves together, in tokens."""
        return self.output_reserve + self.tool_reserve + self.guard_reserve

    def input_allowance(self) -> int:
        """Return the tokens left for input: window less output, tool and guard reserve.

        Contract B, *Behaviour to keep exactly*.

        Raises
        ------
        ReservesError
            If the reserves are larger than the window.
        """
        left = self.window_tokens - self.reserves
        if left < 0:
            raise ReservesError(
                "the reserves are larger than the window",
                where="ContextBudget",
                got=f"output {self.output_reserve:,} + tool {self.tool_reserve:,} + guard "
                f"{self.guard_reserve:,} = {self.reserves:,} tokens",
                expected=f"at most the window of {self.window_tokens:,} tokens",
                hint=f"Widen window_tokens or lower the reserves by {-left:,} tokens.",
            )
        return left


def as_env(value: Any) -> DependencyEnv:
    """Return a state that pages are checked against, from the object, its fields or ``None``."""
    return DependencyEnv() if value is None else _as_model(DependencyEnv, value, "env")


def as_budget(value: Any) -> ContextBudget:
    """Return a budget, from the object or its fields."""
    return _as_model(ContextBudget, value, "budget")


def _as_model(kind: type[M], value: Any, where: str) -> M:
    if isinstance(value, kind):
        return value
    fields = ", ".join(kind.model_fields)
    if not isinstance(value, Mapping):
        first = next(iter(kind.model_fields))
        raise InvalidValueError(
            f"not a {kind.__name__}",
            where=where,
            got=_short(value),
            expected=f"a {kind.__name__}, or a mapping of its fields {fields}",
            hint=f"{where}=ctxkit.{kind.__name__}({first}=...)",
        )
    for name in value:
        if name not in kind.model_fields:
            raise UnknownNameError.among(f"field of {where}", name, kind.model_fields)
    return kind(**value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
