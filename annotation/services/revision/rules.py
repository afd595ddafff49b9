"""How originals are replaced: the project's strategy, those of single labels, and how often.

Called by `plans`, `outgoing`, `pseudonyms`, `release` and the settings page. Strategies are the
engine's, and one more: `dissociation` is its `word` with words of the corpus [Adelani20].
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Substr
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.formats.types import DialogueValue
from annotation.models import Label, Project, Span
from annotation.refusals import Refused
from annotation.services.revision.engine_cache import Remembered
from surrogates import STRATEGIES, own_values
from surrogates.folding import PARTICLES, WORD, fold
from surrogates.labels import kind_of
from surrogates.languages.particles import NAMING
from surrogates.own_values import OwnValues, ValueCounter, has_own_values
from surrogates.policies.word import UNSHARED
from surrogates.search.gate import without_kept
from surrogates.types import Dialogue, Result

AS_IT_IS = "none"  # the strategy that replaces nothing: for the project's own use
DISSOCIATION = "dissociation"
ENTITY = "entity"
GENERALISE = "generalise"
NAMES = [*(name for name in STRATEGIES if name != AS_IT_IS), DISSOCIATION]
# Dialogues that say a word or a value which another may show.
SAID_IN = own_values.SAID_IN
MOST_SPANS = 100_000  # that words are counted in, the oldest first


@dataclass(frozen=True)
class Words:
    """What a corpus says under each label, and how often; equal where the counts are."""

    counts: Mapping[str, Mapping[str, int]] = field(compare=False, repr=False)
    digest: str
    # Whole values of the labels that name no known kind.
    values: OwnValues | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Rules:
    """How the originals of a dialogue are replaced.

    With the key, the lexicon and the decisions, all that the draws follow from.
    """

    strategy: str
    by_label: tuple[tuple[str, str], ...] = ()  # of labels with another strategy, by name
    q: float = 1.0  # probability that an item is replaced; below 1 originals stay, on purpose
    words: Words | None = None  # for `dissociation`, and for own values under `entity`

    def of(self, label: str) -> str:
        return dict(self.by_label).get(label, self.strategy)

    @property
    def strategies(self) -> frozenset[str]:
        return frozenset({self.strategy, *(name for _label, name in self.by_label)})

    def is_word(self, label: str) -> bool:
        return self.of(label) in ("word", DISSOCIATION)

    @property
    def dissociates(self) -> bool:
        return DISSOCIATION in self.strategies

    def draws_own(self, label: str) -> bool:
        """Whether a label's own values stand for it: no rule knows another."""
        return self.of(label) == ENTITY and has_own_values(label)

    @property
    def values(self) -> OwnValues | None:
        return self.words.values if self.words is not None else None

    def for_engine(self, dialogue: Dialogue) -> dict[str, str]:
        """Label -> a strategy of the engine's, of each label in the dialogue."""
        labels = {mention.label for turn in dialogue.turns for mention in turn.mentions}
        return {label: "word" if self.is_word(label) else self.of(label) for label in labels}

    def without_kept(self, original: Dialogue, result: Result) -> Result:
        """The result with what q left as it was covered."""
        return without_kept(result, self.for_engine(original), self.q)

    @property
    def corpus(self) -> dict[str, Mapping[str, int]] | None:
        """The counts of the labels whose words come from the corpus."""
        if self.words is None:
            return None
        counts = self.words.counts.items()
        return {label: words for label, words in counts if self.of(label) == DISSOCIATION}


def rules_of(
    project: Project,
    *,
    strategy: str | None = None,
    by_label: Mapping[str, str] | None = None,
    q: float = 1.0,
    said_in: int = SAID_IN,
) -> Rules:
    """The project's rules; `strategy` and `by_label` in place of its own.

    `said_in`: how many dialogues must say a word that dissociation draws, or an own value. The
    project's own q is not taken up: only a file that somebody confirmed is written with it.
    Raises: Refused for an unknown label or strategy.
    """
    strategy = strategy or project.replacement
    if strategy == AS_IT_IS:
        return Rules(strategy)
    if by_label:
        check_labels(by_label, project.labels.values_list("name", flat=True))
    names = dict(project.labels.values_list("name", "replacement"))
    own = {name: each for name, each in names.items() if each in NAMES}
    rules = made_rules(strategy, {**own, **(by_label or {})}, q)
    return with_words(project, rules, said_in, labels=names)


def made_rules(strategy: str, by_label: Mapping[str, str], q: float = 1.0) -> Rules:
    """Rules without counted words; a label with the strategy of all is none of its own.

    Raises: Refused.
    """
    if unknown := {strategy, *by_label.values()} - {*NAMES, AS_IT_IS}:
        known = ", ".join(NAMES)
        text = _("There is no strategy %(name)s; there are: %(known)s.")
        values = {"name": min(unknown), "known": known}
        raise Refused(text % values, code="unknown_strategy")
    exceptions = tuple(
        sorted((label, name) for label, name in by_label.items() if name != strategy)
    )
    return Rules(strategy, exceptions, q)


