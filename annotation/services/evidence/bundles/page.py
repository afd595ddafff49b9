"""What the page of the gate shows, and the sheet as it would be signed now. Called by its views."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.bundle.pictures import squares
from annotation.formats import FormatError
from annotation.models import Bundle, Dialogue, Export, User
from annotation.refusals import Refused
from annotation.services.evidence.bundles import signing
from annotation.services.evidence.bundles.facts import counted_in, facts_of
from annotation.services.evidence.bundles.gate import BLOCK, Gate, Line, gate_of
from annotation.services.evidence.bundles.sheet import picture_title, picture_told
from annotation.services.evidence.bundles.writing import draw_sheet
from annotation.services.release.exports import REASONS, Held, title_of
from annotation.services.revision.engine_cache import Remembered

# A file is read through once, however often its page is looked at; who signs reads it again.
COUNTED: Remembered[object, tuple[int, int, int]] = Remembered(100)  # files


@dataclass(frozen=True, slots=True)
class Asked:
    """A line of the gate with what somebody wrote to it, and whether that is enough."""

    line: Line
    words: str
    wrong: bool

    @property
    def least(self) -> int:
        """Characters that a reason has at least."""
        return signing.least_of(self.line)


@dataclass(frozen=True, slots=True)
class GatePage:
    """The page: what would leave, what asks for words, who signed, and the bundle."""

    title: str
    gate: Gate
    facts: Mapping[str, Any] | None  # None while nobody can sign
    asked: list[Asked]
    why_not: str  # this person cannot sign now; "" where she can
    needed: int
    open: Bundle | None
    sealed: Bundle | None
    stale: str  # why the sealed bundle is not given away
    held: list[Held]

    @property
    def squares(self) -> list[Any]:
        return squares(self.facts["picture"]) if self.facts and self.facts["picture"] else []

    @property
    def picture_title(self) -> str:
        """What the squares are of; "" where there are none."""
        return picture_title(self.facts) if self.facts else ""

    @property
    def picture_told(self) -> str:
        """What no square shows."""
        return picture_told(self.facts) if self.facts else ""

    @property
    def head(self) -> str:
        """What stands between the file and a signature, in a line."""
        limits = sum(each.line.state == BLOCK for each in self.asked)
        rest = len(self.asked) - limits
        told = [
            ngettext("%(n)s limit to lift", "%(n)s limits to lift", limits) % {"n": limits},
            ngettext("%(n)s warning to answer", "%(n)s warnings to answer", rest) % {"n": rest},
        ]
        parts = [text for text, n in zip(told, (limits, rest), strict=True) if n]
        return ", ".join(parts) or _("Ready to be signed")

    @property
    def is_done(self) -> bool:
        """Whether a bundle stands that nothing has changed."""
        return self.sealed is not None and not self.stale


def read_page(export: Export, user: User, role: str, said: Mapping[str, str]) -> GatePage:
    """The page for a person; `said`: what she wrote, when it was not enough."""
    gate = gate_of(export, counted=True)
    sealed = signing.sealed_bundle(export)
    missing = set(signing.unanswered(gate, said)) if said else set()
    return GatePage(
        title=title_of(export),
        gate=gate,
        facts=None if gate.shut else _facts(gate),
        asked=[Asked(line, said.get(line.name, ""), line.name in missing) for line in gate.asking],
        why_not=signing.why_not_signing(gate, user, role),
        needed=signing.signers_needed(export.project),
        open=signing.open_bundle(export),
        sealed=sealed,
        stale=signing.why_not_handed_out(sealed, gate.now) if sealed else "",
        held=held_of(export),
    )


def draft_sheet(export: Export) -> str:
    """The sheet as it would be signed now, without a signature. Raises Refused."""
    gate = gate_of(export)
    if gate.shut:
        raise Refused(gate.shut[0], code="not_to_sign", status=409)
    return draw_sheet(export.project, facts_of(gate, []), {})


def held_of(export: Export) -> list[Held]:
    """Every dialogue that the file lacks, by name, and why; one query."""
    held = export.summary.get("held_back", {})
    rows = Dialogue.objects.filter(project=export.project_id, pk__in=[int(pk) for pk in held])
    names = dict(rows.values_list("pk", "external_id"))
    return [
        Held(int(pk), names[int(pk)], ", ".join(str(REASONS.get(why, why)) for why in reasons))
        for pk, reasons in held.items()
        if int(pk) in names
    ]


def _facts(gate: Gate) -> Mapping[str, Any] | None:
    export = gate.export
    try:
        file = (settings.ANTIFAZ_DATA / export.path).stat()
        key = (export.pk, export.sha256, file.st_size, file.st_mtime_ns)
        counted = COUNTED.recall(key, 1, lambda: counted_in(export))
        return facts_of(gate, [], counted)
    except (FormatError, OSError):  # the file is not there, or not as it was written
        return None
