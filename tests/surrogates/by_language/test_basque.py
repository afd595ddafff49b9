"""Small Basque dialogues, start to end, and the Basque tables that they rest on."""

from functools import partial

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.inflection import basque
from surrogates.languages.places.streets import inflected, type_said
from surrogates.languages.titles import title_words
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import outs

EU = load_lexicon("eu")
CALL = (
    "A: Egun on, [Arantzazu:PER] [Agirre:FAM] naiz.",
    "B: Esan, [Arantxa:PER]. Nola idazten da [Agirre:FAM]?",
    "A: [a, ge, i, erre, erre, e:SPELL].",
    "A: [Donostian:LOC] bizi naiz, kodea [20001:ZIP] da.",
    "B: [Anboto Klinika:ORG] da?",
    "A: Ez, nire anaiak, [Mikelek:PER], darama. [Mikel:PER] da.",
)

results = partial(packs.results, lang="eu")
langs_of = partial(packs.langs_of, EU)


def test_a_call() -> None:
    for result in results(*CALL):
        name, surname, short, again, spelled, place, zip_, firm, inflected_, brother = texts(result)
        assert EU.name_by_key[fold(name)].gender == "f"
        assert fold(short) in {fold(f.short) for f in EU.shorts_of[fold(name)]}
        assert surname == again
        assert len(spelled.split(",")) == len([c for c in surname if c.isalpha()])
        stems = [p for p in EU.place_entries if place in (f"{p.name}n", f"{p.name}en")]
        codes_ = {EU.province_codes[p.province][0] for p in stems}
        assert zip_[:2] in codes_
        assert firm.endswith(EU.organisation_parts("head", "health"))
        assert EU.name_by_key[fold(brother)].gender == "m"
        assert inflected_.startswith(brother[:-1]) and inflected_.endswith("k")


@pytest.mark.parametrize("lang", ["eu", "es"])
@pytest.mark.parametrize(
    ("basque", "spanish"),
    [
        ("Iñaki", "Ignacio"),
        ("Mikel", "Miguel"),
        ("Ane", "Ana"),
        ("Jon", "Juan"),
        ("Xabier", "Javier"),
        ("Kepa", "Pedro"),
    ],
)
def test_equivalent_names_both_ways(lang: str, basque: str, spanish: str) -> None:
    both = {("eu", "es"): (basque, spanish), ("es", "eu"): (spanish, basque)}
    for langs, (first, second) in both.items():
        for result in results(f"A: [{first}:PER].", f"B: ¿[{second}:PER]?", lang=lang):
            one, two = texts(result)
            assert langs in langs_of(one, two), (one, two)


def test_three_languages_of_one_name() -> None:
    lines = ("A: [Xavier:PER].", "B: ¿[Xabier:PER]?", "A: [Javier:PER].")
    for lang in ("ca", "eu", "es"):
        for result in results(*lines, lang=lang):
            one, two, three = texts(result)
            assert ("ca", "eu") in langs_of(one, two)
            assert ("eu", "es") in langs_of(two, three)


@pytest.mark.parametrize("lang", ["eu", "es"])
@pytest.mark.parametrize(
    ("basque", "spanish"),
    [("Donostia", "San Sebastián"), ("Gasteiz", "Vitoria"), ("Iruña", "Pamplona")],
)
def test_equivalent_places_both_ways(lang: str, basque: str, spanish: str) -> None:
    for result in results(f"A: [{basque}:LOC]", f"B: [{spanish}:LOC]", lang=lang):
        assert ("eu", "es") in langs_of(*texts(result)), texts(result)


def test_a_title_after_the_name_tells_the_gender() -> None:
    for title, gender in (("jauna", "m"), ("andrea", "f"), ("andereñoak", "f")):
        for result in results(f"A: [Amets:PER] {title} hemen dago."):
            assert EU.name_by_key[fold(texts(result)[0])].gender == gender


