"""The base of typed, frozen data: checked on the way in, byte-exact on the way out.

A *wire type* is written exactly as the original tool's Go structs are: keys in declared order,
optional keys left out when empty or zero, Go's string escaping. Reading follows Go's decoder:
unknown keys are dropped, absent keys and ``null`` are zero values.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from ctxkit.canonical import to_json_text
from ctxkit.errors import InvalidJsonError, InvalidValueError
from ctxkit.view import show_html

M = TypeVar("M", bound="WireModel")


def _explain(error: ValidationError, kind: str) -> tuple[str, str, str]:
    """Return what, where and got of the first complaint of pydantic."""
    first = error.errors(include_url=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    got = repr(first["input"])
    got = got if len(got) <= 80 else got[:77] + "..."
    return first["msg"], f"{kind}.{path}" if path else kind, got


if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as _Meta
else:

    class _Meta(type(BaseModel)):
        """Turns pydantic's complaints into ours; an ``__init__`` would undo strict reading."""

        def __call__(cls, **values: Any) -> Any:
            try:
                return super().__call__(**values)
            except ValidationError as error:
                what, where, got = _explain(error, cls.__name__)
                raise InvalidValueError(what, where=where, got=got) from None


class Model(BaseModel, metaclass=_Meta):
    """Frozen, typed data that compares by value and refuses bad values within our error family."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, arbitrary_types_allowed=True
    )

    def _repr_html_(self) -> str:
        return show_html(self)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in type(self).model_fields:
            raise InvalidValueError(
                f"{type(self).__name__} is frozen",
                where=f"{type(self).__name__}.{name}",
                hint=f"Use .replace({name}=...) for a changed copy.",
            )
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        # Private attributes are looks and origins for the display; they do not make a difference.
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed, checked like a new object."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        unknown = changes.keys() - fields.keys()
        if unknown:
            raise InvalidValueError(
                f"{type(self).__name__} has no such field",
                where=type(self).__name__,
                got=", ".join(sorted(unknown)),
                expected=", ".join(fields),
            )
        changed = type(self)(**(fields | changes))
        if self.__pydantic_private__:  # where it came from stays true of the copy
            for name, value in self.__pydantic_private__.items():
                setattr(changed, name, value)
        return changed


class WireModel(Model):
    """A type with a fixed JSON form.

    A list that was ``null`` (or absent) on the wire is written as ``null`` again, although it is
    an empty tuple in Python; a list built here is written as ``[]``.
    """

    #: Fields that are left out of the JSON when they are empty or zero.
    omit_empty: ClassVar[frozenset[str]] = frozenset()

    # A slot and no pydantic private attribute: most objects never set it, and it must cost nothing.
    __slots__ = ("_null_lists",)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read the JSON form.

        Parameters
        ----------
        text : str or bytes
            One JSON object (bytes: UTF-8).

        Raises
        ------
        InvalidJsonError
            If the text is not JSON, or a value has the wrong type; the message names the field.
        """
        try:
            decoded = text.decode("utf-8") if isinstance(text, bytes) else text
            value = json.loads(decoded, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise InvalidJsonError(
                f"not a JSON text: {error}", where=cls.__name__, expected="one JSON object"
            ) from None
        return cls.from_wire(value)

    @classmethod
    def from_wire(cls, value: Any) -> Self:
        """Read the parsed JSON form; see :meth:`from_json`."""
        return _decode(cls, value, cls.__name__)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the JSON form, byte for byte as the original tool encodes it.

        Parameters
        ----------
        indent : int, optional
            Spaces a level, 0 to 16; compact when not given.

        Raises
        ------
        InvalidValueError
            If the indent is something else.
        """
        if indent is not None and (not isinstance(indent, int) or not 0 <= indent <= 16):
            raise InvalidValueError(
                "not an indent", where="indent", got=repr(indent), expected="0 to 16 spaces"
            )
        return to_json_text(self.to_wire(), indent=indent, sort_keys=False)

    def to_wire(self) -> dict[str, Any]:
        """Return the JSON form as plain dicts and lists, keys in wire order."""
        wire: dict[str, Any] = {}
        nulls = getattr(self, "_null_lists", ())
        for name, field in type(self).model_fields.items():
            held = getattr(self, name)
            # An empty object is still written; Go leaves out only its absence.
            if name in self.omit_empty and not (held or isinstance(held, WireModel)):
                continue
            value = _to_wire(held)
            wire[field.alias or name] = None if name in nulls and not value else value
        return wire

    def with_null_lists(self, *names: str) -> Self:
        """Write these list fields as ``null`` while they are empty; return the object itself."""
        object.__setattr__(self, "_null_lists", names)
        return self


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _to_wire(value: Any) -> Any:
    if isinstance(value, WireModel):
        return value.to_wire()
    if isinstance(value, tuple):
        return [_to_wire(item) for item in value]
    return value


def _decode(cls: type[M], value: Any, where: str) -> M:
    if value is None:
        value = {}
    if not isinstance(value, dict):
        raise InvalidJsonError(
            "wrong JSON type", where=where, got=type(value).__name__, expected="an object"
        )
    # As in Go, the case of a key does not matter, and of several the last counts.
    held = {key.lower(): item for key, item in value.items()}
    fields: dict[str, Any] = {}
    nulls = []
    for name, (key, inner, zero) in _wire_fields(cls).items():
        given = held.get(key.lower())
        at = f"{where}.{key}"
        if given is None:
            fields[name] = _decode(inner, {}, where) if zero is inner else zero
            if zero == ():
                nulls.append(name)
        elif isinstance(zero, tuple):
            fields[name] = _decode_list(given, inner, at)
        elif inner is not None:
            fields[name] = _decode(inner, given, at)
        else:
            fields[name] = _decode_plain(given, at)
    try:
        model = cls.model_validate(fields, strict=True)
    except ValidationError as error:
        what, at, got = _explain(error, where)
        raise InvalidJsonError(what, where=at, got=got) from None
    return model.with_null_lists(*nulls)


def _decode_list(given: Any, inner: type[WireModel] | None, where: str) -> tuple[Any, ...]:
    if not isinstance(given, list):
        raise InvalidJsonError(
            "wrong JSON type", where=where, got=type(given).__name__, expected="a list"
        )
    if inner is None:
        return tuple(_decode_plain(item, f"{where}[{i}]") for i, item in enumerate(given))
    return tuple(_decode(inner, item, f"{where}[{i}]") for i, item in enumerate(given))


def _decode_plain(given: Any, where: str) -> Any:
    if isinstance(given, int) and not -(2**63) <= given < 2**63:
        raise InvalidJsonError("a number of more than 64 bits", where=where, got=f"{given:.3e}")
    return given


@cache
def _wire_fields(cls: type[WireModel]) -> dict[str, tuple[str, Any, Any]]:
    """Return for each field its JSON key, the wire type inside it, and its zero value."""
    fields = {}
    for name, field in cls.model_fields.items():
        kinds = [field.annotation, *get_args(field.annotation)]
        inner = next((k for k in kinds if isinstance(k, type) and issubclass(k, WireModel)), None)
        fields[name] = (field.alias or name, inner, _zero(field.annotation, inner))
    return fields


def _zero(annotation: Any, inner: type[WireModel] | None) -> Any:
    """Return Go's zero value of a field; a wire type stands for its own zero value."""
    if annotation in (int, str, bool):
        return annotation()
    if annotation == tuple[int, int]:
        return (0, 0)
    if get_origin(annotation) is tuple:
        return ()
    return inner if annotation is inner else None
