"""`manage.py release` and `verify` as scripts call them: status, JSON, sentences, places."""

import json
import os
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from annotation.evidence.attacks import registry
from annotation.models import Bundle, Departure, Export, JobStatus
from annotation.services.evidence.bundles.terms import save_terms
from annotation.services.jobs import lifecycle
from annotation.services.release.departures import has_left
from annotation.services.release.exports import write_export
from tests.annotation.commands import running
from tests.annotation.services.evidence.bundles import room
from tests.labelled import shown

pytestmark = pytest.mark.usefixtures("data_dir")
release = partial(running.run, "release", "support", "--format", "jsonl", "--sign", "manager")
verify = partial(running.run, "verify")
WHY = "It goes to two named groups alone."


@pytest.fixture
def measured(labelled: Any) -> Any:
    room.measure(labelled)
    return labelled


def nothing_is_left() -> None:
    """No row of a file and no corpus on the disk."""
    assert not Export.objects.exists() and not Departure.objects.exists()
    assert not [path for path in (settings.ANTIFAZ_DATA / "exports").rglob("*") if path.is_file()]


def test_a_release_is_signed_written_and_verified(measured: Any, tmp_path: Path) -> None:
    out = tmp_path / "bundle.zip"
    status, said, err = release("--words", WHY, "--out", str(out), "--json")
    assert (status, err) == (0, "")
    summary = json.loads(said)
    assert summary["sealed"] and summary["out"] == str(out)
    assert Bundle.objects.get().sha256 == summary["sha256"]
    assert has_left(measured)
    status, said, err = verify(str(out), "--json")
    assert (status, err) == (0, "")
    assert json.loads(said)["ok"] and "number of turns" in json.loads(said)["checked"]
    assert f"SHA-256 {summary['sha256']}" in verify(str(out))[1]


def test_before_its_evidence_nothing_is_written(labelled: Any, tmp_path: Path) -> None:
    out = tmp_path / "bundle.zip"
    status, _, err = release("--words", WHY, "--out", str(out))
    assert status == 1
    assert "Not measured: recall. A file is not signed before its evidence." in err
    assert not out.exists() and not Bundle.objects.exists()
    nothing_is_left()
    status, _, err = release("--out", str(out))  # nobody is asked for words before that
    assert "Not measured: recall" in err and "Say why" not in err


def test_a_file_of_any_strategy_is_measured_on_the_way(labelled: Any, tmp_path: Path) -> None:
    out = tmp_path / "bundle.zip"
    options = ("--strategy", "typed", "--measure", "--words", WHY, "--out", str(out), "--json")
    status, said, err = release(*options, terminal=True)
    assert status == 0
    phases = [line.split(",")[0] for line in err.split("\r\033[K") if line]
    assert list(dict.fromkeys(phases)) == [
        "measuring recall", "measuring attacks", "measuring what stays and tells",
    ]  # fmt: skip
    assert json.loads(said)["sealed"] and out.exists()
    evidence = json.loads(zipfile.ZipFile(out).read("evidence.json"))
    assert evidence["file"]["strategy"] == "typed"
    assert evidence["measured"]["attack"]["figures"]["strategy"] == "typed"


def test_without_words_each_warning_is_named(measured: Any, tmp_path: Path) -> None:
    status, _, err = release("--out", str(tmp_path / "b.zip"))
    assert status == 1
    assert "Say why it may leave all the same" in err and "Terms" in err
    assert not Bundle.objects.exists()
    nothing_is_left()


def test_a_reason_for_no_line_is_refused(measured: Any) -> None:
    status, _, err = release("--words", WHY, "--reason", "moon=because")
    assert status == 1
    assert "moon: no line of the gate asks for words; expected" in err and "terms" in err


def test_words_alone_lift_no_limit(measured: Any, curator: Any) -> None:
    measured.guidelines.create(version=1, author=curator, text="Olabarri is a surname.")
    status, _, err = release("--words", WHY)
    assert status == 1
    assert "Guidelines" in err and shown(err) == []
    assert release("--words", WHY, "--reason", f"guidelines={WHY}")[0] == 0


