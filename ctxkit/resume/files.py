"""What must be loaded again to go on from a snapshot: files then and now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ctxkit.canonical import sha256_hex
from ctxkit.gotext import to_bytes
from ctxkit.manifest.items import ContextSelector, MissionContextItem, MissionContextManifest
from ctxkit.manifest.snapshot import ContextSnapshot, LoadedFile, validate_context_snapshot
from ctxkit.manifest.tree import Tree
from ctxkit.resident.estimators import Estimator
from ctxkit.resume.cost import ResumeCost, ResumeItem, ResumeState

_DIGEST_ONLY = "the snapshot holds digests only: pass before=… to see the change"
_OTHER_BEFORE = "before=… does not hold the version that the snapshot recorded"
_BY_SLICE = "kept by slice: the file changed outside of it"


@dataclass(frozen=True, slots=True)
class Part:
    """What of a file is loaded.

    Attributes
    ----------
    selectors : tuple of ContextSelector
        The slices that are meant; empty for the whole.
    required : bool
    """

    selectors: tuple[ContextSelector, ...] = ()
    required: bool = True

    @property
    def wording(self) -> str:
        """The slices in words."""
        return "; ".join(each.wording for each in self.selectors) or "whole"

    def cut(self, data: bytes) -> str | None:
        """Return the part of a file; ``None`` where a slice that is meant is not in it."""
        text = data.decode("utf-8", "surrogateescape")
        if not self.selectors:
            return text
        slices = [selector.cut(text) for selector in self.selectors]
        found = [each for each in slices if each is not None]
        return "\n\n".join(found) if len(found) == len(slices) else None


def parts_of(manifest: MissionContextManifest) -> dict[str, Part]:
    """Return what a manifest loads of each file; an item without a selector means the whole."""
    items: dict[str, list[MissionContextItem]] = {}
    for item in manifest.items:
        if item.path:
            items.setdefault(item.path, []).append(item)
    return {path: _part(named) for path, named in items.items()}


def _part(items: list[MissionContextItem]) -> Part:
    chosen = [item.selector for item in items if item.selector is not None]
    whole = len(chosen) < len(items)
    return Part(
        () if whole else tuple(dict.fromkeys(chosen)),
        any(item.required for item in items),
    )


class FileComparison:
    """Compares the files of a snapshot with a tree as it is now.

    Parameters
    ----------
    snapshot : ContextSnapshot
    now : Tree
    before : Tree or None
        The tree as it was.
    today : MissionContextManifest or None
        What the same request loads now.
    estimator : Estimator
    """

    def __init__(
        self,
        snapshot: ContextSnapshot,
        now: Tree,
        before: Tree | None,
        today: MissionContextManifest | None,
        estimator: Estimator,
    ) -> None:
        validate_context_snapshot(snapshot)
        self.snapshot = snapshot
        self.now = now
        self.before = before
        self.estimator = estimator
        self.then_parts: Mapping[str, Part] = parts_of(snapshot.manifest)
        self.now_parts = None if today is None else parts_of(today)

    def cost(self) -> ResumeCost:
        """Return the files that were loaded, and those that are new."""
        files = {file.path: file for file in self.snapshot.loaded_files}
        items = [self._loaded(file) for file in files.values()]
        wanted = self.then_parts if self.now_parts is None else self.now_parts
        new = (self._new(path, part) for path, part in wanted.items() if path not in files)
        return ResumeCost(
            [*items, *(item for item in new if item is not None)],
            title=f"snapshot of turn {self.snapshot.turn:,}, {self.snapshot.task}",
            estimator=self.estimator.name,
            notes=self._notes(),
        )

    def _notes(self) -> list[str]:
        notes = []
        commands = [item.command for item in self.snapshot.manifest.items if item.command]
        if commands:
            notes.append(
                "Commands give something else each time and are not counted; run again: "
                + ", ".join(f"`{command}`" for command in commands) + "."
            )  # fmt: skip
        if self.now_parts is None:
            notes.append(
                "The spec is not at hand, so what today's manifest would load besides is not known."
            )
        return notes

    def _loaded(self, file: LoadedFile) -> ResumeItem:
        then = self.then_parts.get(file.path, Part())
        part = self._part_now(file.path, then)
        data = self.now.read_bytes(file.path)
        past = self.before.read_bytes(file.path) if self.before is not None else None
        right = past is not None and sha256_hex(past) == file.sha256
        same = data is not None and sha256_hex(data) == file.sha256
        # An unchanged file is its own text of then.
        known = data if same else past if right else None
        old = None if known is None else then.cut(known)
        new = None if data is None else part.cut(data)
        state, detail = self._judge(then, part, old, new, same=same, there=data is not None)
        if self.before is not None and not same and not right:
            detail = _joined(detail.replace(_DIGEST_ONLY, ""), _OTHER_BEFORE)
        if self.now_parts is not None and file.path not in self.now_parts and data is not None:
            detail = _joined(detail, "today's manifest does not ask for it")
        return ResumeItem(
            name=file.path,
            part=part.wording,
            state=state,
            detail=detail,
            then_tokens=self._count(old),
            now_tokens=self._count(new) or 0,
            required=part.required,
            old=old,
            new=new,
        )

    def _part_now(self, path: str, then: Part) -> Part:
        return then if self.now_parts is None else self.now_parts.get(path, then)

    @staticmethod
    def _judge(
        then: Part, part: Part, old: str | None, new: str | None, *, same: bool, there: bool
    ) -> tuple[ResumeState, str]:
        if not there:
            return ResumeState.GONE, "the file is not there any more"
        if new is None:
            return ResumeState.GONE, f"{part.wording} is not in it any more"
        asked = "" if part.selectors == then.selectors else f"it was {then.wording} before"
        if same and (not asked or not then.selectors):
            return ResumeState.UNCHANGED, asked and f"{asked}, which holds it"
        if old is None:
            return ResumeState.CHANGED, _joined(asked, _DIGEST_ONLY)
        if old == new:
            return ResumeState.UNCHANGED, asked if same else _BY_SLICE
        return ResumeState.CHANGED, asked

    def _new(self, path: str, part: Part) -> ResumeItem | None:
        data = self.now.read_bytes(path)
        text = None if data is None else part.cut(data)
        if text is None:
            return None
        missing = path in self.then_parts
        return ResumeItem(
            name=path,
            part=part.wording,
            state=ResumeState.NEW,
            detail="it was asked for, but not there" if missing else "today's manifest asks for it",
            now_tokens=self._count(text) or 0,
            required=part.required,
            new=text,
        )

    def _count(self, text: str | None) -> int | None:
        return None if text is None else self.estimator.count(to_bytes(text))


def _joined(*texts: str) -> str:
    return "; ".join(text for text in texts if text)
