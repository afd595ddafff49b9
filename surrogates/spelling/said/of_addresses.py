"""Letters that are labelled and said of an address: the first one of it, or one that it lacks; and
initials: alone, where the whole name should stand, or of the name behind them."""

from surrogates.folding import letters_only, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.letters import reader
from surrogates.people.linking.links import within_one_edit
from surrogates.people.linking.near_misses import parting
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling.names import Named, SpelledNames, Target
from surrogates.spelling.run import MIN_NAME

_ADDRESSES = (Kind.EMAIL, Kind.USER)
_CUE = 3  # words before a letter among which it is said to be all: "solo la letra [L]"


def begins_address(scene: Scene, item: Item, letter: str, names: SpelledNames) -> Named | None:
    """The address that a letter and the name behind it read out: "[gwagner84]. [g] [wagner]"."""
    row = scene.items_by_turn.get(item.turn, ())
    name = next((o for o in row if o.start >= item.end), None)
    if name is None or name.kind not in NAMES:
        return None
    gap, dots = words(scene.between(item, name)), scene.lexicon.signs("dot")
    whole = letter + letters_only(name.text)
    addresses = (n for n in names.named if n.item.kind in _ADDRESSES)
    found = next((n for n in addresses if n.letters.startswith(whole)), None)
    return found if not gap or " ".join(gap) in dots else None


def told_by_name(scene: Scene, item: Item, letter: str, names: SpelledNames) -> Named | None:
    """The name behind a letter that it is the initial of: "l'[A] d'[Anna]"."""
    row = scene.items_by_turn.get(item.turn, ())
    name = next((o for o in row if o.start >= item.end), None)
    if name is None or name.kind not in NAMES:
        return None
    gap = " ".join(words(scene.between(item, name).replace("'", " ").replace("’", " ")))
    of_it = (n for n in names.named if n.item.index == name.index)
    first = next(of_it, None) if gap == "d" or gap in reader(scene.lexicon).joiners else None
    return first if first is not None and first.letters.startswith(letter) else None


def missing_in_address(
    scene: Scene, item: Item, letter: str, names: SpelledNames
) -> tuple[Target | None, Target | None]:
    """The name of which an address said before lacks this letter, and that address."""
    for address in names.near(item):
        if address.is_person or address.item.kind not in _ADDRESSES:
            continue
        for piece in words(address.text.replace(".", " ").replace("_", " ")):
            for named in names.named if len(piece) > MIN_NAME else ():
                whole = named.letters
                shorter = named.is_person and len(whole) == len(piece) + 1
                if not (shorter and within_one_edit(whole, piece)):
                    continue
                if whole[parting(whole, piece)] == letter:
                    return named.target, address.target
    return None, None


def initial_alone(scene: Scene, item: Item, letter: str, names: SpelledNames) -> Named | None:
    """The given name of which only the initial is said to stand somewhere: "der Vorname muss
    ausgeschrieben sein: Leopold, nicht nur [L]"."""
    others = (o.end for o in scene.items_by_turn.get(item.turn, ()) if o.end <= item.start)
    before = words(scene.before(item)[max(others, default=0) :])[-_CUE:]
    after, lexicon = words(scene.after(item))[:1], scene.lexicon
    alone = not lexicon.cues("only").keys().isdisjoint((*before, *after))
    if not alone or not lexicon.signs("with").keys().isdisjoint(before):
        return None
    near = (n for n in names.near(item) if n.target[0] == "given")
    return next((n for n in near if n.letters.startswith(letter)), None)
