"""The store of an instance: its values, and who wrote them (contract C, section 6)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.procedure.builtins import TRUST_FIELDS
from ctxkit.procedure.document import copy_document, document_text, normalise
from ctxkit.procedure.patch import apply_patch
from ctxkit.procedure.spec import Spec, VarDecl
from ctxkit.view import Framed, Record, Shown


class Provenance(StrEnum):
    """Who wrote a value."""

    PARAM = "param"  #: Given at the start, fixed since.
    STATE = "state"  #: Reported or answered.
    ENGINE = "engine"  #: Written by a command.


@dataclass(frozen=True, slots=True)
class ExportedValue(Record):
    """A value with its provenance."""

    value: Any
    provenance: Provenance


# Members of an enumeration are slow to look up by their class in Python 3.11.
_PARAM, _STATE, _ENGINE = Provenance


class Store(Shown, Framed):
    """Values by name, each a document with its provenance.

    Parameters
    ----------
    spec : Spec
        Declares the params and the state fields.

    Notes
    -----
    Every batch is atomic: where one value is refused, nothing changes. What is read is a copy.
    """

    __slots__ = ("_locked", "_provenance", "_snapshot", "_values", "journal", "spec")

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._values: dict[str, Any] = {}
        self._provenance: dict[str, Provenance] = {}
        self._snapshot: str | None = None
        self._locked = False
        #: What a command wrote, in the copy that it works on.
        self.journal: dict[str, Any] = {}

    def clone(self) -> Store:
        """Return a copy; neither sees what is written to the other."""
        copy = Store.__new__(Store)
        copy.spec = self.spec
        # Documents are never changed in place, so the copy may share them.
        copy._values = self._values.copy()
        copy._provenance = self._provenance.copy()
        copy._locked = False
        copy.journal = {}
        copy._snapshot = self._snapshot
        return copy

    def for_command(self) -> Store:
        """Return a copy that keeps a journal of engine writes and refuses state writes."""
        copy = self.clone()
        copy._locked = True
        return copy

    def unlocked(self) -> Store:
        """Return the store itself, ready for ordinary use after a command."""
        self._locked = False
        self.journal = {}
        return self

    # Reading ------------------------------------------------------------------------------------

    def get(self, name: str, default: Any = None) -> Any:
        """Return a copy of a value; ``default`` where there is none."""
        if name not in self._values:
            return default
        return copy_document(self._values[name])

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            raise UnknownNameError.among("stored value", name, self._values)
        return copy_document(self._values[name])

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._values))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Store)
            and self._values == other._values
            and self._provenance == other._provenance
        )

    __hash__ = None  # type: ignore[assignment]

    def changed_since(self, before: Store | None) -> list[str]:
        """Return the names whose value or provenance differs from an earlier store, sorted."""
        if before is None:
            return sorted(self._values)
        if self._values == before._values and self._provenance == before._provenance:
            return []
        absent = object()
        return sorted(
            name
            for name in self._values.keys() | before._values.keys()
            if self._values.get(name, absent) != before._values.get(name, absent)
            or self._provenance.get(name) != before._provenance.get(name)
        )

    def has(self, name: str) -> bool:
        """Tell whether a value is there and neither null, nor an empty text or list."""
        value = self._values.get(name)
        return value is not None and value != "" and value != []

    def provenance_of(self, name: str) -> Provenance | None:
        """Return who wrote a value."""
        return self._provenance.get(name)

    def export(self) -> dict[str, ExportedValue]:
        """Return every value with its provenance, by name."""
        return {
            name: ExportedValue(self.get(name), self._provenance[name])
            for name in sorted(self._values)
        }

    def collected(self) -> dict[str, Any]:
        """Return what inputs and reports gave and is not empty, without the records of trust."""
        return {
            name: self.get(name)
            for name in sorted(self._values)
            if self._provenance[name] is not _ENGINE and name not in TRUST_FIELDS and self.has(name)
        }

    def produced(self) -> dict[str, Any]:
        """Return what commands gave and is not null, without the records of trust."""
        return {
            name: self.get(name)
            for name in sorted(self._values)
            if self._provenance[name] is _ENGINE
            and name not in TRUST_FIELDS
            and self._values[name] is not None
        }

    def state_snapshot(self) -> str:
        """Return the fingerprint of the state: 64 hex digits that change with every state field.

        Params and what commands wrote make no difference.
        """
        if self._snapshot is None:
            names = sorted(name for name, who in self._provenance.items() if who is _STATE)
            lines = [f"{name}={document_text(self._values[name])}\n" for name in names]
            self._snapshot = hashlib.sha256("".join(lines).encode("utf-8", "replace")).hexdigest()
        return self._snapshot

    def template_context(self) -> dict[str, Any]:
        """Return every value by name, not to be changed."""
        return self._values.copy()

    # Writing ------------------------------------------------------------------------------------

    def set_start(self, inputs: Mapping[str, Any]) -> None:
        """Write what an instance is started with, then the defaults.

        Parameters
        ----------
        inputs : mapping
            Params, of which the required ones must be there, and state fields.

        Raises
        ------
        InvalidValueError
            If a name is not declared, a value does not fit, or a required param is missing.
        """
        spec = self.spec
        unknown = [name for name in inputs if name not in spec.params and name not in spec.state]
        if unknown:
            raise InvalidValueError(
                "no such input",
                where=f"procedure {spec.canonical}",
                got=", ".join(sorted(unknown)),
                expected="one of " + ", ".join([*spec.params, *spec.state]),
            )
        params = {name: value for name, value in inputs.items() if name in spec.params}
        state = {name: value for name, value in inputs.items() if name not in spec.params}
        before = self.clone()
        try:
            self.set_params(params)
            self.write_state(state)
        except InvalidValueError:
            self.adopt(before)
            raise
        for name, declared in spec.state.items():
            if declared.default is not None and name not in self._values:
                self._put(name, declared.default, _STATE)

    def set_params(self, params: Mapping[str, Any]) -> None:
        """Write the inputs that stay fixed; see :meth:`set_start`."""
        declared = self.spec.params
        missing = [name for name in declared if not declared[name].optional and name not in params]
        if missing:
            raise InvalidValueError(
                "a required input is missing",
                where=f"procedure {self.spec.canonical}",
                expected=", ".join(sorted(missing)),
            )
        values = {}
        for name in sorted(params):
            if name not in declared:
                raise InvalidValueError("not a param", where=f"params.{name}")
            try:
                values[name] = declared[name].type.validate_value(params[name])
            except InvalidValueError as error:
                raise _located(error, f"params.{name}") from None
        for name, value in values.items():
            self._put(name, value, _PARAM)

    def write_state(self, fields: Mapping[str, Any]) -> list[str]:
        """Write state fields, all or none.

        Parameters
        ----------
        fields : mapping
            Values by name; ``None`` clears an optional field. A field that edits another one is
            applied to that one.

        Returns
        -------
        list of str
            Names written, sorted; an edited field appears under its own name.

        Raises
        ------
        InvalidValueError
            If a field is not declared as state, a value does not fit, or an edit does not apply.
        """
        if self._locked:
            raise InvalidValueError(
                "a command may not write state",
                got=", ".join(sorted(map(str, fields))),
                hint="Write through store.write_engine.",
            )
        batch = self.checked(fields)
        if batch is None:
            batch = self._with_edits(fields)
        self.put_state(batch)
        return sorted(batch)

    def checked(self, fields: Mapping[str, Any]) -> dict[str, Any] | None:
        """Check state fields without writing them.

        Returns
        -------
        dict or None
            The values in document form, for :meth:`put_state`. They depend on nothing but the
            procedure; ``None`` where a field edits another one, so that they do not.

        Raises
        ------
        InvalidValueError
            As :meth:`write_state`.
        """
        writers = self.spec.writers
        batch: dict[str, Any] = {}
        name = ""
        try:
            for name in sorted(fields):
                value = fields[name]
                check, optional, edits = writers[name]
                if value is None:
                    if not optional:
                        raise InvalidValueError("a required field cannot be cleared")
                    batch[name] = None
                elif edits:
                    return None
                else:
                    batch[name] = check(value)
        except KeyError:
            raise InvalidValueError(
                "no such state field",
                where=f"procedure {self.spec.canonical}",
                got=name,
                expected="one of " + ", ".join(writers),
            ) from None
        except InvalidValueError as error:
            raise _located(error, f"state.{name}") from None
        return batch

    def _with_edits(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        batch: dict[str, Any] = {}
        for name in sorted(fields):
            declared, value = self.spec.state.get(name), fields[name]
            if declared is not None and declared.patch_of and value is not None:
                target = declared.patch_of
                batch[target] = self._patched(name, declared, value, fields, batch)
            else:
                batch |= self.checked({name: value}) or {}
        return batch

    def put_state(self, batch: Mapping[str, Any]) -> None:
        """Write state fields that are documents of the right type already; ``None`` removes one."""
        values, provenance = self._values, self._provenance
        for name, value in batch.items():
            if value is not None:
                values[name] = value
                provenance[name] = _STATE
            elif name in values:
                del values[name], provenance[name]
        self._snapshot = None

    def _patched(
        self,
        name: str,
        declared: VarDecl,
        value: Any,
        fields: Mapping[str, Any],
        batch: Mapping[str, Any],
    ) -> str:
        target = declared.patch_of
        try:
            pairs = declared.type.validate_value(value)
            if target in fields:
                raise InvalidValueError(f"{target} is written and edited at once")
            text = batch.get(target, self._values.get(target))
            if not isinstance(text, str) or not text:
                raise InvalidValueError(
                    f"{target} has no text to edit", hint=f"Report {target} as a whole first."
                )
            return apply_patch(text, pairs)
        except InvalidValueError as error:
            raise _located(error, f"state.{name}") from None

    def write_engine(self, name: str, value: Any) -> None:
        """Write a value on the engine's behalf, over whatever is there.

        Raises
        ------
        InvalidValueError
            If it has no JSON form.
        """
        document = normalise(value)
        self._put(name, document, _ENGINE)
        self.journal[name] = document

    def put(self, values: Mapping[str, Any], provenance: Provenance) -> None:
        """Write values of whatever type, over whatever is there."""
        for name, value in values.items():
            plain = type(value) is str and value.isascii()
            self._values[name] = value if plain else normalise(value)
            self._provenance[name] = provenance
        self._snapshot = None

    def _put(self, name: str, value: Any, provenance: Provenance) -> None:
        self._values[name] = value
        self._provenance[name] = provenance
        self._snapshot = None

    def adopt(self, other: Store) -> None:
        """Take over the values of another store."""
        self._values, self._provenance = other._values, other._provenance
        self._snapshot = other._snapshot


def missing_fields(store: Store, names: Iterable[str]) -> list[str]:
    """Return those of some fields that a store has no value for, sorted."""
    return sorted(name for name in names if not store.has(name))


def _located(error: InvalidValueError, where: str) -> InvalidValueError:
    return InvalidValueError(
        error.what, where=where, got=error.got, expected=error.expected, hint=error.hint
    )
