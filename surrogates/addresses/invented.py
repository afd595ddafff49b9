"""What a piece of an address becomes that nobody and nothing of the dialogue explains.

A name becomes a surname. What names nobody ("bzh" of "lison_bzh35") becomes letters of its shape:
a surname would contradict the name of whose address it is. Called by `replacement`.
"""

from collections.abc import Iterator, Mapping

from surrogates import draw
from surrogates.addresses.owners import Atom, Owners
from surrogates.folding import letters_only
from surrogates.labels import Kind
from surrogates.people.surnames import surname_pool
from surrogates.rewrite import Item
from surrogates.scene import Scene

_VOWELS, _CONSONANTS = "aeiou", "bcdfglmnprst"
_INITIALS = "abcdefglmnprst"
_SHORT = 3  # letters of a piece that is hardly a name
_TRIES = 20


def invent(scene: Scene, owners: Owners, fresh: dict[str, str], item: Item, key: str) -> str:
    """The new letters of a piece; `fresh` remembers them for the dialogue."""
    if len(key) == 1:
        initials = {atom.new for owner in owners.all for atom in owner.atoms
                    if (atom.kind, atom.role, atom.old) == ("initial", "given", key)}  # fmt: skip
        initials |= {new[:1] for old, new in fresh.items() if old.startswith(key)}
        if len(initials) == 1:  # of whoever is called so, or was in another address
            return initials.pop()
        return draw.Stream(scene.seed("user", key)).choice(_INITIALS.replace(key, ""))
    if key not in fresh:
        seed = scene.seed("user", key)
        if _names_nobody(scene, owners, item, key):
            fresh[key] = of_shape(scene, seed, key)
        else:
            name = scene.first_allowed(seed, _names_like(scene, key)) or "alguien"
            scene.take(name)
            fresh[key] = letters_only(name)
    return fresh[key]


def fresh_atoms(fresh: Mapping[str, str]) -> Iterator[Atom]:
    """What of the pieces of other addresses may stand in a user name: a name, or its initial."""
    for old, new in fresh.items():
        if len(old) > _SHORT:
            yield Atom(old, new, "name", "surname")
            yield Atom(old[0], new[0], "initial", "given")


def _names_nobody(scene: Scene, owners: Owners, item: Item, key: str) -> bool:
    """Whether a piece is no name, and too short for one or a user's whose surname is said."""
    if _is_name(scene, key):
        return False
    if len(key) <= _SHORT or not set(key) & {*_VOWELS, "y"}:
        return True
    return item.kind is Kind.USER and any(owner.surnames for owner in owners.all)


def _is_name(scene: Scene, key: str) -> bool:
    lexicon = scene.lexicon
    return key in lexicon.name_by_key or key in lexicon.surname_keys or key in lexicon.fulls_of


def _names_like(scene: Scene, key: str) -> draw.Pool:
    """Given names of a gender for a piece that is one and no surname, else surnames."""
    lexicon = scene.lexicon
    given = None if key in lexicon.surname_keys else lexicon.name_by_key.get(key)
    if given is None:
        return surname_pool(lexicon)
    alike = (n for n in lexicon.name_entries if (n.gender, n.kind) == (given.gender, "full"))
    return draw.Pool((n.text, n.weight) for n in alike)


def of_shape(scene: Scene, seed: bytes, key: str) -> str:
    """Other letters, vowels for vowels, that are no name and no original either."""
    stream = draw.Stream(seed, "shape")
    new = key
    for _ in range(_TRIES):
        drawn = (_VOWELS if c in _VOWELS else _CONSONANTS for c in key)
        new = "".join(
            stream.choice(some.replace(c, "")) for some, c in zip(drawn, key, strict=True)
        )
        if not _is_name(scene, new) and new not in scene.originals:
            break
    return new
