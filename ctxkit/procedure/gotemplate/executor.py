"""Carries out the tree of a template over its data."""

from __future__ import annotations

from typing import Any

from ctxkit.procedure.gotemplate.errors import TemplateExecError
from ctxkit.procedure.gotemplate.functions import FUNCTIONS
from ctxkit.procedure.gotemplate.nodes import (
    Action,
    Branch,
    Call,
    Chain,
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
)
from ctxkit.procedure.gotemplate.values import (
    ABSENT,
    Byte,
    Int,
    format_printed,
    sorted_keys,
    truth,
    type_name,
)

_MISSING: Any = object()  # No value comes out of a pipe.


class _Break(Exception):  # noqa: N818
    pass


class _Continue(Exception):  # noqa: N818
    pass


class Executor:
    """One run of a template: what was written so far, and the variables in force.

    Attributes
    ----------
    defined : dict
        Trees of other templates by name.
    out : list of str
        What was written.
    """

    def __init__(self, defined: dict[str, list[Node]]) -> None:
        self.defined = defined
        self.out: list[str] = []
        self.variables: list[list[Any]] = []

    def run(self, nodes: list[Node], dot: Any) -> None:
        """Carry out a tree with variables of its own."""
        outside = self.variables
        self.variables = [["$", dot]]
        self.walk_all(nodes, dot)
        self.variables = outside

    # Nodes --------------------------------------------------------------------------------------

    def walk_all(self, nodes: list[Node], dot: Any) -> None:
        """Carry out nodes one after the other."""
        for node in nodes:
            kind = type(node)
            if kind is Text:
                self.out.append(node.text)  # type: ignore[union-attr]
            elif kind is Action:
                self.action(node, dot)  # type: ignore[arg-type]
            elif kind is Branch:
                self.branch(node, dot)  # type: ignore[arg-type]
            elif kind is Call:
                self.call(node, dot)  # type: ignore[arg-type]
            elif isinstance(node, Jump):
                raise _Break if node.keyword == "break" else _Continue

    def action(self, node: Action, dot: Any) -> None:
        """Print the value of a pipeline, unless it goes into variables."""
        value = self.pipeline(node.pipeline, dot)
        if not node.pipeline.variables:
            self.out.append(format_printed(value))

    def branch(self, node: Branch, dot: Any) -> None:
        """Carry out an ``if``, ``with`` or ``range``; its variables end with it."""
        mark = len(self.variables)
        try:
            value = self.pipeline(node.pipeline, dot)
            if node.keyword == "range":
                self.loop(node, dot, value)
            elif truth(value):
                self.walk_all(node.body, value if node.keyword == "with" else dot)
            elif node.otherwise is not None:
                self.walk_all(node.otherwise, dot)
        finally:
            del self.variables[mark:]

    def loop(self, node: Branch, dot: Any, value: Any) -> None:
        """Carry out a ``range``."""
        pairs = self.pairs(node, value)
        try:
            if pairs:
                self.iterate(node, pairs)
            elif node.otherwise is not None:
                # A break in here ends this loop, not the one around it, as Go has it.
                self.walk_all(node.otherwise, dot)
        except _Break:
            pass

    def iterate(self, node: Branch, pairs: list[tuple[Any, Any]]) -> None:
        """Carry out the body of a ``range`` for each key and item."""
        mark = len(self.variables)
        for key, item in pairs:
            self.set_loop_variables(node.pipeline, key, item)
            try:
                self.walk_all(node.body, item)
            except _Continue:
                pass
            finally:
                del self.variables[mark:]

    def pairs(self, node: Branch, value: Any) -> list[tuple[Any, Any]]:
        """Return the keys and items that a ``range`` goes over."""
        kind = type(value)
        if value is ABSENT:
            return []
        if kind is list:
            return [(Int(number), item) for number, item in enumerate(value)]
        if kind is dict:
            return [(key, value[key]) for key in sorted_keys(value)]
        if kind in (Int, Byte):
            if len(node.pipeline.variables) > 1:
                raise TemplateExecError("a range over a number has one variable only")
            return [(ABSENT, kind(number)) for number in range(value)]
        raise TemplateExecError(f"a value of type {type_name(value)} cannot be ranged over")

    def set_loop_variables(self, pipeline: Pipeline, key: Any, item: Any) -> None:
        """Give the variables of a ``range`` the values of one round."""
        names = pipeline.variables
        if not names:
            return
        values = [key, item] if len(names) > 1 else [item]
        if pipeline.assigns:
            for name, value in zip(names, values, strict=True):
                self.assign(name, value)
        else:
            for place, value in zip(self.variables[-len(names) :], values, strict=True):
                place[1] = value

    def call(self, node: Call, dot: Any) -> None:
        """Carry out another template."""
        nodes = self.defined.get(node.name)
        if nodes is None:
            raise TemplateExecError(f"template {node.name!r} is not defined")
        value = ABSENT if node.pipeline is None else self.pipeline(node.pipeline, dot)
        self.run(nodes, value)

    # Variables ----------------------------------------------------------------------------------

    def assign(self, name: str, value: Any) -> None:
        """Change the innermost variable of a name."""
        for place in reversed(self.variables):
            if place[0] == name:
                place[1] = value
                return
        raise TemplateExecError(f"variable {name!r} is not declared")

    def lookup(self, name: str) -> Any:
        """Return the value of the innermost variable of a name."""
        for place in reversed(self.variables):
            if place[0] == name:
                return place[1]
        raise TemplateExecError(f"variable {name!r} is not declared")

    # Values -------------------------------------------------------------------------------------

    def pipeline(self, pipeline: Pipeline, dot: Any) -> Any:
        """Return the value of the last command, and give it to the variables declared."""
        value = _MISSING
        for command in pipeline.commands:
            value = self.command(command, dot, value)
            if value is None:
                # What comes out of a pipeline is never a null, it is no value at all.
                value = ABSENT
        for name in pipeline.variables:
            if pipeline.assigns:
                self.assign(name, value)
            else:
                self.variables.append([name, value])
        return value

    def command(self, command: Command, dot: Any, final: Any) -> Any:
        """Return the value of a command; ``final`` is what the pipe brings as its last argument."""
        first = command.args[0]
        kind = type(first)
        if kind is Field:
            return self.fields(dot, first.names, len(command.args) > 1 or final is not _MISSING)  # type: ignore[union-attr]
        if kind is Function:
            return self.function(first.name, command.args[1:], dot, final)  # type: ignore[union-attr]
        has_args = len(command.args) > 1 or final is not _MISSING
        if kind is Variable and first.names:  # type: ignore[union-attr]
            return self.variable(first, has_args)  # type: ignore[arg-type]
        if kind is Chain:
            return self.chain(first, dot, has_args)  # type: ignore[arg-type]
        if has_args:
            raise TemplateExecError("a value that is no function has arguments")
        if kind is Nil:
            raise TemplateExecError("nil is no command")
        return self.operand(first, dot)

    def operand(self, node: Node, dot: Any) -> Any:
        """Return the value of a node that stands as an argument."""
        match node:
            case Field(names):
                return self.fields(dot, names, False)
            case Constant(value):
                return value
            case Variable():
                return self.variable(node, False)
            case Dot():
                return dot
            case Pipeline():
                return self.pipeline(node, dot)
            case Chain():
                return self.chain(node, dot, False)
            case Function(name):
                return self.function(name, [], dot, _MISSING)
            case Nil():
                return ABSENT
            case Overflow(source):
                raise TemplateExecError(f"{source} does not fit into 64 bits")
        raise TemplateExecError("unexpected node")  # pragma: no cover

    def variable(self, node: Variable, has_args: bool) -> Any:
        """Return a variable, or a field of it."""
        value = self.lookup(node.name)
        return self.fields(value, node.names, has_args) if node.names else value

    def chain(self, node: Chain, dot: Any, has_args: bool) -> Any:
        """Return a field of a term in parentheses."""
        return self.fields(self.operand(node.term, dot), node.names, has_args)

    def fields(self, value: Any, names: list[str], has_args: bool) -> Any:
        """Follow fields from a value; a missing key is null, a field of null is an error."""
        last = len(names) - 1
        for number, name in enumerate(names):
            if value is ABSENT:
                continue
            if type(value) is not dict:
                what = "null" if value is None else f"a value of type {type_name(value)}"
                raise TemplateExecError(f"{what} has no field {name!r}")
            if has_args and number == last:
                raise TemplateExecError(f"field {name!r} is no function but has arguments")
            value = value.get(name)
        return value

    # Functions ----------------------------------------------------------------------------------

    def function(self, name: str, args: list[Node], dot: Any, final: Any) -> Any:
        """Call a built-in function."""
        builtin = FUNCTIONS[name]
        count = len(args) + (final is not _MISSING)
        if count < builtin.least or (builtin.most is not None and count > builtin.most):
            raise TemplateExecError(f"wrong number of arguments for {name}: {count}")
        if name in ("and", "or"):
            return self.short_circuit(name == "or", args, dot, final)
        values = [self.operand(arg, dot) for arg in args]
        if final is not _MISSING:
            values.append(final)
        if builtin.takes != "value":
            values = [None if value is ABSENT else value for value in values]
        if builtin.takes == "format" and type(values[0]) is not str:
            raise TemplateExecError("the format of printf is no text")
        return builtin.call(*values)

    def short_circuit(self, wanted: bool, args: list[Node], dot: Any, final: Any) -> Any:
        """Return the first value that decides an ``or`` (``wanted``) or ``and``."""
        value: Any = ABSENT
        for arg in args:
            value = self.operand(arg, dot)
            if truth(value) == wanted:
                return value
        return value if final is _MISSING else final
