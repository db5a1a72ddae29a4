"""An app that goes through a session log: a timeline, and beside it any moment of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import ipywidgets
import traitlets

from ctxkit.display.document import Document
from ctxkit.display.session.summary import summary_of
from ctxkit.errors import CtxkitError, InvalidValueError, UnknownNameError
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.session.changes import Changes, changes_between
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.logindex import LogIndex
from ctxkit.session.moment import ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.seek import find_change
from ctxkit.session.serve import Serve
from ctxkit.session.session import Session
from ctxkit.session.sinks import Sink
from ctxkit_widgets.app import App
from ctxkit_widgets.bonds import bind
from ctxkit_widgets.session_replay.course import Course
from ctxkit_widgets.session_replay.forks import Forks
from ctxkit_widgets.session_replay.moment import instance_at, machine_of
from ctxkit_widgets.session_replay.moments import Moments
from ctxkit_widgets.session_replay.packing import pack_events, pack_mask
from ctxkit_widgets.session_replay.residency import check_context, course_of
from ctxkit_widgets.session_replay.stage import Stage
from ctxkit_widgets.session_replay.twin import facts_of, replay_twin, title_of
from ctxkit_widgets.session_replay.wishes import meet

#: Traits that the app and its page share as they are.
_SHARED = ("index", "selected", "field", "playing", "speed", "bookmarks", "window", "axis")
#: Events of a window to start with, where the whole log would be too much to see.
_FIRST_WINDOW = 400
_FEW_LANES = 16


class SessionReplay(App):
    """Go through a session: a timeline of its instances, and any moment of it.

    Every control is a trait or a method; both do the same.

    Parameters
    ----------
    replay : Replay or EventLog
    engine : Engine, optional
        Runs forks, and makes again what was served. Without it only the log is told from.
    context : ContextOverTime, optional
        What was in the session's window, from :func:`ctxkit.context_over_time`; with it a further
        pane shows that, and what each event pushed out.
    **traits
        Values to start with, such as ``seq`` or ``kinds``.

    Attributes
    ----------
    seq : int
        Number of the event after which the session is shown; 0 before the first.
    index : int
        How many events came before and with it. The same as ``seq`` in a log without faults.
    selected : str
        Handle of the instance whose steps and values are shown; empty to follow the events.
    kinds : list of str
        Types of events that are shown; all where empty.
    instance : str
        Handle, or name of a procedure, whose events are shown; all where empty.
    text : str
        What the events that are shown say; case is ignored.
    field : str
        Field that :meth:`next_change` looks for; any where empty.
    playing : bool
        Whether the page goes on by itself, through the events that are shown.
    speed : float
        Events a second.
    bookmarks : list of int
        Numbers of events, rising.
    window : list of int
        Places of the first and the last event in view, from 1; empty for the whole log.
    axis : str
        ``"order"``: events side by side; ``"time"``: where they happened.
    session : Session or None
        The last fork (read only).
    runner : ProcedureRunner or None
        Shows the forks below the timeline, one at a time (read only).
    error : str
        Why the last wish could not be met, if it could not (read only).
    """

    seq = traitlets.Int(0)
    index = traitlets.Int(0)
    selected = traitlets.Unicode("")
    kinds: Any = traitlets.List(traitlets.Unicode())
    instance = traitlets.Unicode("")
    text = traitlets.Unicode("")
    field = traitlets.Unicode("")
    playing = traitlets.Bool(False)
    speed = traitlets.Float(2.0)
    bookmarks = traitlets.List(traitlets.Int())
    window = traitlets.List(traitlets.Int(), maxlen=2)
    axis = traitlets.Enum(("order", "time"), "order")
    session = traitlets.Any(None, read_only=True)
    runner = traitlets.Any(None, read_only=True)

    def __init__(
        self,
        replay: Replay | EventLog,
        engine: Engine | None = None,
        context: ContextOverTime | None = None,
        **traits: Any,
    ) -> None:
        self.replay = replay if isinstance(replay, Replay) else Replay(replay)
        self.engine = engine
        self.context = context
        if context is not None:
            check_context(context, self.replay.log)
        self._index = LogIndex(self.replay.log)
        self._summary = summary_of(self.replay.log)
        self._course = Course(self._index)
        self._moments = Moments(self.replay, self._index, engine, context)
        self._forks = Forks(self.replay, engine)
        #: Whether several wishes are met at once, and only where they lead to is shown.
        self._at_once = False
        packed, meta = pack_events(self._index, self._summary)
        self._stage = Stage(events=packed, meta=meta | self._heading(), machines=self._machines())
        #: What stands below the page's own part; empty boxes take no room.
        self._below = ipywidgets.VBox()
        super().__init__(children=(self._stage, self._below))
        self._begin(traits)
        for name in _SHARED:
            setattr(self._stage, name, getattr(self, name))
        bind(self, self._stage, _SHARED)
        self._stage.observe(self._asked_for, "asked")
        self._stage.on_msg(self._heard)

    def _begin(self, traits: dict[str, Any]) -> None:
        """Go to where the app starts."""
        if len(self._index) > _FIRST_WINDOW and len(self._index.handles) > _FEW_LANES:
            self.window = [1, _FIRST_WINDOW]
        with self._by_itself():
            for name, value in traits.items():
                self._known_trait(name)
                setattr(self, name, value)
        self._filter()
        if "seq" in traits:
            self.go(self.seq)
        elif "index" not in traits and len(self._index):
            self.index = 1
        self._moved()

    def _known_trait(self, name: str) -> None:
        if not self.has_trait(name) or name in ("session", "runner", "error"):
            raise InvalidValueError("no such trait", where="SessionReplay", got=repr(name))

    # Moments ------------------------------------------------------------------------------------

    @property
    def state(self) -> ReplayState:
        """The session at the moment."""
        return self.replay.at_index(self.index)

    @property
    def changes(self) -> Changes:
        """What the event changed."""
        return changes_between(*self.replay.around(self.index - 1)) if self.index else Changes()

    @property
    def shown(self) -> str:
        """Handle of the instance whose steps and values are shown; empty where there is none."""
        return self.selected or instance_at(self._index, self.index)

    @property
    def serve(self) -> Serve | None:
        """What the instance showed, made again by the engine; ``None`` without an engine."""
        if self.engine is None or not self.shown:
            return None
        return self.replay.serve_at(self.seq, self.shown, self.engine)

    def go(self, seq: int) -> None:
        """Go to the moment after an event; 0 for before the first."""
        self.index = 0 if seq == 0 else self.replay.index_of(seq) + 1

    def forward(self, events: int = 1) -> None:
        """Go on by so many of the events that are shown."""
        self._step(events)

    def back(self, events: int = 1) -> None:
        """Go back by so many of the events that are shown."""
        self._step(-events)

    def first(self) -> None:
        """Go to the first event that is shown."""
        self._step(-len(self._index) - 1)

    def last(self) -> None:
        """Go to the last event that is shown."""
        self._step(len(self._index) + 1)

    def _step(self, events: int) -> None:
        self.index = self._course.after(self.index, events)

    def next_change(self) -> int | None:
        """Go to the next event that changed a field, and return its number."""
        return self._to_change(back=False)

    def previous_change(self) -> int | None:
        """Go to the nearest earlier event that changed a field, and return its number."""
        return self._to_change(back=True)

    def _to_change(self, *, back: bool) -> int | None:
        place = find_change(
            self.replay,
            self.index - 2 if back else self.index,
            field=self.field,
            instance=self.selected,
            back=back,
        )
        if place is None:
            what = f"changes {self.field}" if self.field else "changes a field"
            of = f" of {self.selected}" if self.selected else ""
            self._tell(f"No {'earlier' if back else 'later'} event {what}{of}.")
            return None
        self.index = place + 1
        return self.seq

    # Playing ------------------------------------------------------------------------------------

    def play(self, speed: float | None = None) -> None:
        """Let the page go on by itself, ``speed`` events a second."""
        if speed is not None:
            self.speed = speed
        self.playing = True

    def pause(self) -> None:
        """Stop playing."""
        self.playing = False

    # Looking ------------------------------------------------------------------------------------

    @property
    def places(self) -> Sequence[int]:
        """Places of the events that are shown, from 0, rising."""
        return self._course.places

    def filter(
        self,
        kinds: Iterable[str] | None = None,
        instance: str | None = None,
        text: str | None = None,
    ) -> int:
        """Show some of the events; what is not given stays.

        Returns
        -------
        int
            How many are shown.

        Raises
        ------
        UnknownNameError
            If there is no such type, instance or procedure; nothing has changed then.
        """
        wanted: dict[str, Any] = {
            "kinds": self.kinds if kinds is None else [str(kind) for kind in kinds],
            "instance": self.instance if instance is None else instance,
            "text": self.text if text is None else text,
        }
        self._index.matching(**wanted)
        with self._by_itself():
            for name, value in wanted.items():
                setattr(self, name, value)
        self._filter()
        return len(self.places)

    def clear_filter(self) -> None:
        """Show all events."""
        self.filter((), "", "")

    def select(self, handle: str = "") -> None:
        """Show the steps and values of one instance; of the one an event is about without."""
        self.selected = handle

    def zoom(self, first: int = 0, last: int = 0) -> None:
        """Bring the events from the ``first`` to the ``last`` place into view; all without."""
        self.window = [first, last] if last else []

    def bookmark(self, seq: int | None = None) -> bool:
        """Set a bookmark at an event, here where none is given, or take it away.

        Returns
        -------
        bool
            Whether there is one now.
        """
        seq = self.seq if seq is None else seq
        if seq:
            self.replay.index_of(seq)
        held = set(self.bookmarks)
        self.bookmarks = sorted(held ^ {seq})
        return seq not in held

    # Going on -----------------------------------------------------------------------------------

    def fork(self, sink: Sink = None) -> Session:
        """Return a live session that goes on from here, and show it below; the log is only read.

        Parameters
        ----------
        sink : EventSink or path, optional
            Takes the fork's own log; :attr:`fork_log` holds it where not given.

        Raises
        ------
        SessionError
            If the procedure of a running instance is not at hand, or does not fit it.
        """
        session = self._forks.fork(self.seq, sink)
        self.set_trait("session", session)
        if self.runner is not self._forks.runner:
            self.set_trait("runner", self._forks.runner)
            self._below.children = (*self._below.children, self.runner)
        self._tell("")
        return session

    @property
    def fork_log(self) -> EventLog | None:
        """The log of the last fork so far; ``None`` where it is kept elsewhere."""
        return self._forks.log

    # Wiring -------------------------------------------------------------------------------------

    @traitlets.validate("index")
    def _inside(self, proposal: Any) -> int:
        return max(0, min(len(self._index), int(proposal.value)))

    @traitlets.validate("speed")
    def _playable(self, proposal: Any) -> float:
        return max(0.1, min(100.0, float(proposal.value)))

    @traitlets.validate("selected")
    def _known_handle(self, proposal: Any) -> str:
        handle: str = proposal.value
        if handle and handle not in self._index.handles:
            raise UnknownNameError.among("instance", handle, self._index.handles[1:])
        return handle

    @traitlets.validate("window")
    def _in_order(self, proposal: Any) -> list[int]:
        if not proposal.value:
            return []
        first, last = (max(1, min(len(self._index), place)) for place in proposal.value)
        return [min(first, last), max(first, last)]

    @traitlets.observe("seq")
    def _seq_set(self, change: Any) -> None:
        if not self._own:
            self.go(change.new)

    @traitlets.observe("index", "selected")
    def _moved(self, _: Any = None) -> None:
        if self._own:
            return
        with self._by_itself():
            self.seq = self._index.log.columns.seqs[self.index - 1] if self.index else 0
        self._tell("")
        if not self._at_once:
            self._stage.moment = self._moments.at(self.index, self.selected)

    @traitlets.observe("kinds", "instance", "text")
    def _filter_set(self, change: Any) -> None:
        if self._own:
            return
        try:
            self._index.matching(self.kinds, self.instance, self.text)
        except CtxkitError:
            with self._by_itself():
                setattr(self, change.name, change.old)
            raise
        self._filter()

    def _filter(self) -> None:
        self._course.narrow(self.kinds, self.instance, self.text)
        with self._stage.hold_sync():
            for name in ("kinds", "instance", "text"):
                setattr(self._stage, name, getattr(self, name))
            self._stage.mask = pack_mask(self._course.mask)
        self._tell("")

    def _tell(self, note: str, error: str = "") -> None:
        self.set_trait("error", error)
        told = {"note": note, "error": error, "count": len(self.places), "fork": self._forks.told}
        if told != self._stage.told:
            self._stage.told = told

    # What a person asks for in the page ---------------------------------------------------------

    def _asked_for(self, _: Any) -> None:
        """Meet the wishes that have not been met, in their order, and answer all of them at once.

        They come as a trait, as what is moved in the page does: a message of its own would
        overtake that while the kernel is busy. They come as a list, because of a trait that is set
        twice only the last value arrives.
        """
        stage = self._stage
        with stage.hold_sync():
            self._at_once = True
            try:
                for name in _SHARED:  # they came with the wishes, and may not have been told yet
                    setattr(self, name, getattr(stage, name))
                refused = meet(self, stage.asked, stage.done)
            finally:
                self._at_once = False
                stage.done = max((wish["number"] for wish in stage.asked), default=stage.done)
            if refused:
                self._tell("", refused)
            stage.moment = self._moments.at(self.index, self.selected)

    def _heard(self, _: Any, content: Any, __: Any) -> None:
        """Tell the moments that the page may want next; it asks once it has the present one."""
        near = self._course.near(self.index, back=bool(content.get("back")))
        unknown = self._moments.unknown(near, self.selected)
        if unknown:
            self._stage.near = unknown

    # What is sent once --------------------------------------------------------------------------

    def _heading(self) -> dict[str, Any]:
        log = self.replay.log
        return {
            "title": title_of(log, self._summary),
            "facts": facts_of(log, self._summary),
            "engine": self.engine is not None,
            "course": course_of(self.context) if self.context is not None else None,
        }

    def _machines(self) -> dict[str, Any]:
        named = set(self._index.procedures)
        return {
            name: machine_of(spec) for name, spec in self.replay.procedures.items() if name in named
        }

    # The static twin ----------------------------------------------------------------------------

    def describe(self) -> Document:
        """Return the static twin: the log, and the moment that is shown."""
        return replay_twin(self, self._summary)
