"""The gate page: what it asks, who signs there, and what is given away."""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import AccessEvent, Bundle, Departure, Member, Terms, User
from annotation.services.evidence.bundles.gate import gate_of
from annotation.services.evidence.bundles.terms import save_terms
from annotation.services.evidence.recall import measure_recall
from tests.annotation.services.evidence.bundles import room
from tests.labelled import ORIGINALS
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

pytestmark = pytest.mark.usefixtures("data_dir")
WHY = "It goes to two named groups alone."


@pytest.fixture
def export(labelled: Any) -> Any:
    room.measure(labelled)
    return room.write(labelled)


def answers(export: Any) -> dict[str, str]:
    return {f"reason-{line.name}": WHY for line in gate_of(export).asking}


def test_before_its_evidence_nobody_signs(labelled: Any, manager: Any, client_of: Any) -> None:
    export, client = room.write(labelled), client_of(manager)
    html = squeezed(client.get(url("show-gate", pk=export.pk)).content.decode())
    assert "Nobody can sign this file now" in html
    assert "Not measured: recall. A file is not signed before its evidence." in html
    assert "Sign and write the bundle" not in html
    answer = client.post(url("sign-bundle", pk=export.pk), answers(export))
    assert answer.status_code == 422 and not Bundle.objects.exists()
    assert client.get(url("show-sheet", pk=export.pk)).status_code == 409
    assert client.get(url("download-bundle", pk=export.pk)).status_code == 404


def test_the_page_opens_with_a_sentence_and_a_picture(
    export: Any, manager: Any, client_of: Any
) -> None:
    html = squeezed(client_of(manager).get(url("show-gate", pk=export.pk)).content.decode())
    sentence = "&lt; 10 of &lt; 10 dialogues leave. People have read all of them."
    assert html.index(sentence) < html.index('class="waffle"') < html.index("asks for a reason")
    assert not any(re.search(rf"\b{word}\b", html) for word in ORIGINALS)


@pytest.mark.parametrize("page", ["show-release", "show-evidence", "show-gate"])
def test_a_page_goes_through_a_large_corpus_once(
    page: str, labelled: Any, manager: Any, client_of: Any
) -> None:
    recall = measure_recall(labelled, {}, lambda _share, _phase: None)
    room.measure(labelled, recall=recall, attack={"findings": []})
    export, client = room.write(labelled), client_of(manager)
    assert room.signed(export, manager).sealed_at  # two files, one of them in a bundle
    room.write(labelled)
    address = url(page, pk=export.pk) if page == "show-gate" else url(page)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    asked = [query["sql"] for query in seen.captured_queries]
    # Who has read what, the stamp, and what rests on one reader's word.
    for each in ('AS "dialogue__split", CASE', 'AS "m_imported_at"', 'AS "squares"'):
        assert sum(each in sql for sql in asked) <= 1, each


def test_from_a_failed_gate_to_the_bundle(export: Any, manager: Any, client_of: Any) -> None:
    client, said = client_of(manager), answers(export)
    left_out = said.pop("reason-terms")
    answer = client.post(url("sign-bundle", pk=export.pk), said | {"words": "Read by two."})
    html = squeezed(answer.content.decode())
    assert answer.status_code == 422
    assert "Say why it may leave all the same: Terms." in html
    assert html.count(f">{WHY}</textarea>") == len(said) and 'value="Read by two."' in html
    assert html.count('aria-invalid="true"') == 1
    said["reason-terms"] = left_out
    answer = client.post(url("sign-bundle", pk=export.pk), said)
    assert answer.status_code == 302
    assert AccessEvent.objects.get(purpose="sign").detail == {"export": export.pk}
    html = squeezed(client.get(url("show-gate", pk=export.pk)).content.decode())
    assert "Signed and frozen" in html and "Download the bundle" in html
    assert not Departure.objects.filter(left_at__isnull=False).exists()
    taken = client.get(url("download-bundle", pk=export.pk))
    data = b"".join(taken.streaming_content)
    assert "datasheet.html" in zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert AccessEvent.objects.filter(purpose="download").exists()
    assert Departure.objects.filter(left_at__isnull=False).count() == 2


def test_a_stale_bundle_is_refused_by_name(export: Any, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    client.post(url("sign-bundle", pk=export.pk), answers(export))
    save_terms(export.project, {"contact": "somebody"})
    answer = client.get(url("download-bundle", pk=export.pk))
    assert answer.status_code == 409
    html = squeezed(answer.content.decode())
    assert "Changed since this bundle was signed: the terms" in html
    assert "Sign and write the bundle" in html  # anew


def test_a_draft_of_the_sheet_is_a_file(export: Any, manager: Any, client_of: Any) -> None:
    answer = client_of(manager).get(url("show-sheet", pk=export.pk))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert b"Nobody has signed yet" in answer.content


def test_who_may(export: Any, manager: Any, curator: Any, outsider: Any, client_of: Any) -> None:
    steward = User.objects.create(username="steward")
    Member.objects.create(project=export.project, user=steward, role="steward")
    gate, seal = url("show-gate", pk=export.pk), url("sign-bundle", pk=export.pk)
    assert client_of(curator).get(gate).status_code == 403
    assert client_of(curator).post(seal).status_code == 403
    assert client_of(outsider).post(seal).status_code == 404
    html = squeezed(client_of(manager).get(gate).content.decode())
    assert "A data steward has to sign this file too." in html
    assert client_of(manager).post(seal, answers(export)).status_code == 422
    assert client_of(steward).post(seal, answers(export)).status_code == 302


def test_what_is_held_back_is_linked_call_by_call(
    export: Any, manager: Any, client_of: Any
) -> None:
    dialogue = export.project.dialogues.first()
    export.summary["held_back"] = {str(dialogue.pk): ["block"]}
    export.save()
    html = client_of(manager).get(url("show-gate", pk=export.pk)).content.decode()
    assert url("revise-dialogue", pk=dialogue.pk) in html


def test_terms_are_kept(labelled: Any, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    sent = {"organisation": "Laguntza", "licence": "For research.", "months": "6", "two_sign": "on"}
    assert client.post(url("edit-terms"), sent).status_code == 302
    terms = Terms.objects.get()
    assert (terms.organisation, terms.months, terms.two_sign) == ("Laguntza", 6, True)
    answer = client.post(url("edit-terms"), sent | {"months": "0"})
    assert answer.status_code == 422 and "Nothing was saved" in answer.content.decode()


def test_pages_say_that_key_and_originals_are_destroyed(
    export: Any, manager: Any, client_of: Any, data_dir: Path
) -> None:
    from annotation.services.erasing.mapping import destroy_mapping

    client = client_of(manager)
    client.post(url("sign-bundle", pk=export.pk), answers(export))
    destroy_mapping(export.project, confirmed="support")
    for page in (url("show-release"), url("edit-terms")):
        assert "were destroyed on" in squeezed(client.get(page).content.decode())
    answer = client.post(url("create-export"), {"format": "jsonl", "strategy": "entity"})
    assert answer.status_code == 422
    taken = client.get(url("download-bundle", pk=export.pk))
    assert b"".join(taken.streaming_content).startswith(b"PK")


def test_other_surrogates_are_confirmed_on_the_page(
    export: Any, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    assert 'name="again"' not in client.get(url("show-release")).content.decode()
    assert b"".join(client.get(url("download-export", pk=export.pk)).streaming_content)
    assert 'name="again"' in client.get(url("show-release")).content.decode()
    sent = {"format": "jsonl", "strategy": "typed", "again": "on"}
    client.post(url("create-export"), sent)
    assert export.project.exports.first().again
