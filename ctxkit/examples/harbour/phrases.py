"""Sentences of an invented harbour office, for logs of any size."""

from __future__ import annotations

from random import Random

_THINGS = (
    "berth 4", "berth 5", "the outer gate", "the inner gate", "bollard 12", "bollard 17",
    "the sluice", "the south basin", "the fairway", "the pier head", "the pilot boat", "tug 2",
    "the east quay", "the gauge at the lock", "the second pump",
)  # fmt: skip
_SAYINGS = (
    "{thing} was looked at at {time} and stood at {metres} m",
    "{thing} has lost {cm} cm since the {day}",
    "a vessel of {length} m waited {minutes} minutes for {thing}",
    "{thing} was out of use from {time} on, for {minutes} minutes",
    "the head at {thing} was {metres} m at {time}",
    "the crew of a vessel of {length} m asked about {thing} on the {day}",
    "{thing} is due on the {day}, at {time}",
)
_VAGUE = ("It is looked at again soon.", "The rest follows later.", "This was changed recently.")
_REASONS = (
    "waits for {thing}", "the harbour master is away until the {day}",
    "nothing can be said before the {day}", "it was about {thing} all the time",
    "the figures of the {day} are missing",
)  # fmt: skip
_WORDS = {
    "confirm": ("Yes.", "Yes, that is right.", "Like that, file it.", "Good."),
    "drop": ("No, leave it.", "Forget it, that leads nowhere."),
    "close": ("That is all for this one.", "Close it.", "Enough for today."),
    "sign": ("Signed.", "Yes, signed."),
}


class Phrases:
    """Makes sentences; which ones depends on the source of chance only.

    Parameters
    ----------
    source : random.Random
    """

    def __init__(self, source: Random) -> None:
        self._random = source

    def _fill(self, text: str) -> str:
        number = self._random.randrange
        return text.format(
            thing=self.subject(),
            time=f"{number(24):02}:{number(60):02}",
            metres=f"{number(2, 6)}.{number(1, 100):02}",
            cm=number(2, 60),
            day=f"{number(1, 29)} October",
            length=number(40, 130),
            minutes=number(5, 240),
        )

    def subject(self) -> str:
        """Return a thing of the harbour."""
        return self._random.choice(_THINGS)

    def reason(self) -> str:
        """Return why something is left alone."""
        return self._fill(self._random.choice(_REASONS))

    def sentence(self) -> str:
        """Return something that happened."""
        text = self._fill(self._random.choice(_SAYINGS))
        return f"{text[0].upper()}{text[1:]}."

    def figure(self) -> str:
        """Return a sentence of one figure."""
        return self._fill("It was {metres} m on the {day}.")

    def paragraph(self, *, vague: bool = False) -> str:
        """Return the text of an entry; a vague one ends on a line that names no day."""
        sentences = [self.sentence() for _ in range(self._random.randrange(1, 5))]
        text = " ".join([*sentences, self.figure()])
        return f"{text}\n{self._random.choice(_VAGUE)}" if vague else text

    def moment(self) -> str:
        """Return a day of October and a time of it."""
        number = self._random.randrange
        return f"2026-10-{number(1, 29):02} {number(24):02}:{number(60):02}"

    def words(self, choice: str) -> str:
        """Return what the user says when choosing."""
        said = _WORDS.get(choice)
        return self._random.choice(said) if said else self.sentence()
