"""Types of procedure variables: their names, what they accept, and how a value is kept.

Contract C, section 1. A value is checked in its JSON shape and given back in *document form*,
the form in which it is stored, logged and fingerprinted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import trim_space
from ctxkit.graph.ids import is_cross_repo_id, is_date, is_entry_id, is_topic
from ctxkit.graph.vocabulary import CONFIDENCES, INTENTS, KINDS, REF_KINDS, expand_layer
from ctxkit.procedure.document import normalise
from ctxkit.view import Record


class BaseType(StrEnum):
    """The closed set of types, in canonical order."""

    TEXT = "text"
    BOOL = "bool"
    ENTRY_ID = "entry-id"
    REF = "ref"
    LABEL = "label"
    PARTICIPANT = "participant"
    ENTRY_KIND = "entry-kind"
    LAYER = "layer"
    CONFIDENCE = "confidence"
    INTENT = "intent"
    ATTACHMENT_HANDLE = "attachment-handle"
    PROCEDURE_SPEC = "procedure-spec"
    FACT_INDEX = "fact-index"
    PREFLIGHT_FINDINGS = "preflight-findings"
    GUIDE_FINDINGS = "guide-findings"
    INVOLVEMENT = "involvement"
    INVOLVEMENT_WHEN = "involvement-when"
    SEARCH_REPLACE = "search-replace"
    PROSE = "prose"

    @property
    def description(self) -> str:
        """What values of the type are, in one line."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    BaseType.TEXT: "any text, the empty one included",
    BaseType.BOOL: "true or false",
    BaseType.ENTRY_ID: "ID of an entry of this graph",
    BaseType.REF: "reference to an entry: its ID, the kind of the relation and, perhaps, why",
    BaseType.LABEL: "topic: words of letters, digits and hyphens, joined by slashes",
    BaseType.PARTICIPANT: "name of a person or agent",
    BaseType.ENTRY_KIND: "one of the kinds that entries have",
    BaseType.LAYER: "layer of an entry, by its name or three-letter code",
    BaseType.CONFIDENCE: "high, medium or low",
    BaseType.INTENT: "pending, guiding or settled",
    BaseType.ATTACHMENT_HANDLE: "handle of a staged attachment",
    BaseType.PROCEDURE_SPEC: "the machine of a procedure: params, state, steps, framing",
    BaseType.FACT_INDEX: "title and topic under which a fact is found",
    BaseType.PREFLIGHT_FINDINGS: "findings of the checks before an entry is written",
    BaseType.GUIDE_FINDINGS: "findings of a review against the writing guide",
    BaseType.INVOLVEMENT: "one target of a focus, with its actors and dates",
    BaseType.INVOLVEMENT_WHEN: "range of days, open at one end or closed",
    BaseType.SEARCH_REPLACE: "a passage that occurs once, and what replaces it",
    BaseType.PROSE: "text of which changes are shown line by line",
}


def base_type_values() -> tuple[BaseType, ...]:
    """Return all base types in canonical order."""
    return tuple(BaseType)


@dataclass(frozen=True, slots=True)
class VarType(Record):
    """A declared type: a base type, or a list of it."""

    base: BaseType
    is_list: bool = False

    def __str__(self) -> str:
        return f"list<{self.base}>" if self.is_list else str(self.base)

    def validate_value(self, value: Any) -> Any:
        """Check a JSON-shaped value.

        Returns
        -------
        object
            The value in document form, sharing no container with ``value``.

        Raises
        ------
        InvalidValueError
            If the value does not belong to the type; one bad item spoils a list.
        """
        return self.check(value)

    @property
    def check(self) -> Callable[[Any], Any]:
        """The function behind :meth:`validate_value`."""
        return _list_check(self) if self.is_list else _CHECKS[self.base]


@cache
def _list_check(var_type: VarType) -> Callable[[Any], Any]:
    check_item = _CHECKS[var_type.base]

    def check(value: Any) -> list[Any]:
        if type(value) is list or isinstance(value, list | tuple):
            return [check_item(item) for item in value]
        raise _wrong(var_type, value)

    return check


