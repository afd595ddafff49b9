"""Friends, neighbours, colleagues: relations in every form, and no family names."""

import re

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 83]) for n in range(2)]
# What each mention may become, as a pattern.
FORMS = [
    ("es", "A: Dos [vecinas:FAMILY] y un [colega:FAMILY].", "(amigas|conocidas|comp.*) .*"),
    (
        "es",
        "A: Su [compañera de piso:FAMILY] y mi [difunto marido:FAMILY].",
        r".*(?<!piso) difunto \w+(?<!marido)",
    ),
    ("ca", "A: Vol dir la seva [veïna:FAMILY]? La [veïna:FAMILY], sí.", r"(?!veï)(.*) \1"),
    ("ca", "A: L'[amiga:FAMILY] del [padrí:FAMILY].", "amiga .*"),
    ("eu", "A: Hori [gurasoena:FAMILY] da, bestea [auzokoarena:FAMILY].", ".*ena .*arena"),
    ("eu", "A: Hori [ilobarena:FAMILY] da.", "bilobarena|(?!seme-).*arena"),
    (
        "de",
        "A: Ich fragte den [Nachbarn:FAMILY], nun meine [Nachbarn:FAMILY].",
        r"(\w+n) \1|Kumpel Freunde",
    ),
    ("de", "A: Mit meinem [Neffen:FAMILY], Ihr [Neffe:FAMILY].", "(Sohn|Enkel) (Sohn|Enkel)"),
    ("de", "A: Bei meinem [Onkel:FAMILY]; zwei [Onkel:FAMILY].", "(.*v|V)ater (.*v|V)äter"),
    ("de", "A: Ein [Freund:FAMILY] von mir.", "Nachbar|Kollege|Kumpel|Schulfreund"),
    ("de", "A: Da war mein [Kollege:FAMILY] [Vinzenz:PER] schon.", "(Nach|Kump|Schul)\\w+ .*"),
    ("de", "A: Meine [Nachbarin:FAMILY] ist [87:AGE].", r"Schulfreundin \d+"),
    ("de", "A: Mein verstorbener [Mann:FAMILY], [Reinulf Freytag:PER].", r"Mann \w+ \w+"),
    ("de", "A: [Frau Hinrichsens:PER] [Enkel:FAMILY] [Thore:PER].", r"Frau \w+s Enkel \w+"),
    ("en", "A: My [son's:FAMILY] [neighbours:FAMILY].", r"(?!son)\w+'s (fr|col|acq)\w+"),
    ("en", "A: My [twin sister:FAMILY] and my [best friend:FAMILY].", r"(?!twin)\S+ best friend"),
    (
        "fr",
        "A: Ma [voisine:FAMILY] et son [patron:FAMILY].",
        "(collègue|camarade|coll.*) (chef|s.*)",
    ),
]
UNKNOWN = [
    ("es", "A: Mi [quiosquera:FAMILY] vino. La [quiosquera:FAMILY] lo vio."),
    ("ca", "A: La meva [quiosquera:FAMILY] ve. La [quiosquera:FAMILY] ho sap."),
    ("de", "A: Mein [Schwippnachbar:FAMILY] kam. Der [Schwippnachbar:FAMILY] weiß es."),
    ("en", "A: My [dog walker:FAMILY] came. The [dog walker:FAMILY] knows."),
    ("fr", "A: Ma [complice:FAMILY] vient. La [complice:FAMILY] le sait."),
]


@pytest.mark.parametrize(("lang", "line", "pattern"), FORMS)
def test_who_is_near_becomes_another_in_the_form_that_was_said(
    lang: str, line: str, pattern: str
) -> None:
    for key in KEYS:
        said = " ".join(texts(run(dialogue(line, lang=lang), key=key)))
        assert re.fullmatch(pattern, said), said


@pytest.mark.parametrize(("lang", "line"), UNKNOWN)
def test_an_unknown_one_stays_in_every_place_and_is_told(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    result = run(made)
    said = [made.turns[0].text[m.start : m.end] for m in made.turns[0].mentions]
    assert texts(result) == said
    assert [i.severity for i in result.issues] == ["warn"]


def test_friends_explain_no_relative_and_may_be_asked_for_themselves() -> None:
    lines = ("A: My friend met my [mother:FAMILY].", "B: My [neighbour:FAMILY] upstairs did.")
    mother, neighbour = texts(run(dialogue(*lines, lang="en")))
    assert (mother != "mother", neighbour) == (True, "neighbour")


def test_a_word_for_a_friend_that_is_asked_for_is_a_surname() -> None:
    lines = ("A: Surname?", "B: [Friend:FAMILY].", "A: Thank you, Mr [Friend:FAMILY].")
    result = run(dialogue(*lines, lang="en"))
    assert len(set(texts(result))) == 1 and not {"Friend", "Colleague"} & set(texts(result))
    assert "SAID_AROUND" not in codes(result)
