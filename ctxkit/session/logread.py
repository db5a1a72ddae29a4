"""Reads whole logs of both shapes; what cannot be read is a diagnostic (contract C, section 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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

#: Size of the pieces in which files are read.
PIECE_BYTES = 1 << 18
_ENGINE_CODE = "workflow_event"
_CODEC_VERSION = 1


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


def _pieces(data: bytes | Iterable[bytes]) -> Iterator[str]:
    """Yield a log in pieces of whole lines, the last one as it is."""
    begun: list[bytes] = []
    chunks = _slices(data) if isinstance(data, bytes) else data
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            begun.append(chunk[:end])
            yield to_text(b"".join(begun))
            begun = []
        begun.append(chunk[end:])
    rest = b"".join(begun)
    if rest:
        yield to_text(rest)


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

    def read(self, pieces: Iterable[str], file: str) -> EventLog:
        for piece in pieces:
            self.piece(piece)
        self.note_unknown_events()
        return EventLog(
            self.columns,
            path=file,
            kind=self.kind,
            metadata=self.metadata,
            skipped=self.skipped,
            diagnostics=self.findings.done(),
        )

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
            self.unreadable(number, line, error)
            return
        self.add(number, event)

    def add(self, number: int, event: Event) -> None:
        if event.v != LOG_VERSION:
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
            findings.error("log-junk-line", number, f"no event: {error}")

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
            if not isinstance(value, dict) or type(value.get("version")) is not int:
                raise InvalidJsonError("not an envelope", expected="an object with a version")
        except InvalidJsonError as error:
            self.unreadable(number, line, error)
            return
        self.check_version(number, value["version"])
        metadata, items = value.get("metadata"), value.get("events")
        if isinstance(metadata, dict):
            self.metadata |= metadata
        for item in items if isinstance(items, list) else []:
            self.envelope_item(number, item)

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
            self.findings.error("log-junk-item", number, "an item of the envelope has no code")
            return
        if code != _ENGINE_CODE:
            self.skipped[code] = self.skipped.get(code, 0) + 1
            return
        if item.get("CodecVersion") != _CODEC_VERSION:
            self.findings.error(
                "log-unknown-codec",
                number,
                f"event of codec version {item.get('CodecVersion')!r} is left out",
            )
            return
        try:
            event = Event(*row_of(item.get("Payload")))
        except InvalidJsonError as error:
            self.findings.error("log-junk-item", number, f"no event: {error}")
            return
        self.add(number, event)


def kind_of(text: str) -> str:
    """Tell the shape of a log, plain or envelope, by its first line that has one."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text.startswith('{"v":', start):
            return "plain"
        try:
            value = load_json(text[start:end])
        except InvalidJsonError:
            value = None
        if isinstance(value, dict):
            keys = {key.lower() for key in value}
            if "v" in keys and "event" in keys:
                return "plain"
            if "version" in keys:
                return "envelope"
        start = end + 1
    return ""
