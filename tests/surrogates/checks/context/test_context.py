"""Words outside the labels that may depend on what was replaced beside them get one note."""

import pytest

from surrogates import notices
from surrogates.checks import context, relations
from surrogates.languages import lexicon_for
from surrogates.notices import Notice
from surrogates.rewrite import collect
from surrogates.scene import Scene
from surrogates.types import Constraint, Issue
from tests.surrogates.dialogues import KEY, codes, dialogue, run


def told(lang: str, lines: tuple[str, ...], new: str) -> list[tuple[str, str]]:
    """The notes of a dialogue with surrogates that a test chooses, parted by bars: the words and
    the sentence."""
    made = dialogue(*lines, lang=lang)
    items = collect(made)[0]
    scene = Scene(made, lexicon_for(lang), KEY, items)
    scene.surrogates.update(enumerate(new.split("|")))
    assert len(scene.surrogates) == len(items)
    relations.inspect(scene, items)
    context.inspect(scene, items)

    def words(issue: Issue) -> str:
        return made.turns[issue.turn].text[issue.start : issue.end]

    by_cue = (i for i in scene.issues if i.message != notices.TOLD_BESIDE.message)
    return [(words(i), i.message) for i in by_cue if i.code == "MAY_DEPEND"]


# Language, lines, surrogates, the words, what is said of them.
DEPENDS: list[tuple[str, tuple[str, ...], str, str, Notice]] = [
    ("en", ("A: My cabin is near [Aviemore:CITY], behind the castle.",),
     "Lincoln", "castle", notices.LAND_BESIDE),
    ("es", ("A: Vivo en [Jaca:CITY].", "B: ¿Y qué tal la sierra?"),
     "Gandía", "sierra", notices.LAND_BESIDE),
    ("de", ("A: In [Konstanz:CITY] wohnen wir gleich an der Fähre.",),
     "Halle", "Fähre", notices.LAND_BESIDE),
    ("eu", ("A: [Ondarroara:CITY] noa, arrantzaleekin.",),
     "Gasteiza", "arrantzaleekin", notices.LAND_BESIDE),
    ("fr", ("A: Je vais de [Lannion:CITY] à [Morlaix:CITY], à pied s'il le faut.",),
     "Nîmes|Lille", "à pied", notices.WAY_BESIDE),
    ("ca", ("A: De [Tona:CITY] a [Vic:CITY], a peu.",), "Altea|Salou", "a peu", notices.WAY_BESIDE),
    ("es", ("A: Llamo de [Lima:CITY], son cinco horas menos.",),
     "Oslo", "horas menos", notices.WAY_BESIDE),
    ("es", ("A: Mi padre es de [Ronda:CITY], nacido y criado.",),
     "Lugo", "nacido y criado", notices.ORIGIN_BESIDE),
    ("de", ("A: Ich bin in [Aurich:CITY] aufgewachsen.",),
     "Fulda", "aufgewachsen", notices.ORIGIN_BESIDE),
    ("fr", ("A: Il est [boulanger:PROFESSION].", "B: Oui. Et il a deux cents brebis."),
     "notaire", "brebis", notices.WORK_BESIDE),
    ("ca", ("A: Soc la del [quart:FLOOR], la veïna de dalt.",),
     "segon", "de dalt", notices.FLOOR_BESIDE),
    ("en", ("A: I'm off to [Leeds:CITY] for the Pennine Relay.",),
     "Bath", "Pennine", notices.NAME_BESIDE),
    ("de", ("A: Er sitzt in [Mainz:CITY] und schaut auf den Neckar.",),
     "Fulda", "Neckar", notices.NAME_BESIDE),
    ("en", ("A: She sings in the choir at [Elmwood Chapel:ORG].",),
     "Brightfield", "in the choir", notices.MEMBER_BESIDE),
    ("es", ("A: Pesaba [ochenta:NUM], y son siete kilos menos.",),
     "cien", "kilos menos", notices.COMPARED_BESIDE),
    ("de", ("A: Die Miete ist [780:NUM], ich verdiene dreimal so viel.",),
     "840", "dreimal so", notices.COMPARED_BESIDE),
    ("fr", ("A: Il est de [2014:YEAR], ça fait onze ans.",),
     "2012", "ça fait", notices.COMPARED_BESIDE),
    ("eu", ("A: [Miren:NAME] naiz, amonaren izena da.",),
     "Leire", "amonaren izena", notices.REASON_BESIDE),
    ("en", ("A: I'm [Bryony:NAME], named after a song.",),
     "Zelda", "named after", notices.REASON_BESIDE),
    ("de", ("A: Mit [67:AGE] Jahren ist die Altersgrenze da.",),
     "71", "Altersgrenze", notices.RULE_BESIDE),
    ("ca", ("A: És del [8 de maig:DATE], el segon trimestre.",),
     "3 d'octubre", "segon trimestre", notices.PART_BESIDE),
    ("en", ("A: The bill for [July:MONTH] is high: the heat, you know.",),
     "December", "the heat", notices.CLIMATE_BESIDE),
    ("fr", ("A: Ici [Brest:CITY].", "B: Kenavo !"), "Nancy", "Kenavo", notices.SPEECH_BESIDE),
    ("es", ("A: La cita es el [jueves 5:DATE].",), "domingo 8", "cita", notices.WORKING_DAY),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "new", "words", "notice"), DEPENDS)
