"""What a name that no list of its language has may be, and whether anything depends on it.

`gender` asks this at the last, where no word and no list tells whose name it is.
"""

from functools import lru_cache

from surrogates.folding import words
from surrogates.labels import NAMES, Kind, is_nationality
from surrogates.languages import languages
from surrogates.languages.lexicon import name_key
from surrogates.languages.places.inhabitants import people_named
from surrogates.languages.schema import FOLDER, read_table
from surrogates.people.context.predicates import SEXES
from surrogates.people.entities import Cluster
from surrogates.rewrite import Item
from surrogates.scene import Scene

# What tells a gender wherever it is said.
_TELLING = ("title", "title_after", "kin", "kin_title", "agreement", "role", "person", "vocative")


def guessed_gender(scene: Scene, cluster: Cluster) -> str:
    """ "f" or "m" by the lists of other languages, else by the name's ending; or ""."""
    if told := by_nationality(scene, cluster):
        return told
    keys = [unit.key.text for unit in cluster.units if not unit.cut]
    elsewhere = {_elsewhere().get(key, "") for key in keys}.intersection(SEXES)
    if len(elsewhere) == 1:
        return elsewhere.pop()
    endings = scene.lexicon.cues("name_ending")
    ends = [ending for ending in endings if keys[:1] and keys[0].endswith(ending)]
    return endings[max(ends, key=len)] if ends else ""


def by_nationality(scene: Scene, cluster: Cluster) -> str:
    """The gender of the one nationality that the only one named in a turn says there: "me llamo
    Hui, soy [china]"."""
    own = {item.index for item in cluster.items}
    for unit in cluster.units:
        turn = scene.items_by_turn[unit.item.turn]
        others = [i for i in turn if i.kind in NAMES and i.index not in own]
        said = [
            i
            for i in turn
            if is_nationality(i.label) and i.start > unit.item.start and not _of_noun(scene, i)
        ]
        if len(said) != 1 or any(i.kind is not Kind.SURNAME for i in others):
            continue
        found = people_named(scene.lexicon, said[0].text, nationality=True)
        genders = {slot[0] for slot in found.slots} if found else set()
        if len(genders) == 1 and genders <= {*SEXES}:
            return genders.pop()
    return ""


def _of_noun(scene: Scene, item: Item) -> bool:
    """Whether a noun before a nationality has its gender: "de nationalité [sénégalaise]"."""
    before = words(scene.before(item))[-1:]
    return any(("noun", word) in scene.lexicon.agreement for word in before)


@lru_cache(maxsize=1)
def _elsewhere() -> dict[str, str]:
    """Folded given name -> its gender, "" where two languages have it for both."""
    genders: dict[str, set[str]] = {}
    for lang in languages():
        for row in read_table(FOLDER / lang / "names.tsv"):
            genders.setdefault(name_key(row["name"]), set()).add(row["gender"])
    for row in read_table(FOLDER / "names_abroad.tsv"):
        if row["kind"] in SEXES:
            genders.setdefault(name_key(row["name"]), set()).add(row["kind"])
    return {key: min(told) if len(told) == 1 else "" for key, told in genders.items()}


def tells_genders(scene: Scene) -> bool:
    """Whether a dialogue says anything that a name of the other gender might contradict."""
    if any(item.kind in (Kind.SEX, Kind.RELATION) for item in scene.items):
        return True
    cues = [scene.lexicon.cues(kind) for kind in _TELLING]
    if any(cue.get(word) in SEXES for word in scene.said for cue in cues):
        return True
    # "el" is an article, "él" a pronoun: here the accent counts.
    pronouns = {form for form, gender in scene.lexicon.written_cues("pronoun") if gender in SEXES}
    said = (word for turn in scene.dialogue.turns for word in turn.text.casefold().split())
    return any(piece in pronouns for word in said for piece in _pieces(word))


def _pieces(word: str) -> list[str]:
    """ "she's" and "qu'elle" hold a pronoun."""
    return [piece.strip('.,;:¿?¡!()"') for piece in word.replace("’", "'").split("'")]
