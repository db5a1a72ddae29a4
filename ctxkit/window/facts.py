"""What a page gives, as typed labels: kind, path, role, task, requirement, section, command."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ctxkit.manifest.slices import list_requirements, task_slice
from ctxkit.resident.pages import blob_hash
from ctxkit.window.sections import Part, split_parts
from ctxkit.workspace.markdown import clean_text
from ctxkit.workspace.tasks import TaskList, read_tasks

#: The facts that labels are made of; a weight may be given to all labels of one.
FACTS = ("kind", "path", "role", "task", "requirement", "section", "command")

#: How the part before the first section is called, which has no title of its own.
HEADING_TITLE = "(heading)"

_LONGEST = 120  # characters of a title in a label or an id


def short_title(text: str) -> str:
    """Return a title for a label or an id: without lone surrogates, and not too long."""
    text = clean_text(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


class FileFacts:
    """What the parts of one file give.

    Parameters
    ----------
    path : str
    data : bytes
        The file as stored.
    folder : str
        Folder of the spec, whose artifacts have requirements and tasks; ``""`` where there is none.
    """

    def __init__(self, path: str, data: bytes, folder: str) -> None:
        self.path = path
        self.data = data
        parent, _, name = path.rpartition("/")
        #: Which artifact of the spec it is; ``""`` for any other file.
        self.artifact = name if folder and parent == folder else ""

    @cached_property
    def text(self) -> str:
        """The file as text; what is not UTF-8 stands as lone surrogates."""
        return self.data.decode("utf-8", "surrogateescape")

    @cached_property
    def blob(self) -> str:
        """The hash of the file as stored, as pages name it."""
        return blob_hash(self.data)

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of the file."""
        return split_parts(self.data)

    @cached_property
    def tasks(self) -> TaskList:
        """The tasks that it lists, if it is the spec's tasks.md."""
        return read_tasks(self.text if self.artifact == "tasks.md" else "", self.path)

    def of_whole(self) -> Iterator[str]:
        """Yield the labels of the whole file: those of all its parts but their sections.

        Were a file worth as much as it has headings, the longest one would always win.
        """
        for part in self.parts:
            yield from self._facts_of(part)

    def of_part(self, part: Part) -> Iterator[str]:
        """Yield the labels of one part."""
        yield self._section(self._titles[part.first])
        yield from self._facts_of(part)

    @cached_property
    def _titles(self) -> dict[int, str]:
        """The title of each part by its first line; a repeated one has its number behind it.

        Each section is something of its own, so no other may cover it.
        """
        seen: dict[str, int] = {}
        titles = {}
        for part in self.parts:
            title = part.title or HEADING_TITLE
            seen[title] = seen.get(title, 0) + 1
            titles[part.first] = title if seen[title] == 1 else f"{title} ({seen[title]})"
        return titles

    def of_heading(self) -> Iterator[str]:
        """Yield the label of what stands before the first section."""
        yield self._section(HEADING_TITLE)

    def _facts_of(self, part: Part) -> Iterator[str]:
        if self.artifact == "requirements.md":
            text = part.data.decode("utf-8", "surrogateescape")
            yield from (f"requirement:{number}" for number in list_requirements(text))
        for task in self.tasks:
            if part.first <= task.line <= part.last:
                yield f"task:{clean_text(task.id)}"

    def of_slice(self, data: bytes, task_id: str = "") -> Iterator[str]:
        """Yield the labels of a slice that was cut from the file."""
        if task_id:
            yield f"task:{clean_text(task_id)}"
            return
        if self.artifact == "requirements.md":
            text = data.decode("utf-8", "surrogateescape")
            yield from (f"requirement:{number}" for number in list_requirements(text))
            return
        titles = (part.title for part in split_parts(data))
        yield from (self._section(title) for title in titles if title)

    def _section(self, title: str) -> str:
        return f"section:{self.artifact or clean_text(self.path)} § {short_title(title)}"

    def task_dependencies(self, task_id: str) -> dict[str, tuple[str, ...]]:
        """Return the tasks that a task waits for, over any number of steps, and itself.

        Returns
        -------
        dict of str to tuple of str
            What each of them depends on itself, in the order of the file. Only tasks that can be
            cut from the file are among them.
        """
        listed = {task.id: task for task in reversed(self.tasks)}  # the first of two counts
        found: dict[str, tuple[str, ...]] = {}
        frontier = [task_id]
        while frontier:
            name = frontier.pop()
            if name in found or task_slice(self.text, name) is None:
                continue
            depends = listed[name].depends if name in listed else ()
            found[name] = tuple(dict.fromkeys(depends))
            frontier += depends
        order = {task.id: place for place, task in enumerate(self.tasks)}
        return {
            name: tuple(other for other in found[name] if other in found)
            for name in sorted(found, key=lambda name: (order.get(name, -1), name))
        }
