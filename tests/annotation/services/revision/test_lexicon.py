"""The project's lexicon: what may be taught, where it counts, and that approvals stand."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Dialogue, Turn
from annotation.refusals import NothingToDo, Refused
from annotation.services.revision import decisions, issue_decisions, lexicon, plans
from surrogates.languages import load_lexicon
from tests.labelled import call, read

SHORT = ("short", "Fraski", "Francisco", "m")


@pytest.fixture
def dialogue(labelled: Any, annotator: Any) -> Dialogue:
    """Francisco is called Fraski, which no list has."""
    found = call(labelled)
    turn = Turn.objects.create(dialogue=found, position=4, text="Gracias, Fraski")
    read(turn, annotator, [("Fraski", "male name")])
    return found


def entity(dialogue: Dialogue, original: str) -> str:
    return next(
        r.entity for r in plans.plan(dialogue).result.replacements if r.original == original
    )


def test_a_taught_short_form_joins_the_name(dialogue: Dialogue, curator: Any) -> None:
    assert entity(dialogue, "Fraski") != entity(dialogue, "Francisco")
    decisions.teach(dialogue, curator, SHORT)
    assert entity(dialogue, "Fraski") == entity(dialogue, "Francisco")
    decisions.undo(dialogue)
    assert entity(dialogue, "Fraski") != entity(dialogue, "Francisco")
    decisions.redo(dialogue)
    assert entity(dialogue, "Fraski") == entity(dialogue, "Francisco")


def test_a_fact_counts_where_its_word_is_said_and_nowhere_else(
    dialogue: Dialogue, curator: Any
) -> None:
    decisions.teach(dialogue, curator, SHORT)
    assert plans.plan(dialogue).facts == (SHORT,)
    assert plans.plan(call(dialogue.project, "call-2")).facts == ()


def test_an_approved_dialogue_stays_as_it_was_read(dialogue: Dialogue, curator: Any) -> None:
    issue_decisions.approve(dialogue, curator)
    lexicon.teach(dialogue.project, curator, "es", SHORT)
    assert plans.plan(dialogue).facts == ()
    decisions.reopen(dialogue)
    assert plans.plan(dialogue).facts == (SHORT,)
    dialogue.approved_at = timezone.now()
    dialogue.save()
    lexicon.remove_row(dialogue.project.lexicon_rows.get())
    assert plans.plan(dialogue).facts == (SHORT,)
    decisions.reopen(dialogue)
    assert plans.plan(dialogue).facts == ()


def test_a_fact_is_taught_once(project: Any, curator: Any) -> None:
    row = lexicon.teach(project, curator, "es-ES", SHORT)
    assert row.lang == "es"
    with pytest.raises(NothingToDo):
        lexicon.teach(project, curator, "es", ("short", "FRASKI", "francisco", "m"))
    lexicon.remove_row(row)
    with pytest.raises(NothingToDo):
        lexicon.remove_row(row)
    lexicon.teach(project, curator, "es", SHORT)
    assert len(lexicon.standing_rows(project)) == 1


@pytest.mark.parametrize(
    "fact",
    [
        ("verb", "Fraski", "Francisco", "m"),
        ("short", "", "Francisco", "m"),
        ("short", "Fraski", "", "m"),
        ("short", "Francisco", "francisco", "m"),
        ("short", "Fraski", "Francisco", ""),
        ("name", "612345678", "", "m"),
        ("name", "Fraski\u202e", "", "m"),
        ("name", "uno dos tres cuatro", "", "m"),
        ("equal", "Paxti", "Francisco", "xx"),
        ("place", "x" * 61, "", ""),
    ],
)
def test_what_cannot_be_a_fact_is_refused(fact: tuple[str, str, str, str]) -> None:
    with pytest.raises(Refused) as refused:
        lexicon.check_fact(*fact)
    assert refused.value.code == "bad_fact"
    assert not fact[1] or fact[1] not in str(refused.value)


@pytest.mark.parametrize(
    "fact",
    [
        SHORT,
        ("name", "Zuriñe Ane", "", "f"),
        ("equal", "Frantziskote", "Francisco", "eu"),
        ("equal", "Qwyx", "Nadiesabe", "gl"),
        ("place", "Villatriste", "", ""),
    ],
)
def test_every_kind_of_fact_makes_a_lexicon(fact: lexicon.Fact) -> None:
    kind, form, value, detail = lexicon.check_fact(*fact)
    words = lexicon.lexicon_with("es", ((kind, form, value, detail),))
    key = form.casefold().replace("ñ", "n") if kind == "name" else form.casefold()
    known = {
        "short": lambda: any(f.full == value for f in words.fulls_of[key]),
        "name": lambda: any(n.text == form and n.gender == "f" for n in words.name_entries),
        "equal": lambda: (
            words.concept_of["name", key] == words.concept_of["name", value.casefold()]
        ),
        "place": lambda: form in words.places,
    }
    assert known[kind]()
    assert words is lexicon.lexicon_with("es", ((kind, form, value, detail),))


def test_a_taught_word_is_never_drawn(dialogue: Dialogue, curator: Any) -> None:
    """It counts only where it is an original, and originals are not drawn."""
    for n in range(5):
        decisions.teach(dialogue, curator, ("name", f"Fraski{'abcde'[n]}", "", "m"))
    assert plans.plan(dialogue).facts == ()
    decisions.teach(dialogue, curator, ("name", "Fraski", "", "m"))
    now = plans.plan(dialogue)
    assert now.facts == (("name", "Fraski", "", "m"),)
    assert "Fraski" not in {r.surrogate for r in now.result.replacements}


def test_the_file_is_read_by_the_command(project: Any, curator: Any, tmp_path: Path) -> None:
    lexicon.teach(project, curator, "es", SHORT)
    lexicon.teach(project, curator, "es", ("place", "Villatriste", "", ""))
    with zipfile.ZipFile(io.BytesIO(lexicon.write_tables(project))) as archive:
        archive.extractall(tmp_path)
    words = load_lexicon("es", tmp_path / "es")
    assert "Villatriste" in words.places
    assert [form.full for form in words.fulls_of["fraski"]] == ["Francisco"]
