"""Pieces of addresses that name nobody, and the domains of providers that are said alone."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = (b"a", b"b", b"c")


@pytest.mark.parametrize(
    ("lang", "line"),
    [("fr", "A: [lison_bzh35:USER], je m'appelle [Lison Tréguier:PER]."),
     ("es", "A: [itziar_gtz88:USER], soy [Itziar Olabarri:PER]."),
     ("de", "A: [ottilie_wfl7:USER], ich heiße [Ottilie Brackmann:PER]."),
     ("en", "A: [maisie_kitesurf:USER], I'm [Maisie Thornbury:PER].")],
)  # fmt: skip
def test_a_piece_that_names_nobody_becomes_no_name(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        user, name = texts(run(dialogue(line, lang=lang), key=key))
        given, piece = re.findall(r"[^\W\d_]+", user)
        assert fold(given) == fold(name.split()[0])
        assert len(piece) == len(re.findall(r"_([a-z]+)", line)[0])
        assert piece not in lexicon.surname_keys
        assert piece not in lexicon.name_by_key


@pytest.mark.parametrize(
    ("lang", "mail", "said"),
    [("de", "ottilie.brackmann@posteo.de", "posteo.de"), ("de", "k.huber@gmx.at", "www.gmx.at"),
     ("fr", "t.orsini@orange.fr", "orange.fr"), ("es", "a.vega@gmail.com", "gmail.com")],
)  # fmt: skip
def test_the_domain_of_a_provider_stays_as_in_the_address(lang: str, mail: str, said: str) -> None:
    result = run(dialogue(f"A: [{mail}:EMAIL]. [{said}:URL].", lang=lang))
    address, domain = texts(result)
    assert address.rpartition("@")[2] == mail.rpartition("@")[2]
    assert domain == said


def test_a_given_name_that_nobody_bears_becomes_one_of_its_gender() -> None:
    lexicon = load_lexicon("es")
    for key in KEYS:
        (address,) = texts(run(dialogue("A: [nuria.tolosa@gmail.com:EMAIL]"), key=key))
        assert lexicon.name_by_key[address.split(".")[0]].gender == "f"


@pytest.mark.parametrize(
    "lines",
    [
        ["A: [nbenhaddou74:USER]", "B: [nora.benhaddou@boite.fr:EMAIL], de [Karim Benhaddou:PER]"],
        ["A: [noura.benhaddou@boite.fr:EMAIL], [nbenhaddou74:USER]"],
    ],
)
def test_a_user_name_has_the_initial_of_the_name_in_the_address(lines: list[str]) -> None:
    for key in KEYS:
        made = dialogue(*lines, lang="fr")
        by_label = dict(
            zip(["USER", "EMAIL"], sorted(texts(run(made, key=key))[:2], key=_is_mail), strict=True)
        )
        given, surname = by_label["EMAIL"].split("@")[0].split(".")
        assert re.sub(r"\d", "", by_label["USER"]) == given[0] + surname


def _is_mail(text: str) -> bool:
    return "@" in text


@pytest.mark.parametrize("key", [bytes([n]) for n in range(4)])
def test_a_mistyped_name_and_an_initial_in_a_path_follow_the_person(key: bytes) -> None:
    made = dialogue(
        "A: [Priya:GIVEN] [Raman:FAM], [priya.raman@harlowfinch.co.uk:EMAIL].",
        "B: I typed [pria.raman@harlowfinch.co.uk:EMAIL].",
        "A: Or [www.harlowfinch.co.uk/people/p-raman:URL].",
        lang="en",
    )
    given, surname, right, wrong, page = texts(run(made, key=key))
    typed = wrong.split(".")[0]
    assert right.startswith(f"{given.lower()}.{surname.lower()}@")
    assert typed != given.lower() and len(typed) == len(given) - 1
    assert page.endswith(f"/people/{given[0].lower()}-{surname.lower()}")
