"""Words of the corpus are found whatever their case and accents, and no sign is an operator."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotation.models import Dialogue, Project, Turn
from annotation.refusals import Refused
from annotation.services.glance.following import follow_changes
from annotation.services.glance.words import (
    Wanted,
    count_words,
    find_dialogues,
    first_hits,
    fold,
    wanted_of,
)

SAID = {
    "a": ["Me llamo Íñigo Núñez", "de BARAKALDO, calle 0417"],
    "b": ["la niña de Barakaldo", "Strasse O'Neill e-mail ana_soto"],
    "c": ["Cafe\u0301s y te\u0301", "Ελλάδα, ЁЖ, 東京, ١٢"],
}


@pytest.fixture
def corpus(project: Project) -> Project:
    project.dialogues.all().delete()
    for place, (name, turns) in enumerate(SAID.items()):
        dialogue = Dialogue.objects.create(project=project, external_id=name, position=place)
        Turn.objects.bulk_create(
            Turn(dialogue=dialogue, position=at, text=text) for at, text in enumerate(turns)
        )
    follow_changes()
    return project


def found(text: str) -> str:
    pks = find_dialogues(wanted_of(text))
    names = Dialogue.objects.filter(pk__in=pks).order_by("external_id")
    return "".join(names.values_list("external_id", flat=True))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("inigo", "a"),
        ("ÍÑIGO nunez", "a"),
        ("barakaldo", "ab"),
        ("barakaldo niña", "b"),
        ("barak", ""),
        ("barak*", "ab"),
        ("barak* 0417", "a"),
        ("417", ""),
        ("cafés", "c"),
        ("ελλαδα", "c"),
        ("ёж 東京", "c"),
        ("soto", "b"),
        ("ana_soto", "b"),
        ('"barakaldo" AND niña', ""),  # "and" is a word
        ("barakaldo OR niña", ""),
        ("NEAR(barakaldo, niña)", ""),
        ("barakaldo' | 'niña", "b"),
        ("-barakaldo", "ab"),
        ("words:barakaldo", ""),
        ("\x00barakaldo\\", "ab"),
        ("\u202ebarakaldo\u2066", "ab"),
    ],
)
def test_words_are_found(text: str, where: str, corpus: Project) -> None:
    assert found(text) == where


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_words"),
        (" \t\n", "no_words"),
        ("*", "no_words"),
        ('"" -- ; |', "no_words"),
        ("\U0001f600", "no_words"),
        ("\x00", "no_words"),
        ("x" * 201, "too_long"),
        ("y" * 1_000_000, "too_long"),
        ("a b c d e f g h i j k", "too_many"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        wanted_of(text)
    assert refused.value.code == code
    assert str(refused.value).endswith(("letters or digits.", "at the most."))


def test_the_first_hit_stands_among_its_words(corpus: Project) -> None:
    pks = list(corpus.dialogues.values_list("pk", flat=True))
    hits = first_hits(pks, Wanted(("barakaldo",), ("cafe",)))
    assert [(h.number, h.before, h.word, h.after) for _pk, h in sorted(hits.items())] == [
        (2, "de ", "BARAKALDO", ", calle 0417"),
        (1, "la niña de ", "Barakaldo", ""),
        (1, "", "Cafe\u0301s", " y te\u0301"),
    ]
    long = " ".join(["antes"] * 40 + ["Ana"] + ["luego"] * 40)
    Turn.objects.filter(dialogue=pks[0], position=0).update(text=long)
    hit = first_hits(pks[:1], wanted_of("ana"))[pks[0]]
    assert hit.before.startswith("…antes") and hit.after.endswith("luego…")
    assert len(hit.before) < 65 and len(hit.after) < 65


def test_a_search_is_one_query(corpus: Project, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(2):  # type: ignore[operator]
        first_hits(list(find_dialogues(wanted_of("barakaldo"))), wanted_of("barakaldo"))


@example(["𝐀𝐧𝐚, el № 3"])
@given(st.lists(st.text(max_size=40), max_size=5))
def test_every_word_that_is_kept_is_found_by_itself(texts: Sequence[str]) -> None:
    count, words = count_words(texts)
    for word in words.split(" ") if words else ():
        assert fold(word) == word and len(word) <= 60
        assert wanted_of(word).whole == (word,)
    assert count >= len(words.split())
