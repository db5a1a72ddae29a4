"""Comparing the requirements, tasks and documents of two versions of a spec."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from ctxkit.specdiff.changes import ChangeKind, FieldChange, SpecChange, SpecChanges, field_change
from ctxkit.specdiff.matching import Subject, match
from ctxkit.workspace.requirement import Requirement
from ctxkit.workspace.spec import ARTIFACT_NAMES, Spec
from ctxkit.workspace.task import Task

T = TypeVar("T", Requirement, Task)
Fields = dict[str, tuple[str, ...]]

#: Fields that are the name of a thing, and not what it says.
_NAMES = ("number", "id", "title")


def compare_requirements(before: Spec, after: Spec) -> SpecChanges:
    """Return what became of each requirement."""
    return SpecChanges(
        _compare(
            "requirement", list(before.requirements), list(after.requirements),
            _requirement_fields, lambda one: one.label or str(one.number),
        )
    )  # fmt: skip


def compare_tasks(before: Spec, after: Spec) -> SpecChanges:
    """Return what became of each task; its progress is none of the spec's text."""
    return SpecChanges(
        _compare("task", list(before.tasks), list(after.tasks), _task_fields, lambda one: one.id)
    )


def compare_documents(before: Spec, after: Spec) -> SpecChanges:
    """Return what became of each file of the spec's folder."""
    names = [n for n in ARTIFACT_NAMES if n in before.artifacts or n in after.artifacts]
    return SpecChanges(_document(name, before, after) for name in names)


def _document(name: str, before: Spec, after: Spec) -> SpecChange:
    old, new = before.read_artifact(name), after.read_artifact(name)
    kind = (
        ChangeKind.ADDED
        if old is None
        else ChangeKind.REMOVED
        if new is None
        else ChangeKind.SAME
        if old == new
        else ChangeKind.CHANGED
    )
    fields: tuple[FieldChange, ...] = ()
    if name == "design.md" and kind is ChangeKind.CHANGED:
        moved = field_change("headings", before.design_headings, after.design_headings)
        fields = (moved,) if moved else ()
    return SpecChange(
        "document", kind, "" if old is None else name, "" if new is None else name, "",
        fields, old or "", new or "",
    )  # fmt: skip


def _compare(
    what: str,
    old: Sequence[T],
    new: Sequence[T],
    fields_of: Callable[[T], Fields],
    label_of: Callable[[T], str],
) -> Iterator[SpecChange]:
    was, now = [fields_of(one) for one in old], [fields_of(one) for one in new]
    for a, b in match([_subject(one) for one in was], [_subject(one) for one in now]):
        fields = tuple(_differences(was[a], now[b])) if a is not None and b is not None else ()
        titled = now[b] if b is not None else was[a] if a is not None else {}
        yield SpecChange(
            what=what,
            kind=_kind(a, b, fields),
            before=label_of(old[a]) if a is not None else "",
            after=label_of(new[b]) if b is not None else "",
            title=" ".join(titled.get("title", ())),
            fields=fields,
            old=_text(was[a]) if a is not None else "",
            new=_text(now[b]) if b is not None else "",
        )


def _kind(a: int | None, b: int | None, fields: Sequence[FieldChange]) -> ChangeKind:
    if a is None:
        return ChangeKind.ADDED
    if b is None:
        return ChangeKind.REMOVED
    if not fields:
        return ChangeKind.SAME
    renamed = all(field.name in _NAMES for field in fields)
    return ChangeKind.RENAMED if renamed else ChangeKind.CHANGED


def _differences(was: Fields, now: Fields) -> Iterator[FieldChange]:
    for name in dict.fromkeys([*was, *now]):
        found = field_change(name, was.get(name, ()), now.get(name, ()))
        if found is not None:
            yield found


def _subject(fields: Fields) -> Subject:
    name = fields.get("number") or fields.get("id") or ()
    rest = {key: value for key, value in fields.items() if key not in _NAMES}
    return Subject(" ".join(name), " ".join(fields.get("title", ())), _text(rest))


def _text(fields: Fields) -> str:
    return "\n".join(f"{name}: {value}" for name, values in fields.items() for value in values)


def _requirement_fields(one: Requirement) -> Fields:
    return _filled(
        {
            "number": (str(one.number),),
            "title": (one.title,),
            "story": (one.story,),
            "statement": (one.statement,),
            "criteria": tuple(criterion.text for criterion in one.criteria),
            **{name: (text,) for name, text in one.attributes},
        }
    )


def _task_fields(one: Task) -> Fields:
    return _filled(
        {
            "id": (one.id,),
            "title": (one.title,),
            "wave": (str(one.wave),) if one.wave is not None else (),
            "role": (one.role,),
            "why": (one.why,),
            "contract": (one.contract,),
            "acceptance": (one.acceptance,),
            "verify": (one.verify,),
            "files": one.files,
            "depends": one.depends,
            "requirements": tuple(map(str, one.requirements)),
            "refs": one.refs,
            **{name: (text,) for name, text in one.extra},
        }
    )


def _filled(fields: Fields) -> Fields:
    kept = {name: tuple(text for text in texts if text) for name, texts in fields.items()}
    return {name: texts for name, texts in kept.items() if texts}
