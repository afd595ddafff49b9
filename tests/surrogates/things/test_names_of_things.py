"""Names of schools, surgeries and shops: the kind stays, a noun suits its article, and the host of
an address follows the name that it has in one word."""

import pytest

from surrogates.folding import digraphs, fold, letters_only
from surrogates.languages import load_lexicon
from surrogates.things.geography.abroad.regions_abroad import neighbours_of
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.things.test_said_in_part import drawn, run_each


@pytest.mark.parametrize(
    ("lang", "line", "article", "sorts"),
    [
        ("es", "Centro de salud [Las Moreras:ORG]", "Las", "fp"),
        ("es", "residencia [Los Olivos:ORG]", "Los", "mp"),
        ("es", "[Colegio La Encina:ORG]", "La", "fs"),
        ("es", "guardería [El Molino:ORG]", "El", "ms"),
        ("ca", "l'escola [Els Roures:ORG]", "Els", "mp"),
        ("ca", "[CAP Les Fontetes:ORG]", "Les", "fp"),
        ("fr", "la résidence [Les Tilleuls:ORG]", "Les", "mp fp"),
        ("fr", "[Crèche Le Verger:ORG]", "Le", "ms"),
        ("de", "die Kita [Die Linden:ORG]", "Die", "fp"),
        ("de", "[Gasthaus Zur Linde:ORG]", "Zur", "fs"),
        ("en", "[The Willows:ORG] surgery", "The", "p"),
        ("en", "[The Beech Care Home:ORG]", "The", "s"),
    ],
)
def test_a_noun_suits_its_article(lang: str, line: str, article: str, sorts: str) -> None:
    lexicon = load_lexicon(lang)
    nouns = {n for sort in sorts.split() for n in lexicon.organisation_parts("noun", sort)}
    for (new,) in drawn(lang, f"A: {line}"):
        said = new.split()
        assert said[said.index(article) + 1] in nouns, new


@pytest.mark.parametrize(
    ("lang", "name", "kept"),
    [
        ("es", "IES Río Cea", "IES"),
        ("es", "CEIP Miguel Delibes", "CEIP"),
        ("ca", "INS Joan Oró", "INS"),
        ("ca", "ZER Els Ports", "ZER"),
        ("eu", "Harrobia BHI", "BHI"),
        ("fr", "CFA Robert Doisneau", "CFA"),
        ("de", "Stadtteilschule Barmbek", "Stadtteilschule"),
        ("de", "Fahrradhaus Lemke", "Fahrradhaus"),
        ("de", "Möbelwelt Kastner", "Möbelwelt"),
        ("en", "Scoil Bhríde", "Scoil"),
        ("en", "Lakeside Auto Repair", "Auto Repair"),
        ("en", "Sunrise Nail Bar", "Nail Bar"),
    ],
)
def test_the_kind_of_a_school_or_a_shop_stays(lang: str, name: str, kept: str) -> None:
    for (new,) in drawn(lang, f"A: [{name}:ORG]"):
        assert kept in new and new != name


def test_a_surname_with_the_ending_of_a_kind_is_no_kind() -> None:
    for (new,) in drawn("de", "A: [Steinhaus Immobilien:ORG]"):
        assert "steinhaus" not in fold(new)


def test_names_without_a_trade_have_two_words_at_most() -> None:
    for (new,) in drawn("en", "A: [Brinkley Stanmore Ridgeway:ORG]"):
        assert len(new.split()) <= 2


@pytest.mark.parametrize(
    ("lang", "host", "glued", "name"),
    [
        ("es", "trabancoarquitectos.es", "trabancoarquitectos", "Trabanco Arquitectos"),
        ("de", "baeckereimoeller.de", "baeckereimoeller", "Bäckerei Möller"),
        ("fr", "garagelemoine.fr", "garagelemoine", "Garage Lemoine"),
        ("en", "oakfieldplumbing.co.uk", "oakfieldplumbing", "Oakfield Plumbing"),
    ],
)
def test_a_name_in_one_word_is_that_name(lang: str, host: str, glued: str, name: str) -> None:
    lines = (f"A: [info@{host}:EMAIL]", f"B: [{glued}:ORG] . com", f"A: [{name}:ORG]")
    for result in run_each(lang, *lines):
        mail, short, whole = [r.surrogate for r in result.replacements]
        assert mail == f"info@{short}.example" and short in (
            letters_only(whole),
            letters_only(digraphs(whole)),
        )
        assert "DOMAIN_UNLINKED" not in codes(result)


