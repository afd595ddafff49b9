"""What the evidence page says first: all that was measured, as a finding in one sentence.

Called by its view.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Project
from annotation.services.evidence.attacks.shown import Attacks
from annotation.services.figures import grouped
from annotation.services.release.recall import newest_figures, verdicts
from annotation.services.revision.coverage import coverage_of


def finding_of(project: Project, attacks: Attacks | None, *, missing: int, parts: int) -> str:
    """Limits that are not kept, attacks that tell something or were not run, and how many of the
    measured parts have no figures. A fixed number of queries."""
    if missing == parts:
        return _("Nothing has been measured yet")
    said = []
    if newest_figures(project) is not None:
        kept = [each for each in verdicts(project, coverage_of(project)) if each.state == "block"]
        said.append(
            (
                len(kept),
                ngettext("%(n)s limit is not kept", "%(n)s limits are not kept", len(kept)),
            )
        )
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
