"""`antifaz guest`: what it refuses before it listens, and a server of its own that is stopped."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from antifaz import command_line
from antifaz.command_line import guest
from antifaz.values import ExtraNeeded

ROOT = Path(__file__).resolve().parents[3]


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = command_line.main(["guest", *words])
    return status, capsys.readouterr().err


def test_what_cannot_be_meant_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = ("label-studio", "--models", str(tmp_path))
    open_file = tmp_path / "open"
    open_file.write_text("x" * 30)
    open_file.chmod(0o644)
    short = tmp_path / "short"
    short.write_text("x")
    short.chmod(0o600)
    told = [
        (("--host", "0.0.0.0"), 2, "needs --token-file"),
        (("--port", "70000"), 2, "--port"),
        (("--token-file", str(open_file)), 2, "others can read"),
        (("--token-file", str(short)), 2, "16 characters"),
        (("--token-file", str(tmp_path / "none")), 1, "none: No such file"),
        (("--model", str(tmp_path / "none")), 1, "no model is there"),
        (("--label-studio", "http://x"), 2, "go together"),
        (("--label-studio", "file:///x", "--api-key-file", str(short)), 2, "begin with http"),
    ]
    for words, status, why in told:
        got, err = refused(capsys, *models, *words)
        assert (got, why in err) == (status, True), (words, err)


def test_what_lacks_is_said_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacks(what: str) -> None:
        raise ExtraNeeded(f"{what} needs scipy: pip install 'antifaz[learn]'", extra="learn")

    monkeypatch.setattr(guest, "need", lacks)
    assert refused(capsys, "inception", "--models", str(tmp_path)) == (
        2, "antifaz guest needs scipy: pip install 'antifaz[learn]'\n",
    )  # fmt: skip


@pytest.mark.loopback
def test_a_server_answers_and_stops_when_it_is_told(model: Path, tmp_path: Path) -> None:
    words = ["label-studio", "--models", str(tmp_path), "--model", str(model), "--port", "0"]
    server = subprocess.Popen(
        [sys.executable, "-m", "antifaz", "guest", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said.startswith("label-studio: listening on http://127.0.0.1:")
        address = said.split()[-1]
        labels = '<Labels name="l" toName="t"><Label value="NAME"/></Labels>'
        body = {
            "project": "1.2",
            "label_config": f'<View>{labels}<Text name="t" value="$text"/></View>',
            "tasks": [{"data": {"text": "I am Harriet and I want a room"}}],
        }
        headers = {"Content-Type": "application/json"}
        asked = Request(f"{address}/predict", json.dumps(body).encode(), headers)
        with urlopen(asked) as answer:
            (result,) = json.load(answer)["results"][0]["result"]
        assert result["value"]["text"] == "Harriet"
        server.send_signal(signal.SIGTERM)
        _out, err = server.communicate()
    finally:
        server.kill()
        server.wait()
    assert server.returncode == 143 and err.endswith("stopped\n")
    assert "POST /predict 200" in err and "Harriet" not in err
