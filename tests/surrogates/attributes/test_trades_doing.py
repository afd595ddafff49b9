"""Another trade does what the words near say of the one that was said."""

import pytest

from surrogates.attributes.sounds import begins_with_vowel
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 81]) for n in range(4)]
DOING = [
    (
        "es",
        "A: Soy [pastelera:PROFESSION], enciendo el horno temprano.",
        ("coci", "panad", "repost", "confit", "tahon"),
    ),
    ("ca", "A: Soc [pastissera:PROFESSION], encenc el forn d'hora.", ("cuin", "forn", "fleq")),
    ("eu", "A: [Gozogilea:PROFESSION] naiz, labean dena.", ("okin", "sukald")),
    ("de", "A: Er war [Dachdecker:PROFESSION], immer auf dem Dach.", ("zimm", "gerüst", "schorn")),
    ("en", "A: He's a [pastry chef:PROFESSION], so he'll bake.", ("baker", "cook", "confec")),
    ("fr", "A: Il est [couvreur:PROFESSION], toujours sur un toit.", ("charpent",)),
    ("en", "A: I'm a [postman:PROFESSION], my round ends at one.", ("cour", "deliv", "milk")),
    (
        "en",
        "A: A [tailor shop:PROFESSION] on the corner.",
        ("ba", "bu", "ne", "sh", "wa", "ironm", "f", "g", "jew"),
    ),
    ("es", "A: [Taxista:PROFESSION], turno de noche con el taxi.", ("chófer", "conduc")),
    (
        "fr",
        "A: Une [auxiliaire de vie:PROFESSION] pour elle.",
        ("aide", "assistante", "garde-m", "dame"),
    ),
    ("fr", "A: Je suis [boulangère:PROFESSION], au fournil à quatre heures.", ("pâtiss",)),
    (
        "de",
        "A: Die [Krankenpflegerin:PROFESSION] der Nachtschicht.",
        ("kranken", "altenpf", "pfleg", "heilerz"),
    ),
    ("fr", "A: Je suis [professeur:PROFESSION] au lycée.", ("enseign", "bibliothé")),
    ("es", "A: Soy [profesora:PROFESSION] en un instituto.", ("tutora", "pedagog", "bibliotec")),
    ("ca", "A: Soc [professora:PROFESSION] a l'institut.", ("tut", "pedag", "biblio", "ensen")),
    ("eu", "A: [Irakaslea:PROFESSION] naiz institutuan.", ("tutore", "pedag", "liburu")),
    ("de", "A: Er ist [Lehrer:PROFESSION] am Gymnasium.", ("musiklehrer", "pädag", "bibl")),
    (
        "en",
        "A: I am a [teacher:PROFESSION] at a primary school.",
        ("class", "form", "teaching", "tutor"),
    ),
    ("de", "A: Ich bin [Kellner:PROFESSION] im Café.", ("barista", "koch", "wirt", "gastwirt")),
    (
        "fr",
        "A: Je suis [avocate:PROFESSION]. Bonjour, Maître.",
        ("clerc", "notaire", "huiss", "commissaire"),
    ),
]
# What is wrong tells who is sent for it, turns later.
CALLED = [
    (
        "de",
        "A: Bei uns tropft es.",
        "B: Ich schicke den [Klempner:PROFESSION].",
        ("anlagen", "heizung", "inst"),
    ),
    ("es", "A: El techo gotea.", "B: Va el [fontanero:PROFESSION].", ("instal", "calef", "fontan")),
    ("ca", "A: El sostre degota.", "B: Ve el [fontaner:PROFESSION].", ("instal", "lamp", "font")),
    ("eu", "A: Itoginak ditugu.", "B: [Iturgina:PROFESSION] dator.", ("instal", "iturgin")),
    (
        "en",
        "A: It's dripping here.",
        "B: I'll send the [plumber:PROFESSION].",
        ("plumb", "heating"),
    ),
    ("fr", "A: Un dégât des eaux.", "B: J'envoie le [plombier:PROFESSION].", ("chauff", "plomb")),
]


