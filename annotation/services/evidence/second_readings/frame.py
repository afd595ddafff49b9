"""The turns of which a second reading can tell: those that rest on one person's word, by stratum,
and who could read each of them again. Called by the plan and by whoever draws."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from annotation.evidence.audit.sampling import LIKELY, PROPOSED, REST, STRATA
from annotation.evidence.audit.sequential import size_of
from annotation.models import AuditTurn, Dialogue, LayerKind, Project, Reading, Span, Turn
from annotation.refusals import Refused
from annotation.services.candidates.finding import ENDS
from annotation.services.candidates.likely import weigh
from annotation.services.candidates.said import Habits, bare, key_of
from annotation.services.glance.sums import Sums, gold_in_pool, of_project, settled_spans
from annotation.services.projects.shares import list_readers
from annotation.services.storage.snapshots import one_snapshot
from learning.tokens import tokenise
from learning.types import Bounds

DONE, SKIPPED = Reading.Status.DONE, Reading.Status.SKIPPED
POOL = Dialogue.Split.POOL
NOBODY = Habits()


@dataclass(frozen=True, slots=True)
class Frame:
    """Turns and items of the file that rest on one person's word, by stratum, those drawn before
    among them; and of the others who has read each."""

    sizes: Mapping[str, int]
    items: Mapping[str, int]
    free: Mapping[str, list[int]]  # turns that were not drawn and that somebody else could read
    readings: Mapping[int, int]  # turn -> the reading whose word it is
    readers: Mapping[int, list[int]]  # turn -> who has read or decided it
    labellers: int
    together: float  # items that count as one: see `sequential.size_of`

    @property
    def turns(self) -> int:
        return sum(self.sizes.values())

    @property
    def available(self) -> int:
        return sum(map(len, self.free.values()))

    @property
    def items_a_turn(self) -> float:
        return sum(self.items.values()) / self.turns if self.turns else 0.0


@one_snapshot()
def read_frame(project: Project) -> Frame:
    """The frame as it is now; seven queries, and one look at each text. A stratum says nothing of
    what a reader said: what a model or another tool proposed, and what looks personal without."""
    drawn = dict(_drawn(project).values_list("turn", "stratum"))
    gold = gold_in_pool(of_project(project))
    readings = dict(gold.values_list("turn", "pk"))
    items = _items(project)
    readers, said = _readers(project)
    proposed = set(
        Span.objects.filter(turn__dialogue__project=project, reading=None)
        .order_by()
        .values_list("turn", flat=True)
        .distinct()
    )
    labellers = {member.user_id for member in list_readers(project)}
    sizes, held = Counter(drawn.values()), Counter[str]()
    counts = [items.get(pk, 0) for pk in drawn]
    for pk, stratum in drawn.items():
        held[stratum] += items.get(pk, 0)
    free: defaultdict[str, list[int]] = defaultdict(list)
    turns = Turn.objects.filter(pk__in=gold.values("turn")).exclude(text="")
    rows = turns.order_by().values_list("pk", "text", "dialogue__lang")
    for pk, text, lang in rows.iterator(chunk_size=5000):
        if pk in drawn or said[pk] > 1:
            continue
        stratum = PROPOSED if pk in proposed else LIKELY if looks_personal(text, lang) else REST
        sizes[stratum] += 1
        held[stratum] += items.get(pk, 0)
        counts.append(items.get(pk, 0))
        if labellers - readers[pk]:
            free[stratum].append(pk)
    return Frame(
        sizes={name: sizes[name] for name in STRATA},
        items={name: held[name] for name in STRATA},
        free={name: free[name] for name in STRATA},
        readings=readings,
        readers={pk: sorted(people) for pk, people in readers.items()},
        labellers=len(labellers),
        together=_together(counts),
    )


def looks_personal(text: str, lang: str) -> bool:
    """Whether a name or a number may stand there: a listed word, a digit, a spoken letter, or a
    capital within a sentence; nothing that a reader said counts."""
    begins = True
    for start, end in tokenise(text):
        ends, is_word, is_capital, is_firm = _look(text[start:end], lang)
        if is_firm or (is_capital and not begins):
            return True
        begins = not is_word and (begins or ends)
    return False


@lru_cache(maxsize=100_000)  # in memory alone; a corpus says the same few words all the time
def _look(word: str, lang: str) -> tuple[bool, bool, bool, bool]:
    """Of one word: whether a sentence ends with it, whether it is one, begins with a capital, and
    is firm wherever it stands (as `candidates.likely.weigh` has it)."""
    is_firm = any(each.is_firm for each in weigh(word, [Bounds(0, len(word))], lang, NOBODY))
    return word in ENDS, bool(key_of(word)), bare(word)[:1].isupper(), is_firm


def check_frame(project: Project, frame: Frame) -> None:
    """Raises Refused where no second reading can be asked, with what is missing."""
    if not Turn.objects.filter(dialogue__project=project).exclude(text="").exists():
        raise Refused(_("This project has no text; import dialogues first."), code="empty")
    if not frame.turns:
        raise Refused(
            _("No turn rests on one reader's word; a second reading needs a first one."),
            code="no_gold",
        )
    if frame.labellers < 2:
        raise Refused(
            _("Fewer than two people label in this project; a second reading needs another one."),
            code="one_reader",
        )
    if not sum(frame.items.values()):
        raise Refused(
            _("The first readings hold no item, so nothing can be missed or found again."),
            code="no_items",
        )


@dataclass(frozen=True, slots=True)
class Singles:
    """The turns that rest on one person's word or were drawn: how many there are, their items,
    and how many of these count as one."""

    turns: int
    items: int
    together: float


def count_singles(sums: Sums) -> Singles:
    """For pages: without a look at any text."""
    turns, items, holding, squares = sums.singles
    return Singles(turns, items, size_of(items, holding, squares))


def _together(counts: Sequence[int]) -> float:
    """Of the items of each turn."""
    return size_of(sum(counts), sum(n > 0 for n in counts), sum(n * n for n in counts))


def _drawn(project: Project) -> QuerySet[AuditTurn]:
    return AuditTurn.objects.filter(draw__project=project)


def _items(project: Project) -> dict[int, int]:
    """Items of each settled turn; of a drawn one those that it held then."""
    spans = settled_spans(of_project(project))
    items = dict(spans.values_list("turn").annotate(n=Count("pk")))
    return items | {pk: len(first) for pk, first in _drawn(project).values_list("turn", "first")}


def _readers(project: Project) -> tuple[defaultdict[int, set[int]], Counter[int]]:
    """Who has read, skipped or decided each turn, and how many have read it to the end."""
    ended = Q(status__in=(DONE, SKIPPED)) | Q(layer=LayerKind.GOLD)
    rows = Reading.objects.filter(ended, turn__dialogue__project=project).order_by()
    readers: defaultdict[int, set[int]] = defaultdict(set)
    said: Counter[int] = Counter()
    for turn, reader, layer, status in rows.values_list("turn", "reader", "layer", "status"):
        readers[turn].add(reader)
        said[turn] += layer == LayerKind.READER and status == DONE
    return readers, said
