"""What each strategy writes, per project and per label, and what bad input says."""

import pytest

from surrogates import STRATEGIES
from surrogates.errors import (
    CrossingMentions,
    KeyMissing,
    OffsetInvalid,
    ProbabilityInvalid,
    UnknownStrategy,
)
from surrogates.folding import fold
from surrogates.labels import Kind, kind_of, type_name
from surrogates.languages import load_lexicon
from surrogates.policies.word import count_corpus
from surrogates.search import leaks
from surrogates.types import Dialogue, Mention, Turn
from tests.surrogates.dialogues import codes, dialogue, run, texts

ES = load_lexicon("es")
SMALL = dialogue("A: soy [Ana:PER] [Gil:FAM], sí, [Ana:PER]")


def test_fixed_strategies() -> None:
    assert run(SMALL, "redact").draft.turns[0].text == "soy IIIII IIIII, sí, IIIII"
    assert run(SMALL, "typed").draft.turns[0].text == "soy [PER] [FAM], sí, [PER]"
    assert run(SMALL, "indexed").draft.turns[0].text == "soy [PER_1] [FAM_1], sí, [PER_1]"
    assert run(SMALL, "named").draft.turns[0].text == "soy María García, sí, María"
    assert run(SMALL, "none").draft.turns[0].text == SMALL.turns[0].text


def test_entity_is_coherent_and_word_is_not() -> None:
    first, _, again = texts(run(SMALL, "entity"))
    assert first == again
    many = dialogue(*["A: [Ana:PER]"] * 8)
    assert len(set(texts(run(many, "word")))) > 3
    assert len(set(texts(run(many, "entity")))) == 1


def test_indexed_counts_entities_of_a_type() -> None:
    made = dialogue("A: [Paco:PER] y [Francisco:PER] y [Eva:PER], de [Vigo:LOC]")
    assert texts(run(made, "indexed")) == ["[PER_1]", "[PER_1]", "[PER_2]", "[LOC_1]"]


def test_a_strategy_a_label() -> None:
    made = dialogue("A: soy [Ana:PER] de [Vigo:LOC], [tres:NUM]")
    out = texts(run(made, {"PER": "redact", "LOC": "entity"}))
    assert out[0] == "IIIII"
    assert fold(out[1]) in ES.place_by_key
    assert out[2] == "[NUM]"  # labels left out are typed


def test_number_words_stay_in_their_class() -> None:
    made = dialogue("A: [tres:NUM] [quince:NUM] [treinta:NUM] [doscientas:NUM]")
    classes = {fold(w.form): w.klass for w in ES.number_words}
    for key in (b"1", b"2", b"3"):
        out = texts(run(made, "word", key=key))
        assert [classes[fold(t)] for t in out] == ["I", "II", "III", "IV"]


def test_value_dissociation_draws_from_the_corpus() -> None:
    corpus = count_corpus([dialogue("A: [Eva:PER] [Eva:PER] [Olga:PER] [Ana:PER]")])
    for key in (b"1", b"2", b"3", b"4"):
        assert set(texts(run(dialogue("A: [Ana:PER]"), "word", key=key, corpus=corpus))) <= {
            "Eva",
            "Olga",
        }


def test_q_keeps_about_its_share() -> None:
    many = [dialogue("A: soy [Ana:PER]", id=str(i)) for i in range(200)]
    for strategy in ("entity", "word", "redact"):
        kept = sum(texts(run(d, strategy, q=0.9)) == ["Ana"] for d in many)
        assert 5 <= kept <= 40, strategy
    assert all(texts(run(d, q=0.0)) == ["Ana"] for d in many[:5])


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("female name", Kind.GIVEN),
        ("product/service", Kind.PRODUCT),
        ("organisation", Kind.ORG),
        ("month", Kind.DATE),
        ("letter", Kind.LETTER),
        ("domain", Kind.DOMAIN),
        ("NOMBRE_SUJETO_ASISTENCIA", Kind.PERSON),
        ("EDAD_SUJETO_ASISTENCIA", Kind.AGE),
        ("CORREO_ELECTRONICO", Kind.EMAIL),
        ("departure_city", Kind.PLACE),
        ("dropoff_date", Kind.DATE),
        ("SEXO_SUJETO_ASISTENCIA", Kind.SEX),
        ("FAMILIARES_SUJETO_ASISTENCIA", Kind.RELATION),
        ("never heard of", Kind.OTHER),
        ("other", Kind.OTHER),
    ],
)
def test_labels(label: str, kind: Kind) -> None:
    assert kind_of(label) is kind


def test_an_unknown_label_becomes_its_placeholder() -> None:
    made = dialogue("A: [secreto:never heard of]")
    assert texts(run(made)) == ["[NEVER_HEARD_OF]"]
    assert type_name("product/service") == "PRODUCT_SERVICE"


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_an_empty_dialogue(strategy: str) -> None:
    for made in (Dialogue("x", "es", ()), Dialogue("x", "xx", (Turn("A", ""),))):
        assert run(made, strategy).draft == made


def test_bad_input_is_named() -> None:
    with pytest.raises(UnknownStrategy, match="redakt"):
        run(SMALL, "redakt")
    with pytest.raises(ProbabilityInvalid):
        run(SMALL, q=1.5)
    with pytest.raises(KeyMissing):
        run(SMALL, key=b"")
    for start, end in ((3, 99), (-1, 2), (2, 2)):
        with pytest.raises(OffsetInvalid, match="turn 0"):
            run(Dialogue("x", "es", (Turn("A", "soy Ana", (Mention(start, end, "PER"),)),)))
    crossing = (Mention(0, 5, "PER"), Mention(3, 7, "FAM"))
    with pytest.raises(CrossingMentions, match="0-5 and 3-7"):
        run(Dialogue("x", "es", (Turn("A", "Ana Gil", crossing),)))


def test_the_longest_of_nested_mentions_wins() -> None:
    inner = (Mention(0, 11, "ORG", "o"), Mention(5, 11, "LOC", "l"))
    result = run(Dialogue("x", "es", (Turn("A", "Real Madrid ganó", inner),)))
    assert [r.key for r in result.replacements] == ["o"]
    assert result.draft.turns[0].text.endswith(" ganó")
    assert "NESTED_MENTION" in codes(result)


def test_numeric_dates_keep_their_format() -> None:
    made = dialogue("A: el [03/03/1946:FECHAS] y el [12 de mayo de 2016:FECHAS]")
    first, second = texts(run(made))
    assert [len(p) for p in first.split("/")] == [2, 2, 4]
    assert second.split()[1::2] == ["de", "de"]


def test_scan_finds_what_a_policy_left() -> None:
    made = dialogue("A: soy [Ana:PER] [Gil:FAM], [600123456:PHONE], [mayo:DATE]")
    kinds = sorted(leak.kind for leak in leaks.scan(made, run(made, "none").draft))
    assert kinds == ["digits", "unchanged", "word", "word"]
    assert leaks.scan(made, run(made, "entity").draft) == []
