"""Which lists the words of each label are drawn from, and how many real words stand on none.

Called by `table.bound_labels`. Counts words; keeps no text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from surrogates import draw
from surrogates.folding import fold
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.policies.word import Source, sources_of
from surrogates.rewrite import Item, collect
from surrogates.types import Dialogue, Mention, Turn

DRAWING = frozenset({"word", "dissociation", "entity"})  # strategies that draw from a list
PRIVATE = "private"  # of names of lists: counted in the corpus
_SIGNS = frozenset({"figure", "first figure", "sign", "ending"})  # of codes: of no corpus
Private = Mapping[str, Mapping[str, int]]  # label -> word -> how often the corpus says it


@dataclass(frozen=True, slots=True)
class Said:
    """An item as it was said, in a dialogue of some language."""

    label: str
    dialogue: object
    lang: str
    text: str


@dataclass(slots=True)
class WordList:
    """A list that words are drawn from: pi, by weights that are not yet shares."""

    name: str  # "surname", "given f", "figure", ...: see `surrogates.policies.word`
    lang: str
    weights: tuple[float, ...]
    private: bool = False  # counted in the corpus itself
    words: int = 0  # of the label, said
    outside: int = 0  # of these: on no list

    @property
    def size(self) -> int:
        return len(self.weights)

    @property
    def pi(self) -> list[float]:
        """Shares that sum to 1; none of a list without a word."""
        total = sum(self.weights)
        return [weight / total for weight in self.weights]

    @property
    def smallest(self) -> float:
        """The smallest probability of a word of the list; 0 without one."""
        return min(self.weights) / sum(self.weights) if self.weights else 0.0


@dataclass(slots=True)
class LabelWords:
    """What a label's items are made of."""

    label: str
    items: int = 0
    lists: dict[tuple[str, str], WordList] = field(default_factory=dict)
    by_dialogue: Counter[object] = field(default_factory=Counter)  # words that are drawn
    draws: bool = True  # else a placeholder or the like: an item counts as one word

    @property
    def words(self) -> int:
        return self.by_dialogue.total()

    @property
    def outside(self) -> int:
        return sum(each.outside for each in self.lists.values())

    @property
    def most(self) -> int:
        """Words that are drawn in the dialogue with the most of them."""
        return max(self.by_dialogue.values(), default=0)


def count_words(
    rows: Iterable[Said],
    strategy_of: Callable[[str], str],
    lexicon_of: Callable[[str], Lexicon],
    private: Private,
) -> dict[str, LabelWords]:
    """Each label with its lists, and how many of its words are on none.

    private: the counted words of the labels that dissociation draws for.
    """
    labels: dict[str, LabelWords] = {}
    known: dict[tuple[str, str, str], list[tuple[Source, bool]]] = {}
    times: Counter[tuple[str, str, str]] = Counter()
    finder = _Finder(private)
    for row in rows:
        place = (row.label, row.lang, row.text)
        if place not in known:
            strategy = strategy_of(row.label)
            draws = strategy in DRAWING
            lexicon = lexicon_of(row.lang) if draws else None
            known[place] = list(finder.sources(row, strategy, lexicon)) if lexicon else []
            if row.label not in labels:
                labels[row.label] = LabelWords(row.label, draws=draws)
        counted = labels[row.label]
        counted.items += 1
        counted.by_dialogue[row.dialogue] += len(known[place]) if counted.draws else 1
        times[place] += 1
    for place, n in times.items():
        for source, inside in known[place]:
            found = _list_of(labels[place[0]], source, place[1])
            found.words += n
            found.outside += 0 if inside else n
    return labels


def _list_of(counted: LabelWords, source: Source, lang: str) -> WordList:
    """The list of a source among those of its label."""
    key = (source.name, lang)
    if key not in counted.lists:
        weights = tuple(source.pool.weights.values())
        is_private = source.name.partition(" ")[0] == PRIVATE
        counted.lists[key] = WordList(source.name, lang, weights, is_private)
    return counted.lists[key]


class _Finder:
    """Finds the list of a word, and whether the word is on it; keeps what it has folded."""

    def __init__(self, private: Private) -> None:
        self._private = private
        self._folded: dict[int, tuple[draw.Pool, frozenset[str]]] = {}
        self._pools: dict[tuple[str, ...], draw.Pool] = {}

    def sources(self, row: Said, strategy: str, lexicon: Lexicon) -> Iterator[tuple[Source, bool]]:
        item = _item_of(row)
        if item is None:
            return
        for source in sources_of(item, lexicon):
            drawn = source
            if strategy == "entity":
                drawn = Source(source.word, source.name, self._by_weight(item, source, lexicon))
            elif strategy == "dissociation" and row.label in self._private:
                drawn = self._counted(item, source, lexicon)
            yield drawn, source.word in self._keys(drawn.pool)

    def _keys(self, pool: draw.Pool) -> frozenset[str]:
        if id(pool) not in self._folded:
            self._folded[id(pool)] = pool, frozenset(map(fold, pool.weights))
        return self._folded[id(pool)][1]

    def _by_weight(self, item: Item, source: Source, lexicon: Lexicon) -> draw.Pool:
        """The same list as `entity` draws from it: names and towns as often as they are borne."""
        place = ("entity", source.name, lexicon.lang)
        if place not in self._pools:
            weights = source.pool.weights
            if item.kind in NAMES and source.name.startswith("given"):
                borne = {name.text: name.weight for name in lexicon.name_entries}
            elif item.kind in NAMES and source.name == "surname":
                borne = lexicon.surname_weights
            elif item.kind is Kind.PLACE and source.name == "place":
                bands = lexicon.place_entries
                borne = {town.name: float(draw.BAND_WEIGHT[town.weight]) for town in bands}
            else:
                return source.pool
            self._pools[place] = draw.Pool((n, borne.get(n, w)) for n, w in weights.items())
        return self._pools[place]

    def _counted(self, item: Item, source: Source, lexicon: Lexicon) -> Source:
        """The words of the corpus of the source's label and class; the list's where it has none."""
        if source.name in _SIGNS:
            return source
        place = ("private", item.label, source.klass)
        if place not in self._pools:
            counts = self._private[item.label]
            alike = [
                (word, float(n))
                for word, n in counts.items()
                for found in sources_of(_with_text(item, word), lexicon)
                if found.klass == source.klass and found.word == fold(word)
            ]
            if not alike:
                return source
            self._pools[place] = draw.Pool(alike)
        name = f"{PRIVATE} {source.klass}".strip()
        return Source(source.word, name, self._pools[place], source.klass)


def _item_of(row: Said) -> Item | None:
    """A label's text as the engine takes it, without the words around it."""
    turn = Turn("", row.text, (Mention(0, len(row.text), row.label),))
    items, _nested = collect(Dialogue("", row.lang, (turn,)))
    return items[0] if items else None


def _with_text(item: Item, text: str) -> Item:
    return Item(0, 0, 0, len(text), item.label, item.kind, text, "", "")
