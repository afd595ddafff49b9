"""Snippets are read as they are marked, and a model of them finds what they mark."""

from pathlib import Path

import pytest

from benchmarks.dependence.reading import examples, phrases, read_snippets
from benchmarks.dependence.regression import above, fit, limit_of, write
from surrogates.checks.context import learned
from surrogates.checks.context.features import groups_of

WRITTEN = """A: Soy [Ana:PER], {con una ene}, y [Bea:PER].
B: Vale.

A: [Bilbao:LOC] me gusta.
"""


def test_snippets_are_read_with_their_labels_and_braces(tmp_path: Path) -> None:
    (tmp_path / "es1.txt").write_text(WRITTEN, "utf-8")
    (tmp_path / "es2.txt").write_text(WRITTEN, "utf-8")
    (tmp_path / "ca1.txt").write_text(WRITTEN, "utf-8")
    [[first, second], other] = read_snippets("es", tmp_path)
    assert len(other) == 2
    said, answer = first
    assert [p.key for p in said.row] == ["soy", "<name>", "con", "una", "ene", "y", "<name>", "."]
    assert said.dependent == {2, 3, 4} and not answer.dependent
    assert groups_of(second[0].row) == {"place"}
    assert [(e.word, e.depends) for e in examples(first)][-2:] == [("y", False), ("vale", False)]


def test_a_phrase_tells_nothing_of_what_stands_around_it(tmp_path: Path) -> None:
    (tmp_path / "phrases-es.txt").write_text("+ LOC la muralla\n- LOC se va\n", "utf-8")
    found = list(phrases("es", tmp_path))
    assert [(e.word, e.depends) for e in found][1:3] == [("muralla", True), ("se", False)]
    told = found[1].features({"muralla"})
    assert {"w muralla", "herew place muralla", "l la"} <= set(told)
    assert not any("^" in name for name in told)


def test_a_line_that_is_no_phrase_is_named(tmp_path: Path) -> None:
    (tmp_path / "phrases-es.txt").write_text("+ PLACES la muralla\n", "utf-8")
    with pytest.raises(ValueError, match=r"phrases-es.txt:1: expected"):
        list(phrases("es", tmp_path))


def test_what_was_marked_is_found_by_the_written_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = "A: Soy [Ana:PER], {con una ene}, y llamo por el router.\n\n"
    plain = "A: Soy [Bea:PER] y llamo por el router.\n\n"
    (tmp_path / "es1.txt").write_text((block + plain) * 8, "utf-8")
    [snippets] = read_snippets("es", tmp_path)
    weights = fit("es", snippets, [])
    write(above(weights, 0.7), tmp_path / "es.tsv")
    monkeypatch.setattr(learned, "_WEIGHTS", tmp_path)
    learned.weights_of.cache_clear()
    try:
        read = learned.weights_of("es")
        assert read is not None
        row = snippets[0][0].row
        [(start, end)] = learned.dependent_words(row, frozenset(), read)
        assert [p.key for p in row if start <= p.start < end] == ["con", "una", "ene"]
        assert list(learned.dependent_words(snippets[1][0].row, frozenset(), read)) == []
    finally:
        learned.weights_of.cache_clear()


def test_the_limit_leaves_the_share_above_it() -> None:
    assert limit_of(map(float, range(10)), 0.3) == 7
    assert limit_of([1.0], 0.0) == 1
