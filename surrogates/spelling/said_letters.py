"""Letters that are labelled and said of a name: "Vila, con [uve]", "with a [K]", "[double N]".

They stay letters of the name: at the place that is told, those that part it from the name that was
heard instead, letters that go with "a" or "an", and the same ones each time that they are said.
"""

from collections.abc import Mapping, Set
from itertools import pairwise, product

from surrogates import draw, notices
from surrogates.folding import plain_letters
from surrogates.languages.letters import Token, reader
from surrogates.people.letter_needs import Saying, SpellNeed
from surrogates.people.links import within_one_edit
from surrogates.people.near_misses import one_letter_off, parting
from surrogates.scene import Scene
from surrogates.spelling.facts import cue_before, named_outside
from surrogates.spelling.names import Named, SpelledNames, Target
from surrogates.spelling.run import ALPHABET, CLUSTER, Run, Spot, variants
from surrogates.spelling.sayings import place_of

# Letters that a speaker names because the ear does not tell them.
CONFUSABLE = frozenset("bvgjhczskqyxmn")
PAIRS = frozenset(c * 2 for c in "bcdfglmnprst")
FACTS = 3  # letters that may be said of a name in a row
LOOK_AHEAD = 40  # characters after a letter in which its place is named
MIN_NAME = 3  # letters of a word that is taken for a name said whole
_AFTER_AN = frozenset("aefhilmnorsx")  # an F, an M; but a U
_PLACES = ("first", "last", "inside")
Said = dict[tuple[Target, str, str], str]  # name, its letters and their place -> what they are now


def facts_of(scene: Scene, tokens: list[Token], names: SpelledNames) -> list[Run]:
    """Letters that spell no name: each may be said of a name ("Vila, con uve")."""
    spots = next(variants(scene, tokens))
    options = _options(scene, tokens[0])
    if len(spots) > 1 and _is_cluster(spots):
        cluster = Run(spots, options=options)
        _link_fact(scene, cluster, names)
        if cluster.target is not None:
            return [cluster]
    if len(spots) <= FACTS:
        singles = [Run([spot], options=_options(scene, spot.tokens[0])) for spot in spots]
        doubled = len({spot.key for spot in spots if len(spot.key) == 2})
        for single in singles:
            _link_fact(scene, single, names, doubled)
        if all(single.target is not None for single in singles):
            return singles
    return [Run(spots, options=options)]


def _is_cluster(spots: list[Spot]) -> bool:
    """Whether an item is a few letters in a row, none with a key word: "TX", "I-E"."""
    tokens = [token for spot in spots for token in spot.tokens]
    return (
        len(tokens) == len(spots) <= CLUSTER
        and len({token.item.index for token in tokens}) == 1
        and all(token.style == "char" and len(token.letters) == 1 for token in tokens)
        and not any(c in " ,;" for c in tokens[0].item.text)
    )


def _options(scene: Scene, token: Token) -> frozenset[str]:
    """Letters that the English article before a token goes with; all where there is none."""
    before = (scene.before(token.item) + token.item.text[: token.start]).lower().split()[-1:]
    if scene.lexicon.lang != "en" or before not in (["a"], ["an"]):
        return ALPHABET
    return _AFTER_AN if before == ["an"] else ALPHABET - _AFTER_AN


def _link_fact(scene: Scene, run: Run, names: SpelledNames, doubled: int = 0) -> None:
    """A few letters, or the key word of one, said of a name near them.

    `doubled`: how many doubled letters are said of the name.
    """
    letters = run.letters
    first, last = run.tokens[0], run.tokens[-1]
    if all(t.style == "word" for t in run.tokens):
        run.named = named_outside(scene, first)
        letters = run.named or letters
    if not letters or (len(run.spots) == 1 and (len(set(letters)) != 1 or len(letters) > 2)):
        return
    near = list(names.near(run.items[0]))
    cue = cue_before(scene, first)
    after = last.item.text[last.end :] + scene.after(last.item)[:LOOK_AHEAD]
    place = place_of(reader(scene.lexicon), after, cue)
    there = Saying(letters, place)
    holders = [named for named in near if there.holds(named.letters)]
    if place and not holders:
        place, holders = "", [named for named in near if letters in named.letters]
    if not holders:
        # "¿Con be?" asked of a name that has none: false before, and false afterwards.
        if near and cue:
            run.target, run.fact = near[0].target, "lacks"
            if run.named:
                run.need = SpellNeed(sayings=frozenset({Saying(letters, true=False)}))
        return
    run.target = holders[0].target
    run.fact = place or _place_in(holders[0].letters, letters)
    run.heard = _heard_instead(near, holders[0], letters)
    if place and len(set(letters)) == 1 and len(letters) == 2:
        run.named = letters  # few names have another pair in that place
    run.need = _need(scene, run, letters, place, doubled)


