"""Guidelines as text: nothing of an author runs in a reader's page; comparing; adding answers."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.services.guidance.markdown import add_to_section, compare, to_html

TITLES = ("Questions and answers", "Preguntas y respuestas")


def test_what_is_written_is_drawn() -> None:
    html = to_html("# Names\n\n- **first** name\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert "<h3>Names</h3>" in html
    assert "<li><strong>first</strong> name</li>" in html
    assert "<td>1</td>" in html


def test_titles_leave_no_level_out() -> None:
    html = to_html("## a\n\n###### b\n\n### c\n\n# d\n\n- # e\n\nf\n===")
    assert re.findall(r"<h(\d)>(\w)</h\1>", html) == [
        ("3", "a"),
        ("4", "b"),
        ("4", "c"),
        ("3", "d"),
        ("3", "e"),
        ("3", "f"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "<script>x()</script>",
        "a <img src=x onerror=x()> b",
        "<svg/onload=x()>",
        "[a](javascript:x())",
        "[a](JaVaScRiPt:x())",
        "[a](&#106;avascript:x())",
        "[a](data:text/html,x)",
        "[a](vbscript:x)",
        "[a](file:///etc/passwd)",
        "[a](/p/other/members)",
        "[a](//evil.example)",
        "<javascript:x()>",
        "[a]: javascript:x()\n\n[a]",
        '[a](https://a.example "onmouseover=x()")',
        "![a](https://a.example/track.png)",
        "`<b>`",
        '```"><script>x()</script>\ncode\n```',
        "[a](https://[)",
    ],
)
def test_nothing_runs(text: str) -> None:
    html = to_html(text)
    assert not re.search(r"<(?!/?(p|a|code|pre|h\d|em|strong|br|blockquote)\b)", html)
    for tag in re.findall(r"<[^>]*>", html):
        assert not re.search(r"(?i)\son\w+\s*=", re.sub(r'"[^"]*"', '""', tag))
        for link in re.findall(r'(?:href|src)="([^"]*)"', tag):
            assert link.startswith(("https://", "http://", "mailto:"))


def test_links_open_beside_the_page() -> None:
    html = to_html("[a](https://a.example/x) <mailto:a@b.example>")
    assert html.count('rel="noopener noreferrer" target="_blank"') == 2
    assert 'href="https://a.example/x"' in html


@given(st.text(max_size=300))
def test_any_text_is_drawn(text: str) -> None:
    assert "<script" not in to_html(text).lower()


def test_lines_that_differ() -> None:
    before = "\n".join(f"line {n}" for n in range(10))
    after = before.replace("line 5", "line five").replace("\nline 9", "")
    assert [(line.kind, line.text) for line in compare(before, after)] == [
        ("gap", ""),
        ("same", "line 3"),
        ("same", "line 4"),
        ("gone", "line 5"),
        ("new", "line five"),
        ("same", "line 6"),
        ("same", "line 7"),
        ("same", "line 8"),
        ("gone", "line 9"),
    ]
    assert compare(before, before) == []
    assert [line.kind for line in compare("", "a\nb")] == ["new", "new"]


def test_the_first_answer_makes_its_section() -> None:
    assert add_to_section("", TITLES, " Entry. ") == "## Questions and answers\n\nEntry.\n"
    made = add_to_section("# Rules\n\nText.\n\n", TITLES, "Entry.")
    assert made == "# Rules\n\nText.\n\n## Questions and answers\n\nEntry.\n"
    assert add_to_section(made, TITLES, "Next.") == made + "\nNext.\n"


def test_an_answer_goes_to_the_end_of_its_section() -> None:
    text = (
        "```\n# questions and answers\n```\n\n## Preguntas y respuestas\n\nOne.\n\n### Part\n\nx\n"
        "\n## Annex\n\ny\n"
    )
    assert add_to_section(text, TITLES, "Two.") == (
        "```\n# questions and answers\n```\n\n## Preguntas y respuestas\n\nOne.\n\n### Part\n\nx\n"
        "\nTwo.\n\n## Annex\n\ny\n"
    )


@given(st.text(st.sampled_from("#a \n\r\u2028`>-"), max_size=60))
def test_what_was_written_stays(text: str) -> None:
    for before in (text, f"{text}\n\n## Questions and answers\n\n{text}"):
        after = add_to_section(before, TITLES, "Entry.")
        assert after.endswith("\n")
        kept = re.sub(r"\s", "", after.replace("Entry.", ""))
        whole = re.sub(r"\s", "", before)
        assert kept in {whole, whole + "##Questionsandanswers"}
        assert after.count("Entry.") == 1
