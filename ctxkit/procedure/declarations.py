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
            problems.add(
                "default-on-param", at, "a param has no default", given.node,
                hint="Make it a state field, or leave the default out.",
            )  # fmt: skip
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
                problems.add("bad-default", at, f"default does not fit: {error}", given.node)
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
        problems.add("bad-type", at, str(error), given.node)
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
        problems.add(
            "patch-shape", at, f"a field that edits another is optional and {_PATCH_TYPE}",
            given.node,
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
    problems.add(problem[0], at, f"{declared.patch_of!r} {problem[1]}", given.node)
