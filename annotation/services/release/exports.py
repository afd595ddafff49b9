"""Releases: what would leave, what stands in the way, and the job that writes an export.

Called by the release views and by `annotation.tasks`; the texts themselves go through `outgoing`.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from annotation.formats import FORMATS as CATALOGUE
from annotation.formats import WRITTEN
from annotation.formats.corpora.losses import carries_labels
from annotation.models import Dialogue, Export, JobStatus, Project, Terms, User
from annotation.refusals import Refused
from annotation.replacement.own_values import OWN_VALUES
from annotation.services.figures import grouped
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.lifecycle import finish_job
from annotation.services.projects.choices import REPLACEMENT_CHOICES, Choice
from annotation.services.release.changes import RESTS_ON, file_rests_on
from annotation.services.release.departures import (
    difference_note,
    file_of,
    note_leaving,
    remember,
    told_beside,
)
from annotation.services.release.lost_words import lost_notes
from annotation.services.release.now import Now
from annotation.services.release.outgoing import (
    MARKED,
    SPANS,
    SUFFIXES,
    UNMARKED,
    Order,
    Tally,
    write_release,
)
from annotation.services.release.signatures import (
    has_steward,
    list_unsigned,
    why_unsigned,
)
from annotation.services.revision.approvals import note_found
from annotation.services.revision.rules import own_strategies, refuse_originals
from surrogates.labels import type_name

Report = Callable[[float, str], None]
HELD_SHOWN = 20

# Why a dialogue does not leave.
REASONS = {
    "leak": gettext_lazy("an original would be readable"),
    "known": gettext_lazy("it says without a label what another dialogue labels"),
    "block": gettext_lazy("a blocking issue is open"),
    "unread": gettext_lazy("not every turn of it is read and settled"),
}


_COMMON = (
    Choice("jsonl", "JSONL", gettext_lazy("One file, one dialogue a line.")),
    Choice("esport", "ES-Port JSON", gettext_lazy("A zip with one file a dialogue.")),
    Choice("brat", "brat", gettext_lazy("A zip with a text and an annotation file a dialogue.")),
    Choice("conll", "CoNLL", gettext_lazy("One file, a word and its tag a line, for taggers.")),
    Choice(
        "label-studio", "Label Studio JSON", gettext_lazy("One file, a task for each dialogue.")
    ),
    Choice("doccano", "doccano JSONL", gettext_lazy("One file, a text with its labels a line.")),
    Choice("prodigy", "Prodigy JSONL", gettext_lazy("One file, an accepted task a line.")),
)
FIRST = 3  # of these, that the page shows at once
# What is said of the others: by whether a dialogue has files of its own, and whether labels stay.
HOW = {
    (True, True): gettext_lazy("A zip with one file a dialogue."),
    (True, False): gettext_lazy("A zip with one file a dialogue, without labels."),
    (False, True): gettext_lazy("One file for all dialogues."),
    (False, False): gettext_lazy("One file for all dialogues, without labels."),
}
FORMATS = (
    *_COMMON,
    *(
        Choice(name, gettext_lazy(each.label), HOW[each.has_members, carries_labels(name)])
        for name, each in CATALOGUE.items()
        if name in WRITTEN and name not in {choice.name for choice in _COMMON}
    ),
)

SPAN_CHOICES = (
    Choice(
        UNMARKED,
        gettext_lazy("Not marked"),
        gettext_lazy("Text alone: the file does not tell what was replaced."),
    ),
    Choice(
        MARKED,
        gettext_lazy("Marked"),
        gettext_lazy(
            "Each replaced item with its label. So every name that was missed stands unmarked: in "
            "our trial a simple program found 34 of 100 of them, and 55 of 100 of its claims were "
            "right."
        ),
    ),
)


def start_export(
    project: Project,
    user: User | None,
    *,
    format: str,
    strategy: str,
    leave_originals: bool = False,
    spans: str = UNMARKED,
    again: bool = False,
) -> Export:
    """Queue an export; the same one that waits or works already is not queued twice.

    `spans`: none or marked. `again`: what has left may leave with other surrogates.

    Raises Refused, where the project's q is below 1 also without `leave_originals`.
    """
    if format not in SUFFIXES or strategy not in {choice.name for choice in REPLACEMENT_CHOICES}:
        raise Refused(_("Choose a format and a strategy of the list."), code="unknown_choice")
    if spans not in SPANS:
        raise Refused(_("Choose whether the file marks its items."), code="unknown_choice")
    if destroyed_on(project):
        raise Refused(
            _("Key and originals of this project are destroyed: no file can be written any more."),
            code="destroyed",
        )
    if not project.dialogues.exists():
        raise Refused(_("There is no dialogue to release: import some first."), code="empty")
    q = project.replacement_q
    refuse_originals(q, confirmed=leave_originals)
    with transaction.atomic():
        wanted = {"format": format, "strategy": strategy, "q": q, "spans": spans, "again": again}
        active = project.exports.filter(
            status__in=[JobStatus.QUEUED, JobStatus.RUNNING], **wanted
        ).first()
        if active is not None:
            return active
        export = Export.objects.create(
            project=project, requested_by=user, to_sign=has_steward(project), **wanted
        )
        send_job(export)
    return export


def write_export(export: Export, report: Report) -> None:
    """Do the job: write, search, and only then show it. A failure leaves no file."""
    project = export.project
    # The claim is in the name: two workers at one job never write the same file.
    name = f"export-{export.pk}-{export.claim[:8]}{SUFFIXES[export.format]}"
    path = settings.ANTIFAZ_DATA / "exports" / f"project-{project.pk}" / name
    order = Order(
        format=export.format,
        strategy=export.strategy,
        q=export.q,
        leave_originals=export.q < 1,
        marked=export.spans == MARKED,
        again=export.again,
    )
    tally = Tally()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    begun = timezone.now()
    rests_on = {
        RESTS_ON: file_rests_on(project)
    }  # before a text is read: what comes meanwhile is new
    try:
        write_release(project, order, path, tally, report)
        report(1.0, "writing")  # cancelled, it is not looked through any more
        note_found(project, tally.found, begun)
        with transaction.atomic():
            finish_job(
                export,
                path=str(path.relative_to(settings.ANTIFAZ_DATA)),
                sha256=digest_of(path),
                summary=tally.summary() | rests_on | told_beside(project, tally.looks),
            )
            file = file_of(export)
            export.departures.all().delete()
            remember(project, tally.looks, file=file, strategy=export.strategy, export=export)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def discard(export: Export) -> None:
    """Take back a file that nobody has taken, with its row."""
    path = settings.ANTIFAZ_DATA / export.path
    has_file = bool(export.path)
    export.delete()
    if has_file:
        path.unlink(missing_ok=True)


def destroyed_on(project: Project) -> datetime | None:
    """When key and originals of the project were destroyed; one query."""
    rows = Terms.objects.filter(project=project, destroyed_at__isnull=False)
    return rows.values_list("destroyed_at", flat=True).first()


def note_taken(export: Export) -> None:
    """The file is handed out: its dialogues have left. Raises Refused where another file took them
    away since, with other surrogates, and nobody has confirmed that."""
    note_leaving(export.project, file_of(export), confirmed=export.again)


def digest_of(path: Path) -> str:
    """sha256 of a file, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def download_name(export: Export) -> str:
    """A name that tells nothing of the corpus."""
    what = f"{export.strategy}-{export.format}" + ("-with-originals" if export.q < 1 else "")
    return f"antifaz-{export.pk}-{what}{SUFFIXES[export.format]}"


