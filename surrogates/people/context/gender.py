"""The gender of a person from label, context and lexicon, in that order of strength.

Context beats the lexicon: a title or a word of kinship before the name decides; pronouns and
agreement decide only where the lexicon does not know the name.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import NAMES, Kind, gender_of
from surrogates.languages.inflection import plain_marks
from surrogates.languages.inflection.basque import noun_cuts
from surrogates.languages.titles import joined_titles, title_words
from surrogates.notices import Notice
from surrogates.people.compounds import full_parts
from surrogates.people.context.answers import selfsame
from surrogates.people.context.guesses import by_nationality, guessed_gender, tells_genders
from surrogates.people.context.introductions import (
    asked_called,
    clause,
    names_couple,
    names_self,
    relative_asked,
    self_called,
    speaker_sex,
)
from surrogates.people.context.pets import pet_gender
from surrogates.people.context.predicates import SEXES, said_before, said_behind
from surrogates.people.context.spoken_of import begun_with, called_to, others_of
from surrogates.people.context.titled import is_called, set_right, titled_alone
from surrogates.people.context.told_sexes import listed_sex, told_sex
from surrogates.people.entities import Cluster, Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 3  # words before a name in which a title or a word of kinship speaks of it
# Between a word of kinship and a name, these say that it is another's: "la hija de Ana y Luis".
_JOINTS_TEXT = "y e i o u und oder and or et ou eta edo de del d von of du des"
JOINTS = frozenset(_JOINTS_TEXT.split())
PRESENTED = 4  # words of the longest "presented" cue: "she is called"
INTRODUCTION = 8  # words before "se llama" in which a noun speaks of the name after it
AFTER = 40  # characters behind a name in which a noun is said of it
_OTHERS = ("kin", "role", "title", "pet")  # kinds of words for who else is spoken of
_COPULAS = frozenset({"es", "era", "is", "was", "ist", "war", "est", "etait"})
_DETERMINERS_TEXT = (
    "el la un una mi mis tu su nuestro nuestra the a an my your his her our der die das ein eine"
    " mein meine ihr ihre sein seine unser unsere le une mon ma ton ta son sa notre votre"
    " meu meva seu seva nostre nostra"
)
_DETERMINERS = frozenset(_DETERMINERS_TEXT.split())
_CONJUNCTIONS = frozenset({"y", "e", "i", "o", "u", "und", "oder", "and", "or", "et", "ou"})
_ELIDED_ARTICLES = frozenset({"l", "n", "s"})
_APPOSED = re.compile(r",\s+([^\W\d_]+)\s*[,.;?!]")
_CALL = re.compile(r"[,.;:?!¿¡]{0,2}")
_WORDS_SAID = re.compile(r"[\s'’]+")  # "she's" and "qu'elle" hold a pronoun
_CLAUSE = re.compile(r"[.,!?]\s+")
_STOP = re.compile(r"\s*[,.;:?!]|\s*$")
_REST = re.compile(r"[^.;:?!\n]*")
_VERB = re.compile(r"[^\W\d_]+-(?:ho|hi|li|los|les|me|te|se|nos|vos|[mtsl]'ho|[mts]'hi)\b", re.I)
_IS = re.compile(r"(?<=\w)(?<!\bhe)(?<!\bshe)'s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gender:
    value: str  # m, f or u (unknown)
    evidence: str  # person, label, context, lexicon, shape or nothing


def gender_of_cluster(
    scene: Scene, cluster: Cluster, units: Mapping[int, Sequence[Unit]] | None = None
) -> Gender:
    """Decides, and raises GENDER_CONFLICT or GENDER_UNKNOWN where a person should look.

    `units`: what the items of all names are cut into.
    """
    items = cluster.items
    decided = scene.latest((ConstraintKind.GENDER,), items)
    if decided is not None:
        return Gender(decided.value, "person")
    labelled = {gender_of(item.label) for item in items} - {""}
    strong = Counter(vote for item in items for vote in told_beside(scene, item))
    if len(labelled) == 1:
        label = labelled.pop()
        if strong and not strong[label]:
            _conflict(scene, items, label, notices.LABEL_BEATS_WORDS)
        return Gender(label, "label")
    known = _by_lexicon(scene, cluster)
    if strong["f"] and strong["m"]:
        chosen = _most(strong) or known or "u"
        _conflict(scene, items, chosen, notices.WORDS_SAY_BOTH)
        return Gender(chosen, "context")
    if strong:
        gender = _most(strong)
        # Two cues that agree leave no doubt: "Il s'appelle Andrea. Monsieur Andrea Rossi"; nor does
        # one beside a short form that the other sex may have, too: "seine Schwester Maxi".
        full = any(unit.key in scene.lexicon.name_by_key for unit in cluster.units)
        if known in ("f", "m") and known != gender and full and strong[gender] < 2:
            _conflict(scene, items, gender, notices.WORDS_BEAT_LEXICON)
        return Gender(gender, "context")
    titled = _by_title(scene, cluster, units or {}, called=known in SEXES)
    titled = titled or _most(Counter(speaker_sex(scene, item) for item in items))
    if titled and known in SEXES and titled != known:  # "Izadi Gil ... Danke, Frau Gil"
        _conflict(scene, items, titled, notices.WORDS_BEAT_LEXICON)
        return Gender(titled, "context")
    if known in ("f", "m"):
        listed = listed_sex(scene, cluster)
        if listed and listed != known:  # "the girls are Smilla and Jonte"
            return Gender(listed, "context")
        loose = {vote for item in items for vote in _loose(scene, item)}
        if loose and known not in loose:
            _conflict(scene, items, known, notices.LEXICON_BEATS_WORDS)
        return Gender(known, "lexicon")
    if titled:
        return Gender(titled, "context")
    asked = Counter(asked_called(scene, i) or relative_asked(scene, i) for i in items)
    if told := told_sex(scene, cluster) or _most(asked):
        return Gender(told, "context")
    weak = _most(Counter(vote for item in items for vote in _weak(scene, item)))
    if weak:
        return Gender(weak, "context")
    pet = pet_gender(scene, cluster)
    if pet is not None:
        return Gender(pet, "context")
    guess = (by_nationality if known else guessed_gender)(scene, cluster)
    keys = tuple(item.key for item in items)
    notice = notices.GENDER_UNKNOWN
    # Basque has no gender; elsewhere, too, there may be nothing that a name could contradict.
    untold = not tells_genders(scene) or _is_staff(scene, cluster)
    if guess or scene.dialogue.lang.startswith("eu") or untold:
        notice = notice._replace(severity="info")
    scene.raise_issue(notice, items[0], keys, value=guess or "u")
    return Gender(guess, "shape") if guess else Gender("u", "")


def _is_staff(scene: Scene, cluster: Cluster) -> bool:
    """Whether a lone given name is whom the call reaches, who says it at the beginning and is at
    most called by it: what is said of genders is said of others."""
    if any(unit.role != "given" for unit in cluster.units) or not cluster.items:
        return False
    first, *later = cluster.items
    opens = first.turn == 0 and names_self(scene, first)
    return opens and all(item.speaker != first.speaker and is_called(scene, item) for item in later)


def _by_title(
    scene: Scene, cluster: Cluster, units: Mapping[int, Sequence[Unit]], *, called: bool
) -> str:
    """The gender of the titles of somebody's surname alone; `called`: where it is called out."""
    alone = titled_alone(scene, cluster, units)
    said = (item for item in alone if not called or is_called(scene, item))
    return _most(Counter(vote for item in said for vote in told_beside(scene, item)))


