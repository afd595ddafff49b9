"""What `manage.py erase` does beside reading its options: find, list, ask, erase, replay."""

import io
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotation.management.reporting import Failed, Summary, project_named
from annotation.models import Dialogue, Erasure, JobStatus, Project, User
from annotation.services.erasing import accounts
from annotation.services.erasing import erasure as erasing
from annotation.services.erasing.backup_replay import replay_ledger
from annotation.services.erasing.ledger import Entry, read_entries
from annotation.services.erasing.person_search import Found, find_person
from annotation.services.erasing.plans import plan_dialogues, plan_project, shown_names
from annotation.services.jobs.lifecycle import run_job
from annotation.services.storage.compaction import left_sentences
from annotation.services.storage.files import read_text

CHOICES = [choice.value for choice in Erasure.Choice]
WAIT = 600.0  # seconds for a worker that took the job before us
NOT_SEARCHED = (
    "Look at each dialogue first: too many may be found. Not searched for: nicknames, letters said "
    "by their names, and numbers said over several turns."
)


@dataclass(frozen=True, slots=True)
class Asked:
    what: str  # dialogue, person, project or account
    name: str  # of the project or account
    items: Sequence[str]  # ids of dialogues, or the file with what to look for
    choice: str


def erase_asked(asked: Asked, *, yes: bool, dry_run: bool, out: Any) -> Summary:
    """List what would go and, if that is confirmed, erase it. Raises Failed, Refused, OSError."""
    if asked.what == "account":
        return _account(asked, yes, dry_run, out)
    project = project_named(asked.name)
    guidelines, why = 0, {}
    if asked.what == "project":
        plan = plan_project(project)
    elif asked.what == "person":
        lines = _lines(asked.items[0])
        search = find_person(project, lines)
        plan, guidelines = plan_dialogues(project, search.dialogues), search.guidelines
        why = {each.dialogue.external_id: _why(each, lines) for each in search.found}
        out.write(NOT_SEARCHED)
    else:
        plan = plan_dialogues(project, _dialogues(project, asked.items))
    names, more = shown_names(plan.dialogues)
    summary: Summary = {
        "what": asked.what,
        "erased": False,
        "dialogues": [each.external_id for each in plan.dialogues],
        "counts": plan.counts,
        "guidelines": guidelines,
    }
    if not plan.dialogues and asked.what != "project":
        return summary | {"nothing": True}
    names = [f"{name}{why.get(name, '')}" for name in names]
    head = f"project {project.slug}" if plan.whole else "\n".join([*names, more]).strip()
    if not _confirmed(head, plan.lines(), yes, dry_run, out):
        return summary | {"dry_run": dry_run}
    options: Any = {"user": None, "choice": asked.choice}
    if plan.whole:
        return summary | finish([erasing.erase_project(project, **options)])
    return summary | finish([erasing.erase_dialogues(project, plan.dialogues, **options)])


def replay_asked(ledgers: Sequence[str], choice: str) -> Summary:
    """Erase again what a restored backup brought back. Raises Refused, OSError."""
    entries: list[Entry] = []
    for name in ledgers:
        entries += read_entries(_lines(name), name)
    done = replay_ledger(entries, choice=choice)
    return {
        "what": "replay",
        "entries": done.entries,
        "again": len(done.erasures),
        "strays": done.strays,
    } | finish(done.erasures)


def describe(summary: Summary) -> str:
    left = "\n".join(left_sentences(summary.get("left", [])))
    if summary["what"] == "replay":
        text = (
            f"{summary['entries']} erasures in the ledger, {summary['again']} done again, "
            f"{summary['strays']} files without a row removed."
        )
        return f"{text}\n{left}".rstrip()
    if summary.get("nothing"):
        return "Found in no dialogue: nothing to erase." + _guidelines(summary)
    if not summary["erased"]:
        return "Nothing was erased." + _guidelines(summary)
    return f"Erased.{_guidelines(summary)}\n{left}".rstrip()


def _why(match: Found, lines: Sequence[str]) -> str:
    """Which lines of the file were found in a dialogue, in how many places; no name is repeated."""
    number = {line.strip(): n for n, line in reversed([*enumerate(lines, 1)])}
    return ": " + ", ".join(f"line {number[term]} ({n})" for term, n in match.places.most_common())


def _guidelines(summary: Summary) -> str:
    n = summary.get("guidelines", 0)
    return f"\n{n} versions of the guidelines hold it too: look at them yourself." if n else ""


def _account(asked: Asked, yes: bool, dry_run: bool, out: object) -> Summary:
    user = User.objects.filter(username=asked.name).first()
    if user is None:
        raise Failed("no such account; expected the name that the person signs in with")
    accounts.check_account(user, None)
    plan = accounts.plan_account(user)
    summary: Summary = {"what": "account", "erased": False, "counts": plan.counts}
    if not _confirmed(f"account {asked.name}", plan.lines(), yes, dry_run, out):
        return summary | {"dry_run": dry_run}
    return summary | finish([accounts.erase_account(user, by=None)])


def _confirmed(head: str, lines: Sequence[str], yes: bool, dry_run: bool, out: Any) -> bool:
    """Show the list; whether to go on."""
    out.write("\n".join([head, "goes for good, with", *(f"  {line}" for line in lines)]))
    if dry_run or yes:
        return yes and not dry_run
    if not sys.stdin.isatty():
        out.write("Nobody can be asked here: --yes does it without asking.")
        return False
    out.write("Type yes to erase it:")
    return sys.stdin.readline().strip().lower() == "yes"


def finish(erasures: Sequence[Erasure]) -> Summary:
    """Do the jobs here and now, unless a worker was faster: then wait for it."""
    left: list[str] = []
    for erasure in erasures:
        run_job(Erasure, erasure.pk, erasing.work_on_erasure)
        until = time.monotonic() + WAIT
        while True:
            erasure.refresh_from_db()
            if not erasure.is_active or time.monotonic() > until:
                break
            time.sleep(0.5)
        if erasure.status != JobStatus.DONE:
            raise Failed(
                "rows and files are gone; the database's pages could not be rewritten yet: a "
                "worker tries it again"
            )
        left += [code for code in erasure.left if code not in left]
    return {"erased": True, "left": left}


def _dialogues(project: Project, items: Sequence[str]) -> list[Dialogue]:
    ids = [line.strip() for line in _lines("-")] if list(items) == ["-"] else list(items)
    wanted = {each for each in ids if each}
    dialogues = list(project.dialogues.filter(external_id__in=wanted))
    if missing := len(wanted) - len(dialogues):
        raise Failed(f"{missing} of {len(wanted)} ids are of no dialogue; expected ids as exported")
    return dialogues


def _lines(name: str) -> list[str]:
    if name == "-":
        return sys.stdin.readlines()
    return io.StringIO(read_text(name), newline=None).readlines()
