"""What a training does just now, in words. Called by the pages that show one at work."""

from django.utils.translation import gettext_lazy

PHASES = {
    "": gettext_lazy("just begun"),
    "features": gettext_lazy("reading the texts"),
    "source": gettext_lazy("asking the source"),
    "training": gettext_lazy("training"),
    "scoring": gettext_lazy("reading the unread turns"),
    "selecting": gettext_lazy("choosing the next batch"),
    "measuring": gettext_lazy("measuring"),
    "replacing": gettext_lazy("replacing"),
}
