"""Whose an address is: cuts local parts and user names into the names of one person.

A person explains a piece such as "lgarcia" when it is a row of that person's names, initials, short
forms or beginnings of names. One of them at least is a whole name, but for a monogram.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from string import ascii_lowercase

from surrogates import draw
from surrogates.folding import PARTICLES, digraphs, fold, letters_only, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.people.cast import Cast, node_key, split_mentions
from surrogates.people.entities import Unit
from surrogates.people.linking.links import within_one_edit
from surrogates.people.linking.near_misses import parting
from surrogates.people.writing import initial_letter
from surrogates.rewrite import Item
from surrogates.scene import Scene

MIN_NAME = 3  # letters from which on a name or its beginning explains a piece
MAX_PARTS = 4
_JOINING = ("dot", "hyphen", "underscore")  # "Claire, point, Dumoulin"
FEW = 16  # people with one name among whom the owner of an address is looked for
Split = dict[tuple[str, str], str]  # what `split_mentions` says
Parts = list[tuple[int, int, str]]  # start and end in a piece, and the new letters


@dataclass(frozen=True, slots=True)
class Atom:
    """Letters of an original name, what they become, and how much they say."""

    old: str
    new: str
    kind: str  # "name", "short", "start" or "initial"
    role: str = ""  # "given", "surname" or "thing"

    @property
    def cost(self) -> int:
        return {"name": 0, "short": 0, "start": 2, "initial": 1}[self.kind]


@dataclass
class Owner:
    """A person (or a thing) that an address may be derived from."""

    items: list[Item]
    given: str = ""
    surnames: list[str] = field(default_factory=list)
    atoms: list[Atom] = field(default_factory=list)
    monograms: dict[str, str] = field(default_factory=dict)  # "jlpm" of José Luis Pérez Moreno
    addressed: bool = False  # given name and surname stand together in an address alone
    given_initials: str = ""  # those of the given names, in their order
    letter: str = ""  # the initial of a surname that nobody says

    def explain(self, piece: str, *, weak: bool = False) -> Parts | None:
        """(start, end, new letters) of each part of a folded piece, or None."""
        parts = decompose(piece, self.atoms, weak=weak)
        if parts and self._is_turned(piece, parts):
            parts = None
        if parts is None and piece in self.monograms:
            parts = [(0, len(piece), self.monograms[piece])]
        return parts or self._with_initial(piece)

    def _is_turned(self, piece: str, parts: Parts) -> bool:
        """Whether initials of given names stand the other way round: "mj" is no José María."""
        row = "".join(piece[start:end] if end - start == 1 else " " for start, end, _ in parts)
        names = self.given_initials
        turned = names[::-1] if len(names) > 1 else ""
        return bool(turned) and turned != names and turned in row

    def _with_initial(self, piece: str) -> Parts | None:
        """A given name and one letter more, as if a surname began so: "rickyb"."""
        end = len(piece) - 1
        names = (a.new for a in self.atoms if a.old == piece[:end] and a.kind in ("name", "short"))
        name = next(names, "") if end > MIN_NAME and self.letter and not self.surnames else ""
        return [(0, end, name), (end, end + 1, self.letter)] if name else None

    def distance(self, item: Item) -> tuple[int, bool]:
        """How far the nearest mention is; the one before wins over the one after."""
        return min((abs(i.index - item.index), i.index > item.index) for i in self.items)


class Owners:
    """All people of a dialogue, found by the parts of a piece."""

    def __init__(self, scene: Scene, cast: Cast) -> None:
        self.all = list(_people(scene, cast))
        mentions = ((i.index, number) for number, owner in enumerate(self.all) for i in owner.items)
        self._said = sorted(mentions)
        self._by_mention = {i.key: n for n, owner in enumerate(self.all) for i in owner.items}
        self._by_part: dict[str, list[int]] = {}
        self._by_initials: dict[str, list[int]] = {}
        for number, owner in enumerate(self.all):
            for old in {a.old for a in owner.atoms if len(a.old) >= MIN_NAME}:
                self._by_part.setdefault(old, []).append(number)
            for first in {a.old for a in owner.atoms if a.role == "given" and a.kind == "initial"}:
                for second in {
                    a.old for a in owner.atoms if a.role == "surname" and a.kind == "initial"
                }:
                    self._by_initials.setdefault(first + second, []).append(number)
            for monogram in owner.monograms:
                self._by_initials.setdefault(monogram, []).append(number)

    def candidates(self, pieces: Iterable[str], item: Item | None = None) -> list[Owner]:
        """People of whom some name stands in some piece; the nearest few to an item, if given."""
        numbers: set[int] = set()
        for piece in pieces:
            numbers.update(self._by_initials.get(piece, ()))
            for start in range(len(piece)):
                for end in range(start + MIN_NAME, len(piece) + 1):
                    numbers.update(self._by_part.get(piece[start:end], ()))
        owners = [self.all[number] for number in sorted(numbers)]
        if item is None or len(owners) <= FEW:
            return owners
        return sorted(owners, key=lambda owner: owner.distance(item))[:FEW]

    def nearest(self, item: Item) -> Owner | None:
        """The person named nearest to an item."""
        at = bisect_left(self._said, (item.index, -1))
        beside = [self.all[number] for _, number in self._said[max(0, at - 1) : at + 1]]
        return min(beside, key=lambda owner: owner.distance(item), default=None)

    def around(self, item: Item) -> list[Owner]:
        """A few people named near an item."""
        at = bisect_left(self._said, (item.index, -1))
        beside = self._said[max(0, at - FEW) : at + FEW]
        return [self.all[number] for number in dict.fromkeys(n for _, n in beside)]

    def linked(self, scene: Scene, item: Item) -> Owner | None:
        """The person that a curator chose for the item."""
        for key in sorted(scene.linked_with(item)):
            if key in self._by_mention:
                return self.all[self._by_mention[key]]
        return None


def decompose(piece: str, atoms: Iterable[Atom], *, weak: bool = False) -> Parts | None:
    """A folded piece as a row of atoms, the fewest and surest; None where none is."""
    useful = [a for a in atoms if a.old in piece]
    best: list[tuple[int, int, list[tuple[int, int, Atom]]] | None] = [(0, 0, [])]
    best += [None] * len(piece)
    for end in range(1, len(piece) + 1):
        for atom in useful:
            before = best[end - len(atom.old)] if end >= len(atom.old) else None
            if before is None or not piece.startswith(atom.old, end - len(atom.old)):
                continue
            parts = [*before[2], (end - len(atom.old), end, atom)]
            option = (before[0] + 2 + atom.cost, -max(len(a.old) for _, _, a in parts), parts)
            current = best[end]
            if current is None or option[:2] < current[:2]:
                best[end] = option
    whole = best[len(piece)]
    if whole is None or len(whole[2]) > MAX_PARTS:
        return None
    kinds = [a.kind for _, _, a in whole[2]]
    roles = [a.role for _, _, a in whole[2]]
    both = len(kinds) == 2 and set(roles) == {"given", "surname"}
    # Initials tell somebody only as a pair, or (`weak`) where another piece has the name.
    if set(kinds) == {"initial"} and not both and not weak:
        return None
    return [(start, end, atom.new) for start, end, atom in whole[2]]


def _people(scene: Scene, cast: Cast) -> Iterator[Owner]:
    """People: a given name with the surnames said right after it, or a surname alone."""
    split = split_mentions(scene)
    owners: dict[str, Owner] = {}
    olds: dict[str, list[tuple[Unit, str]]] = {}
    previous: tuple[Unit, str] | None = None
    alone: list[Unit] = []
    units = sorted(cast.all_units(), key=lambda u: (u.item.index, u.start))
    for unit, after in zip_longest(units, units[1:]):
        if unit.cut:
            previous = None
            continue
        joined = previous is not None and _follows(scene, previous[0], unit)
        begins = after is not None and not after.cut and _follows(scene, unit, after)
        role, form = _told_by(scene, cast, split, unit, surname=joined and not begins)
        key = f"given {node_key(unit, split)}"
        if unit.role == "initial":  # "J. Ferrer": whoever else has a J
            key = f"initial {unit.item.index}:{unit.start}"
        if role == "surname" and not joined:
            if unit.role != "initial" and not unit.initial:
                alone.append(unit)
            previous = None
            continue
        if role == "surname" or (unit.role == "initial" and joined):
            assert previous is not None
            key = previous[1]
        owner = owners.setdefault(key, Owner([]))
        owner.items.append(unit.item)
        if not form.startswith("["):
            if role == "given" and len(form) > 1:
                owner.given = owner.given or form
            elif len(form) > 1 and form not in owner.surnames:
                owner.surnames.append(form)
            row = replace(unit, role=role)
            if all(u.key != unit.key or u.role != role for u, _ in olds.get(key, ())):
                olds.setdefault(key, []).append((row, form))
        previous = (unit, key)
    _add_surnames(scene, cast, split, alone, owners, olds)
    _join_by_address(scene, owners, olds)
    for key, owner in owners.items():
        for unit, form in olds.get(key, ()):
            owner.atoms += _atoms(scene, cast, unit, form)
        owner.atoms = [a for a in dict.fromkeys(owner.atoms) if a.old and a.new]
        given = [u for u, _ in olds.get(key, ()) if u.role == "given"]
        rows = [words(unit.bare.replace("-", " ")) for unit in given]
        longest = max(rows, key=len, default=())
        owner.given_initials = "".join(word[0] for word in longest if word not in PARTICLES)
        owner.monograms = dict(_monograms(olds.get(key, ())))
        owner.letter = draw.Stream(scene.seed("initial", key, owner.items)).choice(ascii_lowercase)
        if owner.atoms:
            yield owner


def _add_surnames(
    scene: Scene,
    cast: Cast,
    split: Split,
    alone: Iterable[Unit],
    owners: dict[str, Owner],
    olds: dict[str, list[tuple[Unit, str]]],
) -> None:
    """Surnames that no given name has are people of their own."""
    owned = {u.key for units in olds.values() for u, _ in units if u.role == "surname"}
    for unit in alone:
        form = cast.forms.get((unit.role, node_key(unit, split)), "[")
        if unit.key in owned or form.startswith("["):
            continue
        key = f"surname {unit.key}"
        if key not in owners:
            owners[key] = Owner([], surnames=[form])
            olds[key] = [(unit, form)]
        owners[key].items.append(unit.item)


def _join_by_address(
    scene: Scene, owners: dict[str, Owner], olds: dict[str, list[tuple[Unit, str]]]
) -> None:
    """Gives a given name the surname that only an address says with it: "gudrun.wagner@"."""
    surnames = {letters_only(u.bare): (u, form) for units in olds.values() for u, form in units
                if u.role == "surname"}  # fmt: skip
    locals_said = {fold(i.text.split("@")[0]) for i in scene.items if i.kind is Kind.EMAIL}
    for key, owner in owners.items():
        row = olds.get(key, [])
        given = next((letters_only(u.bare) for u, _ in row if u.role == "given"), "")
        if owner.surnames or not given:
            continue
        for name, (unit, form) in surnames.items():
            if any(re.fullmatch(rf"{given}[._-]?{name}", local) for local in locals_said):
                owner.surnames, owner.addressed = [form], True
                row.append((unit, form))
                break


def _told_by(
    scene: Scene, cast: Cast, split: Split, unit: Unit, *, surname: bool
) -> tuple[str, str]:
    """The role of a unit and what it became; an initial of nobody's is a name of one letter."""
    if unit.role == "initial":
        return "surname" if surname else "given", initial_letter(scene, unit)
    if unit.initial:
        return unit.role, "["  # its name says what it becomes
    return unit.role, cast.forms.get((unit.role, node_key(unit, split)), "[")