def parse_var_type(text: str) -> VarType:
    """Read a type as a declaration spells it, ``BASE`` or ``list<BASE>``.

    Raises
    ------
    InvalidValueError
        If it is anything else; lists of lists do not exist.
    """
    inner = trim_space(text)
    is_list = inner.startswith("list<") and inner.endswith(">")
    if is_list:
        inner = trim_space(inner[len("list<") : -1])
    try:
        return VarType(BaseType(inner), is_list)
    except ValueError:
        raise InvalidValueError(
            "no such type",
            got=repr(text),
            expected="one of " + ", ".join(BaseType) + ", or list<…> of one",
        ) from None


def _wrong(kind: object, value: Any, expected: str = "") -> InvalidValueError:
    got = repr(value)
    return InvalidValueError(
        f"not a value of type {kind}",
        got=got if len(got) <= 80 else got[:77] + "...",
        expected=expected,
    )


def _text_like(base: BaseType, accepts: Callable[[str], bool]) -> Callable[[Any], Any]:
    """Return the check of a type whose values are those texts that ``accepts`` tells."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or not accepts(value):
            raise _wrong(base, value, base.description)
        return value if value.isascii() and type(value) is str else _string(value)

    return check


def _any_text(base: BaseType) -> Callable[[Any], Any]:
    """Return the check of a type that every text belongs to."""

    def check(value: Any) -> str:
        if type(value) is str and value.isascii():
            return value
        if isinstance(value, str):
            return _string(value)
        raise _wrong(base, value, base.description)

    return check


def _check_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(BaseType.BOOL, value, "true or false")
    return value


def _check_layer(value: Any) -> str:
    layer = expand_layer(value) if isinstance(value, str) else None
    if layer is None:
        raise _wrong(BaseType.LAYER, value, BaseType.LAYER.description)
    return layer


def _object(base: BaseType, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(base, value, "an object")
    return value


def _string(value: Any) -> str:
    """Return a text in document form; anything else gives an empty one."""
    if type(value) is str and value.isascii():
        return value
    text: str = normalise(value) if isinstance(value, str) else ""
    return text


def _check_ref(value: Any) -> dict[str, Any]:
    given = value if type(value) is dict else _object(BaseType.REF, value)
    target, kind = _string(given.get("id")), _string(given.get("kind"))
    if not (is_cross_repo_id(target) if ":" in target else is_entry_id(target)):
        raise _wrong(
            BaseType.REF, value, "an id that is an entry ID, here or in another repository"
        )
    if kind not in REF_KINDS:
        raise _wrong(BaseType.REF, value, "a kind among " + ", ".join(REF_KINDS))
    desc = _string(given.get("desc"))
    return {"id": target, "kind": kind, "desc": desc} if desc else {"id": target, "kind": kind}


def _check_procedure_spec(value: Any) -> Any:
    given = value if type(value) is dict else _object(BaseType.PROCEDURE_SPEC, value)
    if "steps" not in given or given.keys() - {"params", "state", "steps", "framing"}:
        raise _wrong(
            BaseType.PROCEDURE_SPEC, value, "steps, and besides only params, state and framing"
        )
    return normalise(given)


def _check_fact_index(value: Any) -> dict[str, Any]:
    given = value if type(value) is dict else _object(BaseType.FACT_INDEX, value)
    title, topic = given.get("title"), given.get("topic")
    if (
        given.keys() != {"title", "topic"}
        or not isinstance(title, str)
        or not isinstance(topic, str)
        or not title
        or trim_space(title) != title
        or not is_topic(topic)
    ):
        raise _wrong(BaseType.FACT_INDEX, value, "just a trimmed title and a topic")
    return {"title": normalise(title), "topic": topic}


def _findings(base: BaseType, keys: dict[str, str]) -> Callable[[Any], Any]:
    """Return the check of a list of findings; ``keys`` maps written keys to stored ones."""

    def field(finding: dict[str, Any], key: str) -> str:
        given = finding.get(key)
        return _string(given if isinstance(given, str) else finding.get(key.capitalize()))

    def check(value: Any) -> list[dict[str, str]]:
        if not isinstance(value, list | tuple) or not all(isinstance(f, dict) for f in value):
            raise _wrong(base, value, "a list of objects")
        return [{kept: field(f, key) for key, kept in keys.items()} for f in value]

    return check


def _check_when(value: Any) -> dict[str, Any]:
    given = value if type(value) is dict else _object(BaseType.INVOLVEMENT_WHEN, value)
    ends = {key: _string(given.get(key)) for key in ("from", "to")}
    kept = {key: day for key, day in ends.items() if day}
    if not kept or not all(map(_is_day, kept.values())):
        raise _wrong(BaseType.INVOLVEMENT_WHEN, value, "from, to or both, each a day YYYY-MM-DD")
    return kept


_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def _is_day(text: str) -> bool:
    found = _DAY.fullmatch(text)
    return found is not None and is_date(*map(int, found.groups()))


def _is_filled(text: str) -> bool:
    return bool(trim_space(text))


def _check_involvement(value: Any) -> dict[str, Any]:
    given = value if type(value) is dict else _object(BaseType.INVOLVEMENT, value)
    target = given.get("target")
    if not isinstance(target, str) or not is_entry_id(target):
        raise _wrong(BaseType.INVOLVEMENT, value, "a target that is an entry ID")
    document: dict[str, Any] = {"target": target}
    if "actors" in given:
        actors = given["actors"]
        if not isinstance(actors, list | tuple) or not all(
            isinstance(name, str) and _is_filled(name) for name in actors
        ):
            raise _wrong(BaseType.INVOLVEMENT, value, "actors that are a list of names")
        document["actors"] = normalise(actors)
    if "when" in given:
        document["when"] = _check_when(given["when"])
    return document


def _check_search_replace(value: Any) -> dict[str, Any]:
    given = value if type(value) is dict else _object(BaseType.SEARCH_REPLACE, value)
    old, new = given.get("old"), given.get("new")
    if given.keys() != {"old", "new"} or not isinstance(old, str) or not isinstance(new, str):
        raise _wrong(BaseType.SEARCH_REPLACE, value, "just the texts old and new")
    if not old:
        raise _wrong(BaseType.SEARCH_REPLACE, value, "an old text that is not empty")
    return {"old": normalise(old), "new": normalise(new)}


_CHECKS: dict[BaseType, Callable[[Any], Any]] = {
    BaseType.TEXT: _any_text(BaseType.TEXT),
    BaseType.PROSE: _any_text(BaseType.PROSE),
    BaseType.BOOL: _check_bool,
    BaseType.ENTRY_ID: _text_like(BaseType.ENTRY_ID, is_entry_id),
    BaseType.REF: _check_ref,
    BaseType.LABEL: _text_like(BaseType.LABEL, is_topic),
    BaseType.PARTICIPANT: _text_like(BaseType.PARTICIPANT, _is_filled),
    BaseType.ATTACHMENT_HANDLE: _text_like(BaseType.ATTACHMENT_HANDLE, _is_filled),
    BaseType.ENTRY_KIND: _text_like(BaseType.ENTRY_KIND, KINDS.__contains__),
    BaseType.CONFIDENCE: _text_like(BaseType.CONFIDENCE, CONFIDENCES.__contains__),
    BaseType.INTENT: _text_like(BaseType.INTENT, INTENTS.__contains__),
    BaseType.LAYER: _check_layer,
    BaseType.PROCEDURE_SPEC: _check_procedure_spec,
    BaseType.FACT_INDEX: _check_fact_index,
    BaseType.PREFLIGHT_FINDINGS: _findings(
        BaseType.PREFLIGHT_FINDINGS,
        {"severity": "Severity", "category": "Category", "observation": "Observation"},
    ),
    BaseType.GUIDE_FINDINGS: _findings(
        BaseType.GUIDE_FINDINGS,
        {key: key for key in ("reasoning", "axis", "quote", "repair", "severity")},
    ),
    BaseType.INVOLVEMENT: _check_involvement,
    BaseType.INVOLVEMENT_WHEN: _check_when,
    BaseType.SEARCH_REPLACE: _check_search_replace,
}
