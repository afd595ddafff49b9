"""Answer an agent: a server of the Model Context Protocol on standard input and output."""

import contextlib
import os
import sys
from argparse import ArgumentParser

from django.core.management import CommandError
from django.db import close_old_connections

from annotation.management.reporting import ReportingCommand, Summary
from webapp.mcp.serving import serve
from webapp.start_up.checks import require_safe_start

TOKEN = "ANTIFAZ_TOKEN"


class Command(ReportingCommand):
    help = (
        "Answer an agent on standard input and output (Model Context Protocol, docs/guests/mcp.md):"
        f" figures, checks and masked issues, never a text. The variable {TOKEN} holds a token."
    )

    def add_options(self, parser: ArgumentParser) -> None:
        parser.set_defaults(out="-")  # the protocol's alone: a summary goes to standard error

    def work(self, **_: object) -> Summary:
        require_safe_start()
        token = os.environ.pop(TOKEN, "")  # no process that is started inherits it
        if not token:
            text = f"{TOKEN} is not set; expected a token of the account's page"
            raise CommandError(text, returncode=2)
        lines, out = sys.stdin.buffer, sys.stdout.buffer
        with contextlib.redirect_stdout(sys.stderr):  # what a library prints is no message
            # It lives for long: the database may have been away.
            return {"answered": serve(token, lines, out, ready=close_old_connections)}

    def describe(self, summary: Summary) -> str:
        return ""
