"""A bundle that is not as it was signed: the part with the changed byte is named, never quoted."""

import contextlib
import hashlib
import io
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotation.evidence.bundle import layout
from annotation.evidence.bundle.checking import check_bundle
from annotation.evidence.bundle.croissant import croissant_of
from annotation.evidence.bundle.methods import to_latex, to_markdown
from annotation.evidence.errors import EvidenceError
from tests.annotation.evidence.bundle.test_schema import GOOD

LINE = '{"id": "d%04d", "lang": "es", "turns": [{"speaker": "a", "text": "hola", "spans": []}]}\n'
CORPUS = "".join(LINE % number for number in range(1, 13)).encode()


def evidence_for(corpus: bytes = CORPUS) -> dict[str, Any]:
    """True evidence of a corpus of twelve dialogues with a turn each."""
    evidence: dict[str, Any] = json.loads(json.dumps(GOOD))
    evidence["sentence"] = "12 of 13 dialogues leave."
    evidence["file"] |= {"sha256": hashlib.sha256(corpus).hexdigest(), "bytes": len(corpus)}
    evidence["counts"] |= {"turns": 12}
    evidence["reading"][0]["items"] = "< 10"
    return evidence


def parts_for(evidence: dict[str, Any], corpus: bytes = CORPUS) -> dict[str, bytes]:
    return {
        "corpus.jsonl": corpus,
        layout.EVIDENCE: json.dumps(evidence).encode(),
        layout.SHEET: f"<!doctype html><p>{evidence['sentence']}</p>".encode(),
        layout.CROISSANT: json.dumps(croissant_of(evidence)).encode(),
        layout.METHODS_MD: to_markdown(evidence).encode(),
        layout.METHODS_TEX: to_latex(evidence).encode(),
        layout.VERSIONS: b"{}",
    }


def wrong(tmp_path: Path, data: bytes) -> list[str]:
    path = tmp_path / "b.zip"
    path.write_bytes(data)
    return check_bundle(path).wrong


def test_a_bundle_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    path.write_bytes(layout.pack(parts_for(evidence_for())))
    found = check_bundle(path)
    assert found.wrong == []
    assert {"number of dialogues", "number of turns", "every byte of the zip"} <= {*found.checked}


def test_the_same_parts_give_the_same_bytes() -> None:
    parts = parts_for(evidence_for())
    assert layout.pack(parts) == layout.pack(dict(reversed(parts.items())))


def test_a_part_that_cannot_be_read_is_not_called_missing(tmp_path: Path) -> None:
    whole = layout.pack(parts_for(evidence_for()))
    changed = bytearray(whole)
    changed[whole.index(CORPUS) + 5] ^= 1
    assert wrong(tmp_path, bytes(changed)) == [
        "corpus.jsonl: it cannot be read; a byte of it changed"
    ]


def test_a_changed_byte_is_named_wherever_it_is(tmp_path: Path) -> None:
    """A byte of each part, and two hundred anywhere in the zip: headers and sums too."""
    parts = parts_for(evidence_for())
    whole = layout.pack(parts)
    for name, data in parts.items():
        at = whole.index(data) + len(data) // 2
        changed = bytearray(whole)
        changed[at] ^= 1
        assert any(each.startswith(name) for each in wrong(tmp_path, bytes(changed))), name
    chance = random.Random(5)
    for _number in range(200):
        changed = bytearray(whole)
        changed[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        with contextlib.suppress(EvidenceError):  # it is no zip any more, which is said
            assert wrong(tmp_path, bytes(changed))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda e: e["counts"].update(dialogues=13), "counts.dialogues is not what the corpus has"),
        (lambda e: e["counts"].update(turns=11), "counts.turns is not what the corpus has: 12"),
        (lambda e: e["reading"][0].update(dialogues=11), "reading.dialogues do not add up"),
        (
            lambda e: (e["reading"][0].update(items=99), e["counts"].update(items=98)),
            "reading.items do not add up",
        ),
        (lambda e: e["left"].update(expected=99), "lies outside its interval"),
        (lambda e: e["held_back"].update(dialogues=20), "than there are"),
        (lambda e: e["picture"].update(left=2), "does not show 100 items"),
        (lambda e: e["gate"][0].update(state="block"), "nobody lifted it"),
        (lambda e: e["gate"][0].update(state="warn", reasons=[]), "signed without a reason"),
        (lambda e: e["signatures"].clear(), "nobody has signed"),
        (lambda e: e["terms"].update(again_by="2020-01-01"), "before it was made"),
        (lambda e: e["reading"][0].update(items=7), "a count below 10 is printed"),
        (lambda e: e["file"].update(bytes=3), "bytes"),
        (lambda e: e["file"].update(name="other.jsonl"), "a corpus that is not in the bundle"),
        (lambda e: e.update(sentence=""), "evidence.sentence"),
    ],
)
def test_figures_that_the_bundle_alone_allows(
    change: Callable[[dict[str, Any]], object], said: str, tmp_path: Path
) -> None:
    evidence = evidence_for()
    change(evidence)
    found = wrong(tmp_path, layout.pack(parts_for(evidence)))
    assert any(said in each for each in found), found