def _by_lexicon(scene: Scene, cluster: Cluster) -> str:
    """m or f when all known forms agree, u for epicene names, "" for unknown ones."""
    lexicon = scene.lexicon
    genders: set[str] = set()
    # "Gwen" is a woman's name too, and of Gwenaël a man's.
    shorts_said = {link.b for link in cluster.links if link.rule == "short_form"}
    full = any(u.key in lexicon.name_by_key for u in cluster.units if u.key not in shorts_said)
    for unit in cluster.units:
        if unit.cut or (full and unit.key in shorts_said):
            continue
        written = lexicon.name_by_writing.get(unit.text.casefold())
        entry = written or lexicon.name_by_key.get(unit.key)
        if entry is not None:
            genders.add(entry.gender)
            continue
        shorts = {form.gender for form in lexicon.fulls_of.get(unit.key, ())}
        for concept in lexicon.concept_of.get(("name", unit.key), ()):
            shorts |= {row["gender"] for row in lexicon.concepts[("name", concept)]}
        if shorts:
            genders.add(shorts.pop() if len(shorts) == 1 else "u")
        elif " " in unit.key:
            parts = (lexicon.name_by_key.get(p) for p in full_parts(lexicon, unit.key))
            genders.update([p.gender for p in parts if p is not None][:1])
    compound = [
        e.gender for n in cluster.nodes if " " in n.key and (e := lexicon.name_by_key.get(n.key))
    ]
    if compound:
        return compound[0]
    sexes = genders - {"u"}
    if len(sexes) == 1:
        return sexes.pop()
    return "u" if genders else ""


