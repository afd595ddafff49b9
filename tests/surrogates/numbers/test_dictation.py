"""Numbers given in pieces: every rendering, echo and correction of one number agrees.

Each row is a dialogue, what must hold of its surrogates (a check of `checkers`) and where.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surrogates.folding import fold
from surrogates.languages.numerals import numerals
from tests.effort import tries
from tests.surrogates.checkers import CHECKS, digits
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = (b"a", b"b", b"c", b"d", b"e")[: tries(3, 5)]


def same(*renderings: list[int], langs: str = "") -> tuple[str, dict[str, Any]]:
    args: dict[str, Any] = {"renderings": list(renderings)}
    return "digits_equal", args | ({"langs": langs.split()} if langs else {})


def part(whole: list[int], piece: list[int], at: int, lang: str) -> tuple[str, dict[str, Any]]:
    return "digits_slice", {"whole": whole, "part": piece, "at": at, "lang": lang}


def differ(a: int, b: int, prefix: int, lang: str) -> tuple[str, dict[str, Any]]:
    return "digits_diff", {"a": a, "b": b, "same_prefix": prefix, "lang": lang}


def shape(*idx: int, lang: str) -> tuple[str, dict[str, Any]]:
    return "number_shape", {"idx": list(idx), "lang": lang}


Row = tuple[str, list[str], tuple[str, dict[str, Any]]]
TABLE: dict[str, Row] = {
    # one side in words, the other in figures
    "es pairs": (
        "es",
        ["A: [seis doce:PHONE] [treinta y cuatro:PHONE] [noventa:PHONE]", "B: [6 12 34 90:PHONE]"],
        same([0, 1, 2], [3], langs="es es"),
    ),
    "es hundreds": (
        "es",
        ["A: [seiscientos doce:PHONE] [trescientos cuarenta:PHONE]", "B: [612 340:PHONE]"],
        same([0, 1], [2], langs="es es"),
    ),
    "es digit by digit": (
        "es",
        ["A: el [nueve uno dos:PHONE] eh [tres cuatro:PHONE]", "B: [91 23 4:PHONE], ¿no?"],
        same([0, 1], [2], langs="es es"),
    ),
    "es double": (
        "es",
        ["A: [doble siete:PHONE] [cinco cuatro:PHONE]", "B: [7754:PHONE]"],
        same([0, 1], [2], langs="es es"),
    ),
    "es upper case": (
        "es",
        ["A: [NOVENTA Y UNO:PHONE] [CUATRO:PHONE]", "B: [nueve uno cuatro:PHONE]"],
        same([0, 1], [2], langs="es es"),
    ),
    "ca pairs": (
        "ca",
        ["A: [nou tres:PHONE] [vint-i-dos:PHONE] [trenta-cinc:PHONE]", "B: [93 22 35:PHONE]"],
        same([0, 1, 2], [3], langs="ca ca"),
    ),
    "ca and es": (
        "ca",
        ["A: [sis u dos:PHONE] [quaranta-vuit:PHONE]", "B: ¿[seis uno dos cuarenta y ocho:PHONE]?"],
        same([0, 1], [2], langs="ca es"),
    ),
    "ca Valencian": (
        "ca",
        ["A: [huit:PHONE] [díhuit:PHONE] [seixanta:PHONE]", "B: [81860:PHONE]"],
        same([0, 1, 2], [3], langs="ca ca"),
    ),
    "ca without hyphens": (
        "ca",
        ["A: [vint i tres:PHONE] [cinquanta quatre:PHONE]", "B: [2354:PHONE]"],
        same([0, 1], [2], langs="ca ca"),
    ),
    "ca hundreds": (
        "ca",
        ["A: [nou-cents dos:PHONE] [cent vint:PHONE]", "B: [902 120:PHONE]"],
        same([0, 1], [2], langs="ca ca"),
    ),
    "eu twenties": (
        "eu",
        ["A: [bederatzi:PHONE] [berrogeita hiru:PHONE] [hogeita hamar:PHONE]", "B: [94330:PHONE]"],
        same([0, 1, 2], [3], langs="eu eu"),
    ),
    "eu and es": (
        "eu",
        ["A: [sei bat bi:PHONE] [laurogeita bost:PHONE]", "B: [seis uno dos ocho cinco:PHONE]"],
        same([0, 1], [2], langs="eu es"),
    ),
    "eu hundreds": (
        "eu",
        ["A: [bederatziehun eta bi:PHONE] [ehun eta hogei:PHONE]", "B: [902120:PHONE]"],
        same([0, 1], [2], langs="eu eu"),
    ),
    "eu side in Spanish only": (
        "eu",
        ["A: [cuarenta y tres:PHONE] [veintiuno:PHONE]", "B: bai, [4321:PHONE]"],
        same([0, 1], [2], langs="es eu"),
    ),
    "fr pairs": (
        "fr",
        [
            "A: [zéro six:PHONE] [quatre-vingt-onze:PHONE] [soixante-dix:PHONE]",
            "B: [06 91 70:PHONE]",
        ],
        same([0, 1, 2], [3], langs="fr fr"),
    ),
    "fr Belgian": (
        "fr",
        ["A: [zéro quatre:PHONE] [septante-deux:PHONE] [nonante:PHONE]", "B: [047290:PHONE]"],
        same([0, 1, 2], [3], langs="fr fr"),
    ),
    "fr without hyphens": (
        "fr",
        ["A: [quatre vingt deux:PHONE] [trente:PHONE]", "B: [82 30:PHONE]"],
        same([0, 1], [2], langs="fr fr"),
    ),
    "de zwo": (
        "de",
        ["A: [null eins zwo:PHONE] [dreiundvierzig:PHONE]", "B: [01243:PHONE]"],
        same([0, 1], [2], langs="de de"),
    ),
    "de one word": (
        "de",
        ["A: [siebenundachtzig:PHONE] [zwölf:PHONE] [sechzig:PHONE]", "B: [871260:PHONE]"],
        same([0, 1, 2], [3], langs="de de"),
    ),
    "de written apart": (
        "de",
        ["A: [ein und zwanzig:PHONE] [fünf:PHONE]", "B: [215:PHONE]"],
        same([0, 1], [2], langs="de de"),
    ),
    "en oh and triple": (
        "en",
        ["A: [oh two oh:PHONE] [triple five:PHONE]", "B: [020 555:PHONE]"],
        same([0, 1], [2], langs="en en"),
    ),
    "en tens": (
        "en",
        ["A: [twenty-three:PHONE] [forty:PHONE] [seventeen:PHONE]", "B: [234017:PHONE]"],
        same([0, 1, 2], [3], langs="en en"),
    ),
    "en double figure": (
        "en",
        ["A: [nine double 4:PHONE] [six:PHONE]", "B: [nine four four six:PHONE]"],
        same([0, 1], [2], langs="en en"),
    ),
    # echoes of a slice
    "ca echo": (
        "ca",
        ["A: [nou tres:PHONE]", "B: sí", "A: [cinc sis set:PHONE]", "B: [cinc sis set:PHONE]"],
        part([0, 1], [2], 2, "ca"),
    ),
    "fr echo": (
        "fr",
        ["A: [zéro six:PHONE] [douze:PHONE] [vingt:PHONE]", "B: [vingt:PHONE]"],
        part([0, 1, 2], [3], 4, "fr"),
    ),
    "de echo": (
        "de",
        ["A: [null drei null:PHONE] [vierundfünfzig:PHONE]", "B: [fünf vier:PHONE], ja"],
        part([0, 1], [2], 3, "de"),
    ),
    "en last digits": (
        "en",
        ["A: it ends in [four two:PHONE]", "B: so [01632 555 942:PHONE]"],
        part([1], [0], 9, "en"),
    ),
    "es last digits": (
        "es",
        ["A: acaba en [setenta y ocho:PHONE]", "B: el [612345678:PHONE]"],
        part([1], [0], 7, "es"),
    ),
    # self-corrections
    "ca correction": (
        "ca",
        ["A: [nou tres cinc:PHONE], perdó, no, [nou tres sis:PHONE]"],
        differ(0, 1, 2, "ca"),
    ),
    "en correction": (
        "en",
        ["A: [seven oh five:PHONE], sorry, [seven oh six:PHONE]"],
        differ(0, 1, 2, "en"),
    ),
    "es correction of the end": (
        "es",
        ["A: [nueve uno cinco cinco:PHONE], perdón, [cinco seis:PHONE]"],
        part([0], [0], 0, "es"),
    ),
    "es correction in the next turn": (
        "es",
        ["A: [seis uno cinco:PHONE]", "B: sí", "A: no, perdón, [seis uno siete:PHONE]"],
        differ(0, 1, 2, "es"),
    ),
    # amounts keep their classes, one word or two
    "ca amount": ("ca", ["A: [vint-i-tres:NUM] euros"], shape(0, lang="ca")),
    "eu amount": ("eu", ["A: [berrogeita hamasei:NUM] euro"], shape(0, lang="eu")),
    "eu round": ("eu", ["A: [hirurogei:NUM] urte"], shape(0, lang="eu")),
    "de amount": ("de", ["A: [zweihundertfünfzig:NUM] Euro"], shape(0, lang="de")),
    "de tens": ("de", ["A: [dreißig:NUM] Karten, [siebzehn:NUM] Bilder"], shape(0, 1, lang="de")),
    "fr amount": ("fr", ["A: [soixante et onze:NUM] euros"], shape(0, lang="fr")),
    "fr round": ("fr", ["A: [quatre-vingts:NUM] euros"], shape(0, lang="fr")),
    "en amount": ("en", ["A: [one hundred and twenty:NUM] pounds"], shape(0, lang="en")),
}


@pytest.mark.parametrize("name", TABLE)
def test_renderings(name: str) -> None:
    lang, lines, (check, args) = TABLE[name]
    made = dialogue(*lines, lang=lang)
    old = [t.text[m.start : m.end] for t in made.turns for m in t.mentions]
    for key in KEYS:
        result = run(made, key=key)
        out = texts(result)
        assert not any(text.startswith("[") for text in out), out
        assert all(fold(a) != fold(b) for a, b in zip(out, old, strict=True)), out
        assert CHECKS[check](out, args, old), out
        assert not [i for i in result.issues if i.severity == "block"]


def test_checkers_know_good_from_bad() -> None:
    _, _, (check, args) = TABLE["fr pairs"]
    old = ["zéro six", "quatre-vingt-onze", "soixante-dix", "06 91 70"]
    assert CHECKS[check](["zéro sept", "vingt-deux", "trente", "07 22 30"], args, old)
    assert not CHECKS[check](["zéro sept", "vingt-deux", "trente", "06 91 70"], args, old)
    _, _, (check, args) = TABLE["de echo"]
    old = ["null drei null", "vierundfünfzig", "fünf vier"]
    assert CHECKS[check](["null vier null", "zweiundsechzig", "sechs zwei"], args, old)
    assert not CHECKS[check](["null vier null", "zweiundsechzig", "fünf vier"], args, old)
    _, _, (check, args) = TABLE["eu amount"]
    assert CHECKS[check](["hirurogeita hiru"], args, ["berrogeita hamasei"])
    assert not CHECKS[check](["hirurogei"], args, ["berrogeita hamasei"])


def test_words_are_cut_as_another_rendering_asks() -> None:
    made = dialogue("A: [trente:PHONE] [cent deux:PHONE]", "B: [30 100 2:PHONE]", lang="fr")
    for key in KEYS:
        tens, hundreds, figures = texts(run(made, key=key))
        many, _, unit = hundreds.rpartition(" ")
        assert figures == " ".join(digits(t, "fr") for t in (tens, many, unit))


def test_a_filler_beside_a_joiner_breaks_no_number() -> None:
    made = dialogue("A: [setenta:PHONE] y, eh, [dos:PHONE] [cinco:PHONE]", "B: [725:PHONE]")
    for key in KEYS:
        tens, unit, last, figures = texts(run(made, key=key))
        assert digits(f"{tens} y {unit}") + digits(last) == figures


def test_two_numbers_of_one_dialogue_stay_two() -> None:
    made = dialogue("A: [600123456:PHONE] y [600123457:PHONE]", "B: [911234567:PHONE]")
    for key in (bytes([i, 7]) for i in range(40)):
        out = texts(run(made, key=key))
        assert len(set(out)) == 3


def test_the_same_number_at_home_and_abroad() -> None:
    made = dialogue("A: [07911 123456:PHONE]", "B: [+44 7911 123456:PHONE]", lang="en")
    for key in KEYS:
        home, abroad = texts(run(made, key=key))
        assert abroad.replace(" ", "") == "+44" + home.replace(" ", "")[1:]


SPOKEN = {lang: found for lang in ("es", "ca", "eu", "en", "de", "fr") if (found := numerals(lang))}


@st.composite
def dictations(draw: st.DrawFn) -> tuple[str, str, list[str], list[str]]:
    """(language, digits, their pieces in words, the same digits in other pieces of figures)."""
    lang = draw(st.sampled_from(sorted(SPOKEN)))
    said = draw(st.text("0123456789", min_size=5, max_size=8))
    words: list[str] = []
    left = said
    while left:
        size = 1 if left[0] == "0" else draw(st.integers(1, min(3, len(left))))
        words.append(SPOKEN[lang].say(int(left[:size])))
        left = left[size:]
    cut = draw(st.integers(1, len(said) - 1))
    return lang, said, words, [said[:cut], said[cut:]]


@settings(max_examples=tries(15, 300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(dictations())
def test_any_cut_of_any_number_agrees(drawn: tuple[str, str, list[str], list[str]]) -> None:
    lang, said, words, figures = drawn
    made = dialogue(
        "A: " + ", ".join(f"[{w}:PHONE]" for w in words),
        "B: " + " ".join(f"[{f}:PHONE]" for f in figures),
        lang=lang,
    )
    result = run(made)
    out = texts(result)
    assert not [i for i in result.issues if i.severity == "block"]
    first = [digits(t, lang) for t in out[: len(words)] if not t.startswith("[")]
    second = [t for t in out[len(words) :] if not t.startswith("[")]
    if len(first) == len(words) and len(second) == len(figures):
        assert "".join(first) == "".join(second) != said
    else:
        assert "LOW_ENTROPY" in [i.code for i in result.issues]
