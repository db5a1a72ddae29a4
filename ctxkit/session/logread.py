"""Reads whole logs of both shapes; what cannot be read is a diagnostic (contract C, section 16)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ctxkit.diagnostics import Findings
from ctxkit.errors import InvalidJsonError
from ctxkit.gotext import trim_space
from ctxkit.session.collector import collector_paused
from ctxkit.session.columns import Columns
from ctxkit.session.commonlines import BlockReader
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import EVENT_NAMES, LOG_VERSION, Event
from ctxkit.session.logtext import decode_row, load_json, row_of, to_text
from ctxkit.session.salvage import BEGINNING, Salvage, is_utf16, strip_padding
from ctxkit.session.sequence import Break, BreakKind, find_breaks

#: Size of the pieces in which files are read.
PIECE_BYTES = 1 << 18
_ENGINE_CODE = "workflow_event"
_CODEC_VERSION = 1
_KIND_OF_KEY = {"v": "plain", "version": "envelope"}
#: Keys of every event that an engine writes.
_WRITTEN = frozenset({"v", "ts", "session", "seq", "event"})
_UTF16_HINT = "Convert it to UTF-8, as logs are written; nothing of it was read."
_JUNK_HINT = "The line is left out; a log has one JSON object a line."
_GLUE_HINT = "A writer was stopped in the middle, and another went on in the same line."
_BREAK_HINT = "Lines were lost, doubled or moved; replays take the log as it stands."


def read_log(
    data: bytes | str | Iterable[bytes], *, file: str = "", strict: bool = False
) -> EventLog:
    """Read a log.

    Parameters
    ----------
    data : bytes, str or iterable of bytes
        The lines of the log, plain or envelopes; the first that tells decides for all. An iterable
        gives the bytes piece by piece.
    file : str
        Named in diagnostics.
    strict : bool
        Raise the first error or warning instead of noting it.

    Returns
    -------
    EventLog
        Every event of a known version that could be read, in the order of the lines.

    Raises
    ------
    DiagnosticError
        With ``strict``: at the first line that is no event, or an event of another version.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "replace")
    with collector_paused():
        log = _LogReader(Findings(file)).read(_pieces(data), file)
    if strict:
        log.diagnostics.raise_first()
    return log


def _pieces(data: bytes | Iterable[bytes]) -> Iterator[bytes]:
    """Yield a log in pieces of whole lines, the last one as it is."""
    begun: list[bytes] = []
    chunks = _slices(data) if isinstance(data, bytes) else data
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            begun.append(chunk[:end])
            yield b"".join(begun)
            begun = []
        begun.append(chunk[end:])
    rest = b"".join(begun)
    if rest:
        yield rest


def _slices(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), PIECE_BYTES):
        yield data[start : start + PIECE_BYTES]


