"""Displays keep the house rules: escaped, bounded, the same each time, and as telling as text."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser

import pytest

import ctxkit as ck
from ctxkit.display.document import (
    Bar,
    Document,
    Figure,
    Fold,
    Listing,
    Note,
    Part,
    Passage,
    Table,
    Tree,
    describe,
)
from ctxkit.display.escape import escape
from ctxkit.model import Model
from ctxkit.procedure.problems import SpecProblem
from ctxkit.visible import visible
from tests.display.objects import HOSTILE, all_objects

NAMES = sorted(all_objects())


class Reader(HTMLParser):
    """Collects the elements, attributes and text of a display."""

    VOID = frozenset({"wbr"})

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> does not close what was opened"

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


@pytest.mark.parametrize("name", NAMES)
def test_html_is_well_formed_and_made_of_harmless_elements(name: str) -> None:
    reader = Reader(all_objects()[name]._repr_html_())
    assert reader.open == []
    allowed = {
        *("div", "span", "strong", "style", "code", "pre", "details", "summary", "ul", "li"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td", "wbr"),
    }
    assert set(reader.elements) <= allowed
    assert {attribute for attribute, _ in reader.attributes} <= {
        *("class", "style", "title", "scope", "open", "tabindex"),
    }
    assert reader.elements.count("style") == 1


@pytest.mark.parametrize("name", NAMES)
def test_no_text_reorders_or_hides_what_is_around_it(name: str) -> None:
    held = all_objects()[name]
    for shown in (held._repr_html_(), repr(held)):
        assert not re.search(
            "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", shown
        )
        shown.encode()


@pytest.mark.parametrize("name", NAMES)
def test_a_display_is_the_same_each_time_and_small(name: str) -> None:
    held = all_objects()[name]
    markup = held._repr_html_()
    assert markup == held._repr_html_()
    assert len(markup.encode()) < 100_000
    assert len(repr(held).encode()) < 60_000
    assert " object at 0x" not in repr(held)
    assert "/tmp/" not in markup


def words_of(part: Part) -> list[str]:
    """What a part must say in every rendering."""
    match part:
        case Table():
            return (
                [part.caption.rstrip("."), *(c.title for c in part.columns)] if part.total else []
            )
        case Bar():
            return [segment.label for segment in part.segments if segment.amount]
        case Figure():
            return [part.strong, part.rest, *part.asides]
        case Note():
            return [part.text]
        case Listing():
            return [part.title, *part.items]
        case Passage():
            return [part.caption, part.text]
        case Tree():
            return [part.title, *(branch.text for branch in part.branches)]
        case Fold():
            return [part.summary, *(word for one in part.parts for word in words_of(one))]


def squeeze(text: str) -> str:
    return re.sub(r"[\s⏎`]+", "", visible(text))


# A single record has the plain repr of its class, which names the same fields.
@pytest.mark.parametrize("name", [n for n in NAMES if "huge" not in n and "record" not in n])
def test_text_and_html_have_the_same_sections(name: str) -> None:
    held = all_objects()[name]
    document: Document = describe(held)
    html_text = squeeze(Reader(held._repr_html_()).text)
    plain = squeeze(repr(held))
    for word in [document.kind, document.footer, *(w for p in document.parts for w in words_of(p))]:
        wanted = squeeze(word)[:150]
        assert wanted in html_text, f"{word!r} is missing from the HTML"
        assert wanted in plain, f"{word!r} is missing from the text"


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("huge") and " spec" not in n])
def test_what_is_left_out_is_counted_and_can_be_had(name: str) -> None:
    text = Reader(all_objects()[name]._repr_html_()).text
    assert re.search(r"… and [\d,]+ more rows?; \S+ shows all [\d,]+", text)


def test_hostile_text_stays_text() -> None:
    shown = Reader(escape(HOSTILE)).text
    for piece in ("<script>alert(1)</script>", "onerror=alert(2)", "</style>", "⟨U+202E⟩", "␛[31m"):
        assert piece in shown
    markup = all_objects()["hostile spec"]._repr_html_()
    assert "<script" not in markup and "<img" not in markup
    assert markup.count("</style>") == 1


def test_tables_name_their_columns_for_screen_readers() -> None:
    reader = Reader(all_objects()["ordinary manifest"]._repr_html_())
    assert "caption" in reader.elements
    assert ("scope", "col") in reader.attributes


def test_every_number_of_tokens_names_its_estimator() -> None:
    for name in ("manifest", "hud", "workspace", "guides"):
        assert "bytes/4 heuristic" in repr(all_objects()[f"ordinary {name}"])


@pytest.mark.parametrize(
    ("held", "says"),
    [
        ("ordinary workspace", ["gauge-intake", "surge-alerts", "4 of 10", "T5"]),
        ("ordinary spec", ["4 of 10 tasks complete", "next task: T5", "1 covered by no task"]),
        ("ordinary manifest", ["10,200 of 18,000 tokens required", "7,800 left", "only task T5"]),
        ("ordinary manifest over budget", ["6,200 over the budget of 4,000", "Over budget, so:"]),
        ("ordinary diff", ["nothing to reload", "0 of 8 files changed or gone"]),
        ("empty workspace", ["1 status unknown"]),
    ],
)
def test_a_display_says_what_matters(held: str, says: list[str]) -> None:
    text = repr(all_objects()[held])
    for piece in says:
        assert piece in text


def test_a_role_that_may_not_work_in_the_phase_is_named() -> None:
    text = repr(all_objects()["ordinary manifest over budget"])
    assert "Asked for architect, which may not work in the execute phase; craftsman" in text


def test_a_manifest_read_from_json_can_be_shown_too() -> None:
    manifest = all_objects()["ordinary manifest"]
    again = ck.MissionContextManifest.from_json(manifest.to_json())
    assert "The slice is not in the wire form" in again._repr_html_()
    assert again.request is None and again.look_at(9) is None


def test_displays_are_made_without_pandas_or_matplotlib() -> None:
    from tests.test_house import in_fresh_python

    code = (
        "import sys, ctxkit as ck; ws = ck.examples.workspace(); ws._repr_html_(); repr(ws); "
        "print([m for m in ('pandas', 'matplotlib', 'IPython') if m in sys.modules])"
    )
    assert in_fresh_python(code) == "[]\n"


def test_the_problems_of_a_procedure_have_line_and_column_and_promise_no_strict_mode() -> None:
    shown = repr(all_objects()["ordinary problems"])
    assert re.search(r"broken\.md:6:\d+ +state\.a: no such type", shown)
    assert "strict=True" not in shown
    assert "strict=True" in repr(all_objects()["ordinary torn log"].diagnostics)


def test_a_place_that_is_too_long_for_text_keeps_its_line_and_column() -> None:
    problem = SpecProblem(
        code="bad-type", at="state.a", severity=ck.Severity.ERROR, message="no such type",
        file="graph/" + "a-long-folder/" * 9 + "entry.md", line=1_234, column=56,
    )  # fmt: skip
    shown = repr(ck.Diagnostics([problem]))
    assert re.search(r"graph/a-lon\S*…\S*/entry\.md:1234:56 ", shown)


def test_what_would_be_right_is_told_whole_in_text_too() -> None:
    lines = repr(all_objects()["ordinary problems"]).split("\n")
    column = next(line.index("what would be right") for line in lines if "what would" in line)
    start = next(n for n, line in enumerate(lines) if "bad-guard" in line)
    hint = " ".join(line[column : column + 60].strip() for line in lines[start : start + 2])
    assert hint == "A guard joins names of predicates by and, or, not and parentheses."


def test_a_record_of_a_dataclass_shows_its_fields_and_keeps_its_line() -> None:
    row = ck.budget_table(ck.examples.workspace())[0]
    assert repr(row).startswith("BudgetRow(spec='gauge-intake', task='T1', ")
    assert "<code>estimate</code></td><td" in row._repr_html_()
    told = {field.name: getattr(row, field.name) for field in fields(row)}
    hostile = type(row)(**told | {"spec": HOSTILE})
    assert "<script>" not in hostile._repr_html_() and "alert(1)" in hostile._repr_html_()


def test_every_public_dataclass_and_model_has_a_display() -> None:
    for name in ck.__all__:
        held = getattr(ck, name)
        if isinstance(held, type) and (is_dataclass(held) or issubclass(held, Model)):
            assert hasattr(held, "_repr_html_"), name
