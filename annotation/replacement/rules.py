"""How originals are replaced: the strategy of all labels, those of single ones, and how often.

Called by `revision.rules`, which has those of a project, and by work on files; pure. Strategies are
the engine's, and one more: `dissociation` is its `word` with words of the corpus [Adelani20].
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from annotation.formats.types import DialogueValue
from annotation.refusals import Refused
from annotation.translatable import N_
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


class RulesRefused(Refused):
    """Rules that cannot be meant: a sentence to be translated, and what it names."""

    def __init__(self, text: str, values: Mapping[str, object], *, code: str) -> None:
        super().__init__(text % values, code=code)
        self.text, self.values = text, values


def made_rules(strategy: str, by_label: Mapping[str, str], q: float = 1.0) -> Rules:
    """Rules without counted words; a label with the strategy of all is none of its own.

    Raises: RulesRefused.
    """
    if unknown := {strategy, *by_label.values()} - {*NAMES, AS_IT_IS}:
        text = N_("There is no strategy %(name)s; there are: %(known)s.")
        values = {"name": min(unknown), "known": ", ".join(NAMES)}
        raise RulesRefused(text, values, code="unknown_strategy")
    exceptions = tuple(
        sorted((label, name) for label, name in by_label.items() if name != strategy)
    )
    return Rules(strategy, exceptions, q)


def refuse_originals(q: float, *, confirmed: bool) -> None:
    """Raises RulesRefused for a q that is none, or one below 1 that nobody has confirmed."""
    if not 0 < q <= 1:
        raise RulesRefused(N_("q is a probability: above 0, at most 1."), {}, code="q_range")
    if q < 1 and not confirmed:
        text = N_(
            "With q = %(q)s originals stay in the text on purpose, which is for research only: "
            "nothing is written until you confirm that, or set q to 1."
        )
        raise RulesRefused(text, {"q": q}, code="originals_stay")


def words_in(dialogues: Iterable[DialogueValue], rules: Rules, said_in: int) -> Rules:
    """The rules with what the dialogues of a file say, if they draw from it.

    Raises: FormatError, OSError.
    """
    counter = WordCounter(said_in)
    for number, dialogue in enumerate(dialogues):
        counter.add_dialogue(number, dialogue, rules)
    return replace(rules, words=counter.counted())


def count_words(rows: Iterable[tuple[str, object, str]], said_in: int = SAID_IN) -> Words:
    """Counts from (label, dialogue, text of a span); spellings of one word together, as the
    commonest. A word that fewer than `said_in` dialogues say under the label is left out."""
    counter = WordCounter(said_in)
    for label, dialogue, text in rows:
        counter.add(label, dialogue, text)
    return counter.counted()


@dataclass
class WordCounter:
    """Counts words and own values as dialogues pass by; those of parts of a corpus are merged."""

    said_in: int = SAID_IN
    spellings: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    where: dict[tuple[str, str], set[object]] = field(default_factory=dict)
    own: ValueCounter = field(default_factory=ValueCounter)

    def add_dialogue(self, number: object, dialogue: DialogueValue, rules: Rules) -> None:
        """Take in what the rules draw from; number: that of no other dialogue."""
        for turn in dialogue.turns:
            for span in turn.spans:
                if rules.of(span.label) == DISSOCIATION or rules.draws_own(span.label):
                    self.add(span.label, number, turn.text[span.start : span.end])

    def add(self, label: str, dialogue: object, text: str) -> None:
        self.own.add(label, dialogue, text)
        kind = kind_of(label)
        if kind in UNSHARED or "@" in text:  # names an account
            return
        for word in WORD.findall(text):
            key = fold(word)
            # One with a digit in it is an identifier, and that is somebody's.
            if (key in PARTICLES and kind in NAMING) or any(char.isdigit() for char in word):
                continue
            self.spellings.setdefault((label, key), Counter())[word] += 1
            said = self.where.setdefault((label, key), set())
            if len(said) < self.said_in:  # more of them tell no more, and a long file has many
                said.add(dialogue)

    def merge(self, other: "WordCounter") -> None:
        """Take in what was counted in other dialogues, which have other numbers."""
        for key, spelled in other.spellings.items():
            self.spellings.setdefault(key, Counter()).update(spelled)
            self.where.setdefault(key, set()).update(other.where[key])
        self.own.merge(other.own)

    def counted(self) -> Words:
        counts: dict[str, dict[str, int]] = {}
        for (label, key), spelled in sorted(self.spellings.items()):
            if len(self.where[label, key]) >= self.said_in:
                commonest = min(spelled, key=lambda word: (-spelled[word], word))
                counts.setdefault(label, {})[commonest] = spelled.total()
        values = self.own.counted(self.said_in)
        drawn_from = (counts, values.counts, values.words)
        return Words(counts, hashlib.sha256(repr(drawn_from).encode()).hexdigest(), values)
