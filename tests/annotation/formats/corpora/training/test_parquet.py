"""Parquet holds what JSONL holds, opens as a table elsewhere, and carries its card."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from annotation.formats import DialogueValue, FormatError, detect_source, is_installed, write_corpus
from annotation.formats.corpora.training import columns, parquet
from tests.annotation.formats.corpora.training.corpus import ALL, again, written
from tests.annotation.formats.test_round_trips import LINED, TRIES, core, dialogues

installed = pytest.mark.skipif(
    not is_installed("parquet"), reason="pyarrow is not installed: pip install 'antifaz[parquet]'"
)


def test_rows_and_dialogues_are_the_same() -> None:
    for each in ALL:
        back = columns.dialogue_of(columns.row_of(each), file="t", number=1)
        assert replace(back, line=0) == each


def test_tokens_are_ours_with_their_tags() -> None:
    turn = columns.row_of(ALL[1])["turns"][0]
    said = [(turn["text"][t["start"] : t["end"]], t["tag"]) for t in turn["tokens"]]
    assert said == [("Eibar", "B-place"), ("ren", "O")]


@pytest.mark.parametrize("change", [{"turns": None}, {"id": 3}, {"meta": "["}, {"turns": [3]}])
def test_a_row_of_another_shape_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(FormatError) as caught:
        columns.dialogue_of({**columns.row_of(ALL[0]), **change}, file="t", number=7)
    assert caught.value.line == 7 and "Begoña" not in str(caught.value)


def test_the_card_says_what_is_in_the_columns_and_no_text() -> None:
    card = parquet.Card()
    card.add(map(columns.row_of, ALL))
    text = card.text()
    assert text.startswith("---\nlanguage:\n- es\n- eu\n") and "| surname | 1 |" in text
    assert "2 dialogues, 5 turns" in text and "Begoña" not in text


@pytest.mark.skipif(is_installed("parquet"), reason="pyarrow is installed")
def test_without_pyarrow_it_is_refused_with_a_sentence() -> None:
    for ask in (lambda: written("parquet"), lambda: again("parquet", b"PAR1")):
        with pytest.raises(FormatError, match="pyarrow is not installed") as caught:
            ask()
        assert "antifaz[parquet]" in str(caught.value) and caught.value.code == "extra_needed"


@installed
@TRIES
@given(dialogues(LINED))
def test_whatever_stands_in_a_text_comes_back(some: list[DialogueValue]) -> None:
    data = written("parquet", some)
    back = again("parquet", data)
    assert core(back) == core(some) and written("parquet", back) == data


@installed
def test_a_round_trip_loses_nothing_and_is_the_same_twice() -> None:
    data = written("parquet")
    assert detect_source(data, "a.bin") == "parquet" and written("parquet") == data
    assert [replace(each, line=0) for each in again("auto", data)] == ALL
    assert written("parquet", again("parquet", data)) == data


@installed
def test_opens_elsewhere_with_its_card(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    path = tmp_path / "a.parquet"
    write_corpus("parquet", ALL, path)
    table = pandas.read_parquet(path)
    assert list(table["id"]) == ["one", "two"]
    assert table["turns"][1][0]["tokens"][0] == {"start": 0, "end": 5, "tag": "B-place"}
    pyarrow = pytest.importorskip("pyarrow.parquet")
    card = pyarrow.read_metadata(path).metadata[b"card"].decode()
    assert card.startswith("---\nlanguage:\n- es\n- eu\n")


@installed
@pytest.mark.engines
def test_opens_in_datasets(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    write_corpus("parquet", ALL, tmp_path / "a.parquet")
    made = datasets.load_dataset(str(tmp_path), split="train", cache_dir=str(tmp_path / "c"))
    first = made[0]["turns"][0]
    assert made["id"][:] == ["one", "two"] and first["text"] == ALL[0].turns[0].text
    assert [span["label"] for span in first["spans"]] == ["female name", "surname"]


@installed
def test_bad_files_are_refused() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as tables

    data = written("parquet")
    for size in range(4, len(data), len(data) // 40):
        with pytest.raises(FormatError) as caught:
            again("parquet", data[:size])
        assert "Begoña" not in str(caught.value)
    other = io.BytesIO()
    tables.write_table(pyarrow.table({"id": ["a"], "turns": [3]}), other)
    with pytest.raises(FormatError, match="columns id and turns"):
        again("parquet", other.getvalue())
