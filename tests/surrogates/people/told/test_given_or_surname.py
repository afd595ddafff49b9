"""Which word of a name is the given one, where the lists do not say it or say both."""

import pytest

from surrogates.folding import fold
from surrogates.languages import lexicon_for
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import KEYS

FAMILIES = [
    ("es", "¿El doctor [Bertrán Aranguren:PER]?", "Su hija es [Clara Aranguren:PER]."),
    ("ca", "El doctor [Gispert Puigdollers:PER]?", "La seva filla és la [Clara Puigdollers:PER]."),
    ("de", "Herr Dr. [Birk Hasselmann:PER]?", "Seine Tochter ist [Clara Hasselmann:PER]."),
    ("en", "Is that Dr [Heath Aranguren:PER]?", "His daughter is [Clara Aranguren:PER]."),
    ("fr", "Le docteur [Gautier Delmotte:PER] ?", "Sa fille est [Clara Delmotte:PER]."),
]
CALM = [
    ("ca", "A: Soc la [Maria Remei Soler:PER], però tothom em diu [Remei:PER].", ""),
    ("es", "A: Soy [María Leocadia Soler:PER], pero todos me llaman [Leocadia:PER].", ""),
    (
        "ca",
        "A: I l'[Isidre:PER]? És el seu [xicot:FAMILY], no?",
        "B: Sí, l'[Isidre:PER] cuina, però ella no.",
    ),
    (
        "de",
        "A: Wir wollen heiraten. Ich heiße [Mechthild Voss:PER], er [Jan Svoboda:PER].",
        "B: Ab dann heißen Sie [Mechthild Svoboda:PER].",
    ),
    (
        "en",
        "A: I'm [Hattie Moore:PER], and I'm getting married to [Ted Okafor:PER].",
        "B: So you'll be [Hattie Okafor:PER].",
    ),
    (
        "fr",
        "A: Je suis [Odette Garrec:PER] et je vais me marier avec [Luc Delmotte:PER].",
        "B: Vous serez [Odette Delmotte:PER].",
    ),
]
ALARMS = {"CONSTRAINT_RELAXED", "GENDER_CONFLICT", "SPLIT_SUGGESTED"}


@pytest.mark.parametrize(("lang", "one", "two"), FAMILIES)
@pytest.mark.parametrize("key", KEYS)
def test_a_rare_given_name_before_a_surname_stays_one(
    lang: str, one: str, two: str, key: bytes
) -> None:
    first, second = texts(run(dialogue(f"A: {one}", f"B: {two}", lang=lang), key=key))
    given, surname = first.split()[0], first.split()[-1]
    assert fold(surname) == fold(second.split()[-1])
    assert fold(given) in lexicon_for(lang).name_by_key


@pytest.mark.parametrize("key", KEYS)
def test_two_surnames_stay_two(key: bytes) -> None:
    made = dialogue("A: El senyor [Rovira Salvat:PER]?", "B: La [Clara Salvat:PER].", lang="ca")
    one, two = texts(run(made, key=key))
    assert one.split()[-1] == two.split()[-1]
    assert fold(one.split()[0]) in lexicon_for("ca").surname_keys


@pytest.mark.parametrize("key", KEYS)
def test_a_short_form_may_stand_far_from_its_name(key: bytes) -> None:
    lines = ["A: Mi hija es [Leocadia Riesco:PER].", *["B: Bien.", "A: Sí."] * 3]
    one, two = texts(run(dialogue(*lines, "A: [Leo:PER] sale a las dos."), key=key))
    full = fold(one.split()[0])
    shorts = {fold(form.short) for form in lexicon_for("es").shorts_of[full]}
    assert fold(two) in shorts


@pytest.mark.parametrize(("lang", "one", "two"), CALM)
@pytest.mark.parametrize("key", KEYS)
def test_what_is_told_raises_no_alarm(lang: str, one: str, two: str, key: bytes) -> None:
    result = run(dialogue(*filter(None, (one, two)), lang=lang), key=key)
    assert not ALARMS & {i.code for i in result.issues if i.severity != "info"}, codes(result)