def test_andrea_is_a_name() -> None:
    for result in results("A: [Andrea Garmendia:PER] naiz."):
        assert "Andrea" not in texts(result)[0]


def test_short_forms_of_a_compound() -> None:
    for result in results("A: [Jose Maria:PER] naiz.", "B: [Joxemari:PER]?"):
        full, short = texts(result)
        assert fold(short) in {fold(f.short) for f in EU.shorts_of[fold(full)]}
    for result in results("A: [Juan Mari Agirre:PER] da."):
        assert len(texts(result)[0].split()) in (2, 3)
        assert "Mari" not in texts(result)[0].split()


def test_a_short_form_that_is_a_name_too() -> None:
    for result in results("A: [Frantzisko:PER] naiz.", "B: Kaixo, [Patxi:PER]."):
        full, short = texts(result)
        assert fold(short) in {fold(f.short) for f in EU.shorts_of[fold(full)]}


def test_two_people_with_forms_of_one_name_have_forms_of_one_name() -> None:
    for cue in ("eta bere anaia,", "edo"):
        for result in results(f"A: [Jon:PER] {cue} [Jontxu:PER] hemen da."):
            one, two = texts(result)
            shorts = {fold(f.short) for f in EU.shorts_of.get(fold(one), ())}
            assert fold(two) in shorts


def test_what_an_organisation_is_comes_last() -> None:
    for result in results("A: [Anboto Klinika:ORG]"):
        assert texts(result)[0].endswith(EU.organisation_parts("head", "health"))


def test_the_type_of_a_street_comes_last_and_keeps_its_case() -> None:
    for said in ("kalea", "kalean", "kaleko", "kaletik"):
        for result in results(f"A: [Ibaiondo {said} 5:STREET] da."):
            out = texts(result)[0]
            kind, ending = type_said(out, EU)
            assert ending == type_said(f"Ibaiondo {said}", EU)[1]
            assert kind == said
            assert not out.startswith(kind)


@pytest.mark.parametrize(
    ("kind", "ending", "form"),
    [
        ("kalea", "ko", "kaleko"),
        ("kalea", "n", "kalean"),
        ("plaza", "ko", "plazako"),
        ("auzoa", "tik", "auzotik"),
    ],
)
def test_the_article_gives_way_to_a_place_ending(kind: str, ending: str, form: str) -> None:
    assert inflected(kind, ending) == form


def test_inflection_has_candidates_on_both_sides() -> None:
    for pool in (EU.names("f"), EU.names("m"), EU.surnames, EU.places):
        vowel = [fold(n)[-1] in "aeiou" for n in pool]
        assert sum(vowel) >= 40
        assert len(vowel) - sum(vowel) >= 40


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("Andrea Garmendia", frozenset()),
        ("Garmendia andrea", {"andrea"}),
        ("Garmendia jaunari", {"jaunari"}),
        ("Miren Andrea", frozenset()),
        ("andrea garmendia", frozenset()),
    ],
)
def test_a_title_that_is_a_name_too(text: str, titles: frozenset[str]) -> None:
    assert title_words(text, EU) == titles
    for result in results(f"A: [{text}:PER] da."):
        old, new = text.split(), texts(result)[0].split()
        assert {fold(w) for w in old} & {fold(w) for w in new} == titles


@pytest.mark.parametrize(("place", "code"), [("Cádiz", "11001"), ("Lizarra", "31200")])
def test_a_postal_code_follows_a_place_of_either_language(place: str, code: str) -> None:
    for result in results(f"A: [{place}:LOC], [{code}:ZIP]."):
        new, zip_ = texts(result)
        province = EU.place_by_key[fold(new)].province
        assert zip_.startswith(EU.province_codes[province][0])