@pytest.mark.parametrize(("items", "is_wrong"), [(12, False), (11, False), (13, True)])
def test_an_item_that_stays_is_marked_and_was_not_replaced(
    items: int, is_wrong: bool, tmp_path: Path
) -> None:
    """Twelve marks: as many items may have been replaced, or fewer, and no more."""
    span = b'[{"start": 0, "end": 4, "label": "place"}]'
    corpus = CORPUS.replace(b'"spans": []', b'"spans": ' + span)
    evidence = evidence_for(corpus)
    evidence["file"]["spans_marked"] = True
    evidence["counts"]["items"] = items
    found = wrong(tmp_path, layout.pack(parts_for(evidence, corpus)))
    assert any("counts.items is more" in each for each in found) == is_wrong
    assert is_wrong or found == []


def test_the_methods_say_which_numbers_are_rounded() -> None:
    evidence = evidence_for()
    evidence["counts"] |= {"of": 20, "rounded": True}
    evidence["reading"][0]["about"] = True
    for written in (to_markdown(evidence), to_latex(evidence)):
        assert "of about 20 in the project" in written
        assert f": about {evidence['reading'][0]['dialogues']} dialogues" in written


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (layout.SHEET, b"<p>Another sentence.</p>", "does not open with the sentence"),
        (layout.SHEET, b"<p>12 of 13 dialogues leave.</p><script>1</script>", "holds a script"),
        (layout.METHODS_MD, b"nothing", "does not name the dialogues"),
        (layout.METHODS_TEX, b"12 dialogues, 12 turns, 112 items", "does not name the items of"),
        (layout.CROISSANT, b"[]", "does not say the sentence"),
        (layout.CROISSANT, b"[]", "does not name the corpus by its sum"),
        (layout.EVIDENCE, b"{", "is no JSON"),
    ],
)
def test_parts_that_say_another_thing(name: str, data: bytes, said: str, tmp_path: Path) -> None:
    found = wrong(tmp_path, layout.pack(parts_for(evidence_for()) | {name: data}))
    assert any(each.startswith(name) and said in each for each in found), found


def test_missing_and_added_parts_are_named(tmp_path: Path) -> None:
    parts = parts_for(evidence_for())
    sums = layout.sums_of(parts)
    members = [(name, data) for name, data in sorted(parts.items()) if name != layout.SHEET]
    data = layout.zip_of([*members, ("note.txt", b"x"), (layout.SUMS, sums)])
    found = wrong(tmp_path, data)
    assert f"{layout.SHEET}: is listed in SHA256SUMS and is not there" in found
    assert "note.txt: is not listed in SHA256SUMS" in found


@pytest.mark.parametrize("data", [b"", b"no zip", layout.zip_of([("a", b"b")])])
def test_what_is_no_bundle_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(EvidenceError, match="no bundle"):
        wrong(tmp_path, data)


def test_a_corpus_that_cannot_be_read(tmp_path: Path) -> None:
    evidence = evidence_for(b"{")
    found = wrong(tmp_path, layout.pack(parts_for(evidence, b"{")))
    assert "corpus.jsonl: cannot be read as jsonl" in found


DEEP = b"[" * 50_000


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (layout.EVIDENCE, DEEP, "evidence.json: is no JSON"),
        (layout.CROISSANT, DEEP, "croissant.json: does not name the corpus by its sum"),
        (layout.CROISSANT, b'{"distribution": 5}', "croissant.json: does not name the corpus"),
        ("../../home/.profile", b"x", "../../home/.profile: is no part of a bundle"),
        ("run.sh", b"x", "run.sh: is no part of a bundle"),
    ],
)
def test_who_wrote_it_may_mean_harm(name: str, data: bytes, said: str, tmp_path: Path) -> None:
    """JSON that nobody can read, and names that lead elsewhere, are said and not followed."""
    found = wrong(tmp_path, layout.pack(parts_for(evidence_for()) | {name: data}))
    assert any(each.startswith(said) for each in found), found


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(layout.SUMS, b"0" * 10_000_000)
    monkeypatch.setattr(zipfile.ZipFile, "read", None)
    with pytest.raises(EvidenceError, match="its parts are packed"):
        wrong(tmp_path, out.getvalue())


def test_a_large_file_that_is_no_zip_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "zeros.zip"
    with path.open("wb") as out:
        out.truncate(2_000_000_000)  # takes no room
    monkeypatch.setattr(Path, "read_bytes", None)
    with pytest.raises(EvidenceError, match="this is no bundle"):
        check_bundle(path)


@pytest.mark.parametrize(
    ("more", "is_wrong"),
    [
        ("<p>&lt;img src=x onerror=y&gt; href=z</p>", False),  # words of who signed
        ('<p title=">" onclick="x">', True),
        ("<a href='//x'>", True),
        ("<IMG alt=x>", True),
    ],
)
def test_what_runs_stands_in_a_tag(more: str, is_wrong: bool, tmp_path: Path) -> None:
    sheet = f"<p>12 of 13 dialogues leave.</p>{more}".encode()
    found = wrong(tmp_path, layout.pack(parts_for(evidence_for()) | {layout.SHEET: sheet}))
    assert any("holds a script" in each for each in found) is is_wrong