@pytest.mark.parametrize(("lang", "line", "stems"), DOING)
def test_another_trade_does_the_same(lang: str, line: str, stems: tuple[str, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        (said,) = texts(result)
        assert said.lower().startswith(stems), said
        assert "relation_lost" not in map(str.lower, codes(result))


@pytest.mark.parametrize(("lang", "wrong", "sent", "stems"), CALLED)
def test_who_is_sent_for_does_what_is_wrong(
    lang: str, wrong: str, sent: str, stems: tuple[str, ...]
) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(wrong, "B: Oh.", "A: Mm.", sent, lang=lang), key=key))
        assert said.lower().startswith(stems), said


def test_a_place_of_work_in_the_span_stays_behind_the_trade() -> None:
    lines = ("A: A [tailor shop:PROFESSION], a shop.", "B: So you are a [tailor:PROFESSION]?")
    for key in KEYS:
        result = run(dialogue(*lines, lang="en"), key=key)
        shop, trade = texts(result)
        assert shop == f"{trade} shop" and not result.leaks


@pytest.mark.parametrize(
    ("lang", "line", "vowels"),
    [
        ("ca", "A: Que no faci de [paleta:PROFESSION].", False),
        ("ca", "A: Treballa d'[electricista:PROFESSION].", True),
        ("fr", "A: Un travail de [plombier:PROFESSION].", False),
    ],
)
def test_a_preposition_keeps_or_loses_its_vowel(lang: str, line: str, vowels: bool) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert begins_with_vowel(said, lang) == vowels, said


def test_where_nothing_is_done_any_trade_of_the_field_will_do() -> None:
    lines = dialogue("A: Er war [Dachdecker:PROFESSION].", lang="de")
    said = {texts(run(lines, key=bytes([n, 82])))[0] for n in range(10)}
    assert any(not word.startswith(("Zimmer", "Gerüst", "Schorn")) for word in said)


@pytest.mark.parametrize(
    ("lang", "line", "stems"),
    [
        ("es", "A: Soy [carpintera:PROFESSION], por lo de las puertas.", ("ebanist",)),
        ("ca", "A: Soc [fuster:PROFESSION], per les portes.", ("ebenist", "manyà")),
        ("eu", "A: [Arotza:PROFESSION] naiz, ateak konpontzeko.", ("zurgin",)),
        ("de", "A: Ich bin [Tischler:PROFESSION], wegen der Türen.", ("schrei", "schlos", "glas")),
        ("en", "A: I'm the [joiner:PROFESSION], about the doors.", ("carp", "glaz", "lock")),
        ("fr", "A: Je suis [menuisier:PROFESSION], pour les portes.", ("charp", "serr", "ébén")),
        ("es", "A: Soy [cocinera:PROFESSION] en un colegio.", ("ma", "pro", "mon", "edu", "bib",
                                                              "con", "lim", "sec")),
        ("ca", "A: Soc [cuinera:PROFESSION] en una escola.", ("me", "pro", "mon", "edu", "bib",
                                                              "con", "net", "sec")),
        ("eu", "A: Eskola batean [sukaldaria:PROFESSION] naiz.", ("ira", "mai", "beg", "gar",
                                                                 "hez", "lib", "ida")),
        ("de", "A: Ich bin [Köchin:PROFESSION] in einer Schule.", ("lehr", "berat", "schulps",
                                                                  "mus", "fahr", "tanz",
                                                                  "erz", "haus", "sek", "päd",
                                                                  "bib", "rein", "grund")),
        ("en", "A: I'm a [cook:PROFESSION] in a school.", ("chef", "sous", "line", "class",
                                                           "form", "teach", "tutor", "caret",
                                                           "clean", "libr", "recep")),
        ("fr", "A: Je suis [cuisinière:PROFESSION] dans une école.", ("ens", "pro", "inst", "ani",
                                                                     "édu", "bib", "sec")),
    ],
)  # fmt: skip
def test_what_a_trade_works_on_and_where_asks_for_another_such(
    lang: str, line: str, stems: tuple[str, ...]
) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert said.lower().startswith(stems), said