class _LogReader:
    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.columns = Columns()
        self.blocks = BlockReader(self.columns, self.plain_line)
        self.metadata: dict[str, Any] = {}
        self.skipped: dict[str, int] = {}
        self.kind = ""
        self.line = 1
        self.torn_line = 0
        self.expected_version = 1
        # Lines of events that could not be read, in order: they explain gaps in the numbering.
        self.lost: list[int] = []

    def read(self, pieces: Iterable[bytes], file: str) -> EventLog:
        for piece in pieces:
            if self.line == 1 and is_utf16(piece):
                self.findings.error("log-utf16", None, "the file is UTF-16", _UTF16_HINT)
                break
            self.piece(self.text_of(piece))
        self.note_unknown_events()
        self.note_breaks()
        return EventLog(
            self.columns,
            path=file,
            kind=self.kind,
            metadata=self.metadata,
            skipped=self.skipped,
            diagnostics=self.findings.done(),
        )

    def text_of(self, piece: bytes) -> str:
        """Return a piece as text; lines that are no UTF-8 are noted."""
        try:
            return piece.decode("utf-8")
        except UnicodeDecodeError:
            pass
        for number, line in enumerate(piece.split(b"\n"), self.line):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                self.findings.warning(
                    "log-invalid-utf8",
                    number,
                    f"the line is not UTF-8, first at its byte {error.start + 1}",
                    "What is none became U+FFFD.",
                )
        return to_text(piece)

    def piece(self, text: str) -> None:
        """Read some lines; only the last piece may end within one."""
        if self.line == 1 and text.startswith("\ufeff"):
            text = text[1:]
            self.findings.info("log-bom", 1, "the file begins with a byte order mark")
        lines = text.count("\n")
        if not text.endswith("\n"):
            self.torn_line = self.line + lines
        self.kind = self.kind or kind_of(text)
        if self.kind == "envelope":
            for number, line in enumerate(text.split("\n"), self.line):
                if line:
                    self.envelope_line(number, line.removesuffix("\r"))
        else:
            self.blocks.read(text)
        self.line += lines

    def plain_line(self, number: int, line: str) -> None:
        """Read a plain line in the ordinary way."""
        try:
            event = Event(*decode_row(line))
        except InvalidJsonError as error:
            self.mend(number, line, error, self.plain_value)
            return
        self.add(number, event)

    def plain_value(self, number: int, value: Any) -> bool:
        """Take a value found within a line; tell whether it is an event as engines write them."""
        try:
            if not isinstance(value, dict) or not value.keys() >= _WRITTEN:
                return False
            self.add(number, Event(*row_of(value)))
        except InvalidJsonError:
            return False
        return True

    def mend(
        self,
        number: int,
        line: str,
        error: InvalidJsonError,
        take: Callable[[int, Any], bool],
    ) -> None:
        """Read what is whole in a line that as a whole is no JSON."""
        bare = strip_padding(line)
        found = Salvage(bare, lambda value: take(number, value)) if bare else None
        if found is None or not found.taken:
            self.unreadable(number, line, error)
        elif found.taken == 1 and not found.lost:
            self.findings.warning(
                "log-stray-bytes", number, "NUL bytes or byte order marks around the line"
            )
        elif number == self.torn_line and found.lost_last:
            self.findings.warning("log-torn-tail", number, f"the last line {found.words}")
        elif found.lost:
            self.lost.append(number)
            self.findings.error("log-glued-lines", number, f"the line {found.words}", _GLUE_HINT)
        elif "\r" in bare:
            self.findings.warning(
                "log-cr-lines",
                number,
                f"{found.taken} lines end in carriage returns only",
                "Convert the file: lines of a log end in line feeds.",
            )
        else:
            self.findings.warning("log-glued-lines", number, f"the line {found.words}", _GLUE_HINT)

    def add(self, number: int, event: Event) -> None:
        if event.v != LOG_VERSION:
            self.lost.append(number)
            self.findings.error(
                "log-unknown-version",
                number,
                f"event of version {event.v} is left out",
                f"Only version {LOG_VERSION} is known.",
            )
        else:
            self.columns.add(event, number)

    def unreadable(self, number: int, line: str, error: InvalidJsonError) -> None:
        findings = self.findings
        if line.strip("\0") and trim_space(line):
            self.lost.append(number)
        if not line.strip("\0"):
            findings.warning("log-nul-padding", number, f"{len(line)} NUL bytes instead of events")
        elif not trim_space(line):
            findings.warning("log-blank-line", number, "a line of white space")
        elif number == self.torn_line:
            findings.warning(
                "log-torn-tail",
                number,
                f"the last line was not written to its end ({len(line)} characters)",
                "A writer was stopped in the middle of it; the lines before are whole.",
            )
        else:
            findings.error("log-junk-line", number, f"no event: {error}", _JUNK_HINT)

    def note_breaks(self) -> None:
        """Say once for each kind where the numbers of the events do not rise by one.

        A gap that lines which could not be read explain is not told again.
        """
        columns, lines = self.columns, self.columns.lines
        if columns.seqs and columns.seqs[0] > 1:
            self.findings.info(
                "log-late-start", lines[0], f"the log begins with event {columns.seqs[0]}"
            )
        first: dict[str, Break] = {}
        counts: Counter[str] = Counter()
        for found in find_breaks(columns.seqs, columns.seqs[0] if columns.seqs else 1):
            if found.kind is BreakKind.GAP:
                since = lines[found.index - 1]
                unread = bisect_right(self.lost, lines[found.index])
                if unread - bisect_left(self.lost, since) >= found.missing:
                    continue
            first.setdefault(found.kind, found)
            counts[found.kind] += 1
        for kind, found in first.items():
            more = f", and {counts[kind] - 1:,} more such places" if counts[kind] > 1 else ""
            self.findings.error(
                f"log-seq-{kind}", lines[found.index], found.message + more, _BREAK_HINT
            )

    def note_unknown_events(self) -> None:
        """Say once which types of events nobody here knows."""
        columns = self.columns
        for kind in sorted(set(columns.kinds) - EVENT_NAMES):
            index = columns.kinds.index(kind)
            count = columns.kinds.count(kind)
            self.findings.info(
                "log-unknown-event",
                columns.lines[index],
                f"{count} events of the unknown type {kind!r}, first here",
                "They are kept, and a replay passes them over.",
            )

    # Envelopes ----------------------------------------------------------------------------------

    def envelope_line(self, number: int, line: str) -> None:
        try:
            value = load_json(line)
        except InvalidJsonError as error:
            self.mend(number, line, error, self.envelope_value)
            return
        if not self.envelope_value(number, value):
            wrong = InvalidJsonError("not an envelope", expected="an object with a version")
            self.unreadable(number, line, wrong)

    def envelope_value(self, number: int, value: Any) -> bool:
        """Take an envelope; tell whether it is one."""
        if not isinstance(value, dict) or type(value.get("version")) is not int:
            return False
        self.check_version(number, value["version"])
        metadata, items = value.get("metadata"), value.get("events")
        if isinstance(metadata, dict):
            self.metadata |= metadata
        for item in items if isinstance(items, list) else []:
            self.envelope_item(number, item)
        return True

    def check_version(self, number: int, version: int) -> None:
        if version != self.expected_version:
            self.findings.warning(
                "log-version-gap",
                number,
                f"envelope {version} where {self.expected_version} is expected",
                "Lines are missing or out of order.",
            )
        self.expected_version = version + 1

    def envelope_item(self, number: int, item: Any) -> None:
        code = item.get("Code") if isinstance(item, dict) else None
        if not isinstance(code, str):
            self.lost.append(number)
            self.findings.error("log-junk-item", number, "an item of the envelope has no code")
            return
        if code != _ENGINE_CODE:
            self.skipped[code] = self.skipped.get(code, 0) + 1
            return
        if item.get("CodecVersion") != _CODEC_VERSION:
            self.lost.append(number)
            self.findings.error(
                "log-unknown-codec",
                number,
                f"event of codec version {item.get('CodecVersion')!r} is left out",
            )
            return
        try:
            event = Event(*row_of(item.get("Payload")))
        except InvalidJsonError as error:
            self.lost.append(number)
            self.findings.error("log-junk-item", number, f"no event: {error}")
            return
        self.add(number, event)


def kind_of(text: str) -> str:
    """Tell the shape of a log, plain or envelope, by its first line that has one."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        # Events are told at a glance, so that a large piece is not cut up for nothing.
        kind = "plain" if text.startswith('{"v":', start) else kind_of_line(text[start:end])
        if kind:
            return kind
        start = end + 1
    return ""


def kind_of_line(line: str) -> str:
    """Tell the shape of a log by one line, whole or not; empty where it does not tell."""
    line = strip_padding(line)
    try:
        value = load_json(line)
    except InvalidJsonError:
        begun = BEGINNING.match(line)
        return _KIND_OF_KEY[begun[1]] if begun is not None else ""
    keys = {key.lower() for key in value} if isinstance(value, dict) else set()
    if "v" in keys and "event" in keys:
        return "plain"
    return "envelope" if "version" in keys else ""
