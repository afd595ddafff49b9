"""The tools that do something: a bounded simulation, and proposals in the agent's name."""

from typing import Annotated, Any

from django.http import Http404
from pydantic import Field

from annotation.models import Project, Turn
from annotation.refusals import Refused
from annotation.services.review import by_programs
from annotation.services.training.simulating import (
    MOST_BATCH,
    MOST_QUERIES,
    MOST_REPEATS,
    MOST_ROUNDS,
    MOST_TURNS,
    QUERY_NAMES,
    Trial,
    simulate_project,
)
from webapp import access
from webapp.api.bodies import Body, Number
from webapp.mcp.door import AgentRequest
from webapp.mcp.tool import OfProject, Tell, Text, Tool, project_of

MOST_SPANS, MOST_PROPOSED = 200, 200  # labels of a turn, turns of a call
QueryName = Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(QUERY_NAMES)})]


def _upto(most: int, least: int = 1) -> Any:
    return Field(strict=True, ge=least, le=most)


class TrialOf(OfProject):
    queries: Annotated[list[QueryName], Field(min_length=1, max_length=MOST_QUERIES)] = [
        "adaptive",
        "random",
    ]
    turns: Annotated[int, _upto(MOST_TURNS, 20)] = 200
    rounds: Annotated[int, _upto(MOST_ROUNDS)] = 4
    batch: Annotated[int, _upto(MOST_BATCH, 5)] = 20
    repeats: Annotated[int, _upto(MOST_REPEATS)] = 1
    random_state: Number = 0


class SpanIn(Body):
    """A stretch of a turn in code points, end exclusive, with a label's name."""

    start: Number
    end: Number
    label: Annotated[str, Field(max_length=80)]
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None


class TurnIn(Body):
    """A turn of the dialogue, from 0, and all that is proposed on it."""

    turn: Number
    spans: Annotated[list[SpanIn], Field(max_length=MOST_SPANS)]


class ProposalsOf(OfProject):
    dialogue: Annotated[Text, Field(max_length=200)] | Number = Field(
        description="its id as it was imported, or its number"
    )
    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=MOST_PROPOSED)]


def simulate(request: AgentRequest, takes: TrialOf, tell: Tell) -> dict[str, Any]:
    project = project_of(request, takes.project, "train")
    if not set(takes.queries) <= set(QUERY_NAMES):
        raise Refused("There is no such query strategy; the schema names them.", code="unknown")
    return simulate_project(project, Trial(**takes.model_dump(exclude={"project"})), tell)


def put_proposals(request: AgentRequest, takes: ProposalsOf, _tell: Tell) -> dict[str, Any]:
    """They carry the agent's name and its owner's, and stand in nobody's reading."""
    project = project_of(request, takes.project, "train")
    turns = _turns(request, project, takes)
    names = {number: name for name, number in request.hidden.items()}
    wanted = {
        turns[each.turn]: [
            by_programs.Stretch(s.start, s.end, names.get(s.label, s.label), s.confidence)
            for s in each.spans
        ]
        for each in takes.turns
    }
    program = f"{request.agent} (agent of {request.user})"  # two people may run one product
    proposed, gone = by_programs.put_proposals(project, program, wanted)
    access.log_view(request, project, "program", {turn.dialogue_id for turn in wanted})
    return {"program": program, "proposed": proposed, "taken_back": gone}


def _turns(request: AgentRequest, project: Project, takes: ProposalsOf) -> dict[int, Turn]:
    """The turns that are meant, by position. Raises Http404, Refused."""
    by = "pk" if isinstance(takes.dialogue, int) else "external_id"
    dialogue = project.dialogues.filter(**{by: takes.dialogue}).first()
    if dialogue is None:
        raise Http404
    places = [each.turn for each in takes.turns]
    if len(set(places)) < len(places):
        raise Refused("A turn stands in the call twice.", code="twice")
    pks = dict(dialogue.turns.filter(position__in=places).values_list("position", "pk"))
    if len(pks) < len(places):
        raise Refused("The dialogue has no turn of that number; the first is 0.", code="no_turn")
    found = access.turns_for(request, project, list(pks.values()))
    return {place: found[pk] for place, pk in pks.items()}


TOOLS = (
    Tool(
        "simulate",
        "Simulate active learning",
        "Replays labelling on turns that are read: F1 after each batch for up to "
        f"{MOST_QUERIES} query strategies, and with all of the pool. A processor of the server "
        "works for as long as the call lasts: some 4 seconds by default, 45 at the limits; the "
        "answer says how many. Tells its progress.",
        TrialOf,
        ("train",),
        simulate,
    ),
    Tool(
        "put_proposals",
        "Propose labels",
        "Proposes labels on turns of a dialogue, all or none, in your name; people accept or "
        "reject them. They take the place of what you proposed on these turns before, except where "
        "somebody has decided.",
        ProposalsOf,
        ("label",),
        put_proposals,
        writes=True,
    ),
)
