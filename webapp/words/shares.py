"""What is said after dialogues were assigned or a role was changed. Called by the corpus page and
the people page."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Member
from annotation.services.figures import grouped
from annotation.services.projects.shares import Assigned


def assigned_words(done: Assigned) -> str:
    """How many are whose now, and what became of the others that were chosen."""
    said = []
    if done.name:
        text = ngettext(
            "%(n)s dialogue is assigned to %(name)s.",
            "%(n)s dialogues are assigned to %(name)s.",
            done.count,
        )
        said.append(text % {"n": grouped(done.count), "name": done.name})
    else:
        said.append(_released(done.count))
    if done.unasked:
        text = ngettext(
            "%(n)s is not to be labelled: nobody is asked about it.",
            "%(n)s are not to be labelled: nobody is asked about them.",
            done.unasked,
        )
        said.append(text % {"n": grouped(done.unasked)})
    if done.missing:
        text = ngettext(
            "%(n)s is in this project no more.",
            "%(n)s are in this project no more.",
            done.missing,
        )
        said.append(text % {"n": grouped(done.missing)})
    return " ".join(said)


def role_words(member: Member) -> str:
    """After a role was changed."""
    return _("The role of %(name)s is now: %(role)s.") % {
        "name": member.user.get_username(),
        "role": member.get_role_display(),
    }


def released_words(name: str, count: int) -> str:
    """After somebody stopped labelling: what waited for her."""
    text = ngettext(
        "%(n)s dialogue that was assigned to %(name)s is open to all again.",
        "%(n)s dialogues that were assigned to %(name)s are open to all again.",
        count,
    )
    return text % {"n": grouped(count), "name": name}


def dealt_words(count: int) -> str:
    """After shares were dealt; 0: they were withdrawn, or there was nothing to deal."""
    if not count:
        return _("No dialogue is dealt out: what was assigned by hand stays assigned.")
    text = ngettext(
        "%(n)s dialogue with turns to read is dealt out.",
        "%(n)s dialogues with turns to read are dealt out.",
        count,
    )
    return text % {"n": grouped(count)}


def _released(count: int) -> str:
    text = ngettext("%(n)s dialogue is open to all.", "%(n)s dialogues are open to all.", count)
    return text % {"n": grouped(count)}
