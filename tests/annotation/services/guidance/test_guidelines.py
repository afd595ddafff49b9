"""Guidelines: each save is a version, nobody writes over what she has not seen."""

from typing import Any

import pytest
from django.utils import translation

from annotation.models import Guideline, Project
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.guidance import guidelines


def test_each_save_is_a_version(project: Project, curator: Any, manager: Any) -> None:
    assert guidelines.newest(project) is None
    assert guidelines.shown(project) == ""
    guidelines.save_version(project, curator, text="# One\r\n\r\ntwo", note="Begun", seen=0)
    second = guidelines.save_version(project, manager, text="# One\n\nthree", seen=1)
    versions = [
        (row.version.version, row.version.author, row.version.note)
        for row in guidelines.versions_with_changes(project)
    ]
    assert versions == [(2, manager, ""), (1, curator, "Begun")]
    assert guidelines.shown(project) == "<h3>One</h3>\n<p>three</p>\n"
    assert [(line.kind, line.text) for line in guidelines.what_changed(second)] == [
        ("same", "# One"),
        ("same", ""),
        ("gone", "two"),
        ("new", "three"),
    ]


def test_a_newer_version_is_not_written_over(project: Project, curator: Any) -> None:
    guidelines.save_version(project, curator, text="one", seen=0)
    for seen in (0, 2):
        with pytest.raises(StaleVersion):
            guidelines.save_version(project, curator, text="mine", seen=seen)
    assert project.guidelines.count() == 1


def test_the_same_text_is_no_version(project: Project, curator: Any) -> None:
    guidelines.save_version(project, curator, text="one", seen=0)
    with pytest.raises(NothingToDo):
        guidelines.save_version(project, curator, text="one", seen=1)
    with pytest.raises(Refused):
        guidelines.save_version(project, curator, text="x" * 100_001, seen=1)


def test_the_label_page_pays_one_query(
    project: Project, curator: Any, django_assert_num_queries: Any
) -> None:
    guidelines.save_version(project, curator, text="# One", seen=0)
    with django_assert_num_queries(1):
        assert guidelines.shown(project) == "<h3>One</h3>\n"


def test_answers_stand_together_in_any_language(
    project: Project, curator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def translated(text: str) -> str:
        return "Preguntas" if translation.get_language() == "es" else text

    monkeypatch.setattr(guidelines, "_", translated)
    with translation.override("es"):
        guidelines.add_answer(project, curator, entry="Una.")
    guidelines.add_answer(project, curator, entry="Two.")
    text = guidelines.newest(project).text  # type: ignore[union-attr]
    assert text == "## Preguntas\n\nUna.\n\nTwo.\n"


# --- examples -----------------------------------------------------------------------------------

RULES = """# What to label

Nothing here. A "title" is no example.

## Names "and more"

- Short forms ("Paco"),
  each word by itself.

| said | label |
|---|---|
| «mi padre» | none |
"""


def test_another_example_is_shown_each_time_in_its_own_words(project: Project) -> None:
    assert guidelines.examples(project, 3) == guidelines.Examples(0, "")
    Guideline.objects.create(project=project, version=1, text=RULES)
    assert [guidelines.examples(project, nth).shown for nth in (3, 4, 5)] == [
        "<p>Nothing here. A “title” is no example.</p>\n",
        "<p>Short forms (“Paco”), each word by itself.</p>\n",
        "<p>«mi padre» · none</p>\n",
    ]
    assert guidelines.examples(project, 0).count == 3


def test_of_a_long_passage_the_sentence_with_the_quote_is_shown(project: Project) -> None:
    long = "Much is said here. " * 20
    text = f'{long}Label "Vega. Or so" & <b> by itself. {long}'
    Guideline.objects.create(project=project, version=1, text=text)
    shown = guidelines.examples(project, 1).shown
    assert shown == "<p>Label “Vega. Or so” &amp; &lt;b&gt; by itself.</p>\n"
