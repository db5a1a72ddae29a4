"""Reads the tokens of a template into trees: the template itself and those that it defines."""

from __future__ import annotations

from ctxkit.procedure.gotemplate.errors import TemplateSyntaxError
from ctxkit.procedure.gotemplate.functions import FUNCTIONS
from ctxkit.procedure.gotemplate.lexer import Kind, Token, syntax_error, tokens_of
from ctxkit.procedure.gotemplate.literals import character, number, unquote
from ctxkit.procedure.gotemplate.nodes import (
    Action,
    Branch,
    Call,
    Chain,
    Closing,
    Command,
    Constant,
    Dot,
    Field,
    Function,
    Jump,
    Nil,
    Node,
    Overflow,
    Pipeline,
    Text,
    Variable,
    is_blank,
)

_OPERANDS = frozenset(
    {
        Kind.BOOL, Kind.CHAR_CONSTANT, Kind.COMPLEX, Kind.DOT, Kind.FIELD, Kind.IDENTIFIER,
        Kind.NUMBER, Kind.NIL, Kind.RAW_STRING, Kind.STRING, Kind.VARIABLE, Kind.LEFT_PAREN,
    }
)  # fmt: skip
_MAX_DEPTH = 100


def parse(source: str) -> tuple[list[Node], dict[str, list[Node]]]:
    """Read a template.

    Returns
    -------
    tuple
        Its tree, and by name the trees that it defines.

    Raises
    ------
    TemplateSyntaxError
        If it is malformed, or uses a function that does not exist.
    """
    parser = _Parser(source)
    return parser.whole(), parser.defined


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = list(tokens_of(source))
        self.at = 0
        self.defined: dict[str, list[Node]] = {}
        self.variables = ["$"]
        self.loops = 0
        self.depth = 0
        # Where the actions begin that are being read, and the one that was read last.
        self.opened: list[Token] = []
        self.latest: Token | None = None

    # Tokens -------------------------------------------------------------------------------------

    def error(self, what: str, token: Token | None = None) -> TemplateSyntaxError:
        """Return the error for a token, the next one where none is given."""
        return syntax_error(what, self.source, (token or self.tokens[self.at]).at)

    def unexpected(self, token: Token, context: str) -> TemplateSyntaxError:
        what = "the template ends" if token.kind is Kind.END_OF_TEXT else f"{token.text!r} stands"
        return self.error(f"{what} where {context} is expected", token)

    def peek(self) -> Token:
        return self.tokens[self.at]

    def next(self) -> Token:
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def skip_space(self) -> Token:
        """Return the next token that is no space, without taking it."""
        while self.tokens[self.at].kind is Kind.SPACE:
            self.at += 1
        return self.tokens[self.at]

    def next_non_space(self) -> Token:
        self.skip_space()
        return self.next()

    def expect(self, kind: Kind, context: str) -> Token:
        token = self.skip_space()
        if token.kind is not kind:
            raise self.unexpected(token, context)
        return self.next()

    def at_keyword(self, *words: str) -> bool:
        token = self.skip_space()
        return token.kind is Kind.KEYWORD and token.text in words

    # Lists of nodes -----------------------------------------------------------------------------

    def whole(self) -> list[Node]:
        root: list[Node] = []
        while self.peek().kind is not Kind.END_OF_TEXT:
            if self.peek().kind is Kind.LEFT_DELIM:
                start = self.at
                self.opened = [self.next()]
                if self.at_keyword("define"):
                    self.next()
                    self.definition()
                    continue
                self.at = start
            node = self.text_or_action()
            if isinstance(node, Closing):
                raise self.error(f"{{{{{node.keyword}}}}} without a beginning", self.latest)
            root.append(node)
        return root

    def body(self) -> tuple[list[Node], Closing]:
        nodes: list[Node] = []
        while self.peek().kind is not Kind.END_OF_TEXT:
            node = self.text_or_action()
            if isinstance(node, Closing):
                return nodes, node
            nodes.append(node)
        raise self.error("the template ends before {{end}}", self.opened[-1])

    def closed_body(self, context: str) -> list[Node]:
        nodes, closing = self.body()
        if closing.keyword != "end":
            raise self.error(f"{{{{else}}}} in {context}", self.latest)
        return nodes

    def text_or_action(self) -> Node:
        token = self.next_non_space()
        if token.kind is Kind.TEXT:
            return Text(token.text)
        if token.kind is not Kind.LEFT_DELIM:
            raise self.unexpected(token, "text or an action")
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error("actions are nested too deeply")
        self.opened.append(token)
        node = self.action()
        self.latest = self.opened.pop()
        self.depth -= 1
        return node

    def action(self) -> Node:
        token = self.skip_space()
        if token.kind is not Kind.KEYWORD:
            return Action(self.pipeline("command", Kind.RIGHT_DELIM))
        self.next()
        match token.text:
            case "if" | "with" | "range":
                return self.branch(token.text)
            case "break" | "continue":
                return self.jump(token.text)
            case "template":
                return self.call()
            case "block":
                return self.block()
            case "else":
                # What follows as if or with is read as a branch inside this one.
                if not self.at_keyword("if", "with"):
                    self.expect(Kind.RIGHT_DELIM, "the end of else")
                return Closing("else")
            case "end":
                self.expect(Kind.RIGHT_DELIM, "the end of end")
                return Closing("end")
        raise self.unexpected(token, "an action")

    def branch(self, keyword: str) -> Branch:
        scope = len(self.variables)
        pipeline = self.pipeline(keyword, Kind.RIGHT_DELIM)
        self.loops += keyword == "range"
        body, closing = self.body()
        self.loops -= keyword == "range"
        otherwise: list[Node] | None = None
        if closing.keyword == "else":
            following = self.peek()
            if (
                keyword in ("if", "with")
                and following.text == keyword
                and (following.kind is Kind.KEYWORD)
            ):
                self.next()
                otherwise = [self.nested_branch(keyword)]
            else:
                otherwise = self.closed_body("a second else")
        del self.variables[scope:]
        return Branch(keyword, pipeline, body, otherwise)

    def nested_branch(self, keyword: str) -> Branch:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error("actions are nested too deeply")
        branch = self.branch(keyword)
        self.depth -= 1
        return branch

    def jump(self, keyword: str) -> Jump:
        self.expect(Kind.RIGHT_DELIM, f"the end of {keyword}")
        if not self.loops:
            raise self.error(f"{{{{{keyword}}}}} outside of range")
        return Jump(keyword)

    # Templates in templates ---------------------------------------------------------------------

    def name(self, context: str) -> str:
        token = self.next_non_space()
        if token.kind not in (Kind.STRING, Kind.RAW_STRING):
            raise self.unexpected(token, f"the name in {context}")
        return self.unquoted(token)

    def unquoted(self, token: Token) -> str:
        text = unquote(token.text)
        if text is None:
            raise self.error(f"malformed string {token.text}", token)
        return text

    def definition(self) -> None:
        name = self.name("define")
        self.expect(Kind.RIGHT_DELIM, "the end of define")
        self.define(name, self.separate_body("define"))

    def separate_body(self, context: str) -> list[Node]:
        """Read a body that shares neither variables nor loops with what is around it."""
        outside = self.variables, self.loops
        self.variables, self.loops = ["$"], 0
        nodes = self.closed_body(context)
        self.variables, self.loops = outside
        return nodes

    def define(self, name: str, nodes: list[Node]) -> None:
        present = self.defined.get(name)
        if present is None or is_blank(present):
            self.defined[name] = nodes
        elif not is_blank(nodes):
            raise self.error(f"template {name!r} is defined twice")

    def call(self) -> Call:
        name = self.name("template")
        if self.skip_space().kind is Kind.RIGHT_DELIM:
            self.next()
            return Call(name, None)
        return Call(name, self.pipeline("template", Kind.RIGHT_DELIM))

    def block(self) -> Call:
        name = self.name("block")
        pipeline = self.pipeline("block", Kind.RIGHT_DELIM)
        self.define(name, self.separate_body("block"))
        return Call(name, pipeline)

    # Pipelines ----------------------------------------------------------------------------------

    def pipeline(self, context: str, end: Kind) -> Pipeline:
        pipeline = Pipeline([], [])
        self.declarations(pipeline, context)
        while True:
            token = self.skip_space()
            if token.kind is end:
                self.next()
                break
            if token.kind not in _OPERANDS:
                raise self.unexpected(token, context)
            pipeline.commands.append(self.command())
        if not pipeline.commands:
            raise self.error(f"a value is missing in {context}")
        for command in pipeline.commands[1:]:
            if isinstance(command.args[0], Constant | Overflow | Dot | Nil):
                raise self.error("a value is no command that a pipe could lead to")
        return pipeline

    def declarations(self, pipeline: Pipeline, context: str) -> None:
        while self.skip_space().kind is Kind.VARIABLE:
            start = self.at
            variable = self.next().text
            following = self.skip_space()
            if following.kind in (Kind.ASSIGN, Kind.DECLARE):
                pipeline.assigns = following.kind is Kind.ASSIGN
            elif following.kind is not Kind.CHAR or following.text != ",":
                self.at = start
                return
            self.next()
            pipeline.variables.append(variable)
            self.variables.append(variable)
            if following.kind is not Kind.CHAR:
                return
            if context != "range" or len(pipeline.variables) > 1:
                raise self.error(f"too many variables in {context}")
            if self.skip_space().kind not in (Kind.VARIABLE, Kind.RIGHT_DELIM, Kind.RIGHT_PAREN):
                raise self.error("only variables can be declared by range")

    def command(self) -> Command:
        args: list[Node] = []
        while True:
            self.skip_space()
            operand = self.operand()
            if operand is not None:
                args.append(operand)
            token = self.peek()
            if token.kind is Kind.SPACE:
                self.next()
                continue
            if token.kind is Kind.PIPE:
                self.next()
            elif token.kind not in (Kind.RIGHT_DELIM, Kind.RIGHT_PAREN):
                raise self.unexpected(token, "an operand")
            break
        if not args:
            raise self.error("a command is empty")
        return Command(args)

    def operand(self) -> Node | None:
        term = self.term()
        if term is None or self.peek().kind is not Kind.FIELD:
            return term
        names = []
        while self.peek().kind is Kind.FIELD:
            names.append(self.next().text[1:])
        if isinstance(term, Field | Variable):
            term.names.extend(names)
            return term
        if isinstance(term, Constant | Overflow | Nil | Dot):
            raise self.error("a value that has no fields")
        return Chain(term, names)

    def term(self) -> Node | None:
        token = self.skip_space()
        if token.kind not in _OPERANDS:
            return None
        self.next()
        match token.kind:
            case Kind.IDENTIFIER:
                if token.text not in FUNCTIONS:
                    raise self.error(f"function {token.text!r} does not exist", token)
                return Function(token.text)
            case Kind.DOT:
                return Dot()
            case Kind.NIL:
                return Nil()
            case Kind.VARIABLE:
                if token.text not in self.variables:
                    raise self.error(f"variable {token.text!r} is not declared", token)
                return Variable(token.text)
            case Kind.FIELD:
                return Field([token.text[1:]])
            case Kind.BOOL:
                return Constant(token.text == "true")
            case Kind.STRING | Kind.RAW_STRING:
                return Constant(self.unquoted(token))
            case Kind.LEFT_PAREN:
                return self.parenthesised()
        return self.numeric(token)

    def parenthesised(self) -> Pipeline:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error("parentheses are nested too deeply")
        pipeline = self.pipeline("a parenthesis", Kind.RIGHT_PAREN)
        self.depth -= 1
        return pipeline

    def numeric(self, token: Token) -> Node:
        if token.kind is Kind.COMPLEX or token.text.endswith("i"):
            raise self.error(f"complex numbers such as {token.text} are not supported", token)
        constant = character(token.text) if token.kind is Kind.CHAR_CONSTANT else number(token.text)
        if constant is None:
            raise self.error(f"malformed number {token.text}", token)
        return constant
