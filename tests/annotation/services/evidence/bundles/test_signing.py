"""Signed by named people, with a reason for each warning, and frozen; stale when things change."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.test import TestCase
from django.utils import timezone

from annotation.evidence.bundle.checking import check_bundle
from annotation.models import Bundle, Decision, Measurement, Member, Reading, User
from annotation.refusals import Refused
from annotation.services.erasing.accounts import erase_account
from annotation.services.erasing.erasure import erase_dialogues
from annotation.services.evidence.bundles import signing
from annotation.services.evidence.bundles.gate import gate_of
from annotation.services.evidence.bundles.terms import save_terms
from annotation.services.evidence.measurements import newest, start_for, work_on_measurement
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release.departures import has_left
from annotation.services.storage.leftovers import sweep_strays
from tests.annotation.services.evidence.bundles import room
from tests.labelled import ORIGINALS, call, shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def export(labelled: Any, data_dir: Path) -> Any:
    room.measure(labelled)
    return room.write(labelled)


def test_a_release_signed_before_its_evidence_is_refused(labelled: Any, manager: Any) -> None:
    export = room.write(labelled)
    with pytest.raises(Refused, match="not signed before its evidence"):
        room.signed(export, manager)
    assert not Bundle.objects.exists()


def test_evidence_of_another_state_is_no_evidence(labelled: Any, manager: Any, export: Any) -> None:
    Measurement.objects.filter(kind="attack").update(stamp="x")
    with pytest.raises(Refused, match="Something changed since this was measured: attacks"):
        room.signed(export, manager)
    assert not Bundle.objects.exists()


def test_a_file_of_another_strategy_is_measured_as_it_is(labelled: Any, manager: Any) -> None:
    room.measure(labelled, remains={"strategy": "entity", "fits": {}, "without_table": 0})
    export = room.write(labelled, strategy="typed")
    gate = gate_of(export)
    assert [why.partition(":")[0] for why in gate.shut] == [
        "Measured on what another strategy writes"
    ] * 2
    assert gate.can_measure
    with pytest.raises(Refused, match="another strategy"):
        room.signed(export, manager)
    start_for(export, manager)
    for row in labelled.measurements.filter(status="queued"):
        assert run_job(Measurement, row.pk, work_on_measurement)
    assert newest(labelled, "attack").figures["strategy"] == "typed"
    assert newest(labelled, "remains").figures["strategy"] == "typed"
    gate = gate_of(export)
    assert (gate.shut, gate.can_measure) == ([], False)
    assert room.signed(export, manager).sealed_at


def test_a_marked_file_is_attacked_as_marked(labelled: Any) -> None:
    attacked = {**room.ATTACK, "marked": False}
    room.measure(labelled, attack=attacked)
    assert gate_of(room.write(labelled)).shut == []
    assert (
        "attacks were tried without marks" in gate_of(room.write(labelled, spans="marked")).shut[0]
    )


def test_every_warning_asks_for_a_reason(export: Any, manager: Any) -> None:
    asked = room.answers(export)
    assert {"attack-real-or-surrogate", "attacks-not-run", "second-reading", "terms"} <= set(asked)
    for left_out in asked:
        some = {name: words for name, words in asked.items() if name != left_out}
        with pytest.raises(Refused, match="Say why it may leave all the same"):
            room.signed(export, manager, reasons=some)
    assert not Bundle.objects.exists()


def test_a_limit_is_lifted_in_writing_and_not_by_a_word(
    export: Any, manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = gate_of(export)
    block = (
        signing.gate_of(export)
        .lines[0]
        .__class__("limit", "block", "Dialogues with nothing left", "89 %, limit 95 %", "89 %")
    )
    gate.lines.append(block)
    monkeypatch.setattr(signing, "gate_of", lambda _export: gate)
    reasons = {line.name: "It goes to two named groups alone." for line in gate.asking}
    with pytest.raises(Refused, match=r"Dialogues with nothing left.*at least 15 characters"):
        signing.sign(export, manager, "manager", reasons=reasons | {"limit": "ok"})
    bundle = signing.sign(export, manager, "manager", reasons=reasons)
    signature = bundle.signatures.get()
    assert (signature.name, signature.reasons["limit"]) == ("manager", reasons["limit"])


def test_signs_that_nobody_sees_are_not_signed(export: Any, manager: Any) -> None:
    asked = dict.fromkeys(room.answers(export), "\0\t\n ")
    with pytest.raises(Refused, match="Say why it may leave all the same"):
        room.signed(export, manager, reasons=asked)
    said = dict.fromkeys(asked, "It goes\x00to two\r\nnamed groups.")
    signature = room.signed(export, manager, reasons=said, words="\0").signatures.get()
    assert set(signature.reasons.values()) == {"It goes to two named groups."}
    assert signature.words == ""


def test_signed_is_frozen(export: Any, manager: Any, data_dir: Path) -> None:
    bundle = room.signed(export, manager, words="Read by two.")
    path = data_dir / bundle.path
    assert stat.S_IMODE(path.stat().st_mode) == 0o400
    assert signing.sign(export, manager, "manager", reasons={}) == bundle  # twice is once
    assert Bundle.objects.count() == 1
    found = check_bundle(path)
    assert found.wrong == []
    assert found.evidence["signatures"][0]["words"] == "Read by two."
    assert signing.hand_out(bundle) == path
    assert has_left(export.project)
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(Refused, match="not the one that was signed"):
        signing.hand_out(bundle)


def test_two_people_sign_where_the_project_asks_for_it(
    labelled: Any, manager: Any, data_dir: Path
) -> None:
    save_terms(labelled, {"two_sign": True})
    room.measure(labelled)
    export = room.write(labelled)
    bundle = room.signed(export, manager)
    assert bundle.sealed_at is None and not bundle.path
    with pytest.raises(Refused, match="another person has to sign too"):
        room.signed(export, manager)
    other = User.objects.create(username="other", first_name="Jon", last_name="Vidal")
    Member.objects.create(project=labelled, user=other, role="manager")
    again = room.signed(export, other)
    assert again == bundle and again.sealed_at is not None
    evidence = json.loads(room.parts(data_dir, again)["evidence.json"])
    assert [each["name"] for each in evidence["signatures"]] == ["manager", "Jon Vidal"]
    assert [each["by"] for each in evidence["gate"][-1]["reasons"]] in (
        ["manager", "Jon Vidal"],
        [],
    )


def test_a_first_signature_falls_when_something_changes(
    labelled: Any, manager: Any, curator: Any, data_dir: Path
) -> None:
    save_terms(labelled, {"two_sign": True})
    room.measure(labelled)
    export = room.write(labelled)
    room.signed(export, manager)
    room.measure(labelled)  # measured anew: the first saw other figures
    bundle = room.signed(export, manager)
    assert bundle.signatures.count() == 1
    assert Bundle.objects.filter(dropped_at__isnull=False).count() == 1


def test_a_data_steward_is_among_those_who_sign(labelled: Any, manager: Any, data_dir: Any) -> None:
    steward = User.objects.create(username="steward")
    Member.objects.create(project=labelled, user=steward, role="steward")
    room.measure(labelled)
    export = room.write(labelled, manager)
    with pytest.raises(Refused, match="A data steward has to sign this file too"):
        room.signed(export, manager)
    assert room.signed(export, steward, "steward").sealed_at is not None


@pytest.mark.parametrize("role", ["curator", "annotator", "reader"])
def test_others_do_not_sign(export: Any, curator: Any, role: str) -> None:
    with pytest.raises(Refused, match="Managers and data stewards sign"):
        room.signed(export, curator, role)


def change_label(project: Any, user: Any) -> None:
    turn = call(project, "call-2").turns.get(position=0)
    reading = Reading.objects.get(turn=turn, is_gold=True)
    turn.spans.create(
        start=0, end=3, label=project.labels.get(name="other"), reading=reading, status="accepted"
    )


def change_decision(project: Any, user: Any) -> None:
    Decision.objects.create(dialogue=call(project, "call-2"), user=user, action="dismiss")


def change_list(project: Any, user: Any) -> None:
    project.lexicon_rows.create(kind="none", lang="es", form="router", added_by=user)


def change_model(project: Any, user: Any) -> None:
    project.runs.create(number=1, status="done")


def change_setting(project: Any, user: Any) -> None:
    project.replacement = "typed"
    project.save()


def change_to_an_earlier_model(project: Any, user: Any) -> None:
    project.model = project.runs.get(number=0)
    project.save()


def reopen_a_turn(project: Any, user: Any) -> None:
    turn = call(project, "call-2").turns.get(position=0)
    Reading.objects.filter(turn=turn).update(status="open", is_gold=False)


def settle_by_another(project: Any, user: Any) -> None:
    """Another person's word of the same moment is what the turn holds."""
    turn = call(project, "call-2").turns.get(position=0)
    turn.readings.filter(is_gold=True).update(is_gold=False)
    turn.readings.filter(reader=user).update(is_gold=True)


