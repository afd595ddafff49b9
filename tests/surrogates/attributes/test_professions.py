"""Professions keep their field and gender."""

import pytest

from surrogates.attributes.alike import akin
from surrogates.attributes.plurals import plural_of
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

TRADES = [
    ("es", "A: Es [cocinera:profesion].", "hospitality-kitchen", "f"),
    ("es", "A: una [anestesista:profesion]", "medicine-theatre", "f"),
    ("ca", "A: És [fuster:profession].", "construction-wood", "m"),
    ("eu", "A: [sukaldari:lanbide] naiz", "hospitality-kitchen", ""),
    ("de", "A: Sie ist [Lehrerin:beruf].", "education-school", "f"),
    ("en", "A: He works as a [plumber:job].", "construction-install", ""),
    ("fr", "A: C'est un [vendeur:métier].", "sales-shop", "m"),
]


@pytest.mark.parametrize(("lang", "line", "group", "gender"), TRADES)
def test_a_profession_keeps_field_and_gender(lang: str, line: str, group: str, gender: str) -> None:
    rows = {fold(r["form"]): r for r in load_lexicon(lang).rows("professions")}
    made = dialogue(line, lang=lang)
    for key in FIVE_KEYS:
        (text,) = texts(run(made, key=key))
        assert fold(text) != fold(made.turns[0].text[made.turns[0].mentions[0].start :].strip("."))
        row = rows[fold(text)]
        assert row["group"] == group
        assert not gender or row["gender"] in (gender, "u")


def test_a_word_of_the_same_stem_shows_the_field() -> None:
    rows = load_lexicon("es").rows("professions")
    health = {r["form"] for r in rows if r["group"].startswith("health-")}
    made = dialogue("A: Trabaja de [auxiliar de farmacias:profesion].")
    assert all(set(texts(run(made, key=key))) <= health for key in FIVE_KEYS)


def test_one_profession_has_one_surrogate_and_two_have_two() -> None:
    made = dialogue("A: [taxista:job], [cartero:job], [taxista:job]")
    for key in FIVE_KEYS:
        first, other, again = texts(run(made, key=key))
        assert first == again != other


@pytest.mark.parametrize(
    ("lang", "line", "gender"),
    [
        ("de", "A: sie ist [Richterin:beruf]", "f"),
        ("de", "A: dem alten [Bürgermeister:beruf]", "m"),
        ("es", "A: ella es [jueza:profesion]", "f"),
        ("fr", "A: elle est [chocolatière:métier]", "f"),
        ("ca", "A: és [sabatera:profession]", "f"),
    ],
)
def test_a_word_that_no_table_has_tells_its_gender(lang: str, line: str, gender: str) -> None:
    rows = {row["form"]: row["gender"] for row in load_lexicon(lang).rows("professions")}
    for key in FIVE_KEYS:
        (out,) = texts(run(dialogue(line, lang=lang), key=key))
        assert rows[out] in (gender, "u"), out


def test_a_german_case_that_nobody_writes_is_not_needed() -> None:
    for number in range(40):
        (out,) = texts(run(dialogue("A: dem [Klempner:beruf]", lang="de"), key=bytes([number])))
        assert not out.endswith(("e", "ist", "ent"))  # "dem Polizisten"


def test_a_trade_that_an_organisation_is_called_by_stays() -> None:
    made = dialogue(
        "A: [Notaría Villalba:ORG], con el [notario:PROFESSION], un [médico:PROFESSION]."
    )
    for key in FIVE_KEYS:
        result = run(made, key=key)
        office, notary, other = texts(result)
        assert office.startswith("Notaría ") and notary == "notario" and other != "médico"
        assert [issue.severity for issue in result.issues] == ["info"]


@pytest.mark.parametrize(
    ("said", "group"), [("cardióloga", "medicine-chest"), ("dueña", "owning-firm")]
)
def test_specialists_and_roles_are_fields_of_their_own(said: str, group: str) -> None:
    rows = {row["form"]: row for row in load_lexicon("es").rows("professions")}
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue(f"A: Es la [{said}:PROFESSION]."), key=key))
        assert rows[new]["group"] == group and rows[new]["gender"] in ("f", "u") and new != said


def test_a_profession_that_is_said_in_part_is_the_one_said_whole() -> None:
    lines = ["A: Comme [assistante de direction:PROFESSION].", "B: Donc [assistante:PROFESSION] ?"]
    for key in FIVE_KEYS:
        whole, part = texts(run(dialogue(*lines, lang="fr"), key=key))
        assert whole == part


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: He is an [electrician:job], both are [electricians:job]."),
        ("es", "A: Es [fontanero:job], son dos [fontaneros:job]."),
        ("ca", "A: És [infermera:job], són dues [infermeres:job]."),
        ("de", "A: Sie ist [Lehrerin:job], beide sind [Lehrerinnen:job]."),
        ("fr", "A: Il est [plombier:job], deux [plombiers:job]."),
    ],
)
def test_the_plural_is_of_the_same_trade(lang: str, line: str) -> None:
    for key in FIVE_KEYS:
        one, more = texts(run(dialogue(line, lang=lang), key=key))
        assert more == plural_of(one, lang) != one


