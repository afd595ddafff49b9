"""Collect the texts to translate: Django's own command, that also knows our no-op markers."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    # The pure packages mark their sentences with N_ (with a context: NC_) and know no gettext.
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=N_",
        "--keyword=NC_:1c,2",
    ]
