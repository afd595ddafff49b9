"""`antifaz.pseudonymise` and `.._lines`: the bytes of the command, and nothing without a search."""

import logging
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

import antifaz
from tests.annotation.commands.running import run
from tests.antifaz.calls import CORPUS, GOOD, KEY, LINES, SHOWS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def key_file(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_bytes(KEY)
    path.chmod(0o600)
    return str(path)


@pytest.mark.parametrize("strategy", ["entity", "dissociation", "typed"])
@pytest.mark.parametrize("keep_ids", [True, False])
def test_lines_are_the_bytes_of_the_command(
    tmp_path: Path, key_file: str, strategy: str, keep_ids: bool
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(LINES), encoding="utf-8")
    options = ["--strategy", strategy, "--key", key_file, *(["--keep-ids"] if keep_ids else [])]
    assert run("pseudonymise", *options, str(source), str(out))[0] == 3  # one is held back
    lines = antifaz.pseudonymise_lines(LINES, key=KEY, strategy=strategy, keep_ids=keep_ids)
    assert "".join(lines).encode() == out.read_bytes()
    assert out.stat().st_size


def test_marked_spans_and_other_strategies_are_those_of_the_command(
    tmp_path: Path, key_file: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(LINES), encoding="utf-8")
    more = ("--spans", "marked", "--label-strategy", "surname=typed")
    run("pseudonymise", "--strategy", "named", "--key", key_file, *more, str(source), str(out))
    chosen = {"strategy": "named", "label_strategies": {"surname": "typed"}, "spans": True}
    assert "".join(antifaz.pseudonymise_lines(LINES, key=KEY, **chosen)) == out.read_text()


def test_a_dialogue_that_may_leave_is_given_out() -> None:
    result = antifaz.pseudonymise(GOOD, key=KEY, spans=True)
    assert (result.held, result.why, result.replaced) == (False, (), 3)
    first, second = result.dialogue.turns
    assert "Francisco" not in first.text + second.text
    assert [span.label for span in first.spans] == ["male name", "surname"]
    assert result.dialogue.id == "a" and result.dialogue.meta == GOOD.meta
    assert antifaz.pseudonymise(GOOD, key=KEY, spans=True) == result


def test_one_that_shows_an_original_is_held_back_and_says_why() -> None:
    result = antifaz.pseudonymise(SHOWS, key=KEY)
    assert result.held and result.why and "Urrutia" not in repr(result)
    (issue,) = [each for each in result.issues if each.severity == "block"]
    assert (issue.code, issue.turn, issue.start, issue.end) == ("RESIDUAL_MENTION", 1, 1, 8)
    with pytest.raises(antifaz.HeldBack):
        result.dialogue  # noqa: B018


def test_what_other_dialogues_label_is_searched_for() -> None:
    said = antifaz.Dialogue("d", "es", (antifaz.Turn("agent", "El señor Olabarri ha llamado"),))
    assert not antifaz.pseudonymise(said, key=KEY).held
    assert antifaz.pseudonymise(said, key=KEY, known=[GOOD]).held


def test_what_stands_beside_the_turns_is_searched() -> None:
    said = antifaz.Dialogue("d", "es", GOOD.turns, {"customer": "Olabarri"})
    result = antifaz.pseudonymise(said, key=KEY)
    assert "Olabarri" not in repr(result)


def test_lines_end_as_they_came_and_none_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "antifaz"):
        bare = list(antifaz.pseudonymise_lines([line.strip() for line in LINES], key=KEY))
    assert len(bare) == 2 and not any(line.endswith("\n") for line in bare)
    assert "1 of 3 dialogues held back" in caplog.text and "Urrutia" not in caplog.text
    assert list(antifaz.pseudonymise_lines([], key=KEY)) == []