def _most(votes: Counter[str]) -> str:
    """The gender that most votes are for, or "" when there are as many for both."""
    return "" if votes["f"] == votes["m"] else max("fm", key=lambda gender: votes[gender])


def told_beside(scene: Scene, item: Item) -> list[str]:
    """What stands beside a name says: a title, a word of kinship, an article, "ella es"; a title
    that sets right the one before it wins."""
    told = _told_beside(scene, item)
    return set_right(scene, item) or told if told else told


def _told_beside(scene: Scene, item: Item) -> list[str]:
    lexicon = scene.lexicon
    titles, kin = lexicon.cues("title"), lexicon.cues("kin")
    said = title_words(item.text, lexicon).intersection(words(joined_titles(item.text)))
    beside = titles | lexicon.cues("title_after") | lexicon.cues("kin_title") if said else {}
    inside = [beside[word] for word in sorted(said) if beside.get(word) in SEXES]
    if inside:  # "don José y doña Ana": the titles tell of two people
        return inside[:1] if len(set(inside)) == 1 else []
    if called := self_called(scene, item) or selfsame(scene, item):
        return [called]
    after = words(scene.after(item)[:40])[:1]
    behind = [g for w in after if (g := lexicon.cues("title_after").get(w)) in SEXES]
    behind = behind or _said_after(scene, item, kin, _COPULAS) or _apposed(scene, item)
    if behind:
        return behind
    before = _before(scene, item)
    article = lexicon.cues("article").get(before[-1]) if before else None
    if article in SEXES and _touches(scene, item, before[-1]):
        return [article]
    for size in range(2, PRESENTED + 1):
        gender = lexicon.cues("presented").get(" ".join(before[-size:]))
        if gender in SEXES:
            return [gender]
    if names_self(scene, item) or names_couple(scene, item):
        return []  # "es mi cuñado, yo soy Remedios"
    if _after_comma(scene, item):
        return _agreed(scene, item, before)
    for word in reversed(before[-NEAR:]):
        gender = titles.get(word) or kin.get(word)
        if gender in SEXES:
            return [gender]
        if word in JOINTS:
            break
        if word not in PARTICLES and len(word) > 3 and word not in titles:
            break
    return []


def _before(scene: Scene, item: Item) -> tuple[str, ...]:
    """The words of the clause before a name that may speak of it."""
    # "My husband's Minh" is, or belongs to, what the noun says.
    text = _IS.sub(" s", plain_marks(joined_titles(clause(scene, item))))
    # Behind a verb with its pronouns ("dona-ho") nothing is said of the name.
    before = words(_VERB.split(text)[-1])
    # Nor behind "d'" or "qu'"; and "d'Anna" is no D. Anna.
    if before and text.rstrip().endswith("'"):
        return before[:-1] if before[-1] in _ELIDED_ARTICLES else ()
    return before


