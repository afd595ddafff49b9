"""`manage.py attack`: a project or two files; 3 where an attack was not run."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.annotation.commands import running
from tests.annotation.evidence.attacks.releases import ODD, pair
from tests.annotation.services.evidence.test_attacks import line
from tests.labelled import shown

run = partial(running.run, "attack")


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    pairs = [pair(f"call-{n}", [f"Soy [{ODD[n]}|{ODD[-1 - n]}:PER].", "Sí."]) for n in range(24)]
    original, released = tmp_path / "original.jsonl", tmp_path / "released.jsonl"
    original.write_text("\n".join(line(each.original) for each in pairs))
    released.write_text("\n".join(line(each.released) for each in pairs))
    return str(original), str(released)


def test_two_files_as_json(files: tuple[str, str]) -> None:
    chosen = ("--only", "initials, membership", "--seed", "4", "--json")
    status, out, err = run(*files, *chosen, terminal=True)
    summary = json.loads(out)
    assert status == 0
    assert [each["name"] for each in summary["findings"]] == ["membership", "initials"]
    assert summary["seed"] == 4
    assert not [name for name in ODD if name in out + err]
    assert "initials" in err  # a terminal sees how far it is


def test_a_second_release_is_compared_with_the_first(
    files: tuple[str, str], tmp_path: Path
) -> None:
    status, out, _ = run(*files, "--only", "two-files", "--json")
    assert status == 3 and "the attack needs two" in json.loads(out)["findings"][0]["why"]
    other = tmp_path / "other.jsonl"
    rows = [pair(f"call-{n}", [f"Soy [{ODD[n]}|Zuriñe:PER].", "Sí."]).released for n in range(24)]
    other.write_text("\n".join(line(each) for each in reversed(rows)))  # its order does not count
    status, out, _ = run(*files, "--only", "two-files", "--other", str(other), "--json")
    (found,) = json.loads(out)["findings"]
    assert (status, found["state"], found["values"]["made"]) == (0, "told", 24)
    assert (
        "differing words that were replaced"
        in run(*files, "--only", "two-files", "--other", str(other))[1]
    )
    other.write_text("\n".join(line(each) for each in rows[:9]))
    status, out, err = run(*files, "--only", "two-files", "--other", str(other), "--json")
    assert (status, out) == (1, "") and "expected the dialogues of" in err
    with pytest.raises(CommandError, match="and with them --other"):
        run("support", "--other", str(other))


def test_what_was_not_run_ends_with_3(files: tuple[str, str]) -> None:
    status, out, _err = run(*files, "--only", "initials,card-pieces")
    assert status == 3
    assert "1 not run, and not passed" in out
    assert "There are fewer than twenty pieces of card numbers." in out


def test_a_project(labelled: Any) -> None:
    status, out, err = run(labelled.slug, "--only", "membership", "--json")
    assert status == 0
    assert json.loads(out)["dialogues"] == 2
    assert shown(out + err) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere: no such project"),
        (["{0}", "{1}", "--only", "voodoo"], "There is no attack “voodoo”"),
        (["{0}", "{0}.gone"], "No such file"),
    ],
)
def test_what_cannot_be_attacked_is_one_sentence(
    files: tuple[str, str], db: None, arguments: list[str], said: str
) -> None:
    status, out, err = run(*(each.format(*files) for each in arguments))
    assert (status, out) == (1, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("number", ["-1", "x", "1" * 5000])
def test_chance_begins_with_a_whole_number(files: tuple[str, str], number: str) -> None:
    with pytest.raises(CommandError, match="is no whole number, 0 or more"):
        run(*files, f"--seed={number}")
    with pytest.raises(CommandError, match="is no whole number, 0 or more"):
        running.run("tables", files[0], "--folds", "2", f"--random-state={number}")


def test_what_it_says_fits_a_terminal(files: tuple[str, str]) -> None:
    _status, out, _err = run(*files, "--only", "weak-key,initials,linkage,style,said-once,archive")
    assert max(map(len, out.splitlines())) <= 100
    assert re.search(r"^pass    initials            0\.\d+ .*\n        Of \d+ names", out, re.M)


def test_three_arguments_are_a_wrong_use(files: tuple[str, str]) -> None:
    with pytest.raises((CommandError, SystemExit)):
        run(*files, "third")
