"""An organisation or a street that is said in part is that part of its surrogate; words for its
kind stay."""

import pytest

from surrogates.folding import words
from surrogates.languages import load_lexicon
from surrogates.types import Result
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


def run_each(lang: str, *lines: str) -> list[Result]:
    """A dialogue under several keys, never held back."""
    results = [run(dialogue(*lines, lang=lang), key=key) for key in KEYS]
    assert not any(result.held for result in results), [codes(result) for result in results]
    return results


def drawn(lang: str, *lines: str) -> list[list[str]]:
    """Surrogates under several keys, none of which is a placeholder or held back."""
    found = [texts(result) for result in run_each(lang, *lines)]
    assert not [text for each in found for text in each if text.startswith("[")], found
    return found


@pytest.mark.parametrize(
    ("lang", "whole", "part", "kept"),
    [
        ("es", "Mutua Agrícola del Ebro", "la [Mutua:ORG]", "Mutua"),
        ("es", "Banco Popular", "el [Banco:ORG]", "Banco"),
        ("es", "Ayuntamiento de Getafe", "el [Ayuntamiento:ORG]", "Ayuntamiento"),
        ("ca", "Caixa de Manlleu", "la [Caixa:ORG]", "Caixa"),
        ("ca", "Missatgers del Ter", "a [Missatgers:ORG]", "Missatgers"),
        ("eu", "Tolosako Udala", "[Udala:ORG]", "Udala"),
        ("eu", "Laboral Kutxa", "[Kutxan:ORG] dut", "Kutxan"),
        ("de", "Stadtwerke Kiel", "bei den [Stadtwerken:ORG]", "Stadtwerken"),
        ("de", "Rathaus Emden", "im [Rathaus:ORG]", "Rathaus"),
        ("en", "Swiftline Couriers", "the [Couriers:ORG]", "Couriers"),
        ("fr", "Crédit Agricole", "le [Crédit:ORG]", "Crédit"),
    ],
)
def test_a_word_for_the_kind_alone_stays(lang: str, whole: str, part: str, kept: str) -> None:
    for new, short in drawn(lang, f"A: [{whole}:ORG]", f"B: {part}"):
        assert short == kept and new != whole
        assert any(word[:4] == words(kept)[0][:4] for word in words(new))


@pytest.mark.parametrize(
    ("lang", "whole", "part", "pattern"),
    [
        ("es", "Talleres Garrido Hermanos", "[Garrido:ORG]", "Talleres {} Hermanos"),
        ("ca", "Fusteria Puigdomènech", "a [Puigdomènech:ORG]", "Fusteria {}"),
        ("eu", "Olaizola Iturgintza", "[Olaizola:ORG]", "{} Iturgintza"),
        ("de", "Autohaus Brenninger", "der [Brenninger:ORG]", "Autohaus {}"),
        ("de", "Techniker Krankenkasse", "die [Techniker:ORG]", "{} Krankenkasse"),
        ("en", "Northfield Housing Association", "[Northfield:ORG]", "{} Housing Association"),
        ("fr", "Garage Lemoine", "chez [Lemoine:ORG]", "Garage {}"),
    ],
)
def test_what_names_an_organisation_alone(lang: str, whole: str, part: str, pattern: str) -> None:
    for new, short in drawn(lang, f"A: [{whole}:ORG]", f"B: {part}"):
        assert new == pattern.format(short)


def test_words_skipped_and_initials_are_of_the_same_surrogate() -> None:
    lines = ("A: [Mutuelle Générale des Transports:ORG]", "B: la [Mutuelle des Transports:ORG]",
             "A: la [MGT:ORG]")  # fmt: skip
    for whole, short, letters in drawn("fr", *lines):
        assert short == whole.replace(" Générale", "") and whole.startswith("Mutuelle Générale")
        name = whole.rpartition(" ")[2]
        assert letters == f"MG{name[0]}" != "MGT"


def test_an_article_suits_what_is_said_in_part_and_not_the_whole() -> None:
    """ "das Autohaus", but "der Brenninger"."""
    line = "A: beim [Autohaus Brenninger:ORG], der [Brenninger:ORG]"
    for whole, short in drawn("de", line):
        assert whole == f"Autohaus {short}"


def test_two_organisations_of_one_name_get_one_name() -> None:
    line = "A: [Clínica Dental Úbeda:ORG] y [Clínica Veterinaria Úbeda:ORG]"
    for dentist, vet in drawn("es", line):
        assert dentist.removeprefix("Clínica Dental ") == vet.removeprefix("Clínica Veterinaria ")