def _follows(scene: Scene, one: Unit, two: Unit) -> bool:
    """Whether nothing but blanks stands between two names; in one label particles, too."""
    if one.item.turn != two.item.turn:
        return False
    text = scene.dialogue.turns[one.item.turn].text
    gap = text[one.item.start + one.end : two.item.start + two.start]
    said = words(gap)
    whole = one.item is two.item and PARTICLES.issuperset(said)  # "Puig i Ferrer"
    signs = {sign for kind in _JOINING for sign in scene.lexicon.signs(kind)}
    read_out = bool(said) and signs.issuperset(said) and not gap.strip().endswith("?")
    return whole or read_out or not gap.strip(" -.")


def _monograms(names: Sequence[tuple[Unit, str]]) -> Iterator[tuple[str, str]]:
    """Initials of a whole name and of it without further given names, three letters or more."""
    old: dict[str, list[str]] = {"given": [], "surname": []}
    new: dict[str, list[str]] = {"given": [], "surname": []}
    for unit, form in names:
        old[unit.role] += [word[0] for word in words(unit.bare) if word not in PARTICLES]
        new[unit.role] += [word[0] for word in words(form) if word not in PARTICLES]
    if not all((*old.values(), *new.values())):
        return
    for size in {len(old["given"]), 1}:
        was = "".join(old["given"][:size] + old["surname"])
        now = "".join(new["given"][:size] + new["surname"])
        if len(was) > 2 and was != now:
            yield was, now


