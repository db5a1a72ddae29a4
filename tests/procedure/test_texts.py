import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.patch import apply_patch
from ctxkit.procedure.textdiff import head_tail, unified
from ctxkit.procedure.truncate import cut_bytes, cut_head, cut_items
from tests.procedure.engine_vectors import cases


def _cut_wire(cut):
    names = ("dropped", "kept_bytes", "part", "pull", "total", "total_bytes")
    return {name: getattr(cut, name) for name in names}


@pytest.mark.parametrize("case", cases("engine/truncate"), ids=lambda c: c["id"])
def test_parts_are_cut_as_the_reference_does(case):
    given, out = case["in"], case["out"]
    if given["fn"] == "bytes":
        bounded = cut_bytes(given["text"], given["max"], given["pull"])
        assert bounded.value == out["text"]
    elif given["fn"] == "items":
        bounded = cut_items(given["items"], lambda s: len(s.encode()), given["max"], given["pull"])
        assert bounded.value == out["items"]
    else:
        bounded = cut_head(given["items"], given["max"], given["pull"])
        assert bounded.value == out["items"]
    assert _cut_wire(bounded.cut) == out["cut"]
    assert bounded.cut.clean == out["clean"]


@pytest.mark.parametrize("case", cases("engine/textdiff"), ids=lambda c: c["id"])
def test_texts_are_compared_and_shortened_as_the_reference_does(case):
    given = case["in"]
    if given["fn"] == "unified":
        assert unified(given["old"], given["new"]) == case["out"]["text"]
    else:
        text = head_tail(given["text"], given["head"], given["tail"])
        assert text == case["out"]["text"]


@pytest.mark.parametrize("case", cases("engine/patch"), ids=lambda c: c["id"])
def test_patches_apply_as_the_reference_does(case):
    given, out = case["in"], case["out"]
    if out.get("error"):
        with pytest.raises(InvalidValueError, match="passage"):
            apply_patch(given["text"], given["pairs"])
    else:
        assert apply_patch(given["text"], given["pairs"]) == out["text"]


TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12).map("\n".join)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(TEXTS, TEXTS)
def test_a_difference_holds_every_changed_line_of_both_texts(old, new):
    lines = unified(old, new).split("\n") if old != new else []
    removed = [line[1:] for line in lines if line.startswith("-")]
    added = [line[1:] for line in lines if line.startswith("+")]
    kept_old, kept_new = old.split("\n"), new.split("\n")
    for line in removed:
        kept_old.remove(line)
    for line in added:
        kept_new.remove(line)
    assert sorted(kept_old) == sorted(kept_new)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.text(max_size=30), st.integers(1, 40))
def test_a_cut_text_is_a_beginning_that_fits(text, size):
    bounded = cut_bytes(text, size)
    assert text.startswith(bounded.value)
    assert len(bounded.value.encode()) <= size or bounded.cut.clean
