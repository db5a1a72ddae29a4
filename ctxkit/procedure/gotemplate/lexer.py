"""Cuts a template into text and the tokens of its actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from ctxkit.procedure.gotemplate.errors import TemplateSyntaxError

SPACES = " \t\r\n"
LEFT, RIGHT = "{{", "}}"


class Kind(Enum):
    """What a token is."""

    ASSIGN = auto()
    BOOL = auto()
    CHAR = auto()  #: A character of no other meaning, such as a comma.
    CHAR_CONSTANT = auto()
    COMPLEX = auto()
    DECLARE = auto()
    DOT = auto()
    END_OF_TEXT = auto()
    FIELD = auto()
    IDENTIFIER = auto()
    KEYWORD = auto()
    LEFT_DELIM = auto()
    LEFT_PAREN = auto()
    NIL = auto()
    NUMBER = auto()
    PIPE = auto()
    RAW_STRING = auto()
    RIGHT_DELIM = auto()
    RIGHT_PAREN = auto()
    SPACE = auto()
    STRING = auto()
    TEXT = auto()
    VARIABLE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a template and where it starts."""

    kind: Kind
    text: str
    at: int


_KEYWORDS = frozenset(
    ["block", "break", "continue", "define", "else", "end", "if", "range", "template", "with"]
)
_SIMPLE = {"=": Kind.ASSIGN, "|": Kind.PIPE}
_NUMBER = re.compile(
    r"[+-]?(?:"
    r"0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"
    r"|0[oO][0-7_]*(?:\.[0-7_]*)?"
    r"|0[bB][01_]*(?:\.[01_]*)?"
    r"|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?"
    r")i?"
)
_QUOTED = {
    '"': (re.compile(r'"(?:\\[^\n]|[^"\\\n])*"'), Kind.STRING, "quoted string"),
    "'": (re.compile(r"'(?:\\[^\n]|[^'\\\n])*'"), Kind.CHAR_CONSTANT, "character constant"),
    "`": (re.compile(r"`[^`]*`"), Kind.RAW_STRING, "raw string"),
}


def is_alphanumeric(char: str) -> bool:
    """Tell whether a character may be part of a name; the end of the text may not."""
    return char == "_" or char.isalpha() or char.isdecimal()


def syntax_error(what: str, source: str, at: int) -> TemplateSyntaxError:
    """Return the error for what stands at an index of a template."""
    error = TemplateSyntaxError(what, where=f"template line {source.count(chr(10), 0, at) + 1}")
    error.at = at
    return error


def tokens_of(source: str) -> Iterator[Token]:
    """Yield the tokens of a template, an END_OF_TEXT last.

    Raises
    ------
    TemplateSyntaxError
        If an action holds something that is no token, or does not end.
    """
    lexer = _Lexer(source)
    while lexer.at < len(source):
        yield from lexer.text()
        if lexer.at < len(source):
            yield from lexer.action()
    yield Token(Kind.END_OF_TEXT, "", len(source))