def test_words_that_may_depend_are_pointed_at(
    lang: str, lines: tuple[str, ...], new: str, words: str, notice: Notice
) -> None:
    assert told(lang, lines, new) == [(words, notice.message)]
    assert not told(lang, lines, "|".join(_labelled(lines)))


def _labelled(lines: tuple[str, ...]) -> list[str]:
    made = dialogue(*lines)
    return [turn.text[m.start : m.end] for turn in made.turns for m in turn.mentions]


# Language, lines, surrogates: known to hold, told by another issue, or read by none of the rules.
SILENT: list[tuple[str, tuple[str, ...], str]] = [
    # A town by the sea again; two towns as near as they were.
    ("es", ("A: Vivo en [Gandía:CITY], en el puerto.",), "Cullera"),
    ("es", ("A: De [Getafe:CITY] a [Leganés:CITY], en tren.",), "Móstoles|Alcorcón"),
    # Nobody goes anywhere else.
    ("de", ("A: Ich komme zu Fuß, aus [Fulda:CITY].",), "Halle"),
    # Speech of the province stays in it.
    ("ca", ("A: Soc de [Gandia:CITY], xiqueta.",), "Alzira"),
    # The difference that is said without a label holds.
    ("en", ("A: He is [44:AGE] and she is [41:AGE], three years younger than him.",), "53|50"),
    # A working day stays one, or there never was one.
    ("es", ("A: La cita es el [jueves 5:DATE].",), "martes 8"),
    ("en", ("A: My interview is on [Saturday:WEEKDAY].",), "Sunday"),
    # Nothing is counted without a label; a weekday tells no season.
    ("es", ("A: Hace [dos:NUM] años.",), "tres"),
    ("fr", ("A: Il neige [mardi:WEEKDAY], quelle neige.",), "jeudi"),
    # Names that are no one place's, titles, days and the beginning of a sentence.
    ("es", ("A: En [Lugo:CITY] no hay Internet, Doctora.", "B: Vaya."), "Jaca"),
    ("en", ("A: We're in [Leeds:CITY] until Monday, Doctor. Yes, sir.",), "Bath"),
    # The day near is kept in its part of the month; a phrase is not read over a label.
    ("es", ("A: Es el [28 de abril:DATE].", "B: A finales de mes, vale."), "29 de octubre"),
    ("en", ("A: I was named [Bryony:NAME] after all.",), "Zelda"),
    # German nouns have a capital.
    ("de", ("A: Das Auto steht in [Mainz:CITY], beim Rathaus.",), "Fulda"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "new"), SILENT)
