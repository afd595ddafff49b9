"""A data steward: sees the evidence and the record, signs the file, and reads no text."""

import re
from pathlib import Path
from typing import Any

import pytest

from annotation.models import AccessEvent, Dialogue, Export, Member, Project, Signature, Span, User
from annotation.refusals import Refused
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports, signatures
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

pytestmark = pytest.mark.usefixtures("data_dir")


@pytest.fixture
def steward(project: Project) -> Any:
    user = User.objects.create(username="steward")
    Member.objects.create(project=project, user=user, role="steward")
    return user


@pytest.fixture
def export(labelled: Any, manager: Any) -> Export:
    made = exports.start_export(labelled, manager, format="jsonl", strategy="entity")
    run_job(Export, made.pk, exports.write_export)
    made.refresh_from_db()
    return made


def test_a_steward_sees_evidence_and_record_and_no_text(
    export: Export, steward: Any, client_of: Any
) -> None:
    client = client_of(steward)
    html = squeezed(client.get(url("show-release")).content.decode())
    assert "Evidence" in html and "Sign-off" in html
    assert "Make a file" not in html and 'name="strategy"' not in html
    assert not re.search(r'href="/p/support/(revise|settings|label|members)', html)
    assert client.get(url("show-record")).status_code == 200
    dialogue = Dialogue.objects.first()
    assert dialogue
    for route, pk in (
        ("label-next", {}),
        ("revise-dialogue", {"pk": dialogue.pk}),
        ("dialogue-history", {"pk": dialogue.pk}),
        ("edit-members", {}),
    ):
        assert client.get(url(route, **pk)).status_code == 403


def test_no_file_leaves_before_a_steward_has_signed_it(
    export: Export, steward: Any, manager: Any, client_of: Any
) -> None:
    managers, taken = client_of(manager), url("download-export", pk=export.pk)
    assert "Waits for a signature" in managers.get(url("show-release")).content.decode()
    answer = managers.get(taken)
    assert answer.status_code == 409
    assert "has to sign this file before" in answer.content.decode()
    client = client_of(steward)
    assert b"".join(client.get(taken).streaming_content)  # she looks at what she signs
    words = {"words": " Read 3 calls. "}
    assert client.post(url("sign-export", pk=export.pk), words).status_code == 302
    signed = Signature.objects.get()
    assert (signed.user, signed.sha256, signed.words) == (
        steward,
        export.sha256,
        "Read 3 calls.",
    )
    assert ["Pass", "Leak search", "0 dialogues"] in signed.evidence
    event = AccessEvent.objects.get(purpose="sign")
    assert (event.user, event.detail) == (steward, {"export": export.pk})
    assert b"".join(managers.get(taken).streaming_content)
    html = managers.get(url("show-export", pk=export.pk)).content.decode()
    assert "Signed by steward" in html and "Read 3 calls." in html


def test_without_a_steward_nothing_waits(export: Export, manager: Any, client_of: Any) -> None:
    taken = client_of(manager).get(url("download-export", pk=export.pk))
    assert b"".join(taken.streaming_content)
    assert client_of(manager).post(url("sign-export", pk=export.pk)).status_code == 403


@pytest.mark.parametrize("act", ["disable-member", "change-role", "remove-member"])
def test_what_was_asked_for_under_a_steward_waits_also_when_she_is_gone(
    act: str, steward: Any, export: Export, manager: Any, client_of: Any
) -> None:
    managers, taken = client_of(manager), url("download-export", pk=export.pk)
    member = Member.objects.get(user=steward)
    assert managers.post(url(act, pk=member.pk), {"role": "reader"}).status_code == 302
    assert not signatures.has_steward(export.project)
    assert managers.get(taken).status_code == 409
    html = squeezed(managers.get(url("show-release")).content.decode())
    assert "Waits for a signature" in html and "has no data steward now" in html
    assert taken not in html
    # A file that is asked for now is nobody's to sign, and another steward may sign the first.
    later = exports.start_export(export.project, manager, format="jsonl", strategy="entity")
    assert not signatures.waits_for_signature(later)
    other = User.objects.create(username="other")
    Member.objects.create(project=export.project, user=other, role="steward")
    signatures.sign_export(export, other)
    Member.objects.filter(user=other).delete()
    assert b"".join(managers.get(taken).streaming_content)


def test_signing_twice_is_once(export: Export, steward: Any) -> None:
    first = signatures.sign_export(export, steward)
    assert signatures.sign_export(export, steward, words="again") == first
    assert Signature.objects.get().words == ""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda export: Export.objects.update(status="failed"), "no file"),
        (lambda export: Export.objects.update(summary=export.summary | {"withdrawn": True}),
         "no file"),
        (lambda export: Export.objects.update(requested_by=User.objects.get(username="steward")),
         "somebody else signs it"),
        (lambda export: Span.objects.create(
            turn=Span.objects.first().turn, start=0, end=1, label=export.project.labels.last()),
         "Changed since this file was written: labels"),
    ],
)  # fmt: skip
def test_what_cannot_be_signed_says_why(
    change: Any, why: str, export: Export, steward: Any, client_of: Any
) -> None:
    change(export)
    export = Export.objects.get()
    with pytest.raises(Refused, match=why):
        signatures.sign_export(export, steward)
    assert not Signature.objects.exists()
    assert client_of(steward).post(url("sign-export", pk=export.pk)).status_code == 422


def test_too_many_words_are_refused(export: Export, steward: Any, data_dir: Path) -> None:
    with pytest.raises(Refused, match="500"):
        signatures.sign_export(export, steward, words="a" * 501)
