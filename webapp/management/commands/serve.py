"""Everything in one command: prepare the database and the demo, then run web server and worker."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from webapp.start_up.checks import require_safe_start
from webapp.start_up.supervisor import PortBusy, Supervisor, check_port, child_commands


class Command(BaseCommand):
    help = "Prepare the database, make the demo project if there is no project, run web and worker."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument(
            "--port", type=int, default=8000, help="port to listen on (default 8000)"
        )
        parser.add_argument("--no-demo", action="store_true", help="do not make the demo project")
        parser.add_argument("--threads", type=int, default=8, help="web threads (default 8)")

    def handle(self, *args: Any, **options: Any) -> None:
        require_safe_start()
        host, port = options["host"], options["port"]
        try:
            check_port(host, port)
        except PortBusy as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        if not options["no_demo"]:
            call_command("make_demo", if_empty=True)
        self.stdout.write(self.style.SUCCESS(f"Antifaz: http://{host}:{port}/"), ending="\n")
        self.stdout.write(f"Data: {settings.ANTIFAZ_DATA}   Stop with Ctrl-C.")
        self.stdout.flush()
        Supervisor(child_commands(host, port, options["threads"])).run()