def _place_in(name: str, letters: str) -> str:
    if name.startswith(letters):
        return "first"
    return "last" if len(set(letters)) > 1 and name.endswith(letters) else "holds"


def _heard_instead(near: list[Named], named: Named, letters: str) -> Target | None:
    """The other name near one that it was mistaken for, where the letter tells them apart."""
    for other in near:
        if not other.is_person or other.target == named.target or not named.is_person:
            continue
        apart = parting(named.letters, other.letters)
        if within_one_edit(named.letters, other.letters) and named.letters[apart:][:1] == letters:
            return other.target
    return None


def _need(scene: Scene, run: Run, letters: str, place: str, doubled: int) -> SpellNeed:
    """What letters that a name has ask of its surrogate."""
    told = CONFUSABLE & run.options
    if run.named:
        kept = "first" if run.fact == "first" else place
        return SpellNeed(sayings=frozenset({Saying(letters, kept)}))
    if run.heard is not None:
        return SpellNeed(at_least=MIN_NAME)
    if len(set(letters)) == 1 and len(letters) == 2:
        return SpellNeed(doubled=max(1, doubled))
    if run.fact == "last" and run.options != ALPHABET:
        ends = product(run.options, *[ALPHABET] * (len(letters) - 1))
        return SpellNeed(at_least=MIN_NAME, ends=frozenset(map("".join, ends)))
    if len(letters) > 1 and run.fact == "holds":
        return SpellNeed(holds=_digraphs(scene, run))
    if run.fact == "first" and (not place or run.options != ALPHABET):
        return SpellNeed(at_least=len(letters) + 1, first=told if not place else run.options)
    if place or len(letters) > 1:
        return SpellNeed(at_least=max(MIN_NAME, len(letters) + 1))
    return SpellNeed(holds=told)


def _digraphs(scene: Scene, run: Run) -> frozenset[str]:
    """Groups of as many letters as are said that a speaker of the language names."""
    size = len(run.letters)
    pairs = scene.lexicon.signs("pair")
    return frozenset(p for p in pairs if len(p) == size and p[0] in run.options)


def fact_letters(
    scene: Scene, run: Run, name: str, heard: str, spelled: Mapping[Target, str], said: Said
) -> str:
    """What is said of a name now. `heard`: the form of what was heard instead, `spelled`: letters
    said already of each name, `said`: what was said for these letters before."""
    assert run.target is not None
    key = (run.target, run.letters, run.fact if run.fact in _PLACES[1:] else "")
    if key not in said:
        others = {letters for target, letters, _ in said if target == run.target}
        before = spelled.get(run.target, "")
        said[key] = _new_letters(scene, run, name, heard, before, others)
        if said[key][:1] not in run.options:
            scene.raise_issue(notices.LETTER_ARTICLE, run.items[0])
    return said[key]


def _new_letters(
    scene: Scene, run: Run, name: str, heard: str, before: str, others: Set[str]
) -> str:
    """`others`: other letters that were said of the name."""
    plain, was, size = plain_letters(name), run.letters, len(run.letters)
    if run.fact == "lacks":
        return _lacking(scene, run, plain, others)
    if run.named:
        return run.named
    if heard:
        other = plain_letters(heard)
        at = parting(plain, other)
        if one_letter_off(plain, other) and len(plain) >= len(other) and plain[at:]:
            return plain[at]
    if size == 2 and was[0] == was[1]:
        pairs = [one + two for one, two in pairwise(plain) if one == two]
        left = [p for p in pairs if p not in before]
        if not left:
            scene.raise_issue(notices.ANY_LETTER, run.items[0])
        return next(iter(left or pairs), plain[:1])
    if run.fact in ("first", "last"):
        return plain[:size] if run.fact == "first" else plain[-size:]
    inner = plain[1:-1] if run.fact == "inside" else plain[1:]
    if len(inner) < size:
        inner = plain
    parts = [inner[i : i + size] for i in range(len(inner) - size + 1)]
    # Two letters of one name stay two letters.
    left = [p for p in parts if p not in before] or parts or [plain[:size]]
    left = [p for p in left if p[0] in run.options] or left
    left = [p for p in left if p[0] != plain[0]] or left  # the first is told by "first"
    told = CONFUSABLE if size == 1 else _digraphs(scene, run)
    return next((p for p in left if p in told), left[0])


def _lacking(scene: Scene, run: Run, name: str, others: Set[str]) -> str:
    """Other letters than were said, which the name has not either."""
    was, size = run.letters, len(run.letters)
    groups = CONFUSABLE if size == 1 else PAIRS if len(set(was)) == 1 else _digraphs(scene, run)
    free = [g for g in sorted(groups) if g not in name and g not in {was, *others}]
    options = [g for g in free if g[0] in run.options]
    if not options and size > 1:
        return ""
    return draw.Stream(scene.seed("letters", was, run.items)).choice(options or [was])
