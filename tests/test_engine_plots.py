"""Pictures of procedures, serves and logs show what the objects hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import pytest

import ctxkit as ck
from tests.display.objects import all_objects


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def ordinary(name: str) -> Any:
    return all_objects()[f"ordinary {name}"]


def words(ax: Any) -> set[str]:
    return {text.get_text().strip() for text in ax.texts}


def labels(ax: Any) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def test_a_procedure_is_drawn_with_its_steps_and_ends() -> None:
    ax = ordinary("procedure").plot()
    assert words(ax) >= {"gather", "classify", "playback", "write", "leftover", "newEntry"}
    assert words(ax) >= {"completed", "abandoned"}
    assert any(patch.get_linestyle() == "--" for patch in ax.patches)  # the way back


def test_the_largest_serves_are_drawn_against_the_budget() -> None:
    ax = ordinary("procedure").plot(what="sizes")
    assert [bar.get_width() for bar in ax.patches] == [3587, 0, 8057, 0, 2087]
    assert "budget 9,000" in words(ax)
    assert "bytes" in ax.get_xlabel()


def test_the_bounds_of_registered_queries_count_for_the_sizes() -> None:
    spec = ordinary("procedure")
    known = spec.plot(what="sizes", functions=ordinary("registry"))
    assert known.patches[0].get_width() == 3587  # the inject declares its bound


def test_a_serve_adds_up_to_its_total() -> None:
    serve = ordinary("serve at a gate")
    ax = serve.plot(budget=2_000)
    ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
    assert ends[-1] == serve.total_bytes == 2855
    assert "budget 2,000" in words(ax)


def test_a_log_is_drawn_as_lanes_with_their_ends() -> None:
    ax = ordinary("event log").plot(now=20)
    assert labels(ax) == ["i_1 desk", "i_2 observe", "i_3 observe", "i_4 observe"]
    assert "event 20" in words(ax)
    markers = [line.get_marker() for line in ax.lines]
    assert {"o", "X", "D"} <= set(markers)
    assert ax.get_xlabel() == "time, UTC"


def test_visits_are_counted_with_those_that_come_back() -> None:
    ax = ordinary("event log").plot(what="visits")
    counted = dict(zip(labels(ax), [bar.get_width() for bar in ax.patches], strict=True))
    assert counted == {
        "desk · open": 2,
        "observe · gather": 4,
        "observe · classify": 2,
        "observe · playback": 2,
        "observe · write": 1,
    }


def test_reading_is_drawn_by_depth() -> None:
    ax = ordinary("replay").plot(what="reads")
    ends = [line.get_ydata()[-1] for line in ax.lines]
    assert ends == [3, 2]  # at least in summary, in full


def test_a_verification_names_the_first_difference() -> None:
    ax = ordinary("verification of a changed log").plot()
    assert "first difference at event 20" in ax.get_title(loc="left")


def test_a_log_without_times_is_drawn_by_its_lines() -> None:
    log = ordinary("event log")
    same = type(log).of(log[0:1])
    assert same.plot(what="reads").get_xlabel() == "event, in the order of the lines"


def test_a_log_can_be_drawn_by_events_where_pauses_are_long() -> None:
    ax = ordinary("event log").plot(by="events", now=20)
    assert ax.get_xlabel() == "event, in the order of the lines"
    assert [line.get_xdata()[0] for line in ax.lines if len(line.get_xdata()) == 2][-1] == 20
    with pytest.raises(ck.UnknownNameError, match="no axis of a log named 'day'"):
        ordinary("event log").plot(by="day")


@pytest.mark.parametrize("name", ["event log", "replay", "procedure"])
def test_a_picture_that_does_not_exist_is_refused_by_name(name: str) -> None:
    with pytest.raises(ck.UnknownNameError, match=r"no picture of a .* named 'lane'"):
        ordinary(name).plot(what="lane")


def test_an_event_that_does_not_exist_cannot_be_marked() -> None:
    with pytest.raises(ck.InvalidValueError, match="no event has that number"):
        ordinary("event log").plot(now=999)
