"""`antifaz guest`: our learner inside another tool, as the server that it asks. Needs no Django.

It listens on this machine alone unless a token is named, and stops with Ctrl-C or SIGTERM.
"""

import logging
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from socketserver import ThreadingMixIn
from types import FrameType
from typing import NoReturn
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from annotation.refusals import Refused
from annotation.services.standalone.keys import others_may_read
from antifaz.command_line.saying import STOPPED, say, say_error
from antifaz.guests import inception, label_studio
from antifaz.guests.door import LOOPBACK, MEBI, Door, Lock
from antifaz.guests.models import Models
from antifaz.values import need

PORTS = {"label-studio": 9090, "inception": 5005}
TERMINATED = 143  # exit status


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64


class _Handler(WSGIRequestHandler):
    timeout = 60  # seconds that a request may stand still

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a path may hold the token."""

    def address_string(self) -> str:
        return str(self.client_address[0])


def parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="antifaz guest",
        description="Answer another tool that asks for labels and sends what to learn from: Label "
        "Studio's ML backend or INCEpTION's external recommender (docs/guests/).",
    )
    add = parser.add_argument
    add("tool", choices=tuple(PORTS))
    add("--models", metavar="DIR", required=True, help="where models trained here are kept")
    add("--model", metavar="DIR", help="a model for projects that have none of their own yet")
    add("--port", type=int, help="9090 for label-studio, 5005 for inception")
    add("--host", default="127.0.0.1", help="address to listen on; others than this machine's "
        "need --token-file")  # fmt: skip
    add("--token-file", metavar="FILE", help="who asks must name the token in it")
    add("--lang", default="es", metavar="es", help="language of texts that name none; es")
    add("--threshold", type=float, metavar="T", help="mark a word unless it is harmless with T")
    add("--max-mb", type=int, default=64, metavar="N", help="largest request; 64")
    studio = parser.add_argument_group("label-studio")
    add = studio.add_argument
    add("--label-studio", metavar="URL", help="where annotations are fetched for a training")
    add("--api-key-file", metavar="FILE", help="its access token")
    add("--train-every", type=int, default=0, metavar="N",
        help="train after so many annotations; 0: when somebody asks")  # fmt: skip
    return parser


def guest(arguments: Sequence[str]) -> int:
    """Returns the exit status; a wrong option ends the process with 2."""
    options = parser().parse_args(arguments)
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.WARNING)
    logging.getLogger("antifaz.guests").setLevel(logging.INFO)
    try:
        need("antifaz guest")
        return serve(options)
    except KeyboardInterrupt:
        return say("stopped", STOPPED)
    except Exception as error:
        return say_error(error, options.host)


def serve(options: Namespace) -> int:
    """Listen until somebody stops it. Raises Refused, OSError, LearningError."""
    port = PORTS[options.tool] if options.port is None else options.port
    if not 0 <= port < 65536:
        raise Refused("--port must be 0 to 65535", code="usage")
    door = application(options)
    with make_server(options.host, port, door, _Server, _Handler) as server:
        before = signal.signal(signal.SIGTERM, _terminate)
        host, port = server.server_address[:2]
        print(f"{options.tool}: listening on http://{host!s}:{port}", flush=True)
        try:
            server.serve_forever()
        except _Terminated:
            return say("stopped", TERMINATED)
        finally:
            signal.signal(signal.SIGTERM, before)
    return 0


def application(options: Namespace) -> Door:
    """The server's application; the first model is opened. Raises as `serve` does."""
    token = _secret(options.token_file) if options.token_file else ""
    if options.host not in LOOPBACK and not token:
        raise Refused("--host of another machine's reach needs --token-file", code="usage")
    lock = Lock(token, LOOPBACK | {options.host}, max(1, options.max_mb) * MEBI)
    first = Path(options.model) if options.model else None
    if first is not None and not (first / "card.json").is_file():
        raise Refused(f"{first}: no model is there", code="no_model")
    models = Models(Path(options.models), first, options.threshold)
    models.warm("first")
    if options.tool == "inception":
        return inception.application(models, lock, lang=options.lang)
    home = None
    if options.label_studio or options.api_key_file:
        if not (options.label_studio and options.api_key_file):
            raise Refused("--label-studio and --api-key-file go together", code="usage")
        if urlsplit(options.label_studio).scheme not in ("http", "https"):
            raise Refused("--label-studio must begin with http:// or https://", code="usage")
        home = label_studio.Home(options.label_studio, _secret(options.api_key_file))
    backend = label_studio.Backend(
        models,
        lang=options.lang,
        fetch=home.tasks if home else None,
        every=max(0, options.train_every),
    )
    return label_studio.application(backend, lock)


def _secret(path: str) -> str:
    """The one line of a file that only its owner reads. Raises Refused, OSError."""
    if others_may_read(path):
        raise Refused(f"{path}: others can read this file; expected mode 600", code="usage")
    said = Path(path).read_text(encoding="ascii", errors="replace").strip()
    if len(said) < 16 or not said.isascii() or any(each.isspace() for each in said):
        raise Refused(f"{path}: expected a token of 16 characters or more", code="usage")
    return said


class _Terminated(BaseException):
    """SIGTERM came. No Exception: the server would take one for a fault of a request."""


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _Terminated