def test_an_attack_that_dies_leaves_the_others_standing(
    measured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "bundle.zip"
    assert release("--words", WHY, "--out", str(out))[0] == 0

    def dies(*_: Any) -> Any:
        os._exit(9)

    rows = {"ids": registry.ATTACKS["ids"], "lengths": dies}
    monkeypatch.setattr(registry, "ATTACKS", rows)
    status, said, _ = verify(str(out), "--again", "--project", "support", "--json")
    found = json.loads(said)["again"]["findings"]
    assert status == 0 and found["lengths"][1] == "not run" and "ids" in found


def test_two_people_sign_the_same_file(
    measured: Any, tmp_path: Path, django_user_model: Any
) -> None:
    save_terms(measured, {"two_sign": True})
    room.measure(measured)
    other = django_user_model.objects.create_user("other")
    measured.memberships.create(user=other, role="manager")
    out = tmp_path / "b.zip"
    status, said, _ = release("--words", WHY, "--out", str(out))
    assert status == 3 and "another person has to sign" in said and not out.exists()
    second = ("release", "support", "--format", "jsonl", "--sign", "other", "--words", WHY)
    assert running.run(*second, "--out", str(out))[0] == 0
    assert verify(str(out))[0] == 0
    assert measured.exports.count() == 1


@pytest.mark.parametrize(
    ("name", "said"), [("nobody", "nobody of that name"), ("annotator", "Man")]
)
def test_who_may_not_sign(measured: Any, name: str, said: str) -> None:
    args = ("release", "support", "--format", "jsonl", "--sign", name, "--words", WHY)
    status, _, err = running.run(*args)
    assert status == 1 and said in err
    assert not Bundle.objects.exists()


def test_no_such_project(labelled: Any) -> None:
    args = ("release", "moon", "--format", "jsonl", "--sign", "manager")
    assert "no such project" in running.run(*args)[2]


def test_a_changed_byte_is_named(measured: Any, tmp_path: Path) -> None:
    out = tmp_path / "b.zip"
    assert release("--words", WHY, "--out", str(out))[0] == 0
    data = bytearray(out.read_bytes())
    with zipfile.ZipFile(out) as archive:
        corpus = archive.read("corpus.jsonl")
    data[data.index(corpus) + 40] ^= 1
    out.chmod(0o600)
    out.write_bytes(data)
    status, said, err = verify(str(out), "--json")
    assert status == 1 and err.startswith("corpus.jsonl: ")
    assert json.loads(said)["ok"] is False
    assert all(not each.startswith("datasheet") for each in json.loads(said)["wrong"])


def test_what_is_no_bundle(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"x")
    assert "b.zip: this is no bundle" in verify(str(tmp_path / "b.zip"))[2]
    assert "No such file" in verify(str(tmp_path / "none.zip"))[2]


def test_again_needs_a_project_and_attacks(measured: Any, tmp_path: Path) -> None:
    out = tmp_path / "b.zip"
    assert release("--words", WHY, "--out", str(out))[0] == 0
    assert "expected --project" in verify(str(out), "--again")[2]
    registry = pytest.importorskip("annotation.evidence.attacks.registry")
    status, said, err = verify(str(out), "--again", "--project", "support", "--json")
    assert status == 0, err
    again = json.loads(said)["again"]
    assert (again["attacked"], again["changed"]) == (2, 0)
    assert set(registry.ATTACKS) <= set(again["findings"])


def test_an_old_bundle_stands_beside_its_originals(measured: Any, tmp_path: Path) -> None:
    """What `--again` attacks: the bundle's own texts, and only where they are today's too."""
    from annotation.evidence.bundle.checking import check_bundle
    from annotation.evidence.bundle.layout import parts_in
    from annotation.services.evidence.bundles.again import pairs_of

    out = tmp_path / "b.zip"
    assert release("--words", WHY, "--out", str(out))[0] == 0
    bundle, file = Bundle.objects.get(), check_bundle(out).evidence["file"]
    data = parts_in(out.read_bytes())[file["name"]]
    pairs, changed = pairs_of(bundle, data, file)
    assert (len(pairs), changed) == (2, 0)
    # As the engine knew them, else a weak key would not be found; and where they stand.
    assert [pair.original.id for pair in pairs] == [str(d.pk) for d in measured.dialogues.all()]
    assert sorted(pair.released.line for pair in pairs) == [1, 2]
    for pair in pairs:
        assert [len(t.spans) for t in pair.original.turns] == [
            len(t.spans) for t in pair.released.turns
        ]
        assert shown(" ".join(turn.text for turn in pair.released.turns)) == []
    measured.dialogues.get(external_id="call-1").delete()
    pairs, changed = pairs_of(bundle, data, file)
    assert (len(pairs), changed) == (1, 1)


def test_who_may_not_sign_and_a_place_for_no_file_write_nothing(
    measured: Any, annotator: Any, tmp_path: Path
) -> None:
    before = measured.exports.count()
    for options, said in [
        (["--sign", "annotator"], "Managers and data stewards sign."),
        (["--out", str(tmp_path)], f"{tmp_path}: no place for a file"),
        (["--out", str(tmp_path / "no" / "b.zip")], "no place for a file"),
    ]:
        status, out, err = release("--words", WHY, *options)
        assert (status, out) == (1, "") and said in err and len(err.strip().splitlines()) == 1
    assert measured.exports.count() == before and not Bundle.objects.exists()


def test_a_worker_that_was_faster_is_waited_for(
    measured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(_model: object, pk: int, _work: object) -> bool:
        """The worker has it; it is done while the command looks elsewhere."""
        Export.objects.filter(pk=pk).update(status=JobStatus.RUNNING, claim="a worker's")
        return False

    def slept(_seconds: float) -> None:
        row = Export.objects.get(status=JobStatus.RUNNING)
        write_export(row, lambda _share, _phase: None)

    monkeypatch.setattr(lifecycle, "run_job", taken)
    monkeypatch.setattr(lifecycle.time, "sleep", slept)
    out = tmp_path / "bundle.zip"
    assert release("--words", WHY, "--out", str(out))[0] == 0 and out.exists()