def check_labels(by_label: Iterable[str], labels: Iterable[str]) -> None:
    """Raises Refused for the first label that is not one of the labels."""
    known = set(labels)
    for label in by_label:
        if label not in known:
            raise Refused(_("There is no label “%(name)s”.") % {"name": label}, code="no_label")


def own_strategies(project: Project) -> dict[str, str]:
    """Label -> its strategy, of those with one of their own; one query."""
    rows = project.labels.exclude(replacement="").values_list("name", "replacement")
    return {name: strategy for name, strategy in rows if strategy in NAMES}


def labels_to_replace(project: Project) -> QuerySet[Label]:
    """The labels that a strategy can be chosen for: not the groups, which no span has."""
    spans = Exists(Span.objects.filter(label=OuterRef("pk")))
    return project.labels.filter(~Q(key="") | ~Q(replacement="") | Q(spans))


def refuse_originals(q: float, *, confirmed: bool) -> None:
    """Raises Refused for a q that is none, or one below 1 that nobody has confirmed."""
    if not 0 < q <= 1:
        raise Refused(_("q is a probability: above 0, at most 1."), code="q_range")
    if q < 1 and not confirmed:
        text = _(
            "With q = %(q)s originals stay in the text on purpose, which is for research only: "
            "nothing is written until you confirm that, or set q to 1."
        )
        raise Refused(text % {"q": number_format(q)}, code="originals_stay")


# --- words of the corpus --------------------------------------------------------------------------

COUNTED: Remembered[object, Words] = Remembered(1_000_000)  # spans


def with_words(
    project: Project, rules: Rules, said_in: int = SAID_IN, *, labels: Iterable[str]
) -> Rules:
    """The rules with what people labelled in the project, if they draw from it.

    Counted once for each state of the labels; only what is settled counts, in at most MOST_SPANS.
    """
    counted = [n for n in labels if rules.of(n) == DISSOCIATION or rules.draws_own(n)]
    if not counted:
        return rules
    spans = Span.objects.filter(
        turn__dialogue__project=project, reading__is_gold=True, status=Span.Status.ACCEPTED
    )
    spans = spans.filter(label__name__in=counted)
    now = spans.order_by().aggregate(
        spans=Count("pk"), ids=Sum("pk"), starts=Sum("start"), ends=Sum("end"),
        versions=Sum("reading__version"), labels=Sum("label"),
    )  # fmt: skip
    size = now["spans"] + 1
    wording = Substr("turn__text", F("start") + 1, F("end") - F("start"))
    rows = spans.order_by("pk").values_list("label__name", "turn__dialogue", wording)[:MOST_SPANS]
    names = tuple(project.labels.values_list("pk", "name"))
    key = bytes(project.surrogate_key)
    cache_key = (
        project.pk,
        key,
        names,
        rules.strategy,
        rules.by_label,
        said_in,
        tuple(now.values()),
    )
    return replace(rules, words=COUNTED.recall(cache_key, size, lambda: count_words(rows, said_in)))


def words_in(dialogues: Iterable[DialogueValue], rules: Rules, said_in: int) -> Rules:
    """The rules with what the dialogues of a file say, if they draw from it.

    Raises: FormatError, OSError.
    """
    rows = (
        (span.label, number, turn.text[span.start : span.end])
        for number, dialogue in enumerate(dialogues)
        for turn in dialogue.turns
        for span in turn.spans
        if rules.of(span.label) == DISSOCIATION or rules.draws_own(span.label)
    )
    return replace(rules, words=count_words(rows, said_in))


def count_words(rows: Iterable[tuple[str, object, str]], said_in: int = SAID_IN) -> Words:
    """Counts from (label, dialogue, text of a span); spellings of one word together, as the
    commonest. A word that fewer than `said_in` dialogues say under the label is left out."""
    spellings: dict[tuple[str, str], Counter[str]] = {}
    where: dict[tuple[str, str], set[object]] = {}
    own = ValueCounter()
    for label, dialogue, text in rows:
        own.add(label, dialogue, text)
        kind = kind_of(label)
        if kind in UNSHARED or "@" in text:  # names an account
            continue
        for word in WORD.findall(text):
            key = fold(word)
            # One with a digit in it is an identifier, and that is somebody's.
            if (key in PARTICLES and kind in NAMING) or any(char.isdigit() for char in word):
                continue
            spellings.setdefault((label, key), Counter())[word] += 1
            said = where.setdefault((label, key), set())
            if len(said) < said_in:  # more of them tell no more, and a long file has many
                said.add(dialogue)
    counts: dict[str, dict[str, int]] = {}
    for (label, key), spelled in sorted(spellings.items()):
        if len(where[label, key]) >= said_in:
            commonest = min(spelled, key=lambda word: (-spelled[word], word))
            counts.setdefault(label, {})[commonest] = spelled.total()
    values = own.counted(said_in)
    drawn_from = (counts, values.counts, values.words)
    return Words(counts, hashlib.sha256(repr(drawn_from).encode()).hexdigest(), values)