@dataclass(frozen=True, slots=True)
class Held:
    """A dialogue that was held back, and why."""

    pk: int
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class ExportRow:
    """An export in the list."""

    export: Export
    title: str
    facts: list[tuple[str, str]]  # of a finished one: what is counted, and the figure
    notes: list[str]  # what was found in it besides
    held: list[Held]
    error: str
    waiting: str = ""
    unsigned: str = ""  # why the person who looks cannot give it
    waits: str = ""  # "limits", or a sentence that names what changed: it is not given away now

    @property
    def percent(self) -> int:
        return round(100 * self.export.progress)


def title_of(export: Export) -> str:
    """Its format, and how it replaces."""
    titles = {choice.name: choice.title for choice in (*FORMATS, *REPLACEMENT_CHOICES)}
    title = ", ".join(str(titles.get(name, name)) for name in (export.format, export.strategy))
    return _("%(title)s, items marked") % {"title": title} if export.spans == MARKED else title


def files_to_sign(project: Project) -> list[tuple[Export, str]]:
    """The files that wait for a signature, the newest first, each with its title; one query."""
    return [(export, title_of(export)) for export in list_unsigned(project)]


def own_titles(project: Project) -> list[tuple[str, str | Promise]]:
    """The labels with a strategy of their own, each with its title; one query."""
    titles = {choice.name: choice.title for choice in REPLACEMENT_CHOICES}
    return [(label, titles[name]) for label, name in own_strategies(project).items()]