def test_an_article_that_is_said_once_counts_for_the_name_alone() -> None:
    lexicon = load_lexicon("fr")
    nouns = {n for sort in ("fp", "mp") for n in lexicon.organisation_parts("noun", sort)}
    for whole, short in drawn(
        "fr", "A: la [Mutuelle des Deux Vallées:ORG]", "B: aux [Deux Vallées:ORG]"
    ):
        assert whole == f"Mutuelle des {short}" and short in nouns


@pytest.mark.parametrize(
    ("lang", "name", "kept", "gone"),
    [
        ("fr", "Banque Populaire du Nord", "banque", "populaire"),
        ("fr", "Crédit Agricole Normandie", "credit", "agricole"),
        ("es", "Banco Popular de Getafe", "banco", "popular"),
        ("ca", "Caixa Popular de Reus", "caixa", "popular"),
    ],
)
def test_a_real_bank_made_of_plain_words_is_named_anew(
    lang: str, name: str, kept: str, gone: str
) -> None:
    for key in (b"one", b"two"):
        (made,) = texts(run(dialogue(f"A: [{name}:ORG].", lang=lang), key=key))
        assert kept in fold(made).split() and gone not in fold(made), made


@pytest.mark.parametrize("firm", ["Pizza Hut", "Home Depot"])
def test_no_half_of_a_brand_stays(firm: str) -> None:
    for n in range(3):
        (new,) = texts(run(dialogue(f"A: By the [{firm}:ORG].", lang="en"), key=bytes([n]) * 32))
        assert not set(fold(new).split()) & set(fold(firm).split())


def test_whose_pharmacy_it_is_bears_a_surname() -> None:
    surnames = {fold(name) for name in load_lexicon("en").surnames}
    for n in range(4):
        line = "A: This is [Hobley's Pharmacy:ORG]."
        (new,) = texts(run(dialogue(line, lang="en"), key=bytes([n]) * 32))
        assert new.endswith("'s Pharmacy") and fold(new.split("'")[0]) in surnames, new


def test_a_german_name_before_a_hyphen_is_joined_by_hyphens() -> None:
    for n in range(4):
        made = dialogue("A: in der [Erich-Weber-Grundschule:ORG]", lang="de")
        (school,) = texts(run(made, key=bytes([n]) * 32))
        assert school.endswith("-Grundschule") and " " not in school


def test_a_hospital_known_by_its_letters_is_no_person() -> None:
    lexicon = load_lexicon("de")
    for n in range(4):
        made = dialogue("A: Befunde vom [AKH Linz:HOSPITAL]", lang="de")
        head, _, town = texts(run(made, key=bytes([n]) * 32))[0].partition(" ")
        known = lexicon.known_places | neighbours_of(lexicon).keys()
        assert head == "AKH" and fold(town) in known


@pytest.mark.parametrize("said", ["[Seestrasse:STREET] in [Zürich:CITY]", "[Seestrasse:STREET]"])
def test_a_street_written_with_two_s_has_no_sharp_one(said: str) -> None:
    for n in range(6):
        street = texts(run(dialogue(f"A: {said}", lang="de"), key=bytes([n]) * 32))[0]
        assert "ß" not in street


@pytest.mark.parametrize("name", ["Physiothérapie", "Pharmacie", "Café"])
def test_what_a_french_firm_lies_at_is_no_town_s(name: str) -> None:
    for n in range(4):
        line = f"A: [{name} de la Gare:ORG], [Dijon:LOC], bonjour."
        new, _ = texts(run(dialogue(line, lang="fr"), key=bytes([n]) * 32))
        head, lead, rest = new.partition(" de la ")
        assert head == name and lead and "Gare" not in rest
        assert " " not in rest, new
