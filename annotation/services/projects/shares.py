"""Dialogues that are assigned to readers: dealt by shares, or chosen by hand; and who has how much.

Called by the people page, the corpus page and imports. What an assigned dialogue means for who is
asked what stands in `access.reach`; nothing here touches what was read.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Allotment, Dialogue, Member, Project, QueryItem, Reading, Turn, User
from annotation.refusals import Refused
from annotation.services.corpus.gold import ENDED
from annotation.services.figures import grouped
from annotation.services.projects.dealing import Dealt, deal_anew, deal_more, equal_shares
from annotation.services.projects.members import LABELLERS

PIECE = 500  # rows of one statement


@dataclass(frozen=True, slots=True)
class Assigned:
    """What became of dialogues that somebody chose."""

    count: int  # assigned now, or open to all now
    unasked: int = 0  # not to be labelled, but kept to measure the model or only replaced
    missing: int = 0  # erased meanwhile, or never of this project
    name: str = ""  # of the reader; empty where they are open to all


@dataclass(frozen=True, slots=True)
class Share:
    """What is assigned to one reader, and how far it is."""

    dialogues: int = 0
    turns: int = 0
    read: int = 0  # turns that somebody has read or skipped
    asked: int = 0  # open turns of a batch that nobody has read

    @property
    def left(self) -> int:
        return self.turns - self.read


def list_readers(project: Project) -> list[Member]:
    """The members to whom dialogues can be assigned: who labels, and can sign in."""
    return list(_labelling(project).select_related("user").order_by("user__username"))


def _labelling(project: Project) -> QuerySet[Member]:
    return project.memberships.filter(role__in=LABELLERS, user__is_active=True)


# --- by hand -----------------------------------------------------------------------------------


def assign_dialogues(project: Project, dialogues: Collection[int], reader: int | None) -> Assigned:
    """Assign dialogues (ids) to a member (her id), or open them to all (None); the last word holds.

    Ids of other projects are nobody's here. Raises Refused for who cannot label, and where nothing
    is left to assign.
    """
    with transaction.atomic():
        member = None if reader is None else _lock_reader(project, reader)
        there = dict(_lock_dialogues(project, dialogues))
        pool = [pk for pk, split in there.items() if split == Dialogue.Split.POOL]
        if not pool:
            raise Refused(
                _(
                    "None of these dialogues can be assigned: they are gone, or nobody is asked "
                    "about them."
                ),
                code="none_left",
            )
        _write(dict.fromkeys(pool, reader), is_dealt=False)
    name = member.user.get_username() if member else ""
    return Assigned(len(pool), len(there) - len(pool), len(set(dialogues)) - len(there), name)


def _lock_reader(project: Project, pk: int) -> Member:
    """Locked, so that nobody disables her while dialogues are assigned to her."""
    member = project.memberships.select_for_update().filter(pk=pk).first()
    if member is None or member.role not in LABELLERS or not member.user.is_active:
        raise Refused(_("Choose somebody who labels in this project."), code="no_reader")
    return member


def _lock_dialogues(project: Project, pks: Collection[int]) -> Iterator[tuple[int, str]]:
    """Id and split of those that are there; nobody erases them before the transaction ends."""
    for some in _pieces(sorted(set(pks))):
        rows = project.dialogues.select_for_update(no_key=True).filter(pk__in=some)
        yield from rows.order_by("pk").values_list("pk", "split")


def _write(dealt: Mapping[int, int | None], *, is_dealt: bool) -> None:
    for some in _pieces(sorted(dealt)):
        given = [
            Allotment(dialogue_id=pk, member_id=reader, is_dealt=is_dealt)
            for pk in some
            if (reader := dealt[pk]) is not None
        ]
        Allotment.objects.filter(dialogue__in=[pk for pk in some if dealt[pk] is None]).delete()
        Allotment.objects.bulk_create(
            given,
            update_conflicts=True,
            unique_fields=["dialogue"],
            update_fields=["member", "is_dealt"],
        )


def _pieces(pks: Sequence[int]) -> Iterator[Sequence[int]]:
    return (pks[first : first + PIECE] for first in range(0, len(pks), PIECE))


# --- by shares ---------------------------------------------------------------------------------


def set_shares(project: Project, shares: Mapping[int, int]) -> int:
    """Keep shares (member's id -> percent) and deal by them; how many dialogues are dealt now.

    Dealt is what still has something to read and was not assigned by hand; a reader keeps what she
    has as far as her share goes. Without shares all that was dealt is open to everybody. Raises
    Refused for shares that are none, that come to more than a hundred, or of who cannot label.
    """
    shares = {pk: share for pk, share in shares.items() if share}
    total = sum(shares.values())
    if any(share < 0 for share in shares.values()) or total > 100:
        raise Refused(
            _("The shares come to %(n)s %%; 100 %% is all there is.") % {"n": grouped(total)},
            code="too_much",
        )
    with transaction.atomic():
        # One deal at a time: two managers would deal the same dialogues to different readers.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        for pk in sorted(shares):
            _lock_reader(project, pk)
        project.memberships.exclude(pk__in=shares).update(share=None)
        for pk, share in shares.items():
            project.memberships.filter(pk=pk).update(share=share)
        dealt = _deal_all(project, shares)
    return sum(reader is not None for reader in dealt.values())


def share_equally(project: Project) -> int:
    """Equal shares for the annotators, or where there is none for all who label."""
    readers = list_readers(project)
    annotators = [each for each in readers if each.role == Member.Role.ANNOTATOR]
    return set_shares(project, equal_shares([each.pk for each in annotators or readers]))


def deal_new(project: Project, first: int) -> None:
    """Deal dialogues that came in later, from a place in the corpus on, where the project has
    shares; what was dealt before stays as it is."""
    members = _labelling(project).filter(share__gt=0).order_by("pk")
    shares = {member.pk: member.share or 0 for member in members}
    new = project.dialogues.filter(position__gte=first, split=Dialogue.Split.POOL, allotment=None)
    if not shares:
        return
    with transaction.atomic():
        dealt = Allotment.objects.filter(member__in=shares, is_dealt=True).order_by()
        has = Counter(dealt.values_list("member_id", flat=True))
        rows = new.select_for_update(of=("self",), no_key=True).order_by("position", "pk")
        _write(deal_more(rows.values_list("pk", flat=True), shares, has), is_dealt=True)


def _deal_all(project: Project, shares: Mapping[int, int]) -> Dealt:
    Allotment.objects.filter(dialogue__project=project, is_dealt=True).exclude(
        member__in=shares
    ).delete()
    if not shares:
        return {}
    chosen = Allotment.objects.filter(dialogue=OuterRef("pk"), is_dealt=False)
    unread = Turn.objects.filter(~Exists(_ended(OuterRef("pk"))), dialogue=OuterRef("pk"))
    waiting = project.dialogues.filter(~Exists(chosen), Exists(unread), split=Dialogue.Split.POOL)
    rows = waiting.select_for_update(of=("self",), no_key=True).order_by("position", "pk")
    pks = list(rows.values_list("pk", flat=True))
    begun = Reading.objects.filter(
        turn__dialogue=OuterRef("dialogue"), reader=OuterRef("member__user")
    )
    held = Allotment.objects.filter(dialogue__project=project, dialogue__in=waiting.order_by())
    kept = held.annotate(begun=Exists(begun)).order_by("-begun", "dialogue__position", "dialogue")
    dealt = deal_anew(pks, shares, dict(kept.values_list("dialogue", "member")))
    _write(dealt, is_dealt=True)
    return dealt


def _ended(turn: OuterRef) -> QuerySet[Reading]:
    """Readings of people who are through with a turn: they read it, or skipped it."""
    return Reading.objects.filter(turn=turn, status__in=ENDED)


# --- what is whose -----------------------------------------------------------------------------


def read_shares(project: Project) -> dict[int, Share]:
    """What is assigned to each member, by her id; three queries."""
    allotments = Allotment.objects.filter(dialogue__project=project)
    counts = Counter(allotments.order_by().values_list("member_id", flat=True))
    if not counts:
        return {}
    turns = Turn.objects.filter(dialogue__allotment__member__in=counts)
    rows: Iterable[tuple[int, int, int]] = (
        turns.order_by()
        .values_list("dialogue__allotment__member")
        .annotate(n=Count("pk"), read=Count("pk", filter=Q(Exists(_ended(OuterRef("pk"))))))
    )
    waiting = _waiting(project).filter(turn__dialogue__allotment__member__in=counts)
    asked = waiting.values_list("turn__dialogue__allotment__member").annotate(Count("pk"))
    open_now = dict(asked)
    told = {pk: Share(counts[pk], n, read, open_now.get(pk, 0)) for pk, n, read in rows}
    return {pk: told.get(pk, Share(count)) for pk, count in counts.items()}


def share_of(project: Project, user: User) -> Share | None:
    """What is assigned to one person, but for what is asked now; None where nothing is.

    Stands beside each turn that she labels, so it is counted in the cheapest way.
    """
    hers = Allotment.objects.filter(dialogue__project=project, member__user=user)
    if not (dialogues := hers.count()):
        return None
    turns = Turn.objects.filter(dialogue__in=hers.values("dialogue"))
    read = Reading.objects.filter(turn__dialogue__in=hers.values("dialogue"), status__in=ENDED)
    return Share(dialogues, turns.count(), read.order_by().values("turn").distinct().count())


def assignee_of(dialogue: Dialogue) -> Member | None:
    """To whom a dialogue is assigned; one query."""
    return Member.objects.filter(allotments=dialogue.pk).select_related("user").first()


def kept_for_others(project: Project, user: User) -> list[tuple[Member, int]]:
    """For whom else turns are kept that are asked now and that nobody has read: how many."""
    asked = _waiting(project).filter(turn__dialogue__allotment__isnull=False)
    counts = Counter(asked.values_list("turn__dialogue__allotment__member", flat=True))
    readers = [each for each in list_readers(project) if counts[each.pk]] if counts else []
    return [(each, counts[each.pk]) for each in readers if each.user_id != user.pk]


def count_open(project: Project) -> int:
    """Dialogues to be labelled that are assigned to nobody."""
    return project.dialogues.filter(split=Dialogue.Split.POOL, allotment=None).count()


def _waiting(project: Project) -> QuerySet[QueryItem]:
    """Turns that are asked now and that nobody has read or skipped."""
    items = QueryItem.objects.filter(batch__project=project, status=QueryItem.Status.OPEN)
    return items.exclude(assignments__status__in=ENDED).order_by()
