"""Plots take and return an axes, name their units, and show what the object holds."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib
import pytest

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

import ctxkit as ck
from ctxkit.graph.graph import Graph
from ctxkit.procedure.spec import Spec
from ctxkit.session.eventlog import EventLog
from ctxkit.session.moment import ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.session import Session
from ctxkit.session.verify import Verification
from ctxkit.view import Plotted
from tests.display.objects import all_objects

PLOTTED = [name for name, held in all_objects().items() if isinstance(held, Plotted)]

#: Their pictures have arrows, lanes or ends beside the shapes that stand for the data.
MIXED = (Spec, Graph, Session, EventLog, Replay, ReplayState, Verification)


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.mark.parametrize("name", PLOTTED)
def test_everything_can_be_drawn_into_given_axes(name: str) -> None:
    _, ax = plt.subplots()
    assert all_objects()[name].plot(ax) is ax
    ax.figure.canvas.draw()  # hostile labels must not be taken for mathematics


def test_a_manifest_is_a_staircase_up_to_its_budget() -> None:
    manifest = ck.examples.workspace()["gauge-intake"].manifest()
    ax = manifest.plot()
    ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
    assert ends[7] == manifest.estimated_tokens
    assert ends[-1] == manifest.estimated_tokens + manifest.optional_tokens
    assert "tokens" in ax.get_xlabel()
    assert any("budget 18,000" in text.get_text() for text in ax.texts)


def test_a_spec_is_drawn_by_waves() -> None:
    ax = ck.examples.workspace()["gauge-intake"].plot()
    assert [t.get_text() for t in ax.get_xticklabels()] == ["wave 1", "wave 2", "wave 3"]
    assert {t.get_text() for t in ax.texts} >= {f"T{i}" for i in range(1, 11)}


def test_tasks_without_waves_are_drawn_by_how_deep_they_wait() -> None:
    from ctxkit.plots.workspace import _places

    nodes = [
        ("A", None, (), "pending"),
        ("B", None, ("A",), "pending"),
        ("C", None, ("B", "A", "nobody"), "pending"),
        ("D", None, ("D",), "pending"),
    ]
    columns = {name: column for name, (column, _) in _places(nodes).items()}
    assert columns == {"A": 1, "B": 2, "C": 3, "D": 1}


@pytest.mark.parametrize("name", [n for n in PLOTTED if n.startswith("empty")])
def test_where_there_is_nothing_to_draw_a_sentence_says_so(name: str) -> None:
    ax = all_objects()[name].plot()
    if not ax.patches:
        assert [text.get_text() for text in ax.texts if text.get_text().strip()]
        assert list(ax.get_xticks()) == []


# Curves and windows of resident contexts are drawn of several parts, each with its own looks.
BARS_AND_DOTS = [
    name
    for name in PLOTTED
    if name.startswith("ordinary")
    and "resident" not in name
    and "working" not in name
    and "budget" not in name
]


@pytest.mark.parametrize("name", BARS_AND_DOTS)
def test_the_looks_can_be_overridden(name: str) -> None:
    ax = all_objects()[name].plot(color="#123456")
    shapes = [np.reshape(s.get_facecolor(), (-1, 4)) for s in [*ax.patches, *ax.collections]]
    colors = {matplotlib.colors.to_hex(color[0]) for color in shapes if len(color)}
    lines = {matplotlib.colors.to_hex(line.get_color()) for line in ax.lines}
    if isinstance(all_objects()[name], MIXED):
        assert "#123456" in colors | lines
    else:
        assert colors == {"#123456"}


def test_a_workspace_can_show_how_far_its_specs_are() -> None:
    ax = ck.examples.workspace().plot(what="specs")
    assert [t.get_text() for t in ax.get_yticklabels()] == [
        "gauge-intake (executing)",
        "surge-alerts (design)",
    ]
    assert any("4 of 10" in text.get_text() for text in ax.texts)
    with pytest.raises(ck.UnknownNameError, match="no picture named 'spec'"):
        ck.examples.workspace().plot(what="spec")


def test_a_long_manifest_is_drawn_to_its_end() -> None:
    manifest = ck.examples.workspace()["gauge-intake"].manifest(files=[f"f{i}" for i in range(99)])
    ax = manifest.plot()
    ends = {bar.get_x() + bar.get_width() for bar in ax.patches}
    assert manifest.estimated_tokens in ends
    assert manifest.estimated_tokens + manifest.optional_tokens in ends


def test_a_sweep_marks_what_is_over_budget() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    ax = ck.plot_sweep(ck.sweep_manifests(spec, host_budget=[4000, 0]))
    first, second = ax.patches[0], ax.patches[1]
    assert first.get_facecolor() != second.get_facecolor()
    assert [t.get_text() for t in ax.get_yticklabels()] == ["host 4,000", "no host cap"]


def test_only_a_sweep_can_be_drawn_as_one() -> None:
    with pytest.raises(ck.InvalidValueError, match="frame: not a sweep; got no column"):
        ck.plot_sweep(ck.examples.workspace().to_frame())


def test_serves_are_drawn_against_their_budgets_and_what_is_over_stands_out() -> None:
    log = ck.read_events(ck.examples.session_logs()["reopened"])
    tight = [spec.replace(serve_budget=700) for spec in ck.examples.procedures().values()]
    serves = ck.replay(log, tight).serves(ck.examples.engine(log))
    ax = serves.plot()
    assert [bar.get_height() for bar in ax.patches] == [item.text_bytes for item in serves]
    red = [matplotlib.colors.to_hex(bar.get_facecolor()) == "#e03131" for bar in ax.patches]
    assert red == [item.over_budget for item in serves] and any(red)
    assert set(ax.lines[0].get_ydata()) == {700}
    assert ax.get_ylabel() == "bytes of text"
