"""Where the parts of a procedure were written, kept beside them while it is read."""

from __future__ import annotations

from yaml.nodes import Node

from ctxkit.procedure.sections import Raw, RawTransition


class Sources:
    """What each part of a procedure was read from; empty where that is not known.

    Parts are told apart by identity: two options that say the same stand at two places.
    """

    def __init__(self) -> None:
        # The parts are kept, so that no other object gets the identity of one.
        self._read_from: dict[int, tuple[object, Raw | Node]] = {}

    def note(self, part: object, source: Raw | Node) -> None:
        """Keep what a part was read from."""
        self._read_from[id(part)] = (part, source)

    def raw(self, part: object) -> Raw | None:
        """Return the mapping that a part was read from."""
        _, source = self._read_from.get(id(part), (None, None))
        return source if isinstance(source, Raw) else None

    def node(self, part: object, *keys: str) -> Node | None:
        """Return what a part was read from, or the value of the first key that is there."""
        _, source = self._read_from.get(id(part), (None, None))
        if not isinstance(source, Raw):
            return source
        for key in keys:
            if key in source.values:
                return source.at(key)
        return source.node

    def node_of_target(self, transition: object) -> Node | None:
        """Return the word that says where a transition leads."""
        raw = self.raw(transition)
        if not isinstance(raw, RawTransition):
            return None
        return raw.at("to" if raw.otherwise in ("", "true") else "otherwise")

    def item(self, part: object, key: str, number: int) -> Node | None:
        """Return an item of a list of a part."""
        raw = self.raw(part)
        return None if raw is None else raw.item(key, number)
