"""One dialogue on the workbench: its items, what may not be shown, what was drawn so far.

`policies` fill `Scene.surrogates`; the modules for names, places, digits, dates ... read and write
the same scene, so that no two entities get one surrogate.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from surrogates import draw
from surrogates.folding import PARTICLES, WORD, digits_only, fold, key_words, words
from surrogates.labels import CLOSED, NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.types import Constraint, Dialogue, EntityCard, Issue

# Words of addresses that belong to the format, not to a person.
_FORMAT_WORDS_TEXT = (
    "punto arroba guion bajo com net org www http https dot underscore hotmail gmail"
)
_FORMAT_WORDS = frozenset(_FORMAT_WORDS_TEXT.split())


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
    surrogates: dict[int, str] = field(default_factory=dict)
    cards: list[EntityCard] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    kept: set[int] = field(default_factory=set)

    @cached_property
    def originals(self) -> frozenset[str]:
        """Folded words of open-class originals, which no surrogate may contain."""
        found: set[str] = set()
        for item in self.items:
            if item.kind in CLOSED:
                if item.kind is Kind.LETTER:
                    known = self.lexicon.spoken_letters
                    spelled = {w for w in key_words(item.text) if w not in known}
                    found |= spelled - SPELLING_JOINERS
                continue
            found |= key_words(item.text)
        plain = _FORMAT_WORDS.union(self.lexicon.providers, self.titles, self.number_keys)
        return frozenset(found - plain)

    @cached_property
    def titles(self) -> frozenset[str]:
        return frozenset(self.lexicon.cues("title")) | frozenset({"dr", "dra", "prof", "herr"})

    @cached_property
    def number_keys(self) -> frozenset[str]:
        return self.lexicon.number_keys

    @cached_property
    def related(self) -> frozenset[str]:
        """Short forms and equivalents of the original names: Francisco must not become Fran."""
        found: set[str] = set()
        for item in self.items:
            if item.kind in NAMES or item.kind in (Kind.PLACE, Kind.ORG):
                parts = words(item.text)
                pairs = (" ".join(parts[i : i + 2]) for i in range(len(parts) - 1))
                for part in (*parts, *pairs):
                    found |= self.lexicon.relatives(part)
        return frozenset(found)

    @cached_property
    def outside(self) -> frozenset[str]:
        """Folded words that stand outside the spans."""
        return frozenset(w for line in self.outside_text for w in line.split())

    @cached_property
    def outside_text(self) -> tuple[str, ...]:
        """The folded words outside the spans, a line a turn, between blanks."""
        lines: list[str] = []
        by_turn: dict[int, list[Item]] = {}
        for item in self.items:
            by_turn.setdefault(item.turn, []).append(item)
        for number, turn in enumerate(self.dialogue.turns):
            pieces: list[str] = []
            position = 0
            for item in by_turn.get(number, ()):
                pieces += WORD.findall(fold(turn.text[position : item.start]))
                position = item.end
            pieces += WORD.findall(fold(turn.text[position:]))
            lines.append(f" {' '.join(pieces)} ")
        return tuple(lines)

    @cached_property
    def original_digits(self) -> frozenset[str]:
        """Digit strings of the originals."""
        return frozenset(d for i in self.items if (d := digits_only(i.text)))

    def allowed(self, candidate: str) -> bool:
        """Whether a surrogate shows no original and is nobody else's."""
        for word in words(candidate):
            if word in PARTICLES:
                continue
            if (
                word in self.originals
                or word in self.related
                or word in self.used
                or word in self.outside
            ):
                return False
        return True

    def allowed_prefix(self, text: str) -> bool:
        """Whether a cut-off word shows no original."""
        key = fold(text)
        return key not in self.originals and key not in self.related

    def claim(self, *surrogates: str) -> None:
        """Takes surrogates out of the pool for everybody else."""
        for surrogate in surrogates:
            self.used.update(w for w in words(surrogate) if w not in PARTICLES)

    def seed(self, kind: str, text: str, items: Iterable[Item] = ()) -> bytes:
        """The seed of an entity; a person's redraws count into it."""
        keys = {item.key for item in items}
        salt = "".join(
            f"/{c.value}" for c in self.constraints if c.kind == "redraw" and keys & set(c.mentions)
        )
        return draw.entity_seed(self.key, self.dialogue.id, kind, text, salt)

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

    def constraint_for(self, kind: str, item: Item) -> Constraint | None:
        """The last constraint of a kind on a mention."""
        for constraint in reversed(self.constraints):
            if constraint.kind == kind and item.key in constraint.mentions:
                return constraint
        return None

    def raise_issue(
        self,
        code: str,
        severity: str,
        item: Item,
        message: str,
        mentions: tuple[str, ...] = (),
        fix: tuple[Constraint, ...] | None = None,
    ) -> None:
        """Adds an issue, once for each code and place."""
        from surrogates.types import Fix

        keys = mentions or (item.key,)
        if any(
            i.code == code and i.turn == item.turn and i.start == item.start for i in self.issues
        ):
            return
        self.issues.append(
            Issue(
                code=code,
                severity=severity,
                turn=item.turn,
                start=item.start,
                end=item.end,
                message=message,
                fix=Fix(fix) if fix else None,
                mentions=keys,
            )
        )

    def between(self, a: Item, b: Item) -> str:
        """Text between two items of one turn."""
        return self.dialogue.turns[a.turn].text[a.end : b.start]

    def before(self, item: Item) -> str:
        """The turn's text before an item."""
        return self.dialogue.turns[item.turn].text[: item.start]

    def after(self, item: Item) -> str:
        """The turn's text after an item."""
        return self.dialogue.turns[item.turn].text[item.end :]
