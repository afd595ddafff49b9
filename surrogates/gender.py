"""The gender of a person from label, context and lexicon, in that order of strength.

Context beats the lexicon: a title or a word of kinship before the name decides; pronouns and
agreement decide only where the lexicon does not know the name.
"""

from dataclasses import dataclass

from surrogates.entities import Cluster
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import NAMES, gender_of
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import N_, Constraint

NEAR = 3  # words before a name in which a title or a word of kinship speaks of it
INTRODUCTION = 8  # words before "se llama" in which a noun speaks of the name after it


@dataclass(frozen=True, slots=True)
class Gender:
    """m, f or u (unknown), and what says so: person, label, context, lexicon, shape or nothing."""

    value: str
    evidence: str


def gender_of_cluster(scene: Scene, cluster: Cluster) -> Gender:
    """Decides, and raises GENDER_CONFLICT or GENDER_UNKNOWN where a person should look."""
    items = cluster.items
    for item in items:
        decided = scene.constraint_for("gender", item)
        if decided is not None:
            return Gender(decided.value or "u", "person")
    labelled = {gender_of(item.label) for item in items} - {""}
    if len(labelled) == 1:
        return Gender(labelled.pop(), "label")
    known = _by_lexicon(scene, cluster)
    strong = _votes(scene, items, strong=True)
    if strong in ("f", "m"):
        if known in ("f", "m") and known != strong:
            _conflict(scene, items, strong, known)
        return Gender(strong, "context")
    if known in ("f", "m"):
        return Gender(known, "lexicon")
    weak = _votes(scene, items, strong=False)
    if weak in ("f", "m"):
        return Gender(weak, "context")
    guess = _by_shape(cluster) if known == "" else ""
    keys = tuple(item.key for item in items)
    scene.raise_issue(
        "GENDER_UNKNOWN",
        "warn",
        items[0],
        N_("Nothing says whether this name is a woman's or a man's."),
        mentions=keys,
        fix=(Constraint("gender", keys, guess or "u"),),
    )
    return Gender(guess, "shape") if guess else Gender("u", "")


def _by_lexicon(scene: Scene, cluster: Cluster) -> str:
    """m or f when all known forms agree, u for epicene names, "" for unknown ones."""
    lexicon = scene.lexicon
    found: set[str] = set()
    for unit in cluster.units:
        if unit.cut:
            continue
        entry = lexicon.name_by_key.get(unit.key)
        if entry is not None:
            found.add(entry.gender)
            continue
        shorts = {form.gender for form in lexicon.fulls_of.get(unit.key, ())}
        for concept in lexicon.concept_of.get(("name", unit.key), ()):
            shorts |= {row["gender"] for row in lexicon.concepts[("name", concept)]}
        if shorts:
            found.add(shorts.pop() if len(shorts) == 1 else "u")
        elif " " in unit.key:
            parts = (lexicon.name_by_key.get(p) for p in unit.key.split())
            found.update([p.gender for p in parts if p is not None][:1])
    compound = [
        e.gender for n in cluster.nodes if " " in n.key and (e := lexicon.name_by_key.get(n.key))
    ]
    if compound:
        return compound[0]
    sexes = found - {"u"}
    if len(sexes) == 1:
        return sexes.pop()
    return "u" if found else ""


def _by_shape(cluster: Cluster) -> str:
    last = cluster.units[0].key[-1:]
    return {"a": "f", "o": "m"}.get(last, "")


def _votes(scene: Scene, items: list[Item], *, strong: bool) -> str:
    count = {"f": 0, "m": 0}
    for item in items:
        for vote in _strong(scene, item) if strong else _weak(scene, item):
            count[vote] += 1
    if count["f"] == count["m"]:
        return ""
    return "f" if count["f"] > count["m"] else "m"


def _strong(scene: Scene, item: Item) -> list[str]:
    titles, kin = scene.lexicon.cues("title"), scene.lexicon.cues("kin")
    inside = [titles[w] for w in words(item.text) if w in titles]
    if inside:
        return inside[:1]
    for word in reversed(words(_clause(scene, item))[-NEAR:]):
        if word in titles or word in kin:
            return [(titles.get(word) or kin[word])]
        if word not in PARTICLES and len(word) > 3:
            break
    return []


def _clause(scene: Scene, item: Item) -> str:
    """Text of the turn between the previous name and this one, within the sentence."""
    text = scene.before(item)
    for other in scene.items:
        if other.turn == item.turn and other.end <= item.start and other.kind in NAMES:
            text = scene.dialogue.turns[item.turn].text[other.end : item.start]
    for stop in ".;:?!":
        text = text.rsplit(f"{stop} ", 1)[-1]
    return text


def _weak(scene: Scene, item: Item) -> list[str]:
    lexicon = scene.lexicon
    # "médico", "técnico" are said of women too: a role only tells where nothing else does.
    kin, pronouns = lexicon.cues("kin") | lexicon.cues("role"), lexicon.cues("pronoun")
    votes: list[str] = []
    before = words(_clause(scene, item))[-INTRODUCTION:]
    votes += [kin[w] for w in before if w in kin][-1:]
    alone = not any(
        o.kind in NAMES and o.turn == item.turn and fold(o.text) != fold(item.text)
        for o in scene.items
    )
    if not alone:
        return votes
    last = min(item.turn + 1, len(scene.dialogue.turns) - 1)
    for number in range(item.turn, last + 1):
        text = scene.dialogue.turns[number].text
        accented = text.casefold().split()
        # "el" is an article, "él" a pronoun: here the accent counts.
        spoken = {w.strip(".,;:¿?¡!") for w in accented}
        for row in lexicon.rows("cues"):
            if row["kind"] == "pronoun" and row["form"] in spoken:
                votes.append(row["value"])
        agreement = lexicon.cues("agreement")
        votes += [agreement[w] for w in words(text) if w in agreement and w not in pronouns]
    return votes


def _conflict(scene: Scene, items: list[Item], context: str, known: str) -> None:
    keys = tuple(item.key for item in items)
    scene.raise_issue(
        "GENDER_CONFLICT",
        "warn",
        items[0],
        N_("The words around this name and the lexicon say different genders; the words won."),
        mentions=keys,
        fix=(Constraint("gender", keys, context),),
    )
