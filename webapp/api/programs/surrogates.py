"""Operations on what will stand for the originals: the replaced text of a dialogue with what does
not cohere in it, and the models of a project."""

from datetime import datetime
from typing import Literal, Self

from ninja import Router
from pydantic import BaseModel

from annotation.models import JobStatus, TrainingRun
from annotation.services.revision import plans
from annotation.services.runs.current import current_model
from webapp import access
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest

router = Router(tags=["surrogates"])


class SurrogateOut(BaseModel):
    """Where a surrogate stands in the replaced turn, and where its original stood in the turn."""

    start: int
    end: int
    old_start: int
    old_end: int
    label: str
    entity: str  # the same for all mentions of one entity of the dialogue


class ReplacedTurn(BaseModel):
    id: int
    speaker: str
    text: str
    surrogates: list[SurrogateOut]


class IssueOut(BaseModel):
    """What does not cohere; offsets are of the original turn."""

    code: str
    severity: Literal["block", "warn", "info"]
    turn: int
    start: int
    end: int
    message: str
    has_fix: bool


class ReplacedDialogue(BaseModel):
    """A dialogue as it would leave now. `held_back`: it would not, for an original is readable in
    these turns."""

    id: int
    name: str
    strategy: str
    held_back: bool
    approved: bool
    turns: list[ReplacedTurn]
    issues: list[IssueOut]

    @classmethod
    def of(cls, now: plans.Plan) -> Self:
        result, pks = now.result, [turn.pk for turn in now.turns]
        by_turn: dict[int, list[SurrogateOut]] = {}
        for each in result.replacements:
            by_turn.setdefault(each.turn, []).append(
                SurrogateOut(
                    start=each.new_start,
                    end=each.new_end,
                    old_start=each.start,
                    old_end=each.end,
                    label=each.label,
                    entity=each.entity,
                )
            )
        turns = [
            ReplacedTurn(
                id=pks[place], speaker=turn.speaker, text=turn.text,
                surrogates=by_turn.get(place, []),
            )
            for place, turn in enumerate(result.draft.turns)
        ]  # fmt: skip
        return cls(
            id=now.dialogue.pk,
            name=now.dialogue.external_id,
            strategy=now.rules.strategy,
            held_back=result.held,
            approved=now.dialogue.approved_at is not None,
            turns=turns,
            issues=[
                IssueOut(
                    code=each.code,
                    severity=each.severity,  # type: ignore[arg-type]
                    turn=pks[each.turn],
                    start=each.start,
                    end=each.end,
                    message=each.message,
                    has_fix=each.fix is not None,
                )
                for each in result.issues
            ],
        )


class ModelOut(BaseModel):
    """A model that a round left. `transform`: what names it in the parameter `m` of the Text
    Transformer; `current`: the one that proposes."""

    id: int
    kind: str
    number: int
    finished_at: datetime | None
    current: bool
    transform: str


@router.get("/projects/{slug:slug}/dialogues/{int:pk}/surrogates", response=ReplacedDialogue)
@needs("read")
def show_surrogates(request: PersonRequest, slug: str, pk: int) -> ReplacedDialogue:
    """A dialogue as it would leave now: what nobody labelled still stands in it. It is written
    down."""
    dialogue = access.dialogue_for(request, slug, pk, "revise")
    access.log_view(request, dialogue.project, "replaced", [dialogue.pk])
    return ReplacedDialogue.of(plans.plan(dialogue))


@router.get("/projects/{slug:slug}/models", response=list[ModelOut])
@needs()
def list_models(request: PersonRequest, slug: str) -> list[ModelOut]:
    """The models that the project's rounds left, the newest first."""
    project = access.project_for(request, slug, "overview")
    runs = project.runs.filter(status=JobStatus.DONE).exclude(folder="").order_by("-pk")
    current = current_model(project)
    return [_model(run, slug, is_current=run == current) for run in runs]


def _model(run: TrainingRun, slug: str, *, is_current: bool) -> ModelOut:
    return ModelOut(
        id=run.pk,
        kind=run.kind,
        number=run.number,
        finished_at=run.finished_at,
        current=is_current,
        transform=f"{slug}/{run.pk}",
    )