def ask_for_two_readers(project: Any, user: Any) -> None:
    project.single_is_gold = False
    project.save()


def change_fewest(project: Any, user: Any) -> None:
    project.fewest_people = 1
    project.save()


def keep_to_measure(project: Any, user: Any) -> None:
    project.dialogues.filter(external_id="call-2").update(split="test")


def change_language(project: Any, user: Any) -> None:
    project.lang = "en"
    project.save()


def change_terms(project: Any, user: Any) -> None:
    save_terms(project, {"contact": "somebody else"})


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (change_label, "labels"),
        (change_decision, "decisions of revision"),
        (change_list, "lists of words"),
        (change_model, "the model"),
        (change_setting, "the replacement strategy"),
        (change_to_an_earlier_model, "the model"),
        (reopen_a_turn, "readings"),
        (settle_by_another, "readings"),
        (ask_for_two_readers, "whether one reader's word counts"),
        (change_fewest, "limits of the manager"),
        (keep_to_measure, "which dialogues are kept to measure"),
        (change_language, "the language of the project"),
        (change_terms, "the terms"),
    ],
)
def test_a_change_refuses_the_download_by_name(
    change: Any, named: str, labelled: Any, manager: Any, curator: Any, data_dir: Path
) -> None:
    labelled.runs.create(number=0, status="done")
    turn = call(labelled, "call-2").turns.get(position=0)
    Reading.objects.create(turn=turn, reader=curator, status="done", done_at=timezone.now())
    room.measure(labelled)
    export = room.write(labelled)
    bundle = room.signed(export, manager)
    assert signing.why_not_handed_out(bundle) == ""
    change(export.project, curator)
    bundle = Bundle.objects.get(pk=bundle.pk)
    with pytest.raises(Refused, match=f"Changed since this bundle was signed: {named}"):
        signing.hand_out(bundle)
    assert not has_left(export.project)


