"""Which dialogues an annotator may read: those that she is asked about, and no others.

Called by `webapp.access` for every object that she asks for, and by services that list or search
texts. Curators and managers read all of their project.
"""

from datetime import timedelta
from typing import TypeVar

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.utils import timezone

from annotation.models import (
    AccessEvent,
    Allotment,
    Assignment,
    Batch,
    Dialogue,
    LayerKind,
    QueryItem,
    Reading,
    Turn,
    User,
)
from annotation.services.corpus.gold import ENDED
from annotation.services.projects.members import LABELLERS

# Pages and operations on which one labels: who was shown a dialogue there may still have steps to
# save that she made without a connection.
LABELLING = (AccessEvent.Purpose.LABEL, AccessEvent.Purpose.API)
ABANDONED = timedelta(minutes=60)  # after which an opened, unfinished item may go to somebody else
Rows = TypeVar("Rows", bound=Model)


def within_reach(rows: QuerySet[Rows], user: User, dialogue: str = "dialogue") -> QuerySet[Rows]:
    """Those of few rows whose dialogue (the field of that name) the person may read.

    It is to be labelled, not kept to measure the model; and she was given a turn of it, has read
    one, may be given one now, or has been shown it on the labelling page. No query of its own; what
    is asked first is the cheapest, and true of most that she asks for.
    """
    here = OuterRef(dialogue)
    shown = _shown(user).filter(dialogue=here)
    read = _read(user).filter(turn__dialogue=here)
    given = _given(user).filter(item__turn__dialogue=here)
    offered = _offered(user).filter(turn__dialogue=here)
    reached = Exists(shown) | Exists(read) | Exists(given) | Exists(offered)
    split = "split" if dialogue == "pk" else f"{dialogue}__split"
    return rows.filter(reached, **{split: Dialogue.Split.POOL})


def may_read(dialogue: Dialogue, user: User) -> bool:
    """The same of one dialogue that is at hand; most often one small query."""
    return dialogue.split == Dialogue.Split.POOL and (
        _shown(user).filter(dialogue=dialogue).exists()
        or _read(user).filter(turn__dialogue=dialogue).exists()
        or _given(user).filter(item__turn__dialogue=dialogue).exists()
        or _offered(user).filter(turn__dialogue=dialogue).exists()
    )


def dialogues_of(dialogues: QuerySet[Dialogue], user: User) -> QuerySet[Dialogue]:
    """The same of many dialogues: each reason is asked once, not of each dialogue."""
    offered = _offered(user).order_by().values("pk")
    reached = (
        Q(pk__in=_shown(user).order_by().values("dialogue_id"))
        | Q(pk__in=_read(user).order_by().values("turn__dialogue_id"))
        | Q(pk__in=_given(user).order_by().values("item__turn__dialogue_id"))
        | Q(pk__in=QueryItem.objects.filter(pk__in=offered).order_by().values("turn__dialogue_id"))
    )
    chosen = Dialogue.objects.filter(reached, split=Dialogue.Split.POOL).order_by().values("pk")
    return dialogues.filter(pk__in=chosen)


def with_seat(user: User) -> QuerySet[QueryItem]:
    """Open items that the person has in hand, or that have a seat free for her and were never
    hers."""
    hers = Assignment.objects.filter(item=OuterRef("pk"), reader=user)
    ended = hers.filter(status__in=ENDED)
    items = QueryItem.objects.filter(~Exists(ended), status=QueryItem.Status.OPEN)
    # A second reading is nobody's who said already what the turn holds: with a file that she
    # brought, or as she decided between others.
    said = Q(status__in=ENDED) | Q(layer=LayerKind.GOLD)
    known = Reading.objects.filter(said, turn=OuterRef("turn"), reader=user)
    # Asked of drawn turns alone, which are few: the cheap condition stands first.
    items = items.exclude(Q(second__isnull=False) & Exists(known) & ~Exists(hers))
    return items.annotate(taken=seats_taken(user)).filter(taken__lt=F("readers"))


def seats_taken(user: User) -> Combinable:
    """Seats of an item that others have: they have ended it, or took it a while ago at the most; or
    one is kept for the reader to whom the dialogue is assigned."""
    others = _holds("assignments__") & ~Q(assignments__reader=user)
    kept = Case(When(_kept_for_another(user), then=Value(1)), default=Value(0))
    return Count("assignments", filter=others) + kept


def _holds(path: str = "") -> Q:
    """That an assignment takes a seat."""
    recent: dict[str, object] = {f"{path}status": QueryItem.Status.OPEN}
    recent[f"{path}assigned_at__gte"] = timezone.now() - ABANDONED
    return Q(**{f"{path}status__in": ENDED}) | Q(**recent)


def _kept_for_another(user: User) -> Exists:
    """Whether a seat of an item is kept for somebody else. Not once she has a seat, nor while the
    person has it in hand: who has begun finishes."""
    whose = _allotted("turn__dialogue")
    of_item = Assignment.objects.filter(_holds(), item=OuterRef(OuterRef("pk")))
    seated = of_item.filter(Q(reader=user) | Q(reader=OuterRef("member__user")))
    return Exists(whose.exclude(member__user=user).filter(~Exists(seated)))


def _allotted(dialogue: str) -> QuerySet[Allotment]:
    """To whom the dialogue (a field of the outer query) is assigned, where they can read it."""
    return Allotment.objects.filter(
        dialogue=OuterRef(dialogue),
        member__disabled_at=None,
        member__role__in=LABELLERS,
        member__user__is_active=True,
    )


def not_for_others(turns: QuerySet[Turn], user: User) -> QuerySet[Turn]:
    """Of turns that were never asked those that would not be kept for somebody else."""
    return turns.filter(~Exists(_allotted("dialogue").exclude(member__user=user)))


def _shown(user: User) -> QuerySet[AccessEvent]:
    return AccessEvent.objects.filter(user=user, purpose__in=LABELLING, dialogue_id__isnull=False)


def _read(user: User) -> QuerySet[Reading]:
    return Reading.objects.filter(reader=user, layer=LayerKind.READER)


def _given(user: User) -> QuerySet[Assignment]:
    return Assignment.objects.filter(reader=user)


def _offered(user: User) -> QuerySet[QueryItem]:
    """Turns that `queue.offered` would give her: of the newest batch, or read by somebody and
    waiting for a further reader, or drawn to be read a second time."""
    later = Batch.objects.filter(
        project=OuterRef("batch__project"), number__gt=OuterRef("batch__number")
    )
    ended = Assignment.objects.filter(item=OuterRef("pk"), status__in=ENDED)
    again = Q(Exists(ended)) | Q(second__isnull=False)
    return with_seat(user).filter(Q(~Exists(later)) | again)
