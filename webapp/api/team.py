"""What the API says of a team: its progress, and how far its readers agree."""

from datetime import datetime
from typing import Self

from ninja import Query, Router
from pydantic import BaseModel

from annotation.services.team.agreement import judged, read_agreement, read_own_figures, summarise
from annotation.services.team.progress import Person, read_progress
from webapp import access
from webapp.api.bodies import Answer
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest

router = Router(tags=["team"])


class TeamQuery(BaseModel):
    """`level` of the labels: any, or 0 (the top groups) and so on down; default: as labelled."""

    level: str = ""


class Prf(BaseModel):
    """Precision, recall and F1; `support` is how many items were agreed."""

    precision: float
    recall: float
    f1: float
    support: int


class JudgedOut(Prf):
    """A reader by what was agreed, all labels together and each; kappa is on tokens."""

    turns: int
    kappa: float
    labels: dict[str, Prf]


class PersonOut(Answer):
    """Asked turns by state, questions, seconds, and how often each label was given: null while
    readers differ, for who gave a label alone would be known beside an open difference."""

    name: str
    role: str
    done: int
    open: int
    skipped: int
    flagged: int
    questions: int
    seconds: float
    median_seconds: float | None
    last_active: datetime | None
    days: dict[str, int]
    labels: dict[str, int] | None

    @classmethod
    def of(cls, person: Person, *, told: bool) -> Self:
        days = {day.isoformat(): n for day, n in person.days.items()}
        return cls.made_of(person, days=days, labels=person.labels if told else None)


class PairOut(BaseModel):
    """Two readers on the turns that both have read; labels have F1 and kappa."""

    readers: list[str]
    turns: int
    tokens: int
    kappa: float
    f1: float
    labels: dict[str, dict[str, float]]


class ConfusionOut(BaseModel):
    labels: list[str]
    n: int


class AgreementOut(BaseModel):
    """Agreement at one level of the labels.

    `disagreements` counts them by kind (missing, bounds, label), each between two readers;
    `unsettled` turns are read by several and not agreed yet; `model` is what readers made of each
    model's proposals, with F1 of model and reader where they were shown, hidden, or too early.
    """

    level: str
    levels: list[str]
    turns: int
    tokens: int
    unsettled: int
    alpha: float
    f1: float
    labels: dict[str, dict[str, float]]
    pairs: list[PairOut]
    people: dict[str, JudgedOut]
    disagreements: dict[str, int]
    confusions: list[ConfusionOut]
    model: dict[str, object]


class TeamOut(Answer):
    """How far the asked turns are; people and agreement as far as they are yours to see.

    `people` holds you alone unless you may revise; then `agreement` is there. `own` is you by what
    was agreed.
    """

    asked: int
    open: int
    waiting: int
    unsettled: int
    done: int
    skipped: int
    flagged: int
    questions: int
    readings: int
    seconds: float
    median_seconds: float | None
    people: list[PersonOut]
    own: JudgedOut | None
    agreement: AgreementOut | None


@router.get("/projects/{slug:slug}/team", response=TeamOut)
@needs("read")
def show_team(request: PersonRequest, slug: str, query: Query[TeamQuery]) -> TeamOut:
    """Progress of a project and its people, and how far readers agree. Holds no text."""
    project = access.project_for(request, slug, "overview")
    sees_all = "revise" in request.rights
    seen = read_progress(project, None if sees_all else request.user)
    own_figures = read_own_figures(project, request.user) if "label" in request.rights else None
    agreement = read_agreement(project, query.level) if sees_all else None
    report = summarise(agreement) if agreement else None
    told = not agreement or not agreement.hiding(seen.unsettled)
    return TeamOut.made_of(
        seen,
        people=[PersonOut.of(person, told=told) for person in seen.people],
        own=JudgedOut(**judged(own_figures)) if own_figures else None,
        agreement=AgreementOut(**report) if report else None,
    )
