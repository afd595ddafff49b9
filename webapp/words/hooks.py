"""What the page of hooks says of an event and of what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import HookDelivery
from annotation.services.hooks.queue import TRIES

SIGNS: dict[str, str] = {HookDelivery.Status.DONE: "ok", HookDelivery.Status.GIVEN_UP: "block"}
SOON = timedelta(minutes=1)  # for which a page goes on asking
EVENTS: dict[str, str | Promise] = {
    "test": gettext_lazy("a test"),
    "import.draft": gettext_lazy("an import waits to be confirmed"),
    "import.done": gettext_lazy("an import is done"),
    "import.failed": gettext_lazy("an import failed"),
    "import.cancelled": gettext_lazy("an import was cancelled"),
    "export.done": gettext_lazy("an export is done"),
    "export.failed": gettext_lazy("an export failed"),
    "export.cancelled": gettext_lazy("an export was cancelled"),
    "training.done": gettext_lazy("a piece of learning is done"),
    "training.failed": gettext_lazy("a piece of learning failed"),
    "training.cancelled": gettext_lazy("a piece of learning was cancelled"),
    "batch.done": gettext_lazy("a batch is read"),
    "adjudication.done": gettext_lazy("a dialogue is adjudicated"),
}


@dataclass(frozen=True, slots=True)
class DeliveryShown:
    row: HookDelivery
    event: str | Promise
    sign: str  # ok, warn, block or "": how it is marked
    state: str
    detail: str  # why the last try came to nothing

    @property
    def is_soon(self) -> bool:
        row = self.row
        return row.status == row.Status.WAITING and row.next_at < timezone.now() + SOON


def shown_deliveries(rows: Iterable[HookDelivery]) -> list[DeliveryShown]:
    return [_shown(row) for row in rows]


def _shown(row: HookDelivery) -> DeliveryShown:
    sign = SIGNS.get(row.status, "warn" if row.attempts else "")
    state = row.get_status_display()
    return DeliveryShown(row, EVENTS.get(row.event, row.event), sign, state, _detail(row))


def why_of(row: HookDelivery) -> str:
    """A sentence of the services, translated, or the kind of an error."""
    return _(row.why) if row.why.endswith(".") else row.why


def _detail(row: HookDelivery) -> str:
    if row.status == row.Status.DONE:
        return ""
    detail = ""
    if row.answer is not None:
        detail = _("It answered with status %(n)s.") % {"n": row.answer}
    elif row.why.endswith("."):
        detail = why_of(row)
    elif row.why:
        detail = _("There was no answer (%(kind)s).") % {"kind": row.why}
    if row.status == row.Status.GIVEN_UP and row.attempts >= TRIES:
        tries = ngettext(
            "Given up after %(n)s try.", "Given up after %(n)s tries.", row.attempts
        ) % {"n": row.attempts}
        detail = f"{detail} {tries}".strip()
    return detail
