"""The catalogue entry (Croissant) of a replaced file that is of no project. Called by `manage.py
pseudonymise`."""

from datetime import date
from pathlib import Path

from annotation.evidence.bundle.croissant import TITLE, Card, croissant_of_card
from annotation.evidence.bundle.records import file_at
from annotation.services.standalone.replacement_report import Report
from annotation.services.standalone.replacing import Order
from annotation.services.storage.files import write_json


def write_entry(entry: str, out: str, order: Order, report: Report) -> None:
    """Describe the file `out`, JSONL, in `entry`; nobody has said terms. Raises OSError."""
    card = Card(
        file=file_at(Path(out), "jsonl"),
        title=TITLE,
        made=date.today().isoformat(),
        languages=sorted(report.languages),
        strategy=order.strategy,
        dialogues=report.written,
        items=report.replaced,
        left=report.left or 0,
        marked=order.marked,
    )
    write_json(croissant_of_card(card), entry)
