"""What each strategy draws from, in every language with a pack."""

from collections import Counter

import pytest

from surrogates.folding import fold
from surrogates.languages import languages, load_lexicon
from surrogates.languages.numerals import number_keys
from surrogates.types import Dialogue
from tests.surrogates.dialogues import codes, dialogue, run, texts

LINE = "A: [{given}:PER] [{family}:FAM] [{place}:LOC] [{org}:ORG] [{month}:DATE] [{number}:NUM]"


def sample(lang: str) -> Dialogue:
    lexicon = load_lexicon(lang)
    words = {
        "given": lexicon.names("f")[20],
        "family": lexicon.surnames[20],
        "place": lexicon.places[20],
        "org": lexicon.organisations[5],
        "month": lexicon.months[4],
        "number": next(w.form for w in lexicon.number_words if w.value == 3 and w.klass == "I"),
    }
    return dialogue(LINE.format(**words), lang=lang)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("strategy", ["named", "word", "entity"])
def test_every_language_has_words_for_the_common_types(lang: str, strategy: str) -> None:
    made = sample(lang)
    out = texts(run(made, strategy))
    assert not [t for t in out if t.startswith("[")], out
    old = [r.original for r in run(made).replacements]
    assert all(fold(a) != fold(b) for a, b in zip(out, old, strict=True))


@pytest.mark.parametrize("lang", languages())
def test_named_is_one_exemplar_a_type(lang: str) -> None:
    lexicon = load_lexicon(lang)
    names = [n for n in lexicon.names("f")[10:40] if fold(n) != fold(lexicon.exemplars["given_f"])]
    places = [p for p in lexicon.places[10:40] if fold(p) != fold(lexicon.exemplars["place"])]
    for label, words, kind in (("PER", names, "given_f"), ("LOC", places, "place")):
        drawn = {texts(run(dialogue(f"A: [{w}:{label}]", lang=lang), "named"))[0] for w in words}
        assert drawn == {lexicon.exemplars[kind]}


def test_value_dissociation_follows_relative_frequency() -> None:
    corpus = {"PER": Counter({"Eva": 60, "Olga": 30, "Noa": 10})}
    drawn = Counter(
        texts(run(dialogue("A: [Ana:PER]", id=str(i)), "word", corpus=corpus))[0]
        for i in range(1000)
    )
    # Three standard deviations of a binomial of 1,000: below 0.05.
    for name, share in (("Eva", 0.6), ("Olga", 0.3), ("Noa", 0.1)):
        assert abs(drawn[name] / 1000 - share) < 0.05


def test_value_distortion_is_independent_of_the_text_and_of_other_tokens() -> None:
    made = dialogue(*["A: [Ana:PER] [Ana:PER]"] * 150)
    out = texts(run(made, "word"))
    pairs = list(zip(out[::2], out[1::2], strict=True))
    assert sum(a == b for a, b in pairs) < 8
    assert len(set(out)) > 120


@pytest.mark.parametrize("q", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("strategy", ["entity", "word", "named", "typed", "redact", "indexed"])
def test_the_share_that_is_replaced(strategy: str, q: float) -> None:
    count = 200 if 0 < q < 1 else 30  # all or none needs no statistics
    many = [dialogue("A: [Ana:PER]", id=str(i)) for i in range(count)]
    kept = sum(texts(run(d, strategy, q=q)) == ["Ana"] for d in many)
    assert abs(kept / count - (1 - q)) < 0.12


def test_a_strategy_for_each_label() -> None:
    made = dialogue("A: [Ana:PER] [Gil:FAM] [Vigo:LOC] [tres:NUM] [mayo:DATE] [x:ORG] [y:ID]")
    each = {
        "PER": "entity", "FAM": "indexed", "LOC": "named", "NUM": "word", "DATE": "redact",
        "ORG": "none",
    }  # fmt: skip
    given, family, place, number, month, org, left_out = texts(run(made, each))
    lexicon = load_lexicon("es")
    assert fold(given) in lexicon.name_by_key
    assert (family, place) == ("[FAM_1]", lexicon.exemplars["place"])
    assert fold(number) in number_keys(lexicon)
    assert (month, org, left_out) == ("IIIII", "x", "[ID]")


def test_indexed_counts_entities_not_spellings() -> None:
    made = dialogue(
        "A: [Francisco:PER], [Paco:PER] y [Eva:PER].",
        "A: [Donostia:LOC], [San Sebastián:LOC] y [Vigo:LOC].",
        "B: [Telco Norte:ORG] [Telco:ORG] [Gil:FAM] [gil:FAM]",
        "A: [seis uno dos tres cuatro cinco:PHONE]. Sí, [612345:PHONE]. Y otro, [699999:PHONE]",
    )
    assert texts(run(made, "indexed")) == [
        "[PER_1]", "[PER_1]", "[PER_2]", "[LOC_1]", "[LOC_1]", "[LOC_2]",
        "[ORG_1]", "[ORG_1]", "[FAM_1]", "[FAM_1]",
        "[PHONE_1]", "[PHONE_1]", "[PHONE_2]",
    ]  # fmt: skip
    assert texts(run(made, "indexed", key=b"other")) == texts(run(made, "indexed"))


def test_indexed_asks_about_entities() -> None:
    made = dialogue("A: [Toni:PER]", "B: [Antonio:PER]", "A: [Antonia:PER]")
    assert codes(run(made, "indexed")) == ["SHORT_AMBIGUOUS"]


def test_value_dissociation_stays_within_the_class_of_a_number_word() -> None:
    corpus = {"NUM": Counter({"cinco": 9, "nueve": 5, "doce": 40, "cuarenta": 40})}
    for number in range(20):
        made = dialogue("A: [tres:NUM] [quince:NUM] [treinta:NUM]", id=str(number))
        unit, teen, ten = texts(run(made, "word", corpus=corpus))
        assert unit in ("cinco", "nueve")
        assert (teen, ten) == ("doce", "cuarenta")


def test_value_dissociation_asks_the_lexicon_where_the_corpus_has_no_other_word() -> None:
    corpus = {"PER": Counter({"Ana": 5})}
    (drawn,) = texts(run(dialogue("A: [Ana:PER]"), "word", corpus=corpus))
    assert fold(drawn) in load_lexicon("es").name_by_key


def test_value_dissociation_draws_no_form_of_an_original() -> None:
    """Paco tells that a Francisco was there."""
    corpus = {"PER": Counter({"Paco": 500, "Eva": 1})}
    out = {texts(run(dialogue("A: [Francisco:PER]", id=str(i)), "word", corpus=corpus))[0]
           for i in range(20)}  # fmt: skip
    assert out == {"Eva"}


def test_a_name_that_is_a_month_becomes_a_name() -> None:
    months = {fold(month) for month in load_lexicon("es").months}
    for number in range(20):
        name, month = texts(run(dialogue("A: [Julio:PER] [julio:DATE]", id=str(number)), "word"))
        assert fold(month) in months
        assert fold(name) not in months - {"abril"}
