"""Streets that differ by an adjective alone, that adjective inflected, and the kind of way."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.things.test_said_in_part import drawn


@pytest.mark.parametrize(
    ("lang", "whole", "inflected", "part"),
    [
        ("de", "Alte Mühlgasse", "in der [Alten Mühlgasse:STREET]", "Mühlgasse"),
        ("de", "Oberer Kirchweg", "im [Oberen Kirchweg:STREET]", "Kirchweg"),
        ("de", "Kleine Bergstraße", "in der [Kleinen Bergstr.:STREET]", "Bergstraße"),
        ("en", "Old Mill Lane", "on [Old Mill Lane:STREET]", "Mill Lane"),
        ("en", "Upper Park Road", "on [Upper Park Rd:STREET]", "Park Road"),
    ],
)
def test_an_adjective_tells_two_streets_apart(
    lang: str, whole: str, inflected: str, part: str
) -> None:
    for long, again, short in drawn(
        lang, f"A: [{whole}:STREET]", f"B: {inflected}", f"A: [{part}:STREET]"
    ):
        adjective, _, name = long.partition(" ")
        assert name == short and short.split()[-1][-3:] == part[-3:]
        first, _, rest = again.partition(" ")
        assert rest[:4] == name[:4] and first[:3] == adjective[:3]
        assert lang != "de" or first.endswith("en")


def test_three_streets_of_one_name() -> None:
    line = "A: [Alte Gerbergasse:STREET], [Neue Gerbergasse:STREET], [Gerbergasse:STREET]"
    for old, new, plain in drawn("de", line):
        assert old.split()[1] == new.split()[1] == plain and old != new


def test_an_adjective_before_the_kind_alone_is_no_second_street() -> None:
    for one, other, short in drawn(
        "de", "A: [Lange Straße 4:STREET], in der [Langen Straße:STREET], [Lange Str.:STREET]"
    ):
        assert one.split()[0] == other and short == other.replace("straße", "str.")


@pytest.mark.parametrize(
    "street",
    ["Kirchplatz", "Rosenring", "Mühlendamm", "Heumarkt", "Elbufer", "Uferpromenade", "Waldpfad",
     "Stadtgraben", "Parkallee", "Fuchsgasse"],
)  # fmt: skip
def test_the_kind_of_way_stays(street: str) -> None:
    kinds = ("platz", "ring", "damm", "markt", "ufer", "promenade", "pfad", "graben", "allee",
             "gasse")  # fmt: skip
    kind = next(k for k in kinds if street.endswith(k))
    for (new,) in drawn("de", f"A: [{street} 11:STREET]"):
        assert new.rpartition(" ")[0].endswith(kind), new


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vivo en la [calle Alfonso I, 17:STREET]."),
        ("ca", "A: Visc al [carrer Jaume I, 12:STREET]."),
        ("fr", "A: J'habite [12 rue François Ier:STREET]."),
        ("de", "A: Ich wohne am [Ludwig-I-Platz:STREET]."),
    ],
)
def test_a_king_s_numeral_goes_with_his_name(lang: str, line: str) -> None:
    for n in range(4):
        (said,) = texts(run(dialogue(line, lang=lang), key=bytes([n, 84])))
        assert not {"I", "Ier"} & set(re.split(r"[\s,-]+", said))
