"""Operations on hooks: who is told when something of a project has ended, and what was told."""

from datetime import datetime
from typing import Annotated, Literal, Self

from ninja import Router
from pydantic import BaseModel, Field

from annotation.models import Hook, HookDelivery
from annotation.services.hooks import own
from webapp import access
from webapp.api.bodies import Answer, Body
from webapp.api.calls.scopes import needs
from webapp.requests import PersonRequest
from webapp.words.hooks import why_of

router = Router(tags=["hooks"])


class HookIn(Body):
    """An address below one that the administrator allows."""

    address: Annotated[str, Field(min_length=1, max_length=500)]


class SwitchIn(Body):
    """On: it is told from now on; off: it is told no more, nor what waits for it."""

    on: Annotated[bool, Field(strict=True)]


class HookOut(BaseModel):
    id: int
    address: str
    on: bool
    created_at: datetime

    @classmethod
    def of(cls, hook: Hook) -> Self:
        return cls(
            id=hook.pk, address=hook.address, on=hook.off_at is None, created_at=hook.created_at
        )


class HookMade(BaseModel):
    """`secret` signs what is told: it is in this answer and in no other."""

    hook: HookOut
    secret: str


class DeliveryOut(Answer):
    """What was told to a hook, or waits: `number` is the header `Antifaz-Delivery`, `answer` the
    status of the last try, `why` what it came to where it was not taken."""

    number: str
    hook: int
    event: str
    status: Literal["waiting", "done", "given_up"]
    attempts: int
    answer: int | None
    why: str
    created_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, row: HookDelivery) -> Self:
        return cls.made_of(row, number=str(row.number), hook=row.hook_id, why=why_of(row))


@router.get("/projects/{slug:slug}/hooks", response=list[HookOut])
@needs("manage")
def list_hooks(request: PersonRequest, slug: str) -> list[HookOut]:
    """The hooks of the project, without those of whoever runs the server."""
    project = access.project_for(request, slug, "manage")
    return [HookOut.of(hook) for hook in own.list_hooks(project)]


@router.post("/projects/{slug:slug}/hooks", response={201: HookMade})
@needs("manage")
def add_hook(request: PersonRequest, slug: str, body: HookIn) -> HookMade:
    """Let an address be told. It takes no `Idempotency-Key`, for its answer is kept nowhere: an
    address is told once, and a second call is 409 `taken`."""
    project = access.project_for(request, slug, "manage")
    hook, secret = own.add_hook(project, request.user, body.address)
    access.log_hook(request, hook, "added")
    return HookMade(hook=HookOut.of(hook), secret=secret)


@router.post("/projects/{slug:slug}/hooks/{int:pk}/switch", response=HookOut)
@needs("manage")
def switch_hook(request: PersonRequest, slug: str, pk: int, body: SwitchIn) -> HookOut:
    """Tell it from now on, or no more."""
    hook = access.hook_for(request, slug, pk, "manage")
    own.switch_hook(hook, on=body.on)
    access.log_hook(request, hook, "switched on" if body.on else "switched off")
    hook.refresh_from_db()
    return HookOut.of(hook)


@router.post("/projects/{slug:slug}/hooks/{int:pk}/test", response={202: HookOut})
@needs("manage")
def try_hook(request: PersonRequest, slug: str, pk: int) -> HookOut:
    """Tell it alone of a `test`; `deliveries` says what becomes of it."""
    hook = access.hook_for(request, slug, pk, "manage")
    own.try_hook(hook)
    access.log_hook(request, hook, "tried")
    return HookOut.of(hook)


@router.post("/projects/{slug:slug}/hooks/{int:pk}/remove", response=HookOut)
@needs("manage")
def remove_hook(request: PersonRequest, slug: str, pk: int) -> HookOut:
    """With what waits for it and all that it was told. The answer is what it was."""
    hook = access.hook_for(request, slug, pk, "manage")
    access.log_hook(request, hook, "removed")
    was = HookOut.of(hook)
    own.remove_hook(hook)
    return was


@router.get("/projects/{slug:slug}/deliveries", response=list[DeliveryOut])
@needs("manage")
def show_deliveries(request: PersonRequest, slug: str) -> list[DeliveryOut]:
    """The last 30 deliveries to the project's hooks, the newest first, without bodies."""
    project = access.project_for(request, slug, "manage")
    return [DeliveryOut.of(row) for row in own.last_deliveries(project)]