def test_another_file_of_the_dialogues_makes_a_bundle_stale(
    export: Any, manager: Any, data_dir: Path
) -> None:
    """So that both sheets say what their diff shows: the first is signed anew."""
    bundle = room.signed(export, manager)
    signing.hand_out(bundle)
    project = export.project
    project.replacement = "typed"  # a file is signed by the evidence of its own strategy
    project.save()
    room.measure(project)
    second = room.signed(room.write(project, strategy="typed", again=True), manager)
    signing.hand_out(second)
    second = Bundle.objects.get(pk=second.pk)
    assert signing.why_not_handed_out(second) == ""  # it said so from the beginning
    project.replacement = "entity"
    project.save()
    room.measure(project)
    bundle = Bundle.objects.get(pk=bundle.pk)
    assert "another file of the same dialogues left" in signing.why_not_handed_out(bundle)
    export.refresh_from_db()
    anew = room.signed(export, manager)
    assert anew != bundle
    for one in (anew, second):
        evidence = json.loads(room.parts(data_dir, one)["evidence.json"])
        assert evidence["difference"] == {"dialogues": "< 10", "words": 10}
        sheet = room.parts(data_dir, one)["datasheet.html"].decode()
        assert "words that differ" in sheet


def test_guidelines_that_say_an_original_block(export: Any, manager: Any, curator: Any) -> None:
    project = export.project
    project.guidelines.create(version=1, author=curator, text="Olabarri is a surname.")
    lines = {line.name: line for line in gate_of(export).lines}
    assert lines["guidelines"].state == "block"
    assert shown(lines["guidelines"].line) == []
    project.guidelines.create(version=2, author=curator, text="A surname is a surname.")
    assert "guidelines" not in {line.name for line in gate_of(export).lines}