def row_of(
    export: Export,
    waiting: str = "",
    *,
    signer: User | None = None,
    waits: str = "",
    now: Now | None = None,
) -> ExportRow:
    """What the list says of an export; few queries, and more for a signer. `now`: what the page
    has looked up already."""
    held = export.summary.get("held_back", {})
    shown = {int(pk): reasons for pk, reasons in list(held.items())[:HELD_SHOWN]}
    names = dict(
        Dialogue.objects.filter(project=export.project_id, pk__in=list(shown)).values_list(
            "pk", "external_id"
        )
        if shown
        else ()
    )
    return ExportRow(
        export=export,
        title=title_of(export),
        facts=summary_facts(export) if export.status == JobStatus.DONE else [],
        notes=summary_notes(export) if export.status == JobStatus.DONE else [],
        held=[
            Held(pk, names[pk], ", ".join(str(REASONS.get(why, why)) for why in reasons))
            for pk, reasons in shown.items()
            if pk in names
        ],
        error=export.error_words,
        waiting=waiting,
        unsigned=why_unsigned(export, signer, now) if signer is not None else "",
        waits=waits,
    )


def summary_facts(export: Export) -> list[tuple[str, str]]:
    """What is counted of a finished export, and each figure."""
    got = export.summary
    facts = [
        (_("Dialogues written"), grouped(got["dialogues"])),
        (_("Held back"), grouped(len(got.get("held_back", {})))),
        (_("Mentions replaced"), grouped(got["replaced"])),
    ]
    if export.q < 1:
        left = _("Left on purpose (q = %(q)s)") % {"q": number_format(export.q)}
        facts.append((left, grouped(got.get("left", 0))))
    path = settings.ANTIFAZ_DATA / export.path
    if export.path and path.is_file():
        facts.append((pgettext("of a file", "Size"), filesizeformat(path.stat().st_size)))
    return facts


def summary_notes(export: Export) -> list[str]:
    """What a finished export says besides, in sentences: the search, then labels one by one."""
    if export.q < 1:
        searched = _(
            "No other known original was found in it. What nobody labelled may still be readable."
        )
    else:
        searched = _(
            "No known original was found in it. What nobody labelled may still be readable."
        )
    notes = [searched]
    if export.spans == MARKED:
        notes.append(
            _(
                "Spans mark what was replaced: every name in it that is not marked is real. No "
                "epsilon holds for such a file."
            )
        )
    if note := difference_note(export.summary):
        notes.append(note)
    notes += lost_notes(export.summary.get("lost", {}))
    return notes + [
        line
        for label, row in export.summary.get(OWN_VALUES, {}).items()
        for line in _own_lines(label, row["drawn"], row["placeholders"])
    ]


def _own_lines(label: str, drawn: int, left: int) -> list[str]:
    """What stands for the items of a label that no rule knows."""
    lines = []
    if drawn:
        told = ngettext(
            "%(n)s item labelled %(label)s became a value of another dialogue.",
            "%(n)s items labelled %(label)s became values of other dialogues.",
            drawn,
        )
        lines.append(told % {"n": grouped(drawn), "label": label})
    if left:
        told = ngettext(
            "%(n)s item labelled %(label)s became [%(name)s].",
            "%(n)s items labelled %(label)s became [%(name)s].",
            left,
        )
        lines.append(told % {"n": grouped(left), "label": label, "name": type_name(label)})
    return lines
