"""What docs/api.md says is done, command by command, with curl and a token of a manager."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Dialogue, Export, Hook, Import, JobStatus, Project, Span, Turn, User
from annotation.models.programs import Scope
from annotation.services.access.tokens import create_token
from annotation.services.evidence.bundles import taking
from tests.conftest import missing
from tests.imports import do_imports
from tests.webapp.api.test_layers import read_by

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
END = "--- end of the block ---"
CALL = {
    "id": "may-1",
    "turns": [{"text": "Soy Ane.", "spans": [{"start": 4, "end": 7, "label": "first name"}]}],
}


def blocks() -> list[str]:
    """The commands of the guide: indented lines, up to the next empty one."""
    found: list[list[str]] = [[]]
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return ["\n".join(some) for some in found if some and not some[0].strip().startswith("{")]


class Shell:
    """One shell for all blocks. A command that fails ends it, and the test."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            ["bash", "-e", "-o", "pipefail"],
            cwd=folder,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.do("uuidgen() { cat /proc/sys/kernel/random/uuid; }")

    def do(self, block: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{block}\necho\necho '{END}'\n")
        self.process.stdin.flush()
        said = []
        for line in self.process.stdout:
            if line.strip() == END:
                return "".join(said)
            said.append(line)
        pytest.fail(f"{block}\n{''.join(said)}")


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    if not (shutil.which("curl") and shutil.which("bash")):
        missing("curl or bash is not installed")
    shell = Shell(tmp_path)
    yield shell
    shell.process.kill()
    shell.process.communicate()


@pytest.fixture
def token(manager: User, settings: Any, names_model: Path) -> str:
    settings.TRANSFORM_MODELS = [str(names_model)]
    settings.HOOK_ADDRESSES = ["https://ci.example.org/hooks"]
    return create_token(manager, name="guide", days=1, scopes=Scope.values)[1]


def make_ready(turn: Turn, data: Path) -> dict[str, Any]:
    """What the commands speak of: the numbers that stand in the guide, as they are here."""
    project = turn.dialogue.project
    call = turn.dialogue.project.dialogues.get(external_id="call-2")
    Turn.objects.create(dialogue=call, position=50, text="Soy Francisco otra vez")
    label = project.labels.get(name="surname")
    proposals = [
        Span.objects.create(turn=turn, start=start, end=start + 3, label=label) for start in (27, 0)
    ]
    (data / "calls.jsonl").write_text(json.dumps(CALL), encoding="utf-8")
    (data / "more.jsonl").write_text(json.dumps(CALL | {"id": "may-2"}), encoding="utf-8")
    (data / "lines.jsonl").write_text('{"text": "Soy Miren"}\n', encoding="utf-8")
    return {
        "dialogues/1": f"dialogues/{turn.dialogue_id}",
        "adjudication/1": f"adjudication/{turn.dialogue_id}",
        "turns/2": f"turns/{turn.pk}",
        '"turn": 2': f'"turn": {turn.pk}',
        "proposals/7": f"proposals/{proposals[0].pk}",
        "proposals/8": f"proposals/{proposals[1].pk}",
    }


def finish_export(data: Path) -> int:
    (data / "x.jsonl").write_bytes(b"{}\n")
    summary = {"dialogues": 12, "replaced": 40}
    Export.objects.update(status=JobStatus.DONE, path="x.jsonl", summary=summary)
    return Export.objects.get().pk


def differ(turn: Turn) -> None:
    annotator, second = (User.objects.get(username=n) for n in ("annotator", "second"))
    read_by(turn, annotator, (4, 22))
    read_by(turn, second)
    type(turn.query_item).objects.filter(turn=turn).update(status="done", readers=2)


def test_the_guide(
    live_server: Any,
    turn: Turn,
    token: str,
    shell: Shell,
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What a file waits for has its tests beside `bundles.taking`; here half is unread.
    monkeypatch.setattr(taking, "why_not_taken", lambda _export: "")
    numbers = make_ready(turn, data_dir)
    numbers["SITE=http://localhost:8000"] = f"SITE={live_server.url}"
    numbers["printf 'Token: '; read -rs TOKEN"] = f"TOKEN={token}"
    said = ""
    for block in blocks():
        do_imports()
        if "/adjudication" in block:
            differ(turn)
        if "imports/1" in block:
            numbers["imports/1"] = f"imports/{Import.objects.get().pk}"
        if "hooks/1" in block:
            numbers["hooks/1"] = f"hooks/{Hook.objects.get().pk}"
        if "exports/1" in block:
            numbers["exports/1"] = f"exports/{finish_export(data_dir)}"
        if '"token": "..."' in block:
            [plan] = re.findall(r'"token": "(\w+)"', said)
            block = block.replace("...", plan)
        for there, here in numbers.items():
            block = re.sub(rf"{re.escape(there)}(?!\d)", here.replace("\\", ""), block)
        said = shell.do(block)
        if "/vpc/batch" in block:
            replaced = said
    do_imports()
    assert '"text": "Soy ' in replaced and "Miren" not in replaced.replace("Soy Miren, ", "")
    assert Project.objects.get(slug="may").dialogues.count() == 2
    assert turn.dialogue.project.labels.filter(name="pet").exists() and not Hook.objects.exists()
    assert turn.readings.filter(layer="gold", is_gold=True).exists()
    assert Dialogue.objects.filter(project__slug="may").first().turns.get().text == "Soy Ane."
