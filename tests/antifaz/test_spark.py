"""`python -m antifaz.spark` on a cluster on this machine: the bytes of one process.

Each test starts a cluster, which takes ten seconds of processor or more.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

import antifaz
from tests.antifaz.calls import CORPUS, KEY

ROOT = Path(__file__).resolve().parents[2]
LACKS = " and ".join(
    name
    for name, is_there in (("pyspark", find_spec("pyspark")), ("Java", shutil.which("java")))
    if not is_there
)
# Where clients are required, Java must be there for a Spark that is.
REQUIRED = os.environ.get("REQUIRE_CLIENTS") == "1" and bool(find_spec("pyspark"))
needs_spark = [
    pytest.mark.engines,
    pytest.mark.skipif(bool(LACKS) and not REQUIRED, reason=f"{LACKS} is not installed"),
]
# A machine that lives for seconds: what it would compile best is never called often enough.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto"
BLOCK = 20_000  # bytes, so that the corpus has seven blocks


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_bytes("".join(CORPUS).encode())
    key = tmp_path / "the-key"
    key.write_bytes(KEY)
    key.chmod(0o600)
    return path


def run(
    master: str, source: Path, out: Path, *options: str, by: tuple[str, ...] = ()
) -> "subprocess.CompletedProcess[str]":
    """The job, as a person starts it, or by a script."""
    logs = source.with_name("events")
    logs.mkdir(exist_ok=True)
    settings = [
        f"--master {master}",
        "--conf spark.ui.enabled=false",
        f"--driver-java-options '{JAVA}' --conf 'spark.executor.extraJavaOptions={JAVA}'",
        "--conf spark.sql.shuffle.partitions=2",
        f"--conf spark.sql.files.maxPartitionBytes={BLOCK}",
        "--conf spark.eventLog.enabled=true --conf spark.eventLog.compress=false",
        f"--conf spark.eventLog.dir={logs.as_uri()}",
        "pyspark-shell",
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": " ".join(settings),
    }
    given = [str(source), str(out), "--key-file", str(source.with_name("the-key")), *options]
    command = [sys.executable, *(by or ("-m", "antifaz.spark")), *given]
    return subprocess.run(
        command, cwd=source.parent, env=environment, capture_output=True, text=True
    )


def text(folder: Path) -> str:
    return "".join(part.read_text("utf-8") for part in sorted(folder.glob("part-*")))


class TestOnACluster:
    pytestmark = needs_spark

    def test_an_executor_that_is_killed_costs_nothing(self, source: Path) -> None:
        """Same bytes as one process, nothing twice, nothing missing; the key stands nowhere."""
        out, noted = source.with_name("out"), source.with_name("noted")
        script = (str(ROOT / "tests" / "antifaz" / "spark_with_loss.py"), str(noted))
        done = run("local-cluster[2,1,1024]", source, out, "--strategy", "entity", by=script)
        assert done.returncode == 3, done.stderr[-3000:]
        left, finished, blocks = map(int, noted.read_text().split())
        assert left == 1 and 0 < finished < blocks
        expected = list(antifaz.pseudonymise_lines(CORPUS, key=KEY))
        assert text(out) == "".join(expected)

        issues = [json.loads(line) for line in text(Path(f"{out}.issues")).splitlines()]
        assert [each["line"] for each in issues] == list(range(1, len(CORPUS) + 1))
        assert sorted(e["id"] for e in issues if not e["held_back"]) == [
            f"d{number:04d}" for number in range(1, len(expected) + 1)
        ]
        held = [each["line"] for each in issues if each["held_back"]]
        assert held and text(Path(f"{out}.held")) == "".join(CORPUS[n - 1] for n in held)
        assert json.loads(done.stdout)["held_back"] == len(held)

        entry = json.loads(Path(f"{out}.croissant.json").read_text("utf-8"))
        assert f"{len(expected):,} dialogues" in entry["description"]
        assert entry["inLanguage"] == "es"
        sums = {
            f"out/{part.name}": sha256(part.read_bytes()).hexdigest() for part in out.glob("part-*")
        }
        *files, _whole = entry["distribution"]
        assert {each["contentUrl"]: each["sha256"] for each in files} == sums

        events = [path for path in source.with_name("events").rglob("*") if path.is_file()]
        said = done.stdout + done.stderr + "".join(p.read_text("utf-8") for p in events)
        said += "".join(map(text, (out, Path(f"{out}.issues"), Path(f"{out}.held"))))
        assert events and "antifaz" in said
        for written in (
            KEY.hex(),
            base64.b64encode(KEY).decode(),
            KEY.decode("latin-1"),
            repr(KEY),
        ):
            assert written not in said
        assert "Olabarri" not in done.stdout + done.stderr

    def test_a_model_labels_first_and_parquet_goes_in_and_out(self, source: Path) -> None:
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        dialogues = list(antifaz.read(source))
        antifaz.train(dialogues[:10], source.with_name("model"))
        unlabelled = [
            antifaz.Dialogue(
                each.id, each.lang, tuple(antifaz.Turn(t.speaker, t.text) for t in each.turns)
            )
            for each in dialogues[:4]
        ]
        table, out = source.with_name("in.parquet"), source.with_name("out.parquet")
        antifaz.write(unlabelled, table, format="parquet")
        options = ("--strategy", "dissociation", "--keep-ids", "--spans", "marked")
        done = run("local[1]", table, out, *options, "--model", str(source.with_name("model")))
        assert done.returncode in (0, 3), done.stderr[-3000:]
        antifaz.write(unlabelled, source)
        with source.open() as stream:
            tagged = list(antifaz.tag_lines(stream, source.with_name("model")))
        chosen = {"strategy": "dissociation", "keep_ids": True, "spans": True}
        expected = list(antifaz.pseudonymise_lines(tagged, key=KEY, **chosen))
        whole = source.with_name("expected.jsonl")
        whole.write_text("".join(expected), "utf-8")
        parts = [each for part in sorted(out.glob("part-*")) for each in antifaz.read(part)]
        assert parts and said(parts) == said(list(antifaz.read(whole)))

    def test_a_bad_line_is_named_and_nothing_is_written(self, source: Path) -> None:
        source.write_text("".join([*CORPUS[:6], "\n", *CORPUS[6:20], "{\n", *CORPUS[20:]]))
        done = run("local[1]", source, source.with_name("out"), "--strategy", "typed")
        assert done.returncode == 1
        assert f"{source.name}:22: " in done.stderr.splitlines()[-1]
        assert not list(source.parent.glob("out*"))


def said(dialogues: list[antifaz.Dialogue]) -> list[object]:
    return [(each.id, each.lang, each.turns) for each in dialogues]


@pytest.mark.skipif(not find_spec("pyspark"), reason="pyspark is not installed")
def test_a_key_that_others_can_read_is_refused_before_anything_starts(source: Path) -> None:
    source.with_name("the-key").chmod(0o644)
    done = run("local[1]", source, source.with_name("out"), "--strategy", "typed")
    assert done.returncode == 1 and "others can read this key" in done.stderr


@pytest.mark.skipif(bool(find_spec("pyspark")), reason="pyspark is installed")
def test_without_spark_it_says_what_to_install(source: Path) -> None:
    done = run("local[1]", source, source.with_name("out"), "--strategy", "typed")
    assert done.returncode == 2 and "pip install 'antifaz[spark]'" in done.stderr
