"""Operations that show texts: the dialogues of a project, and one of them with its turns."""

from ninja import Query, Router

from annotation.services.corpus import best_spans
from annotation.services.labelling import dialogues, spans
from webapp import access
from webapp.api.bodies import PageQuery
from webapp.api.calls.cursors import cursor_of, place_of
from webapp.api.calls.scopes import needs
from webapp.api.texts import DialogueOut, DialoguePage, DialogueText, TurnOut
from webapp.requests import PersonRequest

router = Router(tags=["corpus"])


@router.get("/projects/{slug:slug}/dialogues", response=DialoguePage)
@needs("read")
def list_dialogues(request: PersonRequest, slug: str, query: Query[PageQuery]) -> DialoguePage:
    """The dialogues that you may read, in the project's order, without their texts."""
    project = access.project_for(request, slug, "label")
    readable = access.readable_dialogues(request, project)
    after = place_of(query.cursor)
    rows, total = dialogues.list_dialogues(readable, page=query.page, size=query.size, after=after)
    last = rows[-1].dialogue if len(rows) == query.size else None
    return DialoguePage(
        next=cursor_of(last.position, last.pk) if last is not None else None,
        page=query.page,
        size=query.size,
        total=total,
        dialogues=[DialogueOut.of(row) for row in rows],
    )


@router.get("/projects/{slug:slug}/turns/{int:pk}", response=TurnOut)
@needs("read")
def show_turn(request: PersonRequest, slug: str, pk: int) -> TurnOut:
    """A turn with its text, your labels and what is proposed; its ETag is the version of your
    labels. It is written down."""
    turn = access.turn_for(request, slug, pk, "label")
    access.log_view(request, turn.dialogue.project, "api", [turn.dialogue_id])
    return TurnOut.of(turn, spans.layer_of(turn, request.user))


@router.get("/projects/{slug:slug}/dialogues/{int:pk}", response=DialogueText)
@needs("read")
def show_dialogue(request: PersonRequest, slug: str, pk: int) -> DialogueText:
    """A dialogue with its texts, your labels and what is proposed. It is written down."""
    dialogue = access.dialogue_for(request, slug, pk, "label")
    access.log_view(request, dialogue.project, "api", [dialogue.pk])
    turns = best_spans.dialogue_turns(dialogue)
    layers = spans.layers_of(turns, request.user)
    return DialogueText(
        id=dialogue.pk,
        name=dialogue.external_id,
        lang=dialogue.lang,
        split=dialogue.split,
        turns=[TurnOut.of(turn, layers[turn.pk]) for turn in turns],
    )
