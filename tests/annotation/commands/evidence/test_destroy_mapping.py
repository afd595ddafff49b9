"""`manage.py destroy_mapping`: key and originals go, bundles stay, a certificate says so."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Dialogue, Label, Project, Terms, Turn
from annotation.refusals import Refused
from annotation.services.erasing.ledger import read_own
from annotation.services.evidence.bundles import signing
from annotation.services.release.command_line import ProjectOrder, export_project
from annotation.services.release.exports import start_export
from tests.annotation.commands import running
from tests.annotation.services.evidence.bundles import room
from tests.labelled import call, shown

pytestmark = pytest.mark.usefixtures("data_dir")
destroy = partial(running.run, "destroy_mapping", "support")


def test_unconfirmed_nothing_goes(labelled: Any) -> None:
    status, _, err = destroy("--confirm", "yes")
    assert status == 1 and "expected the short name of the project" in err
    assert labelled.dialogues.count() == 2 and read_own() == []


def test_without_a_place_for_its_certificate_nothing_goes(labelled: Any, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "certificate.txt"):
        status, said, err = destroy("--confirm", "support", "--certificate", str(place))
        assert (status, said) == (1, "") and f"{place}: no place for a file" in err
    assert labelled.dialogues.count() == 2 and read_own() == []


def test_key_and_originals_go_and_the_bundle_stays(
    labelled: Any, manager: Any, data_dir: Path, tmp_path: Path
) -> None:
    room.measure(labelled)
    bundle = room.signed(room.write(labelled), manager)
    unsigned = room.write(labelled, format="brat")
    key = bytes(labelled.surrogate_key)
    copy = tmp_path / "certificate.txt"
    status, said, err = destroy("--confirm", "support", "--certificate", str(copy), "--json")
    assert (status, err) == (0, "")
    certificate = json.loads(said)["certificate"]
    assert copy.read_text() == certificate
    for words in (
        "Project: support", "dialogues: 2", "turns: 7", bundle.sha256, read_own()[0].id,
        "Every backup made before", "the key comes back with a backup",
    ):  # fmt: skip
        assert words in certificate
    assert shown(certificate) == [] and key.hex() not in certificate
    assert not Dialogue.objects.exists() and not Turn.objects.exists()
    project = Project.objects.get(pk=labelled.pk)
    assert bytes(project.surrogate_key) != key
    assert Terms.objects.get().destroyed_at is not None
    unsigned.refresh_from_db()
    assert unsigned.summary["withdrawn"] and not unsigned.path
    bundle.refresh_from_db()
    assert signing.hand_out(bundle).is_file()


def test_a_bundle_that_was_refused_before_is_not_given_away_afterwards(
    labelled: Any, manager: Any
) -> None:
    """A label was added after it was signed: a name that the file may still hold."""
    room.measure(labelled)
    bundle = room.signed(room.write(labelled), manager)
    Label.objects.create(project=labelled, name="one more")
    assert "label scheme" in signing.why_not_handed_out(bundle)
    assert destroy("--confirm", "support")[0] == 0
    bundle.refresh_from_db()
    with pytest.raises(Refused, match="before key and originals went"):
        signing.hand_out(bundle)


def test_afterwards_nothing_is_exported_or_signed(
    labelled: Any, manager: Any, tmp_path: Path
) -> None:
    room.measure(labelled)
    export = room.write(labelled)
    room.signed(export, manager)
    assert destroy("--confirm", "support")[0] == 0
    project = Project.objects.get(pk=labelled.pk)
    with pytest.raises(Refused, match="no file can be written any more"):
        start_export(project, manager, format="jsonl", strategy="entity")
    with pytest.raises(Refused, match="nothing can be exported"):
        export_project("support", str(tmp_path / "x.jsonl"), ProjectOrder(format="jsonl"))
    assert "destroyed already" in destroy("--confirm", "support")[2]
    export.refresh_from_db()
    gate = signing.gate_of(export)
    assert gate.shut == ["Key and originals of this project are destroyed: nothing leaves it anew."]


def test_a_file_with_originals_in_it_goes_too(labelled: Any, manager: Any) -> None:
    labelled.replacement_q = 0.5
    labelled.save()
    room.measure(labelled)
    export = room.write(labelled, leave_originals=True)
    bundle = room.signed(export, manager)
    assert destroy("--confirm", "support")[0] == 0
    bundle.refresh_from_db()
    assert bundle.path == ""
    assert "not there any more" in signing.why_not_handed_out(bundle)


def test_a_file_that_draws_words_of_other_dialogues_goes_too(labelled: Any, manager: Any) -> None:
    room.measure(labelled)
    bundle = room.signed(room.write(labelled), manager)
    bundle.export.summary["by_label"] = {"place": "dissociation"}
    bundle.export.save()
    assert destroy("--confirm", "support")[0] == 0
    bundle.refresh_from_db()
    assert bundle.path == ""


def test_no_digest_and_no_number_of_a_dialogue_stays(labelled: Any, manager: Any) -> None:
    room.measure(
        labelled,
        remains={"fits": {str(call(labelled, "call-2").pk): 3}, "first": [], "without_table": 0},
    )
    room.signed(room.write(labelled), manager)
    assert destroy("--confirm", "support")[0] == 0
    assert not labelled.departures.exists()
    assert labelled.measurements.get(kind="remains").figures["fits"] == {}
