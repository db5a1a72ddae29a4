"""Values with a shape of their own: references, involvements, date ranges, fact indexes."""

from __future__ import annotations

from typing import Any

from ctxkit.model import Model


class Ref(Model):
    """A typed reference to an entry.

    Attributes
    ----------
    id : str
        Entry ID, or the ID of an entry in another repository.
    kind : str
        One of the kinds that a new reference may have.
    desc : str
        Why it is there; may be empty.
    """

    id: str
    kind: str
    desc: str = ""

    def to_document(self) -> dict[str, Any]:
        """Return the form in which it is stored and logged."""
        document = {"id": self.id, "kind": self.kind}
        if self.desc:
            document["desc"] = self.desc
        return document


class FactIndex(Model):
    """Title and topic under which a fact is found."""

    title: str
    topic: str

    def to_document(self) -> dict[str, Any]:
        """Return the form in which it is stored and logged."""
        return {"title": self.title, "topic": self.topic}


class When(Model):
    """A range of days with at least one end, each ``YYYY-MM-DD``; an empty end is open."""

    from_: str = ""
    to: str = ""

    def to_document(self) -> dict[str, Any]:
        """Return the form in which it is stored and logged: empty ends are left out."""
        ends = {"from": self.from_, "to": self.to}
        return {name: day for name, day in ends.items() if day}

    def __str__(self) -> str:
        return f"{self.from_}→{self.to}"


class Involvement(Model):
    """One target that a focus advances.

    Attributes
    ----------
    target : str
        Entry ID.
    actors : tuple of str or None
        Who works on it; ``None`` takes those of the focus, an empty tuple leaves it to anyone.
    when : When or None
    """

    target: str
    actors: tuple[str, ...] | None = None
    when: When | None = None

    @property
    def actors_set(self) -> bool:
        """Whether the involvement names its own actors, if only none."""
        return self.actors is not None

    def to_document(self) -> dict[str, Any]:
        """Return the form in which it is stored and logged."""
        document: dict[str, Any] = {"target": self.target}
        if self.actors is not None:
            document["actors"] = list(self.actors)
        if self.when is not None:
            document["when"] = self.when.to_document()
        return document

    def __str__(self) -> str:
        text = self.target
        if self.actors is not None:
            text += f" [{', '.join(self.actors)}]"
        return f"{text} ({self.when})" if self.when is not None else text