def _after_comma(scene: Scene, item: Item) -> bool:
    """Whether a word before the name may be said to it: "¿Y su madre, Paco?"."""
    return clause(scene, item).rstrip().endswith(",")


def _agreed(scene: Scene, item: Item, before: Sequence[str]) -> list[str]:
    """ "mi marido, Pedro": a relative and a name of one sex are one; "su madre, Paco" are two."""
    said = [scene.lexicon.cues("kin").get(word, "") for word in before[-1:]]
    entry = scene.lexicon.name_by_key.get(words(item.text)[0]) if words(item.text) else None
    return said if entry is not None and [entry.gender] == said else []


def _apposed(scene: Scene, item: Item) -> list[str]:
    """The gender of a pronoun in commas behind a name: "Trinidad, él, está cansado"."""
    apposition = _APPOSED.match(scene.after(item))
    pronouns = dict(scene.lexicon.written_cues("pronoun"))
    gender = pronouns.get(apposition[1].casefold()) if apposition else None
    return [gender] if gender in SEXES else []


def _said_after(
    scene: Scene, item: Item, nouns: Mapping[str, str], joints: frozenset[str]
) -> list[str]:
    """The gender of a noun said of the name before: "Andrea es mi hermano", "Alex, la vecina"."""
    text = _REST.match(scene.after(item)[:AFTER])
    following = words(text[0]) if text else ()
    joined = following[:1] and following[0] in joints
    # One of the joints must stand between; without any, a comma.
    if not (joined if joints else text and text[0].startswith(", ")):
        return []
    row = scene.items_by_turn[item.turn]
    named = next((o.start for o in row if o.start >= item.end and o.kind in NAMES), None)
    another = words(scene.after(item)[: named - item.end]) if named is not None else ()
    for at, word in enumerate(following):
        if at < bool(joints) or (word in _DETERMINERS and word not in nouns):
            continue
        theirs = len(another) == at + 1  # "heißt Eike, die Ärztin Toni"
        return [nouns[word]] if nouns.get(word) in SEXES and not theirs else []
    return []


def _touches(scene: Scene, item: Item, word: str) -> bool:
    """Whether nothing but a blank is between a word and the name after it."""
    text = scene.before(item)
    return item.kind is not Kind.SURNAME and fold(text).endswith(f"{word} ")


def _weak(scene: Scene, item: Item) -> list[str]:
    lexicon = scene.lexicon
    # "médico", "técnico" are said of women too: a role only tells where nothing else does.
    nouns = lexicon.cues("kin") | lexicon.cues("role")
    before = _before(scene, item)
    beside = said_before(lexicon, before) + said_behind(scene, item, before, nouns)
    if beside := [vote for vote in beside if vote in SEXES]:
        return beside
    near = _nouns_before(scene, item, nouns) + _said_after(scene, item, nouns, frozenset())
    # "Her husband, Dónal, died when she was 52": the noun speaks of him, the pronoun of another.
    near = [vote for vote in near if vote in SEXES] or _begins_next(scene, item)
    return near or [vote for vote in _spoken_of(scene, item) if vote in SEXES]


def _begins_next(scene: Scene, item: Item) -> list[str]:
    """The gender of a pronoun that begins a clause behind a name's own: "for Biscuit, our spaniel.
    She's eleven", "Gwen wrote, she's in York", before anybody else is spoken of."""
    named = (o for o in scene.items_by_turn[item.turn] if o.start >= item.end and o.kind in NAMES)
    rest = scene.after(item)
    rest = rest[: min((o.start - item.end for o in named), default=len(rest))]
    clauses = _CLAUSE.split(rest)
    pronouns = dict(scene.lexicon.written_cues("pronoun"))
    pieces = zip(accumulate(clauses, "{} {}".format), clauses[1:], strict=False)
    kin = scene.lexicon.cues("kin").keys()
    begun = [
        sex
        for before, clause in pieces
        if (sex := pronouns.get(_WORDS_SAID.split(clause.casefold())[0], "")) in SEXES
        and kin.isdisjoint(words(before))
    ]
    return begun[:1]


