"""One dialogue on the workbench: its items, what may not be shown, what was drawn so far.

`policies` fill `Scene.surrogates`; the modules for names, places, digits, dates ... read and write
the same scene, so that no two entities get one surrogate.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from surrogates import draw
from surrogates.codes import ConstraintKind
from surrogates.folding import PARTICLES, WORD, digits_only, fold, key_words, letters_only, words
from surrogates.labels import ADDRESSES, CLOSED, DIGITS, NAMES, TRAITS, WORDED, Kind
from surrogates.languages.common_parts import kinds_alone, kinds_in_hosts, plain_parts
from surrogates.languages.inflection import stems_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys
from surrogates.languages.stems import Stems, cased_things
from surrogates.languages.titles import plain_titles, title_words
from surrogates.languages.variants import Namesakes, Variants
from surrogates.notices import Notice
from surrogates.own_values import OwnValues
from surrogates.rewrite import Item
from surrogates.types import Constraint, Counts, Dialogue, EntityCard, Issue, Person, Tie

# Words of addresses that belong to the format, not to a person.
_FORMAT_WORDS_TEXT = (
    "punto arroba guion bajo com net org www http https dot underscore hotmail gmail"
)
_FORMAT_WORDS = frozenset(_FORMAT_WORDS_TEXT.split())
_ENDINGS_TEXT = (
    "com es net org eu cat eus gal info fr de uk co ie us at ch be it pt nl gob gov edu ac biz io"
    " app dev online shop tv me example invalid test mx ar cl pe ad lu li"
)
DOMAIN_ENDINGS = frozenset(_ENDINGS_TEXT.split())
# Public providers whose names are ordinary words.
PROVIDER_HOSTS = frozenset({"web.de", "free.fr", "mail.com", "mail.de", "me.com", "ya.com"})
# With a true key all accounts in figures of a country begin alike.
IBAN_STARTS = {"FR": "FR76", "MC": "MC58"}
IBAN_WORDS = frozenset(map(str.lower, IBAN_STARTS.values()))
_HOST_WORDS = frozenset(word for host in PROVIDER_HOSTS for word in host.split("."))
# "S for Sierra", "be de Barcelona": words between a letter and its key word.
SPELLING_JOINERS = frozenset({"de", "for", "como", "as", "in", "wie"})


@dataclass
class Scene:
    """Mutable state of one `pseudonymise` call."""

    dialogue: Dialogue
    lexicon: Lexicon
    key: bytes
    items: list[Item]
    constraints: tuple[Constraint, ...] = ()
    q: float = 1.0
    corpus: Counts = field(default_factory=dict)  # what `word` draws from; empty: the lexicon
    values: OwnValues | None = None  # what `entity` draws for labels that name no known kind
    surrogates: dict[int, str] = field(default_factory=dict)
    cards: list[EntityCard] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    unnamed: set[int] = field(default_factory=set)  # items for which no rule had a surrogate
    people: list[Person] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    namesakes: Namesakes = field(default_factory=Namesakes)  # the names of people that were drawn
    told: dict[int, frozenset[str]] = field(default_factory=dict)  # words of tables, anybody's
    kept: set[int] = field(default_factory=set)
    memory: dict[Hashable, Any] = field(default_factory=dict)  # what was read of the items
    _raised: set[tuple[str, int, int]] = field(default_factory=set)

    @cached_property
    def stems(self) -> Stems:
        """Where the names of this dialogue are inflected, or written with ae for ä."""
        articles = self.lexicon.signs("families")
        names = (item for item in self.items if item.kind in NAMES and " " not in item.text)
        said = ((item, self.before(item)[-8:].lower().split()) for item in names)
        families = [item.text for item, before in said if before and before[-1] in articles]
        cased = cased_things(self.items, self.after, self.lexicon)
        return Stems(self.items, self.lexicon, self.dialogue.lang, families, cased)

    def says(self, forms: Iterable[str]) -> bool:
        """Whether one of the folded words or phrases is said in a turn."""
        phrases = [f" {' '.join(words(form))} " for form in forms]
        said = "|".join(self.said_turns)
        return any(phrase in said for phrase in phrases)

    @cached_property
    def said_turns(self) -> list[str]:
        return [f" {' '.join(said)} " for said in self._said]

    @cached_property
    def items_by_turn(self) -> dict[int, list[Item]]:
        """Items of each turn that has some, in order."""
        by_turn: dict[int, list[Item]] = {}
        for item in self.items:
            by_turn.setdefault(item.turn, []).append(item)
        return by_turn

    def take_items(self, items: list[Item]) -> None:
        """Go on with these items: what was read of the others is read anew."""
        self.items = items
        self.memory.clear()
        self.__dict__.pop("items_by_turn", None)

    @cached_property
    def labels(self) -> frozenset[str]:
        return frozenset(item.label for item in self.items)

    @cached_property
    def _constraint_by_mention(self) -> dict[tuple[str, str], Constraint]:
        """(kind, mention) -> the last constraint of the kind on the mention."""
        return {(c.kind, mention): c for c in self.constraints for mention in c.mentions}

    @cached_property
    def _links_by_mention(self) -> dict[str, Constraint]:
        """Mention -> the last link on it."""
        return {m: c for c in self.constraints if c.kind == ConstraintKind.LINK for m in c.mentions}

    def linked_with(self, item: Item) -> frozenset[str]:
        """Keys of the mentions that a person joined with an item."""
        link = self._links_by_mention.get(item.key)
        return frozenset(link.mentions) - {item.key} if link is not None else frozenset()

    @cached_property
    def _redraws(self) -> tuple[Constraint, ...]:
        return tuple(c for c in self.constraints if c.kind == ConstraintKind.REDRAW)

    @cached_property
    def originals(self) -> frozenset[str]:
        """Folded words of open-class originals, which no surrogate may contain."""
        originals: set[str] = set(self.open_originals)
        for item in self.items:
            if item.kind is Kind.LETTER:
                known = self.lexicon.spoken_letters
                originals |= {w for w in key_words(item.text) if w not in known} - SPELLING_JOINERS
        return frozenset(originals - self._plain)

    @cached_property
    def open_originals(self) -> frozenset[str]:
        """The same without the key words of spellings, which name nobody."""
        originals: set[str] = set()
        spoken = self.lexicon.spoken_letters.keys()
        for item in self.items:
            if item.kind in ADDRESSES:
                plain = self.lexicon.sign_words | spoken | DOMAIN_ENDINGS | _HOST_WORDS
                kinds = kinds_in_hosts(self.lexicon)  # "mairie-brive.fr"
                originals |= key_words(item.text) - plain - kinds
            elif item.kind in DIGITS - CLOSED:
                # Figures are compared as whole numbers: "555" may stand in another one.
                said = {w for w in key_words(item.text) if not w.isdecimal()}
                said -= self.lexicon.cues("number").keys()  # "NIF 12345678Z"
                originals |= said - spoken - self.lexicon.sign_words  # "punto" of an address
            elif item.kind not in CLOSED and item.kind not in TRAITS:
                plain = self.plain_parts(item)
                titles = title_words(item.text, self.lexicon)
                originals |= (key_words(item.text) | self.stems.words_of(item)) - titles - plain
        return frozenset(originals - self._plain)

    @cached_property
    def _kinds_alone(self) -> frozenset[str]:
        return kinds_alone(self.items, self.lexicon)

    def plain_parts(self, item: Item) -> frozenset[str]:
        """Folded words of a mention that name nothing: "the Crescent" beside "Rose Crescent"."""
        return plain_parts(item, self.lexicon, self._kinds_alone)

    @cached_property
    def _plain(self) -> frozenset[str]:
        numbers = number_keys(self.lexicon)
        return _FORMAT_WORDS.union(self.lexicon.providers, self.titles, numbers, IBAN_WORDS)

    @cached_property
    def titles(self) -> frozenset[str]:
        return plain_titles(self.lexicon)

    @cached_property
    def related(self) -> frozenset[str]:
        """Short forms and equivalents of the original names: Francisco must not become Fran."""
        relatives: set[str] = set()
        for item in self.items:
            if item.kind in NAMES or item.kind in (Kind.PLACE, Kind.ORG):
                parts = words(item.text)
                pairs = (" ".join(parts[i : i + 2]) for i in range(len(parts) - 1))
                for part in (*parts, *pairs, *self.stems.words_of(item)):
                    relatives |= self.lexicon.relatives(part)
        return frozenset(relatives)

    @cached_property
    def provinces(self) -> frozenset[str]:
        """Provinces of the places that are said."""
        places = (self.lexicon.place_by_key.get(k) for k in self.originals_of(Kind.PLACE))
        return frozenset(place.province for place in places if place is not None)

    @cached_property
    def outside(self) -> frozenset[str]:
        """Folded words that stand outside the spans."""
        return frozenset(w for line in self.outside_text for w in line.split())

    @cached_property
    def said(self) -> frozenset[str]:
        """Folded words of the whole dialogue."""
        return self.outside.union(*(words(item.text) for item in self.items))

    @cached_property
    def outside_text(self) -> tuple[str, ...]:
        """The folded words outside the spans: a line per turn, with a blank at both ends."""
        lines: list[str] = []
        for number, turn in enumerate(self.dialogue.turns):
            pieces: list[str] = []
            position = 0
            for item in self.items_by_turn.get(number, ()):
                pieces += words(turn.text[position : item.start])
                position = item.end
            pieces += words(turn.text[position:])  # mostly a whole turn, which others read, too
            lines.append(f" {' '.join(pieces)} ")
        return tuple(lines)

    @cached_property
    def original_digits(self) -> frozenset[str]:
        return frozenset(d for i in self.items if (d := digits_only(i.text)))

    @cached_property
    def variants(self) -> Variants:
        """What is too much like an original's words, or like all of them written as one."""
        named = self.of_kind(self.items, *WORDED)
        stems = {w for item in named for w in self.stems.words_of(item)}
        plain_words = {
            w for item in named for w in key_words(item.text) - self.plain_parts(item)
        } - self._plain
        whole = {letters_only(i.text) for i in named if key_words(i.text) - self.plain_parts(i)}
        return Variants(stems | plain_words | whole)

    def allowed(self, candidate: str) -> bool:
        """Whether a surrogate shows no original and is nobody else's."""
        parts = {word for word in words(candidate) if word not in PARTICLES}
        if not parts.isdisjoint(self.used) or not parts.isdisjoint(self.outside):
            return False
        return not self.tells(candidate)

    def tells(self, candidate: str) -> bool:
        """Whether a surrogate shows an original, or a form or a spelling of one."""
        parts = [word for word in words(candidate) if word not in PARTICLES]
        if any(word in self.originals or word in self.related for word in parts):
            return True
        if any(map(self.variants.has, {*parts, letters_only(candidate)})):
            return True
        return self.inflects_original(candidate)

    def inflects_original(self, text: str) -> bool:
        """Whether a word may be read as an original with an ending ("Peters", of a Peter)."""
        lang, originals = self.dialogue.lang, self.open_originals
        return any(s in originals for m in WORD.finditer(text) for s in stems_of(m.group(), lang))

    def allowed_prefix(self, text: str) -> bool:
        """Whether a cut-off word shows no original."""
        key = fold(text)
        return key not in self.originals and key not in self.related

    def take(self, *surrogates: str) -> None:
        """Takes surrogates out of the pool for everybody else."""
        for surrogate in surrogates:
            self.used.update(w for w in words(surrogate) if w not in PARTICLES)

    def seed(self, kind: str, text: str, items: Iterable[Item] = ()) -> bytes:
        """The seed of what is called `text`, or of the whole dialogue where that is empty; a
        person's redraws count into it. What it is called does not enter, but where it is first
        said: who has the key learns no candidate, and a mention that is labelled later moves
        nothing."""
        items = list(items)
        salt = ""
        if self._redraws:
            keys = {item.key for item in items}
            salt = "".join(f"/{c.value}" for c in self._redraws if not keys.isdisjoint(c.mentions))
        names = (text, *(item.text for item in items)) if text else ()
        place = next(filter(None, map(self._first_said, names)), "")
        return draw.entity_seed(self.key, self.dialogue.id, kind, place, salt)

    def _first_said(self, text: str) -> str:
        """Where words stand for the first time, labelled or not, else their signs; "" nowhere."""
        phrase = words(text)
        for turn, number in self._places.get(phrase[0], ()) if phrase else ():
            if self._said[turn][number : number + len(phrase)] == phrase:
                return f"{turn}:{number}"
        signs = fold(text)
        places = enumerate(fold(turn.text).find(signs) for turn in self.dialogue.turns)
        return next((f"{turn}:+{start}" for turn, start in places if start >= 0), "")

    @cached_property
    def _said(self) -> list[tuple[str, ...]]:
        return [words(turn.text) for turn in self.dialogue.turns]

    @cached_property
    def _places(self) -> dict[str, list[tuple[int, int]]]:
        """Folded word -> turn and number of each place where it is said."""
        places: dict[str, list[tuple[int, int]]] = {}
        for turn, said in enumerate(self._said):
            for number, word in enumerate(said):
                places.setdefault(word, []).append((turn, number))
        return places

    def keep_some(self, groups: Iterable[tuple[str, Iterable[Item]]]) -> None:
        """With probability 1-q a key's mentions stay as they were (research only)."""
        for key, items in groups:
            seed = draw.token_seed(self.key, self.dialogue.id, key, -1)
            if draw.Stream(seed, "q").unit() < self.q:
                continue
            for item in items:
                self.surrogates[item.index] = item.text
                self.kept.add(item.index)

    def first_allowed(
        self, seed: bytes, pool: draw.Pool, fits: Callable[[str], bool] | None = None
    ) -> str | None:
        """The best-ranked candidate that may be shown (and fits), or None."""
        for candidate in pool.ranked(seed):
            if (fits is None or fits(candidate)) and self.allowed(candidate):
                return candidate
        return None

    def originals_of(self, kind: Kind) -> frozenset[str]:
        """Folded texts of the items of a kind."""
        return frozenset(" ".join(words(i.text)) for i in self.items if i.kind is kind)

    def of_kind(self, items: Iterable[Item], *kinds: Kind) -> list[Item]:
        return [item for item in items if item.kind in kinds]

    def constraint_for(self, kind: ConstraintKind, item: Item) -> Constraint | None:
        """The last constraint of a kind on a mention."""
        return self._constraint_by_mention.get((kind, item.key))

    def latest(self, kinds: Collection[ConstraintKind], items: Iterable[Item]) -> Constraint | None:
        """The last decision of some kinds on any of the items."""
        keys = {item.key for item in items}
        decisions = (c for c in reversed(self.constraints) if c.kind in kinds)
        return next((c for c in decisions if not keys.isdisjoint(c.mentions)), None)

    def raise_issue(
        self,
        notice: Notice,
        item: Item,
        mentions: tuple[str, ...] = (),
        *,
        fix: ConstraintKind | Constraint | None = None,
        value: str = "",
    ) -> None:
        """Adds an issue of some mentions (none: the item), once for each code and place."""
        place = (notice.code, item.turn, item.start)
        if place not in self._raised:
            self._raised.add(place)
            keys = mentions or (item.key,)
            self.issues.append(notice.issue(item.turn, item.start, item.end, keys, fix, value))

    def withdraw(self, notice: Notice, item: Item) -> None:
        """Takes back the issue of an item that a later step settled."""
        place = (notice.code, item.turn, item.start)
        self._raised.discard(place)
        self.issues[:] = [i for i in self.issues if (i.code, i.turn, i.start) != place]

    def add_card(
        self,
        kind: str,
        items: Sequence[Item],
        surrogate: str,
        links: tuple[str, ...] = (),
        *,
        original: str | None = None,
        lang: str = "",
    ) -> None:
        """Adds the card of an entity; `original`: in place of its first mention's text."""
        first = items[0]
        self.cards.append(
            EntityCard(
                key=f"{kind}:{first.key}",
                kind=kind,
                label=first.label,
                mentions=tuple(item.key for item in items),
                original=first.text if original is None else original,
                surrogate=surrogate,
                lang=lang or self.lexicon.lang,
                links=links,
            )
        )

    def between(self, a: Item, b: Item) -> str:
        """Text between two items of one turn."""
        return self.dialogue.turns[a.turn].text[a.end : b.start]

    def before(self, item: Item) -> str:
        """The turn's text before an item."""
        return self.dialogue.turns[item.turn].text[: item.start]

    def around(self, item: Item) -> tuple[str, str]:
        """The turn's text before and after an item."""
        return self.before(item), self.after(item)

    def after(self, item: Item) -> str:
        """The turn's text after an item."""
        return self.dialogue.turns[item.turn].text[item.end :]
