"""What executors do to blocks, here in one process: the bytes and the report of the command."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from annotation.replacement.rules import made_rules
from annotation.services.standalone.replacing import Order
from antifaz.spark import blocks, job
from antifaz.values import FormatError
from tests.annotation.commands.running import run
from tests.antifaz.calls import CORPUS, KEY

Rows = list[tuple[str, int, Any]]


def cut(lines: list[bytes], *sizes: int) -> list[Rows]:
    """Blocks of two files, of so many lines; the last has what is left."""
    rows: list[Rows] = []
    at = 0
    for number, size in enumerate([*sizes, len(lines)]):
        place = ("b.jsonl" if number > 1 else "a.jsonl", number * 100)
        rows.append([(*place, line) for line in lines[at : at + size]])
        at += size
    return rows


def gathered(parts: list[Rows]) -> tuple[blocks.Gathered, dict[blocks.Place, blocks.Start]]:
    rules = made_rules("entity", {})
    begun = [each for rows in parts for each in blocks.gather_blocks(iter(rows), rules, ())]
    sent = [pickle.loads(pickle.dumps(each.gathered)) for each in begun]
    starts = job._starts([each.head() for each in begun])
    return blocks.merged(reversed(list(enumerate(sent)))), starts


def test_blocks_are_the_bytes_and_the_report_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with blank lines and CRLF, and with lines numbered by file."""
    monkeypatch.setattr(blocks, "_key", lambda name: KEY)
    lines = [line.rstrip("\n").encode() for line in CORPUS]
    lines[3] += b"\r"
    lines.insert(2, b"")
    parts = cut(lines, 4, 9, 1)
    known, starts = gathered(parts)
    order = Order(strategy="entity", key=b"", keep_ids=True)
    work = known.replacing(order, "a")
    done = [
        each for rows in reversed(parts) for each in blocks.replace_blocks(rows, work, starts, "k")
    ]
    done.sort()
    source, out, report, key = (tmp_path / name for name in ("in.jsonl", "out", "report", "key"))
    source.write_bytes(b"\n".join(lines))
    key.write_bytes(KEY)
    key.chmod(0o600)
    run("pseudonymise", "--strategy", "entity", "--key", str(key), "--keep-ids", "--report",
        str(report), str(source), str(out))  # fmt: skip
    assert [each[4] for each in done if each[4]] == out.read_text("utf-8").splitlines()
    expected = json.loads(report.read_text("utf-8"))["dialogues"]
    first = sum(len(rows) for rows in parts if rows[0][0] == "a.jsonl")
    told = [json.loads(each[3]) for each in done]
    for each in told:  # lines of the second file count from its own beginning
        each["line"] += first if told.index(each) >= first - 1 else 0
    assert told == expected
    held = [each[5] for each in done if each[5] is not None]
    assert held == [CORPUS[0].rstrip("\n"), *(line for line in held[1:])] and len(held) == 3


def test_the_first_fault_of_the_corpus_is_told_with_its_line() -> None:
    lines = [line.rstrip("\n").encode() for line in CORPUS]
    lines[7] = b"{"
    lines[12] = b"["
    with pytest.raises(FormatError) as caught:
        gathered(cut(lines, 5, 5, 5))
    assert (caught.value.file, caught.value.line) == ("a.jsonl", 8)
