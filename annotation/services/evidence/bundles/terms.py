"""Under which terms a project's files leave: read for the sheet, changed by a manager."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.evidence.bundle.croissant import FOR_RECIPIENT, IF_FOUND
from annotation.models import Project, Terms

# What a recipient needs to know.
WANTED = {
    "organisation": gettext_lazy("who gives the file away"),
    "contact": gettext_lazy("whom to ask"),
    "licence": gettext_lazy("the text of the licence"),
    "originals": gettext_lazy("who holds the originals, and until when"),
    "key_holder": gettext_lazy("who holds key and map"),
}


def terms_of(project: Project) -> Terms:
    """The project's terms, or empty ones that are not saved."""
    return Terms.objects.filter(project=project).first() or Terms(project=project)


def save_terms(project: Project, values: Mapping[str, object]) -> Terms:
    """Keep what a manager chose."""
    terms = terms_of(project)
    for name, value in values.items():
        setattr(terms, name, value)
    terms.save()
    return terms


def licence_of(terms: Terms) -> str:
    """The licence's name, else how its text begins; "" where there is none."""
    return terms.licence_name or (terms.licence.strip().splitlines() or [""])[0][:120]


def missing(terms: Terms) -> list[str]:
    """What a recipient needs to know and nobody has said, in words."""
    return [str(words) for name, words in WANTED.items() if not getattr(terms, name)]


def said_in(terms: Terms) -> list[str]:
    """Everything that somebody wrote in them."""
    return [
        value
        for field in terms._meta.fields
        if isinstance(value := getattr(terms, field.name), str)
    ]


def digest_of(terms: Terms) -> list[str]:
    """What a signature stands for: every word of the terms."""
    skipped = {"id", "project", "changed_at", "destroyed_at"}
    fields = [field.name for field in Terms._meta.fields if field.name not in skipped]
    return [f"{name}={getattr(terms, name)}" for name in fields]


def domain_words(terms: Terms) -> dict[str, str]:
    """Who holds what, and what the file is for whom; "" where nobody has said it."""
    gone = terms.destroyed_at
    when = timezone.localtime(gone).date().isoformat() if gone else ""
    destroyed = _("Destroyed on %(day)s.") % {"day": when}
    return {
        "organisation": terms.organisation,
        "contact": terms.contact,
        "originals": destroyed if gone else terms.originals,
        "key": destroyed if gone else terms.key_holder,
        "for_us": _("Nobody here can go back to the originals: key and originals are destroyed.")
        if gone
        else _("Personal data, pseudonymised: who holds the key and the originals can go back."),
        "for_recipient": terms.for_recipient or _(FOR_RECIPIENT),
        "if_found": terms.if_found or _(IF_FOUND),
    }
