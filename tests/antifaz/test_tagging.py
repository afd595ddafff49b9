"""`antifaz.train`, `antifaz.tag` and `.._lines`: the bytes of the command, without pandas."""

import os
import pickle
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import antifaz
from annotation.formats.corpora.jsonl import write_line
from antifaz import values
from tests.annotation.commands.running import run
from tests.annotation.services.sources.test_registry import bookings
from tests.processes.probing import without_child

ROOT = Path(__file__).resolve().parents[2]
BLOCKED = "('django', 'celery', 'pandas', 'matplotlib', 'modAL', 'babel')"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("models") / "model"
    with without_child():
        card = antifaz.train(bookings(), folder)
    assert (card["kind"], card["utterances"]) == ("crf", 24)
    return str(folder)


def test_lines_are_the_bytes_of_the_command(model: str, tmp_path: Path) -> None:
    lines = [write_line(each) for each in bookings()]
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(lines), encoding="utf-8")
    with without_child():
        assert run("tag", "--model", model, "--threshold", "0.9", str(source), str(out))[0] == 0
        work = partial(antifaz.tag_lines, lines, model, threshold=0.9)
        said = "".join(pickle.loads(pickle.dumps(work))())
        dialogues = [*antifaz.tag(bookings(), model, threshold=0.9)]
    assert said == out.read_text() == "".join(map(write_line, dialogues))
    assert any(span.confidence for turn in dialogues[0].turns for span in turn.spans)


def test_no_line_is_no_fault_and_a_folder_is_opened_once(model: str) -> None:
    from antifaz import tagging

    with without_child():
        assert list(antifaz.tag_lines([], model)) == []
        before = tagging._opened.cache_info().misses
        for _ in range(3):
            assert len([*antifaz.tag(bookings()[:1], model)]) == 1
    assert tagging._opened.cache_info().misses <= before + 1


def test_trains_and_tags_without_pandas_and_matplotlib(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        f"for name in {BLOCKED}: sys.modules[name] = None\n"
        "import antifaz\n"
        "turn = antifaz.Turn('A', 'me llamo Ana', (antifaz.Span(9, 12, 'NAME'),))\n"
        "calls = [antifaz.Dialogue('a', 'es', (turn, antifaz.Turn('B', 'no funciona')))]\n"
        "antifaz.train(calls, sys.argv[1])\n"
        "(got,) = antifaz.tag(calls, sys.argv[1])\n"
        "print([(s.start, s.end, s.label) for t in got.turns for s in t.spans])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "model")],
        cwd=ROOT, capture_output=True, text=True, env=dict(os.environ, PYTHONPATH=str(ROOT)),
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("[(9, 12, 'NAME')]\n", "")


def test_what_lacks_is_said_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "find_spec", lambda name: None if name == "scipy" else name)
    for call in (antifaz.tag_lines, antifaz.tag, antifaz.train):
        with pytest.raises(
            antifaz.ExtraNeeded, match=r"scipy: pip install 'antifaz\[learn\]'"
        ) as e:
            call([], "model")
        assert pickle.loads(pickle.dumps(e.value)).extra == "learn"