def test_words_beside_a_file_say_no_original(export: Any, manager: Any) -> None:
    reasons = room.answers(export)
    named = {**reasons, "terms": "Olabarri"}
    for more in ({"words": "Olabarri asked for it."}, {"reasons": named}):
        with pytest.raises(Refused, match="says what is labelled"):
            room.signed(export, manager, **more)
    assert not Bundle.objects.exists()
    save_terms(export.project, {"contact": "Write to Olabarri"})
    lines = {line.name: line for line in gate_of(export).lines}
    assert lines["terms-quote"].state == "block"


def test_a_gate_says_no_original(export: Any) -> None:
    said = repr(gate_of(export).lines)
    assert [word for word in ORIGINALS if word in said] == []


def test_an_erased_dialogue_takes_its_bundles_along(
    export: Any, manager: Any, data_dir: Path
) -> None:
    bundle = room.signed(export, manager)
    path = data_dir / bundle.path
    gone = call(export.project, "call-2")
    with TestCase.captureOnCommitCallbacks(execute=True):
        erase_dialogues(export.project, [gone], user=manager)
    bundle.refresh_from_db()
    assert bundle.path == "" and not path.exists()
    assert signing.why_not_handed_out(bundle) == "This bundle is not there any more."


def test_a_signed_bundle_is_no_stray(export: Any, manager: Any, data_dir: Path) -> None:
    bundle = room.signed(export, manager)
    assert sweep_strays(export.project) == 0
    assert (data_dir / bundle.path).is_file()


def test_what_is_held_back_asks_for_a_reason_and_is_no_limit(export: Any) -> None:
    export.summary["held_back"] = {str(call(export.project, "call-2").pk): ["block"]}
    export.save()
    lines = {line.name: line for line in gate_of(export).lines}
    assert (lines["revision"].state, lines["revision"].figure) == ("warn", "1 dialogue")


def test_evidence_that_its_schema_does_not_know_is_not_written(
    export: Any, manager: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "facts_of", lambda _gate, _signatures: {"schema": "another"})
    with pytest.raises(Refused, match="nothing was written"):
        room.signed(export, manager)
    assert not Bundle.objects.exists()
    assert not list((data_dir / "exports").rglob("bundle-*"))


def test_an_erased_dialogue_leaves_no_digest_and_no_number(export: Any, manager: Any) -> None:
    """With the key, names could be tried on the digests of what it looked like when it left."""
    gone, stays = call(export.project, "call-2"), call(export.project, "call-1")
    first = [{"dialogue": each.pk, "turn": 1} for each in (gone, stays)]
    fits = {str(gone.pk): 1, str(stays.pk): 12}
    remains = Measurement.objects.create(
        project=export.project, kind="remains", figures={"fits": fits, "first": first}
    )
    working = Measurement.objects.create(project=export.project, kind="tables", status="running")
    erase_dialogues(export.project, [gone], user=manager)
    assert list(export.departures.values_list("dialogue", flat=True)) == [stays.pk]
    remains.refresh_from_db()
    assert remains.figures == {"fits": {str(stays.pk): 12}, "first": first[1:]}
    working.refresh_from_db()
    assert working.status == "cancelled"  # it had read the text


def test_the_name_of_an_erased_account_goes_from_its_signatures(
    export: Any, manager: Any, admin_user: Any
) -> None:
    bundle = room.signed(export, manager)
    Member.objects.create(project=export.project, user=admin_user, role="manager")
    erase_account(manager, by=admin_user)
    assert bundle.signatures.get().name == f"former-{manager.pk}"
