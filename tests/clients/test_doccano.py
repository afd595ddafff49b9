"""doccano itself: its reader takes what we export, somebody labels there, and its export comes back
with our ids, keys and offsets. DOCCANO names the environment that it is installed in."""

import io
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from annotation.formats import DialogueValue, SpanValue, TurnValue, read_corpus, write_corpus

PLACE = Path(os.environ.get("DOCCANO", "/none"))
SCRIPT = Path(__file__).with_name("in_doccano.py")
pytestmark = [
    pytest.mark.clients,
    pytest.mark.skipif(
        not (PLACE / "bin").is_dir(), reason="DOCCANO names no environment that has it"
    ),
]
CALLS = [
    DialogueValue(
        "call-1",
        "es",
        (
            TurnValue("agente", "😀 hola, soy Marta", (SpanValue(12, 17, "name"),)),
            TurnValue("B 2", "de 👩\u200d💻 San  Sebastián", (SpanValue(7, 21, "place"),)),
        ),
        {"channel": "web"},
    ),
    DialogueValue(
        "call-2", "eu", (TurnValue("", "bai, n\u0303o שלום", (SpanValue(0, 3, "name"),)),)
    ),
    DialogueValue("call-3", "es", (TurnValue("A", "nada"),)),
]


def exported(some: list[DialogueValue]) -> str:
    out = io.BytesIO()
    write_corpus("doccano", some, out)
    return out.getvalue().decode()


def core(some: list[DialogueValue]) -> Any:
    return [
        (each.id, each.lang, dict(each.meta), [(t.speaker, t.text, [
            (s.start, s.end, s.label) for s in t.spans]) for t in each.turns]) for each in some
    ]  # fmt: skip


def read(file: str) -> list[DialogueValue]:
    return read_corpus("doccano", file.encode(), filename="all.jsonl")


def through_doccano(folder: Path, *asked: dict[str, Any]) -> list[dict[str, Any]]:
    """What each file is there, and as its export writes it."""
    [backend] = PLACE.glob("lib/python3*/site-packages/backend")
    env = {
        "PATH": os.environ["PATH"],
        "STANDALONE": "True",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "DATABASE_URL": f"sqlite:///{folder}/doccano.sqlite3",
        "MEDIA_ROOT": str(folder / "media"),
        "PYTHONPATH": str(backend),
        "HOME": str(folder),
    }
    done = subprocess.run(
        [str(PLACE / "bin" / "python"), str(SCRIPT)], cwd=backend, env=env,
        input=json.dumps(asked), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    answers: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return answers


def test_there_and_back(tmp_path: Path) -> None:
    objects = (
        '{"id": 7, "text": "Ana y Eva", "entities": [{"id": 3, "label": "per", "start_offset": 0, '
        '"end_offset": 3}, {"id": 4, "label": "per", "start_offset": 6, "end_offset": 9}], '
        '"relations": [{"id": 1, "from_id": 3, "to_id": 4, "type": "knows"}]}\n'
    )
    ours, theirs = through_doccano(
        tmp_path,
        {"file": exported(CALLS), "labels": [[3, 7, "greeting"]], "relations": False},
        {"file": exported(read(objects)), "labels": [], "relations": True},
    )
    assert ours["errors"] == theirs["errors"] == []
    # In its own unit, that of JavaScript: what stands there is what we mean.
    first = ours["texts"][0].encode("utf-16-le")
    said = [first[2 * start : 2 * end].decode("utf-16-le") for start, end, _name in ours["labels"]]
    assert said[:3] == ["hola", "Marta", "San  Sebastián"]

    back = read(ours["file"])
    wanted = core(CALLS)
    wanted[0][3][0][2].insert(0, (2, 6, "greeting"))
    assert core(back) == wanted
    assert core(read(exported(back))) == core(back)
    assert exported(back) == ours["file"]  # what it wrote, byte for byte

    [again] = read(theirs["file"])
    assert [(s.start, s.end, s.label) for s in again.turns[0].spans] == [
        (0, 3, "per"),
        (6, 9, "per"),
    ]
    [relation] = again.extra["relations"]
    assert relation["type"] == "knows" and exported([again]) == theirs["file"]