@pytest.mark.parametrize(
    ("change", "error"),
    [({"key": b"short"}, antifaz.Refused), ({"strategy": "none of ours"}, antifaz.Refused)],
)
def test_what_cannot_be_meant_is_refused(change: dict[str, object], error: type) -> None:
    with pytest.raises(error):
        antifaz.pseudonymise(GOOD, **{"key": KEY, **change})  # type: ignore[arg-type]
    crossing = antifaz.Turn("a", "Ana Ruiz", (antifaz.Span(0, 5, "x"), antifaz.Span(3, 8, "x")))
    with pytest.raises(antifaz.Refused, match=r"overlap|cross"):
        antifaz.pseudonymise(antifaz.Dialogue("d", "es", (crossing,)), key=KEY)


def test_a_bad_line_is_named_by_its_number() -> None:
    with pytest.raises(antifaz.FormatError, match="lines:2: "):
        list(antifaz.pseudonymise_lines([LINES[0], "{"], key=KEY))


def listed(work: partial) -> list[str]:
    return list(work())


def test_goes_to_another_process_with_its_arguments() -> None:
    work = partial(antifaz.pseudonymise_lines, LINES, key=KEY, keep_ids=True)
    assert pickle.loads(pickle.dumps(work)) is not work
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(listed, work).result() == listed(work)


def test_a_turn_of_any_length_comes_back() -> None:
    long = antifaz.Turn("a", GOOD.turns[0].text + " y ya" * 10_000, GOOD.turns[0].spans)
    result = antifaz.pseudonymise(antifaz.Dialogue("d", "es", (long,)), key=KEY)
    assert len(result.dialogue.turns[0].text) > 50_000


def test_importing_loads_neither_django_nor_what_learns() -> None:
    heavy = ("django", "numpy", "scipy", "sklearn", "pandas", "matplotlib", "celery", "babel")
    code = f"import antifaz, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_replacing_needs_no_extra(tmp_path: Path) -> None:
    """Where nothing but the plain install's packages can be imported."""
    code = (
        "import sys\n"
        "for name in ('django', 'numpy', 'scipy', 'sklearn', 'celery', 'pycrfsuite', 'babel'):\n"
        "    sys.modules[name] = None\n"
        "from tests.antifaz.calls import *\n"
        "import antifaz\n"
        "antifaz.write(ALL, sys.argv[1])\n"
        "for each in antifaz.read(sys.argv[1]): print(antifaz.pseudonymise(each, key=KEY).held)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a.jsonl.gz")],
        cwd=ROOT, capture_output=True, text=True, env=dict(os.environ, PYTHONPATH=str(ROOT)),
    )  # fmt: skip
    assert (done.stdout.split(), done.stderr) == (["False", "True", "False"], "")


def parted(lines: list[str], at: int, **chosen: str) -> str:
    """What two parts of a corpus give that are worked on apart, one after the other."""
    parts = [lines[:at], lines[at:]]
    known = antifaz.gather_lines(parts[0], **chosen)
    known.merge(pickle.loads(pickle.dumps(antifaz.gather_lines(parts[1], **chosen))))
    work = partial(antifaz.pseudonymise_lines, key=KEY, keep_ids=True, gathered=known, **chosen)
    return "".join([*work(parts[0]), *work(parts[1], first=at + 1)])


@pytest.mark.parametrize("strategy", ["entity", "dissociation", "typed"])
def test_parts_of_a_corpus_are_the_bytes_of_the_whole(strategy: str) -> None:
    """With originals, shared words and labels that only other parts tell of."""
    whole = list(antifaz.pseudonymise_lines(CORPUS, key=KEY, strategy=strategy, keep_ids=True))
    assert 0 < len(whole) < len(CORPUS)
    for at in (1, len(CORPUS) // 2):
        assert parted(CORPUS, at, strategy=strategy) == "".join(whole)


def test_what_was_gathered_serves_its_own_rules_alone() -> None:
    known = antifaz.gather_lines(LINES, strategy="typed")
    with pytest.raises(antifaz.Refused):
        list(antifaz.pseudonymise_lines(LINES, key=KEY, gathered=known))
    with pytest.raises(antifaz.Refused):
        known.merge(antifaz.gather_lines(LINES, strategy="entity"))
    with pytest.raises(antifaz.Refused):
        list(
            antifaz.pseudonymise_lines(
                LINES, key=KEY, strategy="typed", gathered=known, allow=["Urrutia"]
            )
        )