@pytest.mark.parametrize(
    ("line", "endings"),
    [
        ("[Anerentzat:PER] da, [Aneren:PER] etxea.", ("entzat", "en")),
        ("[Jonengatik:PER], [Jonen:PER] etxea.", ("engatik", "en")),
        ("[Mikeli:PER] esan diot, [Mikelek:PER] daki.", ("i", "k")),
    ],
)
def test_two_cases_of_a_name_that_is_never_bare(line: str, endings: tuple[str, str]) -> None:
    for result in results(f"A: {line}"):
        one, two = texts(result)
        assert (one.endswith(endings[0]), two.endswith(endings[1])) == (True, True)
        stems = [{s for s, _ in basque.cut(w) if fold(s) in EU.name_by_key} for w in (one, two)]
        assert stems[0] & stems[1], (one, two)


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("[Kataluniatik:LOC] nator.", "ik"),
        ("[Euskadin:LOC] bizi naiz.", "n"),
        ("[Euskadiko:LOC] jendea.", "o"),
        ("[Bizkaitik:LOC] nator.", "ik"),
        ("[Xunbeldik:LOC] nator.", "ik"),
        ("[frantsesa:LOC] da.", "a"),
        ("[katalana:LOC] da.", "a"),
    ],
)
def test_the_cases_of_regions_and_unknown_places(line: str, ending: str) -> None:
    for result in results(f"A: {line}"):
        assert texts(result)[0].endswith(ending), texts(result)


@pytest.mark.parametrize(
    ("stem", "ending", "word"),
    [
        ("Bizkaia", "rel", "Bizkaiko"),
        ("Bizkaia", "ine", "Bizkaian"),
        ("Azpeitia", "abl", "Azpeititik"),
        ("Iruñea", "rel+a", "Iruñekoa"),
        ("Iruñea", "ine", "Iruñean"),
        ("Iruñea", "all", "Iruñera"),
        ("Iruñea", "abl", "Iruñetik"),
        ("Iruñea", "inh+ra", "Iruindarra"),
        ("Durango", "inh+rak", "Durangarrak"),
        ("Zigoitia", "rel", "Zigoitiko"),
        ("Tolosa", "rel", "Tolosako"),
        ("Gipuzkoa", "rel", "Gipuzkoako"),
        ("Etxetek", "rel", "Etxetekeko"),
        ("Katalunia", "inh+ra", "Katalana"),
        ("Txina", "inh+rak", "Txinatarrak"),
    ],
)
def test_places_with_an_ending(stem: str, ending: str, word: str) -> None:
    assert basque.put(stem, ending) == word
    assert (stem, ending) in set(basque.cut(word, place=True))


def test_a_street_is_one_with_its_type_its_case_and_alone() -> None:
    for typed, case, alone in outs(
        "eu",
        "A: [Urbieta kalea:STREET], zenbakia.",
        "B: [Urbieta kaleko:STREET] hori? Bai, [Urbietan:STREET] bertan.",
    ):
        name = typed.removesuffix(" kalea")
        assert case == f"{name} kaleko" and alone.startswith(name) and alone.endswith("n")


def test_a_profession_keeps_its_article_and_its_case() -> None:
    for one, other in outs("eu", "A: [Mekanikaria:PROFESSION] da, [mekanikariak:PROFESSION] dio."):
        assert one.endswith("a") and fold(other) == fold(one) + "k"


@pytest.mark.parametrize("key", [bytes([n]) for n in range(4)])
@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("A: [Eguzkitza:FAM] z batekin?", "z"),
        ("A: [Olabarria:FAM] batekin ala birekin idazten da r hori?", "rr"),
        ("A: [Elortza:FAM] naiz, tz-rekin eta zetarekin.", "z"),
        ("A: [Aguirre:FAM], erre birekin.", "rr"),
    ],
)
def test_a_letter_said_behind_is_in_the_name(line: str, letters: str, key: bytes) -> None:
    made = run(dialogue(line, lang="eu"), key=key)
    assert letters in fold(texts(made)[0]) and "LETTER_FACT" not in codes(made)
