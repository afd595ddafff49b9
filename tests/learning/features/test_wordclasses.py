"""Classes of words by their company, and the way they take into features and model files."""

import random
from pathlib import Path

import numpy as np
import pytest

from learning.crf.pool import memory_pool, open_pool
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.errors import ModelDamaged
from learning.features import wordclasses
from learning.features.encoding import encode
from learning.features.wordclasses import CLASSES_FILE, WordClasses
from learning.types import Span, Utterance


def invented(count: int, seed: int) -> list[str]:
    """Words that no affix tells apart."""
    rng = random.Random(seed)
    return ["".join(rng.choices("aeioulmnrst", k=7)) for _ in range(count)]


TOWNS, VERBS = invented(36, seed=1), invented(36, seed=2)


def company(seed: int = 0) -> list[Utterance]:
    """Invented sentences in which towns and verbs never share their neighbours."""
    rng = random.Random(seed)
    lines = [f"vivo en {rng.choice(TOWNS)} desde ayer" for _ in range(400)]
    lines += [f"ella no {rng.choice(VERBS)} pan hoy" for _ in range(400)]
    return [Utterance(line) for line in lines]


def test_words_of_like_company_share_a_class() -> None:
    classes = encode(company(), learn=True).classes
    assert classes is not None
    towns = {classes.of[town][0] for town in TOWNS}
    verbs = {classes.of[verb][0] for verb in VERBS}
    assert not towns & verbs


def test_the_same_corpus_gives_the_same_classes() -> None:
    first, second = (encode(company(), learn=True).classes for _ in range(2))
    assert first is not None and second is not None
    assert first.key == second.key


def test_a_large_corpus_is_read_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole sentences drawn by chance: words of like company share a class still."""
    monkeypatch.setattr(wordclasses, "SAMPLE", 1_500)
    word_ids, starts = np.arange(4_000) // 5, np.arange(0, 4_001, 5)
    drawn, begins = wordclasses._sampled(word_ids.astype(np.int32), starts)
    assert len(drawn) == begins[-1] == 1_500 and set(np.diff(begins)) == {5}
    assert all(len(set(drawn[at : at + 5])) == 1 for at in begins[:-1])
    assert np.all(np.diff(drawn[begins[:-1]]) > 0)
    classes = encode(company(), learn=True).classes
    assert classes is not None
    towns = {classes.of[town][0] for town in TOWNS if town in classes.of}
    assert not towns & {classes.of[verb][0] for verb in VERBS if verb in classes.of}


def test_digits_count_as_one_word() -> None:
    classes = WordClasses({"00": (1, 2, 3)})
    assert classes.names("42") == classes.names("17") == ["c0=1", "c1=2", "c2=3"]
    assert classes.names("never") == ["c=none"]


def test_few_words_have_no_classes() -> None:
    assert encode([Utterance("hola hola"), Utterance("")], learn=True).classes is None
    assert encode([], learn=True).classes is None


def test_lines_come_back() -> None:
    classes = WordClasses({"josé": (0, 5, 9), "\ud83d": (1, 1, 1)})
    assert WordClasses.from_lines(classes.to_lines()) == classes
    with pytest.raises(ValueError, match="invalid literal"):
        WordClasses.from_lines(b"word\tnine")


def test_a_town_that_nobody_labelled_is_found_by_its_class() -> None:
    texts = company()
    pool = memory_pool(texts)
    rows = [row for row, each in enumerate(texts) if each.text.split()[-1] in {"ayer", "hoy"}]
    rows = rows[:15] + rows[400:415]  # a few towns only
    spans = []
    for row in rows:
        text = texts[row].text
        town = next((word for word in text.split() if word in TOWNS), None)
        begin = text.index(town) if town else 0
        spans.append((Span(begin, begin + len(town), "TOWN"),) if town else ())
    tagger = CrfTagger().fit_rows(LabelledRows(pool.encoding(), rows, pool.texts(rows), spans))
    seen = " ".join(pool.texts(rows))
    towns, verbs = ([word for word in words if word not in seen] for words in (TOWNS, VERBS))
    out = tagger.tags.index("O")

    def outside(words: list[str]) -> float:
        return float(np.mean([tagger.marginals([Utterance(word)])[0][0, out] for word in words]))

    # Alone, without company: only its class tells an unread town from an unread verb.
    assert len(towns) > 5 < len(verbs)
    assert 1 - outside(towns) > 3 * (1 - outside(verbs))


def test_a_model_keeps_its_classes(tmp_path: Path) -> None:
    gold = [
        Utterance(each.text, (Span(8, 8 + len(each.text.split()[2]), "TOWN"),))
        for each in company()[:200]
    ]
    tagger = CrfTagger().fit(gold)
    assert tagger.classes is not None
    tagger.save(tmp_path / "m")
    again = CrfTagger.load(tmp_path / "m")
    assert again.classes == tagger.classes
    assert again.predict(company()[:5]) == tagger.predict(company()[:5])
    (tmp_path / "m" / CLASSES_FILE).write_bytes(b"villa\t1\t1\t1")
    with pytest.raises(ModelDamaged, match="checksum"):
        CrfTagger.load(tmp_path / "m")


def test_a_pool_keeps_its_classes_on_disk(tmp_path: Path) -> None:
    made, read = (open_pool(company(), tmp_path).encoding() for _ in range(2))
    assert made.classes is not None and made.classes == read.classes


def test_other_classes_are_refused() -> None:
    gold = [Utterance(each.text, (Span(0, 4, "X"),)) for each in company()[:200]]
    tagger = CrfTagger().fit(gold)
    with pytest.raises(ValueError, match="another model"):
        tagger.tag_rows(encode(gold), np.arange(3))