def _nouns_before(scene: Scene, item: Item, nouns: Mapping[str, str]) -> list[str]:
    """The last of the nouns before a name, if it is not another's: "la hermana de Ana"."""
    before = list(_before(scene, item)[-INTRODUCTION:])
    while before and before[-1] in scene.lexicon.cues("article"):
        before.pop()
    basque = scene.lexicon.lang == "eu"  # "jasoko du": there it is a verb
    if before and before[-1] in JOINTS - _CONJUNCTIONS and not basque:
        return []
    if basque:  # "emaztearentzat"
        before = [next((n for n, _ in noun_cuts(w) if n in nouns), w) for w in before]
    # "La madre del niño, Elvira": the child's is said of nobody.
    plain = [w for w in before if w not in _DETERMINERS or w in nouns]  # "son" is no French one
    heads = [w for one, w in pairwise(["", *plain]) if one not in JOINTS - _CONJUNCTIONS]
    cut = "s" if scene.lexicon.lang == "de" else ""  # "die Schwester meines Vaters, Hinrich"
    heads = [w if w in nouns else w.removesuffix(cut) for w in heads]
    return [nouns[w] for w in heads if w in nouns][-1:]


def _spoken_of(scene: Scene, item: Item) -> list[str]:
    """Votes of pronouns and agreement in the turn and in the next, where they name nobody else."""
    lexicon = scene.lexicon
    pronouns, agreement = lexicon.cues("pronoun"), lexicon.cues("agreement")
    votes: list[str] = []
    if not _names_no_other(scene, item, item.turn):
        return votes
    for number in (item.turn, item.turn + 1):
        if number >= len(scene.dialogue.turns) or not _names_no_other(scene, item, number):
            break
        text = scene.dialogue.turns[number].text
        alone = begun_with(text)
        said = (w for w in words(text) if w not in pronouns and w not in alone)
        votes += [agreement[w] for w in said if w in agreement]
        if not names_self(scene, item):  # who speaks of himself says no "él"
            # "el" is an article, "él" a pronoun: here the accent counts.
            spoken = {w.strip(".,;:¿?¡!") for w in _WORDS_SAID.split(text.casefold())}
            votes += [value for form, value in lexicon.written_cues("pronoun") if form in spoken]
    return [vote for vote in votes if vote in SEXES]


def _names_no_other(scene: Scene, item: Item, turn: int) -> bool:
    named = (o for o in scene.items_by_turn.get(turn, ()) if o.kind in NAMES)
    return all(fold(o.text) == fold(item.text) for o in named)


def _loose(scene: Scene, item: Item) -> list[str]:
    """What is said near a name the lexicon knows, unless others are spoken of there."""
    cues = scene.lexicon.cues
    if _after_comma(scene, item):
        kin = {w: sex for w, sex in cues("kin").items() if w not in called_to(scene)}
        return [vote for vote in _nouns_before(scene, item, kin) if vote in SEXES]
    if _CALL.fullmatch(scene.before(item)[-2:].strip()) and _STOP.match(scene.after(item)):
        return []  # who is called by name is not who is spoken of
    votes = [vote for vote in _spoken_of(scene, item) if not others_of(scene, item, vote)]
    if not votes:
        return []
    text = " ".join(turn.text for turn in scene.dialogue.turns[item.turn : item.turn + 2])
    spoken = set(words(_IS.sub(" s", plain_marks(text))))  # "my dog's limping"
    others = any(not spoken.isdisjoint(cues(kind)) for kind in _OTHERS)
    # "És el seu xicot? — Sí, l'Isidre cuina, però ella ...": whose he is was spoken of.
    asked = words(scene.dialogue.turns[item.turn - 1].text) if item.turn else ()
    return [] if others or not cues("kin").keys().isdisjoint(asked) else votes


def _conflict(scene: Scene, items: list[Item], chosen: str, notice: Notice) -> None:
    scene.raise_issue(notice, items[0], tuple(item.key for item in items), value=chosen)