def test_what_holds_or_depends_on_nothing_gets_no_note(
    lang: str, lines: tuple[str, ...], new: str
) -> None:
    assert not told(lang, lines, new)


def test_what_a_relation_told_of_is_not_told_again() -> None:
    lines = ("A: De [Soria:CITY] a [Gijón:CITY] son [seis horas:DURATION] en coche.",)
    made = dialogue(*lines)
    items = collect(made)[0]
    scene = Scene(made, lexicon_for("es"), KEY, items)
    scene.surrogates.update(enumerate(("Lugo", "Jaca", "seis horas")))
    for item in items[:2]:
        scene.raise_issue(notices.DISTANCE_STAYS, item)
    context.inspect(scene, items)
    assert {issue.code for issue in scene.issues} == {"RELATION_LOST"}


def test_a_sentence_has_one_note_and_speech_one_a_dialogue() -> None:
    lines = ("A: Ich bin in [Husum:CITY] am Deich aufgewachsen, ganz nah am Watt.",)
    assert len(told("de", lines, "Fulda")) == 1
    lines = ("A: Ich wohne in [Husum:CITY].", "B: Dat is gell?", "A: Jo mei.", "B: Kiek!")
    assert len(told("de", lines, "Fulda")) == 1


def test_a_note_holds_nothing_back_and_can_be_dismissed() -> None:
    made = dialogue("A: Wir sind in [Garmisch:CITY] in den Alpen.", lang="de")
    result = run(made)
    note = next(issue for issue in result.issues if issue.code == "MAY_DEPEND")
    assert note.severity == "info" and not result.held
    assert note.fix is not None and isinstance(note.fix.constraints[0], Constraint)
    assert "MAY_DEPEND" not in codes(run(made, constraints=note.fix.constraints))


def test_one_of_two_at_the_same_mention_is_dismissed_by_itself() -> None:
    made = dialogue("A: Vivo en [Jaca:CITY], cerca de la sierra.", "B: ¿Y qué tal el puerto?")
    first, second = (i for i in run(made).issues if i.code == "MAY_DEPEND")
    assert first.mentions == second.mentions and first.fix is not None
    left = run(made, constraints=first.fix.constraints).issues
    assert [i for i in left if i.code == "MAY_DEPEND"] == [second]


def test_strategies_that_keep_no_relations_get_none() -> None:
    made = dialogue("A: Wir sind in [Garmisch:CITY] in den Alpen.", lang="de")
    for strategy in ("typed", "indexed", "word"):
        assert "MAY_DEPEND" not in codes(run(made, strategy))


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("en", "A: At [2.30 pm:TIME], ten minutes early, so 2.20.", "2.20"),
        ("es", "A: Soy quinto de 1990, hago los [35:AGE].", "1990"),
        ("eu", "A: Bilera [17.00etan:TIME] da, 19.00etan amaituko da.", "19.00"),
        ("fr", "A: À [14h30:TIME], donc à trois heures et quart.", "trois heures et quart"),
        ("de", "A: Jahrgang 1950, also [75:AGE].", "1950"),
        ("ca", "A: A [les tres:TIME], o a dos quarts de quatre.", "dos quarts de quatre"),
    ],
)
def test_a_time_or_a_year_beside_one_that_moved_has_a_note(lang: str, line: str, said: str) -> None:
    made = dialogue(line, lang=lang)
    issues = [i for i in run(made).issues if i.code == "MAY_DEPEND"]
    assert said in [made.turns[0].text[i.start : i.end] for i in issues]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A: In [Waren:LOC] (Müritz), bitte.", "Müritz"),
        ("A: Im schwäbischen Büro in [Ulm:LOC].", "schwäbischen"),
    ],
)
def test_what_tells_a_town_outside_the_labels_has_a_note(line: str, said: str) -> None:
    made = dialogue(line, lang="de")
    issues = [i for i in run(made).issues if i.code == "MAY_DEPEND"]
    assert said in [made.turns[0].text[i.start : i.end] for i in issues]
