"""What people read of an export whose format had no place for something.

Called by `exports`; the kinds are those of `annotation.formats.corpora.losses`.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from annotation.formats.corpora import losses
from annotation.services.figures import grouped

SENTENCES = {
    losses.EMPTY: _("Turns without a text, which this format has no place for: %(n)s."),
    losses.LINE_ENDS: _("Turns in which line ends became blanks: %(n)s."),
    losses.SPACING: _("Turns whose words are joined by single blanks now: %(n)s."),
    losses.SPANS: _("Labels on blanks alone, which this format has no place for: %(n)s."),
    losses.SCORES: _("Labels without their score, which this format has no place for: %(n)s."),
    losses.LABELS: _("Labels, which this format has no place for: %(n)s."),
    losses.SPEAKERS: _("Turns whose speaker this format has no place for: %(n)s."),
    losses.OVERLAPS: _(
        "Turns of several speakers at once, which this format has no place for: %(n)s."
    ),
    losses.EVENTS: _("Events, which this format has no place for: %(n)s."),
    losses.LANGUAGES: _("Changes of language, which this format has no place for: %(n)s."),
    losses.TIMES: _("Turns whose times this format has no place for: %(n)s."),
    losses.KEYS: _("Turns and labels with keys that this format has no place for: %(n)s."),
}


def lost_notes(lost: Mapping[str, int]) -> list[str]:
    """A sentence for each kind of loss."""
    return [
        str(SENTENCES[kind]) % {"n": grouped(n)} for kind, n in lost.items() if kind in SENTENCES
    ]