@pytest.mark.parametrize(
    ("lang", "line", "offices"),
    [
        ("es", "A: Nuestra [presidenta:PROFESSION].", "tesorera vocal portavoz delegada"),
        ("ca", "A: La nostra [presidenta:PROFESSION].", "tresorera vocal portaveu delegada"),
        ("eu", "A: Gure [diruzaina:PROFESSION] da.",
         "lehendakaria lehendakariordea bozeramailea batzordekidea"),
        ("de", "A: Unsere [Vorsitzende:PROFESSION].",
         "Kassenwartin Schatzmeisterin Schriftführerin Beisitzerin"),
        ("en", "A: Our [chairwoman:PROFESSION].",
         "chairperson treasurer spokesperson vice-chair committee member"),
        ("fr", "A: Notre [présidente:PROFESSION].",
         "trésorière porte-parole déléguée membre du bureau"),
    ],
)  # fmt: skip
def test_an_office_of_an_association_becomes_another(lang: str, line: str, offices: str) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert said in offices, said


@pytest.mark.parametrize("key", [bytes([n, 4]) for n in range(4)])
def test_a_tool_that_is_said_far_away_tells_the_field(key: bytes) -> None:
    lines = [
        "A: I bought a stand mixer.",
        *(["B: I see."] * 4),
        "A: I'm a [pastry chef:PROFESSION].",
    ]
    result = run(dialogue(*lines, lang="en"), key=key)
    assert any(
        stem in texts(result)[0] for stem in ("baker", "confection", "pastry", "chef", "cook")
    )


@pytest.mark.parametrize(
    ("lang", "line", "stems"),
    [
        ("es", "A: Soy [fontanera:PROFESSION], arreglo cañerías.", ("calefact", "instalad")),
        ("ca", "A: Soc [fuster:PROFESSION], faig portes i finestres de fusta.", ("ebenist",)),
        ("eu", "A: [Arotza:PROFESSION] naiz, egurrarekin egiten dut lan.", ("zurgin",)),
        ("de", "A: Er ist [Tischler:PROFESSION], er baut Regale.", ("schreiner",)),
        ("en", "A: I'm a [plumber:PROFESSION], I fix leaking pipes.", ("heating",)),
        ("fr", "A: Je suis [acteur:PROFESSION], je monte sur scène.", ("comédien",)),
        ("de", "A: Er ist [Landwirt:PROFESSION] und hat den Hof geerbt.", ("winzer",)),
        ("de", "A: Als [Rettungssanitäterin:PROFESSION] im Krankenwagen.", ("notf", "krankenw")),
        ("fr", "A: Il est [agriculteur:PROFESSION], il a repris la ferme.", ("éleveur",)),
        ("es", "A: Mi tío es [ganadero:PROFESSION], tiene una finca.", ("agricultor", "viti")),
    ],
)
def test_what_is_worked_on_tells_the_trade(lang: str, line: str, stems: tuple[str, ...]) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert said.lower().startswith(stems)


@pytest.mark.parametrize(
    ("lang", "line", "trade"),
    [
        ("fr", "A: Il est [boulanger:PROFESSION], il fait le pain.", "boulanger"),
        ("es", "A: Soy [peluquera:PROFESSION], tiño el pelo en un salón.", "peluquera"),
        ("de", "A: Er ist [Elektriker:PROFESSION], er verlegt Kabel.", "Elektriker"),
    ],
)
def test_a_trade_stays_that_no_other_does_the_work_of(lang: str, line: str, trade: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert texts(result) == [trade]
        assert [issue.code for issue in result.issues] == ["SAID_AROUND"]
