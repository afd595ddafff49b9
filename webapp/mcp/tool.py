"""What a tool is: its name, what it takes, which scopes open it, and what it does.

Called by the modules of tools. A tool gets its project from `project_of` and from nowhere else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from annotation.models import Project
from webapp import access
from webapp.api.bodies import Body
from webapp.mcp.door import AgentRequest
from webapp.mcp.told import hidden_labels

Tell = Callable[[int, int, str], None]  # done, of how many, what


def _writable(text: str) -> str:
    """Raises ValueError for what no database takes: NUL, and halves of a surrogate pair."""
    if "\0" in text:
        raise ValueError
    text.encode()
    return text


Text = Annotated[str, AfterValidator(_writable)]
Slug = Annotated[Text, Field(max_length=60, description="short name of the project")]


class OfProject(Body):
    project: Slug


@dataclass(frozen=True, slots=True)
class Tool:
    """`scopes`: one of them is enough. `run` gets the request, what was given, and whom to tell."""

    name: str
    title: str
    says: str  # what it answers, for the agent
    takes: type[Body]
    scopes: tuple[str, ...]
    run: Callable[[AgentRequest, Any, Tell], dict[str, Any]]
    writes: bool = False

    @property
    def described(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "description": f"{self.says} Scope: {' or '.join(self.scopes)}.",
            "inputSchema": self.takes.model_json_schema(),
            "annotations": {
                "readOnlyHint": not self.writes,
                "destructiveHint": False,
                "openWorldHint": False,
            },
        }


def project_of(request: AgentRequest, slug: str, right: str) -> Project:
    """The project, as `access.project_for` gives it: the call is written down."""
    project = access.project_for(request, slug, right)
    request.hidden = hidden_labels(project)
    return project