@pytest.mark.parametrize(
    ("lang", "name", "trades"),
    [
        ("de", "Alte Leipziger", "insurance telecom energy bank"),
        ("eu", "Lagun Aron", "insurance transport telecom bank"),
        ("es", "Marbella Nordén", "insurance transport telecom bank school"),
    ],
)
def test_a_name_that_tells_no_trade_gets_none(lang: str, name: str, trades: str) -> None:
    sectors = load_lexicon(lang).sector_of_head
    for (new,) in drawn(lang, f"A: [{name}:ORG]"):
        assert not [word for word in words(new) if sectors.get(word) in trades.split()]


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("ca", "Mútua del Vallès"), ("ca", "Mútua de l'Ebre"), ("es", "Mutua del Ebro"),
        ("fr", "Clinique du Parc"), ("fr", "Mutuelle de l'Ouest"),
    ],
)  # fmt: skip
def test_an_article_inside_a_name_elides_as_before(lang: str, name: str) -> None:
    for (new,) in drawn(lang, f"A: la [{name}:ORG]"):
        last = new.rpartition(" ")[2]
        elided = last.startswith(("l'", "d'"))
        vowel = last.removeprefix("l'").removeprefix("d'")[0] in "AEIOUÀÉÈÍÓÒÚÂÊÎÔH"
        assert elided == vowel or lang == "es", new


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("St Brigid's Primary", "St ", "'s Primary"),
        ("St Oswin’s", "St ", "’s"),
        ("Hospital San Rafael", "Hospital San ", ""),
    ],
)
def test_a_saint_is_a_saint(name: str, start: str, end: str) -> None:
    lang = "es" if name.startswith("Hospital") else "en"
    saints = load_lexicon(lang).organisation_parts("saint", "man")
    for (new,) in drawn(lang, f"A: [{name}:ORG]"):
        assert new.startswith(start) and new.endswith(end)
        assert new.removeprefix(start).removesuffix(end) in saints


def test_an_article_of_a_name_is_no_rest_of_it() -> None:
    for new, *_ in drawn("ca", "A: l'escola [Els Pins:ORG]", "B: Els cognoms?"):
        assert "Pins" not in new


@pytest.mark.parametrize(
    ("lang", "one", "other", "alone"),
    [
        ("en", "Larkspur Crescent", "Larkspur Close", "the [Close:STREET]"),
        ("ca", "passeig de Sant Joan", "ronda de Sant Joan", "la [ronda:STREET]"),
        ("es", "calle Cabestreros", "plaza Cabestreros", "la [plaza:STREET]"),
        ("fr", "rue du Moulin-Vert", "impasse du Moulin-Vert", "l'[impasse:STREET]"),
        ("eu", "Zumalakarregi etorbidea", "Zumalakarregi kalea", "[kalea:STREET]"),
        ("de", "Lerchenallee", "Lerchenweg", "am [Weg:STREET]"),
    ],
)
def test_two_ways_of_one_name_are_drawn_together(
    lang: str, one: str, other: str, alone: str
) -> None:
    """And the kind said alone stays, whichever it is of."""
    lines = (f"A: [{one}:STREET]", f"B: no, [{other}:STREET]", f"A: {alone}")
    for first, second, kind in drawn(lang, *lines):
        named = [word for word in words(one) if word in words(other)]
        assert not set(named) & set(words(first)) - {"de", "du", "sant"}
        assert alone.split("[")[1].startswith(kind)
        size = len(words(first)) - (lang != "de")
        same = size if lang == "de" else len(set(words(first)) & set(words(second)))
        assert same == len(set(words(first))) - (lang != "de")
        assert words(second)[0].endswith(kind.lower()) or kind.lower() in words(second)


@pytest.mark.parametrize(
    ("lang", "whole", "part"),
    [
        ("es", "Marqués de Valdecilla", "Valdecilla"),
        ("es", "calle de la Asunción", "Asunción"),
        ("ca", "carrer de Sant Joan", "Sant Joan"),
        ("eu", "Sabino Arana kalea", "Arana"),
        ("fr", "rue Victor Hugo", "Hugo"),
        ("fr", "avenue du Général Foy", "Foy"),
        ("fr", "rue du Moulin-Vert", "Moulin-Vert"),
        ("en", "Abbey Park Road", "Abbey Park"),
    ],
)
def test_a_street_said_by_a_part_of_its_name(lang: str, whole: str, part: str) -> None:
    """The corresponding part of the surrogate, with no particle that was not said."""
    for new, short in drawn(lang, f"A: [{whole}:STREET]", f"B: [{part}:STREET]"):
        assert f" {short} " in f" {new} " and words(short)[0] not in ("de", "du", "des", "la")


def test_a_name_behind_an_article_has_the_lead_that_it_had() -> None:
    line = "A: [rue du Moulin-Vert:STREET]. J'étais au [Moulin-Vert:STREET]."
    for new, short in drawn("fr", line):
        assert new == f"rue du {short}"


@pytest.mark.parametrize(
    ("lang", "street"), [("ca", "carrer de l'Olivera"), ("es", "calle de Rabalde")]
)
def test_a_noun_in_a_street_has_its_article(lang: str, street: str) -> None:
    nouns = load_lexicon(lang).streets("name")
    for (new,) in drawn(lang, f"A: [{street}:STREET]"):
        assert new.partition(" de ")[2] not in nouns, new
