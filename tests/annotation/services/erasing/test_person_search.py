"""The dialogues of one person are found wherever she is named, however that is written."""

import uuid
from typing import Any

import pytest

from annotation.models import Decision, Note, Project, Question, Turn
from annotation.refusals import Refused
from annotation.services.erasing.person_search import find_person


def names(project: Project, *terms: str) -> list[str]:
    return [each.external_id for each in find_person(project, terms).dialogues]


@pytest.mark.parametrize(
    "term", ["Olabarri", "OLABARRI", "francisco  olabarri", "Bilbao\n", "Días"]
)
def test_texts_are_searched_whatever_the_case(project: Project, term: str) -> None:
    assert names(project, term) == ["call-1"]


def test_short_names_are_whole_words_alone(project: Project) -> None:
    Turn.objects.filter(dialogue__external_id="call-2").update(text="mañana Ana_2 y Bea")
    assert names(project, "man") == []
    assert names(project, "ana") == ["call-2"]
    assert names(project, "dias") == ["call-1"]  # accents count for nothing


NAME = "Belaustegui"


@pytest.mark.parametrize(
    ("term", "written"),
    [
        ("688413927", "al 688 413 927"),
        ("688413927", "al 688-413-927."),
        ("688 413 927", "688413927"),
        ("688.41.39.27", "+34 688413927"),
        ("+34 688413927", "688 413 927"),
        ("688413927", "seis ocho ocho, cuatro uno tres, nueve dos siete"),
        ("12.345.678-Z", "mi DNI 12345678z"),
        (NAME, "Belaustegui_ane"),
        (NAME, "2020_belaustegui"),
        (NAME, "ane.belaustegui1@example.org"),
        (NAME, "@anebelaustegui"),
        (NAME, "belausteguik esan du"),
        (NAME, "B E L A U S T E G U I"),
        (NAME, "B-e-l-a-u-s-t-e-g-u-i"),
        (NAME, "Be\u00adlaus\u200btegui"),
        (NAME, "𝓑𝓮𝓵𝓪𝓾𝓼𝓽𝓮𝓰𝓾𝓲"),
        ("José Núñez", "Jose\u0301 Nun\u0303ez"),
        ("Ane Soto", "Soto, Ane"),
        ("Soto", "S. O. T. O."),
        ("Ana", "A-n-a"),
        ("O'Brien", "O’Brien"),
        ("O’Brien", "O'BRIEN"),
        ("O'Brien", "OBrien"),
        ("Łukasz", "Lukasz"),
        ("Lukasz", "ŁUKASZ"),
        ("Sørensen", "Sorensen"),
        ("Đorđe", "Dorde"),
        ("Yıldız", "Yildiz"),
        ("Læssøe", "Laessoe"),
        ("Strauß", "STRAUSS"),
    ],
)
def test_it_is_found_however_it_is_written(project: Project, term: str, written: str) -> None:
    second = project.dialogues.get(external_id="call-2")
    assert names(project, term) == []
    turn = second.turns.first()
    turns = Turn.objects.filter(pk=turn.pk) if turn else Turn.objects.none()
    turns.update(text=written)
    assert names(project, term) == ["call-2"]
    turns.update(text="", speaker=written)
    assert names(project, term) == ["call-2"]
    turns.update(speaker="", extra={"of": [f"x\n{written}\ty"]})
    assert names(project, term) == ["call-2"]


def test_names_of_four_letters_are_not_put_together_of_others(project: Project) -> None:
    Turn.objects.filter(dialogue__external_id="call-2").update(text="una casa rara, 1234")
    assert names(project, "Sara") == []
    assert names(project, "123") == []


def test_speakers_names_data_questions_and_reasons_too(project: Project, annotator: Any) -> None:
    second = project.dialogues.get(external_id="call-2")
    turn = Turn.objects.filter(dialogue=second)[0]
    for place, write in enumerate(
        [
            lambda: Turn.objects.filter(pk=turn.pk).update(speaker="Ottoline 1"),
            lambda: Turn.objects.filter(pk=turn.pk).update(extra={"said by": "Ottoline 2"}),
            lambda: project.dialogues.filter(pk=second.pk).update(meta={"who": ["Ottoline 3"]}),
            lambda: project.dialogues.filter(pk=second.pk).update(external_id="Ottoline 4"),
            lambda: Question.objects.create(
                turn=turn, op_id=uuid.uuid4(), text="?", answer="Ottoline 5", asked_by=annotator
            ),
            lambda: Note.objects.create(
                dialogue=second,
                op_id=(op := uuid.uuid4()),
                thread=op,
                text="Ottoline 6",
                author=annotator,
            ),
            lambda: Decision.objects.create(
                dialogue=second, user=annotator, action="reject", reason="Ottoline 7 is a street"
            ),
        ],
        1,
    ):
        assert names(project, f"ottoline {place}") == []
        write()
        assert len(names(project, f"ottoline {place}")) == 1


def test_several_terms_and_the_guidelines(project: Project) -> None:
    project.guidelines.create(version=1, text="as in Olabarri")
    search = find_person(project, ["", "Olabarri", "teléfono"])
    assert [found.places for found in search.found] == [{"Olabarri": 1}, {"teléfono": 1}]
    assert search.guidelines == 1


def test_each_dialogue_says_which_terms_and_in_how_many_places(project: Project) -> None:
    Turn.objects.filter(dialogue__external_id="call-2").update(text="Soto, Ane: 688 41 39 27")
    project.dialogues.filter(external_id="call-2").update(external_id="ane-soto")
    [found] = find_person(project, ["688413927", "Ane Soto", "Zaratustrio"]).found
    turns = found.dialogue.turns.count()
    assert found.places == {"688413927": turns, "Ane Soto": turns + 1}
    assert found.why == f"Ane Soto ({turns + 1}), 688413927 ({turns})"


def test_other_projects_are_left_alone(project: Project) -> None:
    other = Project.objects.create(slug="other", name="Other")
    assert names(other, "Olabarri") == []


@pytest.mark.parametrize(
    "terms", [[], [" "], ["ab"], ["a b"], ["x" * 9] * 1 + [f"abc{n}" for n in range(100)]]
)
def test_too_little_or_too_much_is_refused(project: Project, terms: list[str]) -> None:
    with pytest.raises(Refused):
        find_person(project, terms)
