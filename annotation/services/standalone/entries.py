"""The catalogue entry (Croissant) of a replaced file that is of no project. Called by `manage.py
pseudonymise`."""

from pathlib import Path

from django.utils import timezone, translation

from annotation.evidence.bundle.croissant import Card, croissant_of_card
from annotation.evidence.bundle.records import file_at
from annotation.models import Terms
from annotation.services.evidence.bundles.terms import domain_words
from annotation.services.standalone.replacement_report import Report
from annotation.services.standalone.replacing import Order
from annotation.services.storage.files import write_json

TITLE = "Dialogues with replaced items"


def write_entry(entry: str, out: str, order: Order, report: Report) -> None:
    """Describe the file `out`, JSONL, in `entry`; nobody has said terms. Raises OSError."""
    with translation.override("en"):
        domain = domain_words(Terms())
    card = Card(
        file=file_at(Path(out), "jsonl"),
        title=TITLE,
        made=timezone.localdate().isoformat(),
        languages=sorted(report.languages),
        strategy=order.strategy,
        dialogues=report.written,
        items=report.replaced,
        left=report.left or 0,
        marked=order.marked,
        use=domain["for_recipient"],
        if_found=domain["if_found"],
    )
    write_json(croissant_of_card(card), entry)
