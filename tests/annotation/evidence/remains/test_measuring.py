"""All of it over small corpora: classes, bars, rare words, utterances, turns to read first."""

import gzip
import json

import numpy as np
import pytest

from annotation.evidence.errors import EvidenceError
from annotation.evidence.remains.classes import Classes, count_classes
from annotation.evidence.remains.measuring import measure
from annotation.evidence.remains.ranking import read_first
from annotation.evidence.remains.types import Corpus, Item, Released, Told, Turn
from annotation.evidence.remains.wording import found_by_one, name_ranks, rare_words
from tests.annotation.evidence.remains.stage import dialogue, item, turn
from tests.conftest import SHARED


def test_classes_of_one_and_of_few() -> None:
    """Six of Soria, three of Teruel, one of Lugo aged 34 and one aged 37 (one class in tens), one
    of Ávila alone, and one that tells nothing."""

    def of(name: str, age: int = 0) -> Told:
        ages = frozenset({(age, age)} if age else set[tuple[int, int]]())
        return Told(ages=ages, provinces=frozenset({name}))

    told = [of("Soria")] * 6 + [of("Teruel")] * 3 + [of("Lugo", 34), of("Lugo", 37), of("Ávila")]
    assert count_classes([*told, Told()]) == Classes(alone=1, few=6, silent=1, classes=4)


def test_rare_words_are_said_in_one_dialogue() -> None:
    text = "llamo por Garmendia y el router"
    named = turn(text, item(text, "Garmendia", "surname"))
    one, two = dialogue("el router de Olabarri", "el router"), dialogue(named)
    found = rare_words([one, two])
    assert {each.word for each in found[one.turns[0].key]} == {"de", "olabarri"}
    assert one.turns[1].key not in found  # what both say
    assert {each.word for each in found[named.key]} == {"llamo", "por"}  # not what is labelled


def test_a_rare_word_has_the_rank_of_a_name() -> None:
    ranks = name_ranks("es")
    assert ranks["garcia"] < 20  # the surname that most people bear
    assert "router" not in ranks
    (found,) = rare_words([dialogue("le atiende Garcia"), dialogue("le atiende")]).values()
    assert [(each.word, each.is_capital, each.rank) for each in found] == [
        ("garcia", True, ranks["garcia"])
    ]


def test_one_utterance_finds_a_dialogue() -> None:
    """Two dialogues: of the first one of two turns is its own, of the second both of two: the mean
    of 1/2 and 1."""
    one, two = dialogue("buenos días", "no va"), dialogue("se corta", "a veces")
    third = dialogue("buenos días")
    found = found_by_one([one, two, third], np.random.default_rng(0))
    assert found is not None
    share, chance = found
    assert share.value == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert chance == pytest.approx(1 / 3)
    assert share.low <= share.value <= share.high


def test_surrogates_do_not_find_it() -> None:
    """The same sentence with two names is one utterance: who heard it knows another name."""
    made = [f"soy {name}, buenos días" for name in ("Eva", "Ana")]
    both = [dialogue(turn(text, item(text, text[4:7], "female name"))) for text in made]
    found = found_by_one(both, np.random.default_rng(0))
    assert found is not None
    assert found[0].value == 0


def test_one_dialogue_is_not_enough() -> None:
    assert found_by_one([dialogue("hola")], np.random.default_rng(0)) is None


def test_turns_are_ranked_by_what_they_tell() -> None:
    """A detail (4) and its words against a rare name (3), a rare word (1), unread (times 1.5)."""
    detail, missed = turn("soy fontanero"), turn("hola")
    name, word, unread = turn("habla Olabarri"), turn("zumba"), turn("chirria", read=False)
    common = turn("hola")
    others = dialogue("hola", "soy", "habla", "fontanero")
    corpus = [Released(1, "es", (common, word, unread, name, detail, missed)), others]
    ranked = read_first(corpus, rare_words(corpus), {missed.key: 2})
    assert [row.turn for row in ranked] == [
        missed.key, detail.key, name.key, unread.key, word.key
    ]  # fmt: skip
    assert [row.score for row in ranked] == [200, 4, 3, 1.5, 1]
    assert [row.place for row in ranked] == [5, 4, 3, 2, 1]


def test_a_word_where_others_say_an_item_looks_missed() -> None:
    """Every dialogue says a name in one place; in two of forty it stands there unreplaced."""
    names = [f"Nombre{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(40)]
    made = []
    for n, name in enumerate(names):
        text = f"me llamo {name}, buenos días"
        items = () if n in (7, 23) else (item(text, name, "female name"),)
        made.append(dialogue(turn(text, *items), "quiero darme de baja de la línea", "gracias"))
    found = measure(Corpus(made))
    assert {(row.dialogue, row.place) for row in found.first if row.suspects} == {
        (made[7].key, 0), (made[23].key, 0)
    }  # fmt: skip


def test_bars_and_few() -> None:
    """A woman of 103 in Soria (80 of 100 and more, evenly to 109: a tenth each, 8), one who tells
    nothing; a call in English is in no table."""
    text = "103 años, en Soria, Eva"
    told = turn(
        text,
        item(text, "103 años", "age"),
        item(text, "Soria", "place"),
        item(text, "Eva", "female name", "Ana"),
    )
    old = dialogue(told)
    found = measure(Corpus([old, dialogue("hola"), dialogue("hello", lang="en")]))
    assert found.fit.counted == 2
    assert found.fit.outside == 1
    assert sum(found.fit.bars) == 2
    assert found.fit.bars[5] == 1
    assert set(found.fit.few) == {old.key}
    assert found.fit.few[old.key] == 8
    assert found.fit.buys["nothing"] == 1
    assert found.fit.buys["all"] == 0
    assert found.told == {"ages": 1, "provinces": 1, "sexes": 1}


def test_no_word_of_a_text_comes_out() -> None:
    found = measure(Corpus([dialogue("habla Olabarri"), dialogue("hola")]))
    assert "labarri" not in repr(found)


def test_without_a_dialogue_nothing_is_measured() -> None:
    with pytest.raises(EvidenceError, match="expected one or more"):
        measure(Corpus([]))


def test_the_same_seed_gives_the_same() -> None:
    corpus = Corpus([dialogue("hola", "zumba"), dialogue("hola"), dialogue("pita")])
    assert measure(corpus, seed=3) == measure(corpus, seed=3)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not here")
def test_notes_are_found_as_an_outsider_found_them() -> None:
    """[attacks.md, c2] One utterance names 30.7 % of MEDDOCAN's notes; here turns of gaps alone are
    not drawn, and 120 notes share fewer lines than 500: within ten points."""
    rows = []
    with gzip.open(SHARED / "data" / "meddocan.train.jsonl.gz", "rt", encoding="utf-8") as lines:
        for number, line in zip(range(120), lines, strict=False):
            turns = json.loads(line)["turns"]
            made = []
            for place, each in enumerate(turns):
                spans = each.get("spans", [])
                items = tuple(Item(s["start"], s["end"], s["label"], "x", "X") for s in spans)
                made.append(Turn(1000 * number + place, each["text"], items))
            rows.append(Released(number, "es", tuple(made)))
    found = found_by_one(rows, np.random.default_rng(0))
    assert found is not None
    assert 0.207 < found[0].value < 0.407
