import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.procedure.gotemplate import Template, TemplateError
from tests.procedure.engine_vectors import cases


@pytest.mark.parametrize("case", cases("go/gotemplate"), ids=lambda c: c["id"])
def test_templates_are_read_and_carried_out_as_go_does(case):
    source, out = case["in"]["template"], case["out"]
    if not out.get("error"):
        assert Template(source).render(case["in"]["data"]) == out["text"]
    elif out["stage"] == "parse":
        with pytest.raises(TemplateError) as caught:
            Template(source)
        assert caught.value.stage == "parse"
    else:
        template = Template(source)
        with pytest.raises(TemplateError) as caught:
            template.render(case["in"]["data"])
        assert caught.value.stage == "exec"


FRAGMENTS = [
    "{{", "}}", "-", " ", ".", "$", "x", "if", "else", "end", "range", "with", "(", ")", "|",
    "printf", '"%*d%[2]v"', "len", "index", ":=", "=", ",", "1", "0x", "'a'", "`", "/*", "*/",
    "define", "template", "block", "break", "nil", "true", "\n", "é", "slice", "\\",
]  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join) | st.text(max_size=30))
def test_any_text_is_a_template_or_refused_within_our_family(source):
    with contextlib.suppress(TemplateError):
        Template(source).render({"x": [1, None, {"y": "é"}]})


def test_an_error_tells_the_line_of_the_template():
    with pytest.raises(TemplateError, match="template line 3: function 'shout' does not exist"):
        Template("a\nb\n{{shout .x}}")


@pytest.mark.parametrize("opening", ["{{if 1}}", "{{(", "{{range .x}}", "{{if 1}}{{else "])
def test_deep_nesting_is_refused_instead_of_ending_the_interpreter(opening):
    with pytest.raises(TemplateError):
        Template(opening * 20_000)


def test_whole_numbers_of_the_data_are_floats_as_in_json():
    assert Template("{{.n}} {{printf `%v` .n}}").render({"n": 1000000}) == "1e+06 1e+06"
