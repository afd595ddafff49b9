"""`datasets.map` with two processes gives the bytes of one, as docs/scaling.md shows it."""

from functools import partial
from pathlib import Path

import pytest

import antifaz
from tests.antifaz.calls import CORPUS, KEY


def replaced(batch: dict[str, list[str]], work: partial) -> dict[str, list[str]]:
    return {"text": list(work(batch["text"]))}


@pytest.mark.engines
def test_two_processes_give_the_bytes_of_one(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    source = tmp_path / "in.jsonl"
    source.write_text("".join(CORPUS), "utf-8")
    with source.open("rb") as stream:
        known = antifaz.gather_lines(stream)
    work = partial(antifaz.pseudonymise_lines, key=KEY, keep_ids=True, gathered=known)
    made = datasets.load_dataset(
        "text", data_files=str(source), split="train", cache_dir=str(tmp_path / "cache")
    )
    done = made.map(
        replaced, fn_kwargs={"work": work}, batched=True, batch_size=4, num_proc=2,
        load_from_cache_file=False,
    )  # fmt: skip
    lines = [line.rstrip("\n") for line in CORPUS]
    assert done["text"][:] == list(antifaz.pseudonymise_lines(lines, key=KEY, keep_ids=True))
