"""The rules by which MEDDOCAN was judged, on brat files: what comes in and goes out again is the
published gold, in NER (place and label) and in sensitive spans, strict and merged."""

import re
from io import BytesIO
from pathlib import Path

import pytest

from annotation.formats import iter_files, write_corpus
from annotation.formats.types import ReadOptions
from tests.archives import unzipped

pytestmark = pytest.mark.clients
T_LINE = re.compile(r"T\d+\t(\S+) (\d+) (\d+)\t")
Items = set[tuple[str, int, int]]


def items(ann: str) -> Items:
    """(label, start, end) of each text-bound annotation: what the evaluation script reads."""
    return {(m[1], int(m[2]), int(m[3])) for m in map(T_LINE.match, ann.splitlines()) if m}


def merged(text: str, spans: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Spans between which no letter and no digit stands count as one."""
    done: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if done and not re.search(r"[^\W_]", text[done[-1][1] : start]):
            done[-1] = (done[-1][0], max(end, done[-1][1]))
        else:
            done.append((start, end))
    return set(done)


def scores(gold: list[set[object]], system: list[set[object]]) -> tuple[float, float, float]:
    """Micro precision, recall and F1 over the documents."""
    hits = sum(len(g & s) for g, s in zip(gold, system, strict=True))
    precision = hits / max(1, sum(map(len, system)))
    recall = hits / max(1, sum(map(len, gold)))
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def test_the_rules_see_what_is_wrong() -> None:
    gold = items("T1\tNOMBRE 0 3\tAna\nT2\tPAIS 7 13\tEspaña\n#1\tAnnotatorNotes T1\tx\n")
    assert gold == {("NOMBRE", 0, 3), ("PAIS", 7, 13)}
    system = {("NOMBRE", 0, 3), ("PAIS", 8, 13)}
    assert scores([set(gold)], [set(system)]) == (0.5, 0.5, 0.5)
    assert merged("Ana - Olabe, sí", {(0, 3), (6, 11), (13, 15)}) == {(0, 15)}
    assert merged("Ana y Olabe", {(0, 3), (6, 11)}) == {(0, 3), (6, 11)}


def test_an_export_scores_one(shared_data: Path) -> None:
    folder = shared_data / "raw" / "meddocan-brat"
    files = {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.suffix != ""}
    out = BytesIO()
    write_corpus("brat", iter_files("brat", files, ReadOptions(), filename="notes"), out)
    ours = unzipped(out.getvalue())
    names = [name for name in files if name.endswith(".ann")]
    assert len(names) == 20
    texts = {name: files[name.replace(".ann", ".txt")] for name in names}
    assert all(ours[name.replace(".ann", ".txt")] == text for name, text in texts.items())
    # Offsets of the published files count their byte order mark, as the script does.
    gold = [items(files[name].decode("utf-8")) for name in names]
    system = [items(ours[name].decode("utf-8")) for name in names]
    assert sum(map(len, gold)) == 452
    assert scores([set(g) for g in gold], [set(s) for s in system]) == (1.0, 1.0, 1.0)
    places = [[{(a, b) for _label, a, b in each} for each in some] for some in (gold, system)]
    said = [text.decode("utf-8") for text in texts.values()]
    for joined in (False, True):
        theirs, own = (
            [set(merged(t, s)) if joined else set(s) for t, s in zip(said, some, strict=True)]
            for some in places
        )
        assert scores(list(theirs), list(own)) == (1.0, 1.0, 1.0)
