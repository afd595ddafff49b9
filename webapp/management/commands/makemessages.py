"""Collect the texts to translate: Django's own command, that also knows our no-op marker `N_`."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    # The pure packages mark their sentences with N_ and know nothing of gettext.
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]
