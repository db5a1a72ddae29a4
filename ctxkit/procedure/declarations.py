"""Reads the declarations of params and state fields (contract C, sections 3.1 and 4)."""

from __future__ import annotations

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.names import is_identifier
from ctxkit.procedure.problems import Problems
from ctxkit.procedure.sections import RawDecl
from ctxkit.procedure.spec import VarDecl
from ctxkit.procedure.types import BaseType, VarType, parse_var_type

_PATCH_TYPE = VarType(BaseType.SEARCH_REPLACE, is_list=True)


def read_params(raw: dict[str, RawDecl], problems: Problems) -> dict[str, VarDecl]:
    """Return the params that could be read."""
    params = {}
    for name, given in raw.items():
        at = f"params.{name}"
        if given.default is not None:
            node = given.key("default")
            problems.add("default-on-param", at, "a param has no default", node)
            continue
        declared = _read(name, given, at, problems)
        if declared is not None:
            params[name] = declared
    return params


def read_state(
    raw: dict[str, RawDecl], params: dict[str, VarDecl], problems: Problems
) -> dict[str, VarDecl]:
    """Return the state fields that could be read; those that edit another one are checked too."""
    state: dict[str, VarDecl] = {}
    for name, given in raw.items():
        at = f"state.{name}"
        if name in params:
            problems.add("param-collision", at, "a param has the same name", given.node)
            continue
        declared = _read(name, given, at, problems)
        if declared is None:
            continue
        if given.default is not None:
            try:
                value = declared.type.validate_value(given.default)
            except InvalidValueError as error:
                message = f"default does not fit: {error}"
                problems.add("bad-default", at, message, given.at("default"))
                continue
            declared = declared.replace(default=value)
        state[name] = declared
    for name, declared in state.items():
        if declared.patch_of:
            _check_patch(name, declared, state, raw[name], problems)
    return state


def _read(name: str, given: RawDecl, at: str, problems: Problems) -> VarDecl | None:
    if not is_identifier(name):
        problems.add("invalid-name", at, "is no valid name", given.node)
        return None
    try:
        var_type = parse_var_type(given.type)
    except InvalidValueError as error:
        problems.add(
            "bad-type", at, str(error), given.at("type"), name=given.type, known=_type_names()
        )
        return None
    return VarDecl(type=var_type, optional=given.optional, desc=given.desc, patch_of=given.patch_of)


def _check_patch(
    name: str,
    declared: VarDecl,
    state: dict[str, VarDecl],
    given: RawDecl,
    problems: Problems,
) -> None:
    at = f"state.{name}"
    if not declared.optional or declared.type != _PATCH_TYPE:
        wrong = "optional" if declared.type == _PATCH_TYPE else "type"
        problems.add(
            "patch-shape", at, f"a field that edits another is optional and {_PATCH_TYPE}",
            given.at(wrong),
        )  # fmt: skip
    target = state.get(declared.patch_of)
    if target is None:
        problem = ("patch-target-undeclared", "is no state field")
    elif target.type.is_list or target.type.base not in (BaseType.TEXT, BaseType.PROSE):
        problem = ("patch-target-not-text", "is neither text nor prose")
    elif target.patch_of:
        problem = ("patch-target-is-patch", "edits a field itself")
    else:
        return
    code, message = problem
    edited = declared.patch_of
    unknown = edited if target is None else ""
    problems.add(code, at, f"{edited!r} {message}", given.at("patchOf"), name=unknown, known=state)


def _type_names() -> list[str]:
    return [name for base in BaseType for name in (str(base), f"list<{base}>")]