@pytest.mark.parametrize(
    ("lang", "line", "stems"),
    [
        ("de", "A: Ich bin [Erzieherin:job], mein Mann [Lehrer:job].", ("erzieh", "lehrer")),
        ("es", "A: Soy [cocinera:job], él [camarero:job].", ("cociner", "camarer")),
        ("en", "A: She is a [waitress:job], he is a [cook:job].", ("wait", "cook")),
        ("eu", "A: [Irakaslea:job] naiz, eta [hezitzaileari:job] esan diot.", ("irak", "hezi")),
    ],
)
def test_no_trade_of_the_dialogue_is_drawn_in_any_form(
    lang: str, line: str, stems: tuple[str, ...]
) -> None:
    for key in [bytes([n]) for n in range(8)]:
        for new in texts(run(dialogue(line, lang=lang), key=key)):
            assert not any(fold(new).startswith(stem) for stem in stems), new


def test_a_basque_trade_keeps_its_case() -> None:
    line = "A: [irakasleari:job], [irakasleekin:job], [irakasleentzat:job]"
    for key in [bytes([n]) for n in range(8)]:
        new = texts(run(dialogue(line, lang="eu"), key=key))
        assert [t.endswith(e) for t, e in zip(new, ("ari", "ekin", "entzat"), strict=True)] == [
            True
        ] * 3


LAW = [
    ("es", "abogada"), ("ca", "advocat"), ("eu", "abokatu"), ("de", "Rechtsanwältin"),
    ("en", "solicitor"), ("fr", "avocate"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "said"), LAW)
def test_the_law_is_another_field_than_security(lang: str, said: str) -> None:
    groups = {fold(r["form"]): r["group"] for r in load_lexicon(lang).rows("professions")}
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue(f"A: [{said}:profession].", lang=lang), key=key))
        assert groups[fold(new)] == "law"


TWINS = [
    ("es", "A: Soy [cocinera:profesion].", "B: Y mi marido es [cocinero:profesion]."),
    ("ca", "A: Soc [mestra:profession].", "B: Doncs jo, [mestre:profession]."),
    ("de", "A: Sie ist [Friseurin:beruf].", "B: Er ist auch [Friseur:beruf]."),
    ("fr", "A: Je suis [boulangère:métier].", "B: Moi aussi, [boulanger:métier]."),
    ("en", "A: She is a [waitress:job].", "B: He is a [waiter:job]."),
]


@pytest.mark.parametrize(("lang", "one", "two"), TWINS)
def test_feminine_and_masculine_of_a_trade_stay_one_trade(lang: str, one: str, two: str) -> None:
    rows = {fold(r["form"]): r for r in load_lexicon(lang).rows("professions")}
    for key in FIVE_KEYS:
        for lines in ((one, two), (two.replace("B:", "A:"), one.replace("A:", "B:"))):
            new = [fold(text) for text in texts(run(dialogue(*lines, lang=lang), key=key))]
            assert akin(*new), new
            genders = {rows[text]["gender"] for text in new}
            assert genders in ({"f", "m"}, {"u"}), new


def test_a_german_plural_is_one_of_both_genders() -> None:
    lines = (
        "A: Ich bin [Lehrerin:beruf].",
        "B: Er auch: [Lehrer:beruf].",
        "A: Zwei [Lehrer:beruf].",
    )
    for key in FIVE_KEYS:
        _, _, many = texts(run(dialogue(*lines, lang="de"), key=key))
        assert plural_of(many, "de") == many


@pytest.mark.parametrize(("word", "ending"), [("suhiltzaile", "entzat"), ("sukaldari", "ei")])
def test_a_basque_ending_behind_the_mention_fits(word: str, ending: str) -> None:
    stems = {f"{r['form'].removesuffix('a')}{'r' * r['form'].endswith('r')}"
             for r in load_lexicon("eu").rows("professions")}  # fmt: skip
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue(f"A: [{word}:lanbide]{ending} da.", lang="eu"), key=key))
        assert new in stems and not new.endswith("a")


def test_a_basque_we_form_stays_one() -> None:
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue("A: [Suhiltzaileok:lanbide] badakigu.", lang="eu"), key=key))
        assert new.endswith("ok") and "aok" not in new


def test_a_teacher_at_school_keeps_the_field() -> None:
    rows = {fold(r["form"]): r for r in load_lexicon("fr").rows("professions")}
    for word, article in (("maîtresse", "la"), ("maître", "le")):
        line = f"A: C'est {article} [{word}:métier] de ma fille."
        for key in FIVE_KEYS:
            (new,) = texts(run(dialogue(line, lang="fr"), key=key))
            assert rows[fold(new)]["group"] == "education-school"