class _Lexer:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.opened = 0  # where the action begins that is being read

    def error(self, what: str, at: int | None = None) -> TemplateSyntaxError:
        return syntax_error(what, self.source, self.at if at is None else at)

    def text(self) -> Iterator[Token]:
        """Yield the text up to the next action and stop before its delimiter."""
        start, found = self.at, self.source.find(LEFT, self.at)
        self.at = found if found >= 0 else len(self.source)
        text = self.source[start : self.at]
        if found >= 0 and self._trims_left(found + len(LEFT)):
            text = text.rstrip(SPACES)
        if text:
            yield Token(Kind.TEXT, text, start)

    def _trims_left(self, at: int) -> bool:
        marker = self.source[at : at + 2]
        return len(marker) == 2 and marker[0] == "-" and marker[1] in SPACES

    def action(self) -> Iterator[Token]:
        """Yield the tokens of one action, or nothing for a comment."""
        start = self.opened = self.at
        self.at += len(LEFT)
        if self._trims_left(self.at):
            self.at += 2
        if self.source.startswith("/*", self.at):
            self.comment()
            return
        yield Token(Kind.LEFT_DELIM, LEFT, start)
        depth = 0
        while True:
            token = self.token(depth)
            yield token
            if token.kind is Kind.RIGHT_DELIM:
                return
            depth += (token.kind is Kind.LEFT_PAREN) - (token.kind is Kind.RIGHT_PAREN)

    def comment(self) -> None:
        end = self.source.find("*/", self.at + 2)
        if end < 0:
            raise self.error("comment is not closed", self.opened)
        self.at = end + 2
        if self.right_delim() is None:
            raise self.error("comment ends before the action does")

    def right_delim(self) -> Token | None:
        """Pass a closing delimiter with its trim marker, if one stands here."""
        start = self.at
        trims = self.source[start : start + 1] in tuple(SPACES) and self.source.startswith(
            "-" + RIGHT, start + 1
        )
        if not trims and not self.source.startswith(RIGHT, start):
            return None
        self.at += len(RIGHT) + 2 * trims
        if trims:
            while self.source[self.at : self.at + 1] in tuple(SPACES):
                self.at += 1
        return Token(Kind.RIGHT_DELIM, RIGHT, start)

    def token(self, depth: int) -> Token:
        """Return the next token inside an action; ``depth`` counts open parentheses."""
        start = self.at
        closing = self.right_delim()
        if closing is not None:
            if depth:
                raise self.error("a parenthesis is not closed", start)
            return closing
        char = self.source[start : start + 1]
        if not char:
            raise self.error("action is not closed", self.opened)
        if char in SPACES:
            return self.space()
        if char in _QUOTED:
            return self.quoted(char)
        following = self.source[start + 1 : start + 2]
        if char in "+-" or "0" <= char <= "9" or (char == "." and "0" <= following <= "9"):
            return self.number()
        if char in ".$":
            return self.field_or_variable(Kind.FIELD if char == "." else Kind.VARIABLE)
        if is_alphanumeric(char):
            return self.identifier()
        return self.punctuation(char, following, depth)

    def emit(self, kind: Kind, end: int) -> Token:
        token = Token(kind, self.source[self.at : end], self.at)
        self.at = end
        return token

    def space(self) -> Token:
        end = self.at
        while self.source[end : end + 1] in tuple(SPACES):
            end += 1
        # The last space belongs to a closing delimiter that trims.
        if self.source.startswith("-" + RIGHT, end) and end - 1 > self.at:
            end -= 1
        return self.emit(Kind.SPACE, end)

    def quoted(self, quote: str) -> Token:
        pattern, kind, name = _QUOTED[quote]
        found = pattern.match(self.source, self.at)
        if found is None:
            raise self.error(f"{name} is not closed")
        return self.emit(kind, found.end())

    def number(self) -> Token:
        found = _NUMBER.match(self.source, self.at)
        assert found is not None
        end, kind = found.end(), Kind.NUMBER
        if self.source[end : end + 1] in ("+", "-"):
            second = _NUMBER.match(self.source, end)
            assert second is not None
            end, kind = second.end(), Kind.COMPLEX
            if self.source[end - 1] != "i":
                raise self.error("number is malformed")
        if is_alphanumeric(self.source[end : end + 1]):
            raise self.error("number is malformed")
        return self.emit(kind, end)

    def field_or_variable(self, kind: Kind) -> Token:
        end = self.at + 1
        if self.at_terminator(end):
            return self.emit(Kind.DOT if kind is Kind.FIELD else kind, end)
        while is_alphanumeric(self.source[end : end + 1]):
            end += 1
        if not self.at_terminator(end):
            raise self.error(f"unexpected character {self.source[end]!r}", end)
        return self.emit(kind, end)

    def at_terminator(self, at: int) -> bool:
        char = self.source[at : at + 1]
        return not char or char in SPACES or char in ".,|:()" or self.source.startswith(RIGHT, at)

    def identifier(self) -> Token:
        end = self.at
        while is_alphanumeric(self.source[end : end + 1]):
            end += 1
        if not self.at_terminator(end):
            raise self.error(f"unexpected character {self.source[end]!r}", end)
        word = self.source[self.at : end]
        if word in _KEYWORDS:
            return self.emit(Kind.KEYWORD, end)
        if word in ("true", "false"):
            return self.emit(Kind.BOOL, end)
        return self.emit(Kind.NIL if word == "nil" else Kind.IDENTIFIER, end)

    def punctuation(self, char: str, following: str, depth: int) -> Token:
        if char == ":":
            if following != "=":
                raise self.error("a colon without =")
            return self.emit(Kind.DECLARE, self.at + 2)
        if char == "(":
            return self.emit(Kind.LEFT_PAREN, self.at + 1)
        if char == ")":
            if not depth:
                raise self.error("a parenthesis too many")
            return self.emit(Kind.RIGHT_PAREN, self.at + 1)
        if char in _SIMPLE:
            return self.emit(_SIMPLE[char], self.at + 1)
        if "!" <= char <= "~":
            return self.emit(Kind.CHAR, self.at + 1)
        raise self.error(f"unexpected character {char!r}")
