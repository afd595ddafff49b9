"""One agent's conversation: what it calls itself, which tools there are, and a call at a time.

Called by `serving` with each message. It keeps the name that the agent gave itself and nothing else
of what was said.
"""

import json
import logging
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from pydantic import ValidationError

from annotation.refusals import Refused
from annotation.services.jobs.failures import trouble_of
from webapp.mcp.door import cleaned, request_of, wrong_of
from webapp.mcp.lines import BAD_PARAMS, NO_METHOD, NO_REQUEST, Message, Wrong
from webapp.mcp.told import as_told
from webapp.mcp.tool import Tell
from webapp.mcp.tools import TOOLS

log = logging.getLogger("antifaz.mcp")
# Of the protocol, the newest first; that of 2025-03-26 asks for batches.
VERSIONS = ("2025-06-18", "2024-11-05")
EXPECTED = (Refused, Wrong, Http404, PermissionDenied)  # no failure of ours
GUIDE = (
    "Figures, checks and open issues of projects of dialogues that are being anonymised. No tool "
    "gives any text of a dialogue: windows are masked, people and dialogues are numbers. Turns are "
    "counted from 0; offsets are Unicode code points, end exclusive."
)
Send = Callable[[Message], None]


class Session:
    """`send` writes a notification while a call is at work."""

    def __init__(self, token: str, send: Send) -> None:
        self._token, self._send = token, send
        self.agent = ""

    def answer(self, method: str, params: Mapping[str, Any]) -> Message:
        """The result of a request. Raises Wrong."""
        if method == "initialize":
            return self._initialize(params)
        if method == "ping":
            return {}
        if method not in ("tools/list", "tools/call"):
            raise Wrong(NO_METHOD, "There is no such method; tools/list and tools/call are known.")
        if not self.agent:
            raise Wrong(NO_REQUEST, "Send initialize first: it says who asks.")
        if method == "tools/list":
            return {"tools": [each.described for each in TOOLS.values()]}
        return self._call(params)

    def _initialize(self, params: Mapping[str, Any]) -> Message:
        if self.agent:
            raise Wrong(NO_REQUEST, "The session has begun already.")
        who = params.get("clientInfo")
        agent = cleaned(who.get("name", "")) if isinstance(who, dict) else ""
        asked = params.get("protocolVersion")
        if not agent or not isinstance(asked, str):
            raise Wrong(BAD_PARAMS, "Expected protocolVersion, and clientInfo with a name.")
        self.agent = agent
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "antifaz", "title": "Antifaz", "version": _version()},
            "instructions": GUIDE,
        }

    def _call(self, params: Mapping[str, Any]) -> Message:
        name, given = params.get("name"), params.get("arguments", {})
        tool = TOOLS.get(name) if isinstance(name, str) else None
        if tool is None:
            raise Wrong(BAD_PARAMS, "There is no such tool; tools/list names them.", "no_tool")
        try:
            request = request_of(self._token, self.agent, tool.name, tool.scopes)
            takes = tool.takes.model_validate(given)
            answer = as_told(tool.run(request, takes, self._teller(params)), request.hidden)
        except ValidationError as error:
            raise Wrong(BAD_PARAMS, sentence_of(error), "invalid") from None
        except Exception as error:
            if not isinstance(error, EXPECTED):
                log.error("tool %s: %s", tool.name, trouble_of(error).log)
            raise wrong_of(error) from None
        text = json.dumps(answer, ensure_ascii=False)
        content = [{"type": "text", "text": text}]
        return {"content": content, "structuredContent": answer, "isError": False}

    def _teller(self, params: Mapping[str, Any]) -> Tell:
        """Says how far a call is, where the agent asks for it; what the agent calls that is sent
        back."""
        meta = params.get("_meta")
        mark = meta.get("progressToken") if isinstance(meta, dict) else None
        if not isinstance(mark, int | str):
            return lambda done, total, what: None

        def tell(done: int, total: int, what: str) -> None:
            told = {"progressToken": mark, "progress": done, "total": total, "message": what}
            self._send({"jsonrpc": "2.0", "method": "notifications/progress", "params": told})

        return tell


def sentence_of(error: ValidationError) -> str:
    """Which arguments are not as they should be, and how; no value, and no name that we do not
    know, for it is the agent's."""
    said = []
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        unknown = one["type"] == "extra_forbidden"
        place = one["loc"][:-1] if unknown else one["loc"]
        at = ".".join(map(str, place)) or "arguments"
        said.append(f"{at}: {'a name that is not known' if unknown else one['type']}")
    return f"Not as the tool takes it: {'; '.join(dict.fromkeys(said))}."[:1000]


def _version() -> str:
    try:
        return version("antifaz")
    except PackageNotFoundError:
        return ""