def _atoms(scene: Scene, cast: Cast, unit: Unit, form: str) -> Iterator[Atom]:
    """What of a name may stand in an address, and what it becomes."""
    lexicon, role = scene.lexicon, unit.role
    if len(form) == 1:
        yield Atom(unit.key.text[:1], fold(form), "initial", role)
        return
    for spelled, new in _transliterated(unit.bare, form, lexicon):
        yield from _of_name(spelled, new, role)
        parts, news = re.split(r"[\s-]+", spelled), re.split(r"[\s-]+", new)
        if len(parts) > 1 and len(parts) == len(news):
            for old_part, new_part in zip(parts, news, strict=True):
                if old_part not in PARTICLES:
                    yield from _of_name(old_part, new_part, role)
    for spelled, new in _transliterated(unit.key.text, form, lexicon):
        yield from _of_name(spelled, new, role)
    if role == "given":
        yield from _short_atoms(scene, cast, unit, form)


def _of_name(old: str, new: str, role: str) -> Iterator[Atom]:
    plain, fresh = letters_only(old), letters_only(new)
    if not plain or not fresh:
        return
    yield Atom(plain, fresh, "name", role)
    for size in (1, 2)[: 1 + (len(plain) > MIN_NAME)]:  # "rob_oc"
        yield Atom(plain[:size], fresh[:size], "initial", role)
    for size in range(MIN_NAME, len(plain) - 1):
        yield Atom(plain[:size], fresh[:size], "start", role)
    # "k.lindeman" lacks the last letter of a name, and so does its surrogate.
    if len(plain) > MIN_NAME:
        yield Atom(plain[:-1], fresh[:-1] or fresh, "start", role)


