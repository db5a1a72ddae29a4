"""A log as arrays: what a picture of hundreds of thousands of events is drawn and filtered from.

Needs numpy; it is therefore imported from here, and not with the rest of the room.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ctxkit.errors import UnknownNameError
from ctxkit.procedure.spec import is_end_target
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import EventType, parse_time

_MOST_KINDS = 255  #: of the types that are told apart; an event takes one byte for its type
_OTHER = "other"
_Mask = npt.NDArray[np.bool_]
_ENTERED = {str(EventType.STARTED): "step", str(EventType.TRANSITION): "to"}
_MOST_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class Entered:
    """The steps that one instance entered: at which events, and which of ``names``."""

    places: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    names: tuple[str, ...]


class LogIndex:
    """The events of a log as arrays.

    Parameters
    ----------
    log : EventLog

    Attributes
    ----------
    kinds : tuple of str
        Types of events: those of :class:`EventType` that occur, in its order, then unknown ones.
    handles : tuple of str
        Instances in the order of their first event; the first one, ``""``, is the session itself.
    procedures : tuple of str
        Procedure of each of them; empty where the log does not tell.
    kind_of : array of uint8
        Type of each event, as a place in ``kinds``.
    lane_of : array of uint32
        Instance of each event, as a place in ``handles``.
    first, last : array of uint32
        Place of the first and last event of each instance, from 0; where the session itself has
        none, both are 0.
    """

    def __init__(self, log: EventLog) -> None:
        self.log = log
        columns = log.columns
        self.kinds = _kinds(columns.kinds)
        code = {kind: number for number, kind in enumerate(self.kinds)}
        other = len(self.kinds) - 1
        self.kind_of = np.fromiter(
            (code.get(kind, other) for kind in columns.kinds), np.uint8, len(log)
        )
        self.handles = ("", *log.handles)
        self._lane = {handle: number for number, handle in enumerate(self.handles)}
        self.lane_of = np.fromiter(map(self._lane.__getitem__, columns.instances),
                                   np.uint32, len(log))  # fmt: skip
        self.first = np.zeros(len(self.handles), np.uint32)
        self.last = np.zeros(len(self.handles), np.uint32)
        places = np.arange(len(log), dtype=np.uint32)
        self.first[self.lane_of[::-1]] = places[::-1]
        self.last[self.lane_of] = places
        self.procedures = self._procedures()
        self._entered: dict[str, Entered] = {}

    def __len__(self) -> int:
        return len(self.log)

    def _procedures(self) -> tuple[str, ...]:
        named = [""] * len(self.handles)
        for place in self.log.positions(EventType.STARTED):
            name = (self.log.columns.data[place] or {}).get("procedure")
            named[int(self.lane_of[place])] = name if isinstance(name, str) else ""
        return tuple(named)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many events there are of each type."""
        counted = np.bincount(self.kind_of, minlength=len(self.kinds))
        return {kind: int(number) for kind, number in zip(self.kinds, counted, strict=True)}

    # Time ---------------------------------------------------------------------------------------

    @cached_property
    def times(self) -> npt.NDArray[np.float64] | None:
        """Seconds of each event since the first; ``None`` where times are lost or run back."""
        texts = self.log.columns.times
        if not texts:
            return None
        # What ends in Z is read twice as fast by Python itself, but for odd fractions.
        plain = all(text[-1:] == "Z" for text in texts)
        for read in (datetime.fromisoformat, parse_time) if plain else (parse_time,):
            try:
                stamps = np.array([read(text).timestamp() for text in texts])
            except (ValueError, OverflowError):
                continue
            seconds = stamps - stamps[0]
            return seconds if np.all(np.diff(seconds) >= 0) and seconds[-1] > 0 else None
        return None

    # Filters ------------------------------------------------------------------------------------

    def matching(
        self, kinds: Iterable[str] = (), instance: str = "", text: str = ""
    ) -> _Mask | None:
        """Return which events match.

        Parameters
        ----------
        kinds : iterable of str
            Types of events; all where empty.
        instance : str
            A handle, or the name of a procedure; any where empty.
        text : str
            Something that the event says, its type and its instance included; case is ignored.

        Returns
        -------
        array of bool or None
            ``None`` where nothing is left out.

        Raises
        ------
        UnknownNameError
            If there is no such type, instance or procedure.
        """
        masks: list[_Mask] = []
        wanted = dict.fromkeys(kinds)
        if wanted:
            masks.append(np.isin(self.kind_of, [self._code(kind) for kind in wanted]))
        if instance:
            masks.append(np.isin(self.lane_of, self._lanes_of(instance)))
        if text.strip():
            masks.append(self._saying(text.strip()))
        return np.logical_and.reduce(masks) if masks else None

    def _code(self, kind: str) -> int:
        if kind not in self.kinds:
            raise UnknownNameError.among("type of event", kind, self.kinds)
        return self.kinds.index(kind)

    def _lanes_of(self, name: str) -> list[int]:
        if name in self._lane:
            return [self._lane[name]]
        lanes = [lane for lane, procedure in enumerate(self.procedures) if procedure == name]
        if not lanes:
            known = [*dict.fromkeys(filter(None, self.procedures)), *self.handles[1:50]]
            raise UnknownNameError.among("instance or procedure", name, known)
        return lanes

    @cached_property
    def _said(self) -> tuple[str, npt.NDArray[np.int64]]:
        """All that is said, in one text, and where each event begins in it."""
        columns = self.log.columns
        known: dict[int, str] = {}  # Columns share the data of events that say the same.
        texts = []
        encode = json.JSONEncoder(ensure_ascii=False).encode
        for kind, handle, data in zip(columns.kinds, columns.instances, columns.data, strict=True):
            said = known.get(id(data))
            if said is None:
                said = known[id(data)] = encode(data).casefold()
            texts.append(f"{kind} {handle} {said}\n".casefold())
        starts = np.cumsum([0, *map(len, texts)])[:-1]
        return "".join(texts), starts

    def _saying(self, text: str) -> _Mask:
        whole, starts = self._said
        mask = np.zeros(len(self.log), np.bool_)
        wanted = text.casefold()
        ends = [*starts[1:].tolist(), len(whole)]
        at = whole.find(wanted)
        while at >= 0:
            place = int(np.searchsorted(starts, at, "right")) - 1
            mask[place] = True
            at = whole.find(wanted, ends[place])
        return mask

    # Steps --------------------------------------------------------------------------------------

    def visits(self, handle: str, index: int) -> dict[str, int]:
        """Return how often an instance entered each step within the first ``index`` events."""
        entered = self._entered.get(handle)
        if entered is None:
            if len(self._entered) >= _MOST_REMEMBERED:
                self._entered.pop(next(iter(self._entered)))
            entered = self._entered[handle] = self._entered_by(handle)
        until = int(np.searchsorted(entered.places, index))
        counted = np.bincount(entered.codes[:until], minlength=len(entered.names))
        return {name: int(n) for name, n in zip(entered.names, counted, strict=True) if n}

    def _entered_by(self, handle: str) -> Entered:
        columns = self.log.columns
        kinds = [code for code, kind in enumerate(self.kinds) if kind in _ENTERED]
        lane = self._lane.get(handle, -1)
        candidates = np.flatnonzero((self.lane_of == lane) & np.isin(self.kind_of, kinds))
        found = []
        for place in candidates.tolist():
            step = (columns.data[place] or {}).get(_ENTERED[columns.kinds[place]])
            if isinstance(step, str) and not is_end_target(step):
                found.append((place, step))
        names = tuple(dict.fromkeys(step for _, step in found))
        code = {name: number for number, name in enumerate(names)}
        return Entered(
            np.array([place for place, _ in found], np.int64),
            np.array([code[step] for _, step in found], np.int64),
            names,
        )


def _kinds(kinds: list[str]) -> tuple[str, ...]:
    present = dict.fromkeys(kinds)
    known = [str(kind) for kind in EventType if str(kind) in present]
    unknown = [kind for kind in present if kind not in known]
    most = _MOST_KINDS - len(known)
    return (*known, *unknown) if len(unknown) <= most else (*known, *unknown[: most - 1], _OTHER)
