"""A surname that is a given name too, and people who are called alike."""

import pytest

from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 95]) for n in range(4)]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ("A: Vous êtes monsieur [Thomas:FAM] ?", "B: Et votre fils, c'est [Thomas:PER] ?")),
        ("es", ("A: La señora [Alonso:FAM], hermana de [Alonso:PER].",)),
        ("en", ("A: Mr [James:FAM]?", "B: My son's [James:PER].")),
    ],
)
def test_a_surname_that_is_a_given_name_becomes_such_a_one(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        surname, given = texts(result)
        assert surname == given
        assert fold(given) in load_lexicon(lang).name_by_key
        assert "RELATION_LOST" not in codes(result)


def test_a_woman_and_a_man_called_alike_are_called_alike() -> None:
    lines = ("A: Soy [Antonio:PER] y mi mujer es [Antonia:PER], tocaya mía.",)
    for key in KEYS:
        result = run(dialogue(*lines), key=key)
        man, woman = texts(result)
        assert fold(man).rstrip("aeo") == fold(woman).rstrip("aeo")
        assert "RELATION_LOST" not in codes(result)


def test_that_two_are_not_called_alike_any_more_is_told() -> None:
    lines = ("A: Soy [Antonio:PER] y mi mujer es [Antonia:PER], tocaya mía.",)
    typed = Constraint(ConstraintKind.SURROGATE, ("0:26",), "Sonsoles")
    assert "RELATION_LOST" in codes(run(dialogue(*lines), constraints=(typed,)))


@pytest.mark.parametrize(
    "line",
    [
        "A: [Maureen Price:PER] is a namesake of my aunt [Maureen Hale:PER].",
        "A: His brother is [Vincent:PER], like me. Another [Vincent:PER].",
    ],
)
def test_namesakes_share_a_surrogate_without_a_question(line: str) -> None:
    result = run(dialogue(line, lang="en"))
    assert "SPLIT_SUGGESTED" not in codes(result)


def test_a_genitive_before_a_name_makes_no_compound() -> None:
    lines = ("A: Ist [Rolf:PER] da?", "B: Mein [Max:PER], nicht [Rolfs:PER] [Max:PER].")
    for key in KEYS:
        rolf, max_, genitive, again = texts(run(dialogue(*lines, lang="de"), key=key))
        assert max_ == again
        assert fold(rolf)[:3] == fold(genitive)[:3]
        assert fold(max_)[:3] != fold(rolf)[:3]


def test_a_name_before_its_own_genitive_is_whole() -> None:
    line = "A: Herr [Kowalczyk:FAM]. [Jürgen:PER] [Kowalczyk:FAM]. [Kowalczyks:FAM] Vertrag."
    for key in KEYS:
        first, _, second, _ = texts(run(dialogue(line, lang="de"), key=key))
        assert first == second


def test_a_title_of_a_surname_is_not_that_of_ones_relative() -> None:
    lines = ("A: Gut, Frau [Paul:FAM].", "B: Mein Mann heißt [Thomas:PER] [Paul:FAM].")
    for key in KEYS:
        result = run(dialogue(*lines, lang="de"), key=key)
        assert load_lexicon("de").name_by_key[fold(texts(result)[1])].gender == "m"
        assert "GENDER_CONFLICT" not in codes(result)


def test_siblings_of_both_sexes_tell_no_sex() -> None:
    lines = ("A: [Peru:PER] eta [Nora:PER] dira.", "B: Bai, nire seme-alabak. [Peru:PER] nagusia.")
    for key in KEYS:
        one = texts(run(dialogue(*lines, lang="eu"), key=key))[0]
        assert load_lexicon("eu").name_by_key[fold(one)].gender == "m"


def test_a_relative_is_named_in_full_after_the_question() -> None:
    lines = (
        "A: And your uncle is [Will:PER]?",
        "B: [William:PER] [Adams:FAM], yes, Uncle [Will:PER].",
    )
    for key in KEYS:
        assert "RELATION_LOST" not in codes(run(dialogue(*lines, lang="en"), key=key))


def test_who_represents_a_brother_is_not_he() -> None:
    lines = (
        "A: I'm [Ronan:PER] [Doyle:FAM]. Is my brother represented by [Thomas:PER] [James:FAM]?",
    )
    assert "KIN" not in codes(run(dialogue(*lines, lang="en")))


def test_a_short_form_that_is_a_name_is_known() -> None:
    lines = ("A: Her husband [Frank:PER] will ring.", "B: [Francis:PER] Hale, that is.")
    for key in KEYS:
        short, full = texts(run(dialogue(*lines, lang="en"), key=key))
        assert full in {form.full for form in load_lexicon("en").fulls_of[fold(short)]}


def test_names_that_begin_alike_still_do() -> None:
    lines = ("A: I'm [Robert:PER], my girlfriend is [Ruth:PER].", "B: Same initial, then.")
    for key in KEYS:
        one, other = texts(run(dialogue(*lines, lang="en"), key=key))
        assert one[0] == other[0]


def test_that_names_do_not_begin_alike_any_more_is_told() -> None:
    lines = ("A: I'm [Robert:PER], my girlfriend is [Ruth:PER].", "B: Same initial, then.")
    typed = (
        Constraint(ConstraintKind.SURROGATE, ("0:4",), "Oliver"),
        Constraint(ConstraintKind.SURROGATE, ("0:30",), "Zoe"),
    )
    assert "RELATION_LOST" in codes(run(dialogue(*lines, lang="en"), constraints=typed))


def test_a_short_form_of_a_man_is_no_womans_who_is_named_alike() -> None:
    lines = ("A: [Robert:PER] and [Roberta:PER]! Do they call you [Rob:PER]?",)
    for key in KEYS:
        man, woman, short = texts(run(dialogue(*lines, lang="en"), key=key))
        assert man != woman
        assert man in {form.full for form in load_lexicon("en").fulls_of[fold(short)]}


def test_a_particle_that_is_a_short_form_is_a_given_name() -> None:
    lines = ("A: It's [Alistair:PER]. [Al:PER] is fine.",)
    for key in KEYS:
        full, short = texts(run(dialogue(*lines, lang="en"), key=key))
        assert full in {form.full for form in load_lexicon("en").fulls_of[fold(short)]}


def test_an_article_of_given_names_makes_no_surname() -> None:
    lines = (
        "A: La senyora [Martí:FAM]?",
        "B: En [Martí:PER] és el nebot, [Martí:PER] [Riera:FAM].",
    )
    for key in KEYS:
        _, one, two, _ = texts(run(dialogue(*lines, lang="ca"), key=key))
        assert one == two


def test_a_call_of_somebody_elses_surname_tells_nothing_of_the_speaker() -> None:
    lines = (
        "A: La meva dona és l'[Anna:PER] [Serra:FAM]; jo soc en [Marc:PER] [Pujol:FAM].",
        "B: Senyora [Serra:FAM]?",
    )
    for key in KEYS:
        result = run(dialogue(*lines, lang="ca"), key=key)
        assert load_lexicon("ca").name_by_key[fold(texts(result)[2])].gender == "m"


def test_a_title_of_ones_husband_is_not_ones_own() -> None:
    lines = (
        "A: Is it Dr [Patel:FAM] or her husband, Mr [Patel:FAM]?",
        "B: [Anita:PER] [Patel:FAM], please.",
    )
    for key in KEYS:
        result = run(dialogue(*lines, lang="en"), key=key)
        assert load_lexicon("en").name_by_key[fold(texts(result)[2])].gender == "f"


def test_what_ones_husband_says_is_what_one_is_called() -> None:
    lines = ("A: I'm [Margaret:PER] [Sutton:FAM], but my husband says [Peggy:PER].",)
    for key in KEYS:
        full, _, short = texts(run(dialogue(*lines, lang="en"), key=key))
        assert full in {form.full for form in load_lexicon("en").fulls_of[fold(short)]}


def test_a_form_in_another_language_that_one_is_called_by_is_no_question() -> None:
    lines = ("A: [Koldo:PER] naiz.", "B: [Koldo:PER], [Luis:PER] ere esaten didate.")
    assert "EQUIV_LANG" not in codes(run(dialogue(*lines, lang="eu")))


def test_what_a_sentence_denies_is_not_the_next_name() -> None:
    lines = ("A: [Arantxak:PER] ez du hitzordurik. [Arantzazu:PER] da.",)
    for key in KEYS:
        assert "RELATION_LOST" not in codes(run(dialogue(*lines, lang="eu"), key=key))
