"""What comes next follows the list that somebody came from; without one, who needs her most."""

from typing import Any

import pytest

from annotation.models import Dialogue, DialogueFigures, Project, Reading
from annotation.services.glance.following import follow_project
from annotation.services.glance.listing import Asked
from annotation.services.glance.triage import next_to_revise, next_to_settle
from tests.labelled import call

FIGURES: dict[str, dict[str, Any]] = {
    "unread": {"state": "unread", "unread": 3, "blocks": 9, "warns": 0, "notes": 0, "words": 10},
    "calm": {"state": "read", "blocks": 0, "warns": 0, "notes": 0, "words": 20},
    "warned": {"state": "model", "blocks": 0, "warns": 2, "notes": 0, "words": 90},
    "done": {"state": "approved", "blocks": 0, "warns": 0, "notes": 7, "words": 15},
    "blocked": {"state": "held", "blocks": 1, "warns": 0, "notes": 0, "words": 30},
    "split": {"state": "differ", "unsettled": 2, "blocks": 5, "warns": 0, "notes": 0, "words": 50},
}


@pytest.fixture
def corpus(project: Project) -> Project:
    """Six dialogues in an order that is no order of work."""
    project.dialogues.all().delete()
    for place, name in enumerate(FIGURES):
        Dialogue.objects.create(project=project, external_id=name, position=place)
    follow_project(project)
    for name, values in FIGURES.items():
        figures = {"unread": 0, "unsettled": 0, **values}
        DialogueFigures.objects.filter(dialogue__external_id=name).update(**figures)
    return project


def pk(name: str) -> int:
    return Dialogue.objects.get(external_id=name).pk


def walk(project: Project, asked: Asked | None, start: str = "") -> list[str]:
    """The names in the order in which Skip goes through them, once round."""
    names: list[str] = []
    after = pk(start) if start else 0
    while (row := next_to_revise(project, asked, after=after)) and row.name not in names:
        names.append(row.name)
        after = row.pk
    return names


def test_without_a_list_those_that_can_be_approved_come_first_what_waits_for_people_before(
    corpus: Project,
) -> None:
    assert walk(corpus, None) == ["blocked", "calm", "warned"]  # then round again
    Dialogue.objects.filter(external_id__in=["blocked", "warned", "calm"]).delete()
    assert walk(corpus, None) == ["split", "unread"]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        (Asked(state="ready", sort="words"), ["warned", "blocked", "calm"]),
        (Asked(state="any", sort="name"), ["unread", "calm", "warned", "blocked", "split"]),
        (Asked(state="any", sort="words", turned=True), ["unread", "calm", "blocked", "split"]),
        (Asked(issues="none"), ["calm"]),
        (Asked(state="approved"), []),
    ],
)
def test_a_list_is_followed_without_what_is_approved(
    asked: Asked, names: list[str], corpus: Project
) -> None:
    assert walk(corpus, asked)[: len(names)] == names
    assert "done" not in walk(corpus, asked)


def test_it_goes_on_from_where_she_is_and_from_the_beginning_after_the_last(
    corpus: Project,
) -> None:
    asked = Asked(state="ready", sort="words")
    assert walk(corpus, asked, "blocked") == ["calm", "warned", "blocked"]
    assert walk(corpus, asked, "unread")[0] == "warned"  # not of the list: it begins


def test_what_the_page_has_named_comes_next_though_work_moved_the_dialogue(
    corpus: Project,
) -> None:
    asked = Asked(state="ready", sort="issues")
    named = next_to_revise(corpus, asked, after=pk("blocked"))
    assert named is not None and named.name == "warned"
    # its issues are settled: it stands last in the list now
    DialogueFigures.objects.filter(dialogue=pk("blocked")).update(blocks=0, state="approved")
    follows = next_to_revise(corpus, asked, after=pk("blocked"), named=named.pk)
    assert follows == named
    DialogueFigures.objects.filter(dialogue=named.pk).update(state="approved")
    follows = next_to_revise(corpus, asked, after=pk("blocked"), named=named.pk)
    assert follows is not None and follows.name == "calm"


def test_adjudication_follows_a_list_then_whatever_waits(
    project: Project, annotator: Any, second_annotator: Any
) -> None:
    two, other = call(project), call(project, "call-2")
    for dialogue in (two, other):
        for reader in (annotator, second_annotator):
            Reading.objects.create(turn=dialogue.turns.first(), reader=reader, status="done")
    follow_project(project)
    DialogueFigures.objects.filter(dialogue=two).update(words=5, unread=2)
    DialogueFigures.objects.filter(dialogue=other).update(words=50, unread=0)
    longest = Asked(state="differ", sort="words")
    first = next_to_settle(project, longest)
    assert first is not None and first.pk == other.pk
    short = Asked(state="any", sort="words", turned=True)
    first = next_to_settle(project, short)
    assert first is not None and first.pk == two.pk
    usual = next_to_settle(project)
    assert usual is not None and usual.pk == other.pk  # every turn of it is read
    out = next_to_settle(project, Asked(state="approved"))
    assert out is not None and out.pk == other.pk
    named = next_to_settle(project, longest, named=two.pk)
    assert named is not None and named.pk == two.pk
    assert next_to_settle(project, longest, after=other.pk) == named