def _short_atoms(scene: Scene, cast: Cast, unit: Unit, form: str) -> Iterator[Atom]:
    """Short forms of the name ("fran"), which need not be said anywhere else."""
    lexicon = scene.lexicon
    key = unit.key.text
    news = [s for s in lexicon.shorts_of.get(fold(form), ()) if scene.allowed_prefix(s.short)]
    for short in lexicon.shorts_of.get(key, ()):
        form_said = cast.forms.get(("given", fold(short.short)))
        same = next((s.short for s in news if s.kind == short.kind), None)
        new = form_said or same or (news[0].short if news else form)
        yield Atom(letters_only(short.short), letters_only(new), "short", "given")
    for whole in lexicon.fulls_of.get(key, ()):
        # The full name in the address of somebody who is only called by the short one.
        others = [f.full for f in lexicon.fulls_of.get(fold(form), ())]
        new = next((o for o in others if scene.allowed_prefix(o)), form)
        yield Atom(letters_only(whole.full), letters_only(new), "short", "given")


def _transliterated(old: str, new: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Spellings of a name in an address: without marks; German umlauts as ae, oe, ue too."""
    plain = (fold(old), fold(new))
    if lexicon.lang != "de":
        return [plain]
    expanded = (fold(digraphs(old)), fold(digraphs(new)))
    return [expanded, plain] if expanded[0] != plain[0] else [expanded]


def mistyped(owners: Iterable[Owner], key: str) -> Parts | None:
    """A piece that is a name with a letter missing, too many or wrong: "pria.raman@" of a Priya."""
    atoms = (a for owner in owners for a in owner.atoms if a.kind == "name")
    for atom in atoms if len(key) > MIN_NAME else ():
        at, apart = parting(atom.old, key), len(key) - len(atom.old)
        alike = at and key != atom.old and within_one_edit(atom.old, key)
        if alike and min(len(atom.old), len(atom.new)) > MIN_NAME:
            new, at = atom.new, max(1, min(at, len(atom.new) - 2))
            wrong = new[at + 1] + new[at] if not apart else 2 * new[at] if apart > 0 else ""
            return [(0, len(key), new[:at] + wrong + new[at + 1 + (not apart) :])]
    return None


def thing_atoms(text: str, new: str) -> Iterator[Atom]:
    """Atoms of a place or an organisation whose name stands in an address."""
    old = letters_only(text)
    if len(old) >= MIN_NAME and not new.startswith("["):
        yield Atom(old, letters_only(new), "name", "thing")
        if (spelled := letters_only(digraphs(text))) != old:  # "koeln"
            yield Atom(spelled, letters_only(digraphs(new)), "name", "thing")
        parts, news = words(text), words(new)
        if len(parts) > 1 and len(parts[0]) > MIN_NAME and news:
            yield Atom(parts[0], news[0], "short", "thing")
