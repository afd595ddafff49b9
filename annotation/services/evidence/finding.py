"""What the evidence page says first: all that was measured, as a finding in one sentence, and a
line for each limit that is not kept and each attack that succeeds.

Called by its view.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.services.evidence.attacks.shown import Attacks
from annotation.services.figures import grouped, per_cent
from annotation.services.release.checks import Check
from annotation.services.release.now import Now
from annotation.services.release.recall import newest_figures
from annotation.services.release.recall_words import recall_checks


@dataclass(frozen=True, slots=True)
class Finding:
    """The sentence, and what it counts: limits first."""

    sentence: str
    against: list[Check]


def finding_of(now: Now, attacks: Attacks | None, *, missing: int, parts: int) -> Finding:
    """Limits that are not kept, attacks that tell something or were not run, and how many of the
    measured parts have no figures. A fixed number of queries."""
    if missing == parts:
        return Finding(_("Nothing has been measured yet"), [])
    limits: list[Check] = []
    if newest_figures(now.project) is not None:
        checks = recall_checks(now)
        limits = [each for each in checks if each.state == "block"]
    sentence = _sentence(len(limits), attacks, missing)
    return Finding(sentence, [*limits, *(_told(attacks) if attacks is not None else [])])


def _told(attacks: Attacks) -> list[Check]:
    """The attacks that succeed, a line each."""
    return [
        Check(
            "warn",
            _("Attack that tells something: %(name)s") % {"name": row.title},
            row.sentence,
            per_cent(row.share["value"]) if row.share else "–",
            part="attacks",
        )
        for group in attacks.groups
        for row in group.rows
        if row.colour == "warn"
    ]


def _sentence(limits: int, attacks: Attacks | None, missing: int) -> str:
    said = [(limits, ngettext("%(n)s limit is not kept", "%(n)s limits are not kept", limits))]
    if attacks is not None:
        told, left = attacks.counted("warn"), attacks.counted("")
        words = ngettext("%(n)s attack was not run", "%(n)s attacks were not run", left)
        if told:
            words = ngettext("%(n)s was not run", "%(n)s were not run", left)
        said += [
            (told, ngettext("%(n)s attack succeeds", "%(n)s attacks succeed", told)),
            (left, words),
        ]
    said.append(
        (
            missing,
            ngettext("%(n)s measurement is missing", "%(n)s measurements are missing", missing),
        )
    )
    found = [words % {"n": grouped(n)} for n, words in said if n]
    if not found:
        return _("Nothing stands against a release")
    if len(found) == 1:
        return found[0]
    values = {"first": ", ".join(found[:-1]), "last": found[-1]}
    return _("%(first)s and %(last)s") % values
