"""Session logs of any size, made by running the example procedures with an invented user."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.examples.harbour.functions import harbour_registry, open_entries
from ctxkit.examples.harbour.office import graph, procedures
from ctxkit.examples.harbour.phrases import Phrases
from ctxkit.graph.graph import Graph
from ctxkit.procedure.spec import Spec, Step
from ctxkit.session.engine import Engine
from ctxkit.session.events import MemorySink
from ctxkit.session.instance import Instance

_START = datetime(2026, 10, 1, 4, 0, tzinfo=UTC)
#: No move of the invented user logs more events than this: at most an answer that runs through to
#: the end, and the start of an instance after it.
_LONGEST_MOVE = 24
_MOST_AT_ONCE = 6
_SHORTEST = 20
_WATCH_LENGTH = 40
_PEOPLE = ("Ines Karlsen", "Mara Lindqvist", "Tobias Wrede")


def synthetic_log(events: int = 2_000, seed: int = 0) -> str:
    r"""Return the log of a long session of the harbour office, made by running the engine.

    An invented user keeps up to six reviews and records going at once, under one desk after the
    other: with answers that must be mended, entries that were not read, confirmations that edits
    reopen, and instances that are parked, dropped or abandoned. The texts of the steps and the
    drafts are left out while it runs, since a log does not hold them.

    Parameters
    ----------
    events : int
        How many events the log has; at least 20.
    seed : int
        The same seed gives the same bytes.

    Returns
    -------
    str
        One event a line.

    Raises
    ------
    InvalidValueError
        If ``events`` is below 20.

    Examples
    --------
    >>> import ctxkit as ck
    >>> ck.examples.synthetic_log(2_000, seed=1).count("\n")
    2000
    """
    for name, given in (("events", events), ("seed", seed)):
        if not isinstance(given, int):
            raise InvalidValueError("not a whole number", where=name, got=repr(given)[:60])
    if events < _SHORTEST:
        raise InvalidValueError(
            "too short a log", where="events", got=str(events), expected=f"at least {_SHORTEST}"
        )
    office = _Office(seed)
    office.run(events)
    return office.sink.to_text()


def _without_texts(spec: Spec) -> Spec:
    """Return a procedure that serves nothing, and logs the same."""
    steps = tuple(Step(**dict(step) | {"serve_delta": ()}) for step in spec.steps)
    return Spec(**dict(spec) | {"units": {}, "steps": steps})


class _Office:
    """One session and the invented user who drives it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.phrases = Phrases(self.random)
        self.graph: Graph = graph()
        self.ids = sorted(entry.id for entry in self.graph if not entry.is_procedure)
        self.specs = {name: _without_texts(spec) for name, spec in procedures().items()}
        self.sink = MemorySink()
        self._now = _START
        # Entries that are filed are not added to the graph: it would grow without end.
        engine = Engine(harbour_registry(lambda entry: None), self.graph)
        self.session = engine.new_session(
            f"s_synthetic-{seed}", _PEOPLE[0], self.sink, clock=self._tick
        )
        self.running: list[Instance] = []
        self.desk = self._start("harbour-desk", {"watch": "early"})
        self.left_of_watch = _WATCH_LENGTH

    def run(self, events: int) -> None:
        """Go on until there are as many events as wanted."""
        while len(self.sink.events) < events - _LONGEST_MOVE:
            self._now += timedelta(seconds=self.random.randrange(2, 240))
            self._next()
        while len(self.sink.events) < events:
            self._now += timedelta(seconds=3)
            self.session.log_read("search", summary=self.random.sample(self.ids, 2))

    def _tick(self) -> datetime:
        now = self._now
        self._now += timedelta(milliseconds=3)
        return now

    def _chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    # Choosing what comes next -------------------------------------------------------------------

    def _next(self) -> None:
        self.running = [instance for instance in self.running if instance.is_running]
        if self._chance(8):
            self._look_around()
        elif self.running and (len(self.running) >= _MOST_AT_ONCE or self._chance(85)):
            self._advance(self.random.choice(self.running))
        else:
            self._at_the_desk()

    def _look_around(self) -> None:
        found = self.random.sample(self.ids, self.random.randrange(1, 5))
        if self._chance(60):
            self.session.log_read("search", summary=found)
        elif self._chance(70) or not self.running:
            self.session.log_read("show", full=found[:1], summary=found[1:])
        else:
            self.session.park(self.random.choice(self.running).id, self.phrases.reason())

    def _advance(self, instance: Instance) -> None:
        if self._chance(1):
            self.session.abandon(instance.id, self.phrases.reason())
            return
        moves = _RECORD if instance.spec.canonical == "record-entry" else _REVIEW
        moves[instance.step](self, instance)

    def _at_the_desk(self) -> None:
        desk = self.desk
        self.left_of_watch -= 1
        if desk.step == "greet":
            self.session.report(desk.id, {"concern": self.phrases.sentence()})
        elif self.left_of_watch <= 0:
            self._hand_over(desk)
        elif self._chance(30):
            self._answer(desk, "talk", concern=self.phrases.sentence())
        elif self._chance(45):
            topics = self.graph.topics_of(self.random.choice(open_entries(self.graph)).id)
            self._answer(desk, "review", topic=self.random.choice(topics))
            self._start("review-open-entries", {"reason": self.phrases.reason()}, desk)
        else:
            anchor = self.random.choice(self.ids)
            self._answer(desk, "record", concern=self.phrases.sentence(), anchor=anchor)
            self._start("record-entry", {"recorder": self.random.choice(_PEOPLE)}, desk)
            self.session.set_label(self.phrases.subject())

    def _hand_over(self, desk: Instance) -> None:
        if desk.step == "desk":
            self._answer(desk, "hand-over", nextWatch=self.random.choice(_PEOPLE))
        elif desk.step == "handover":
            self.session.report(desk.id, {"handoverNote": self.phrases.paragraph()})
        elif self._chance(20):
            self._answer(desk, "change", handoverNote=self.phrases.paragraph())
        else:
            self._answer(desk, "sign")
            self.desk = self._start("harbour-desk", {"watch": "late"})
            self.left_of_watch = _WATCH_LENGTH

    def _start(
        self, procedure: str, inputs: dict[str, Any], parent: Instance | None = None
    ) -> Instance:
        served = self.session.start(self.specs[procedure], inputs, parent.id if parent else "")
        instance = self.session.instance(served.instance)
        assert instance is not None
        if procedure != "harbour-desk":
            self.running.append(instance)
        return instance

    def _answer(self, instance: Instance, choice: str, **fields: Any) -> None:
        by_user = instance.current.chooser == "user"
        words = self.phrases.words(choice) if by_user else ""
        self.session.answer(instance.id, instance.step, choice, fields, words)

    # Recording ----------------------------------------------------------------------------------

    def frame(self, instance: Instance) -> None:
        """Say what sort of entry it is, sometimes with a day that cannot be read."""
        kind = self.random.choice(("fact", "gap", "question", "done", "insight", "directive"))
        observed = self.phrases.moment() if self._chance(85) else "yesterday"
        fields = {"entryKind": kind, "layer": "operational", "observedAt": observed}
        intent = {"intent": "pending"} if kind == "directive" else {"intent": None}
        self.session.report(instance.id, fields | intent)

    def ground(self, instance: Instance) -> None:
        """Name what it rests on; read it first, or when told to."""
        refs = self.random.sample(self.ids, self.random.randrange(1, 4))
        if self._chance(80):
            self.session.log_read("show", full=refs)
        topic = self.random.choice(sorted(self.graph.topics.values()))
        fields = {
            "refs": [
                {"id": i, "kind": "grounded-in", "desc": self.phrases.subject()} for i in refs
            ],
            "topics": [topic if self._chance(90) else f"{topic}/new"],
            "participants": [self.random.choice(_PEOPLE) if self._chance(95) else "Mara Lind"],
            "confidence": self.random.choice(("high", "medium", "low")),
        }
        self.session.report(instance.id, fields)

    def write(self, instance: Instance) -> None:
        """Write the text, sometimes with a word that the check finds."""
        vague = self._chance(30)
        self.session.report(instance.id, {"body": self.phrases.paragraph(vague=vague)})

    def mend(self, instance: Instance) -> None:
        """Mend what the check has found; now and then keep it."""
        body = instance.store.get("body")
        if self._chance(10):
            self._answer(instance, "keep")
        elif "\n" in body:
            edit = {"old": body[body.rindex("\n") :], "new": f" {self.phrases.figure()}"}
            self._answer(instance, "mended", bodyEdits=[edit])
        else:
            self._answer(instance, "mended", body=self.phrases.paragraph())

    def playback(self, instance: Instance) -> None:
        """Confirm, change or drop; now and then name an entry to close that does not exist."""
        if self._chance(20):
            self._answer(instance, "change", body=self.phrases.paragraph())
        elif self._chance(5):
            self._answer(instance, "drop")
        elif self._chance(20):
            self._answer(instance, "confirm", closes=[f"{self.random.choice(self.ids)}x"])
        else:
            self._answer(instance, "confirm")

    def file(self, instance: Instance) -> None:
        """Mend what keeps it from being filed; the confirmation is lost by that."""
        if instance.store.has("closes"):
            self.session.report(instance.id, {"closes": None})
        else:
            self.session.report(instance.id, {"body": self.phrases.paragraph()})

    # Reviewing ----------------------------------------------------------------------------------

    def gather(self, instance: Instance) -> None:
        """Choose some of the entries that are open under the topic."""
        found = open_entries(self.graph, instance.store.get("topic"))
        count = self.random.randrange(1, len(found) + 1)
        chosen = sorted(entry.id for entry in self.random.sample(found, count))
        self.session.report(instance.id, {"candidates": chosen})

    def inspect(self, instance: Instance) -> None:
        """Read the candidates, or say so without having done it."""
        candidates = instance.store.get("candidates")
        if self._chance(85):
            self.session.log_read("show", full=candidates)
        self.session.report(instance.id, {"inspectedIds": candidates})

    def weigh(self, instance: Instance) -> None:
        """Say what they come to, sometimes without naming all."""
        names = [name.rsplit("-", 1)[-1] for name in instance.store.get("candidates")]
        names = names if self._chance(80) else names[1:]
        lines = [f"{self.phrases.sentence()} ({name})" for name in names]
        self.session.report(instance.id, {"synthesis": "\n".join([self.phrases.figure(), *lines])})

    def settle(self, instance: Instance) -> None:
        """Follow something up, look again, or come to an end."""
        candidates = instance.store.get("candidates")
        if self._chance(40):
            anchor, brief = self.random.choice(candidates), self.phrases.sentence()
            self._answer(instance, "follow-up", anchor=anchor, brief=brief)
            self._start("record-entry", {"recorder": self.random.choice(_PEOPLE)}, instance)
        elif self._chance(25):
            more = self.random.choice(open_entries(self.graph)).id
            self._answer(instance, "look-again", candidates=sorted({*candidates, more}))
        else:
            self._answer(instance, "close" if self._chance(90) else "drop")

    def follow(self, instance: Instance) -> None:
        """Name an entry that answers the anchor, if there is any."""
        anchor = instance.store.get("anchor")
        answers = [e.id for e in self.graph if anchor in {*(r.id for r in e.refs), *e.closes}]
        if answers and self._chance(80):
            self._answer(instance, "filed", doneEntry=self.random.choice(answers))
        else:
            self._answer(instance, "given-up")


_Move = Callable[[_Office, Instance], None]
_RECORD: dict[str, _Move] = {
    "frame": _Office.frame,
    "ground": _Office.ground,
    "write": _Office.write,
    "mend": _Office.mend,
    "playback": _Office.playback,
    "file": _Office.file,
}
_REVIEW: dict[str, _Move] = {
    "gather": _Office.gather,
    "inspect": _Office.inspect,
    "weigh": _Office.weigh,
    "settle": _Office.settle,
    "follow": _Office.follow,
}
