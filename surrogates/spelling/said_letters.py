"""Letters that are labelled and said of a name: "Vila, con [uve]", "with a [K]", "[double N]".

They stay letters of the name: at the place that is told, those that part it from the name that was
heard instead, letters that go with "a" or "an", and the same ones each time that they are said.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import groupby, pairwise, product

from surrogates import draw, notices
from surrogates.folding import plain_letters, words
from surrogates.languages.letters import WORD, Token, reader, said
from surrogates.people.letter_needs import Saying, SpellNeed
from surrogates.scene import Scene
from surrogates.spelling.facts import cue_before, named_outside
from surrogates.spelling.marked_letters import letter_with_mark, link_marked
from surrogates.spelling.names import Named, SpelledNames, Target
from surrogates.spelling.run import (
    ALPHABET,
    CLUSTER,
    CONFUSABLE,
    MIN_NAME,
    PAIRS,
    Run,
    Spot,
    are_listed,
    article_options,
    said_of_next,
    spelled_after,
    spelled_before,
    variants,
)
from surrogates.spelling.said.of_addresses import (
    begins_address,
    initial_alone,
    missing_in_address,
    told_by_name,
)
from surrogates.spelling.said.twice import letter_twice, link_twice
from surrogates.spelling.said_choices import (
    apart_by,
    choices,
    denied_of,
    heard_instead,
    is_choice,
    is_denied,
    is_told_apart,
    rival,
    told_apart,
    two_writings,
)
from surrogates.spelling.sayings import place_of, places_of
from surrogates.spelling.two_writings import TWO_WRITINGS, said_in_two_ways, umlaut_of

FACTS = 3  # letters that may be said of a name in a row
SAID = 6  # the same, where each of them is known to be said of one
LOOK_AHEAD = 40  # characters after a letter in which its place is named
Said = dict[tuple[Target, str, str], str]  # name, its letters and their place -> what they are now


def facts_of(scene: Scene, tokens: list[Token], names: SpelledNames) -> list[Run]:
    """Letters that spell no name: each may be said of a name ("Vila, con uve")."""
    spots = next(variants(scene, tokens))
    doubled = len({spot.key for spot in spots if len(spot.key) == 2})
    runs: list[Run] = []
    for some in _rows(scene, spots, names):
        near = names.near(some[0].tokens[0].item)
        if two_ways := said_in_two_ways(scene, some, near):
            runs.append(two_ways)
            continue
        options = article_options(scene, some[0].tokens[0])
        together = len({spot.tokens[0].item.index for spot in some}) > 1
        if together or (len(some) > 1 and _is_cluster(some)):
            cluster = Run(some, options=options)
            _link_fact(scene, cluster, names)
            solid = together or " " not in some[0].tokens[0].item.text
            told = solid or cluster.fact != "lacks" or cluster.rival
            if cluster.target is not None and told:
                runs.append(cluster)
                continue
        for spot in some:
            runs.append(Run([spot], options=article_options(scene, spot.tokens[0])))
            _link_fact(scene, runs[-1], names, doubled)
    if len(runs) <= SAID and all(run.target is not None for run in runs):
        return runs
    return [Run(spots, options=article_options(scene, tokens[0]))]


def _rows(scene: Scene, spots: list[Spot], names: SpelledNames) -> Iterator[list[Spot]]:
    """The letters of each item, and of two where they are one letter in two: "[O] [E]"; and those
    of which one place is told."""
    rows = [list(r) for _, r in groupby(spots, key=lambda spot: spot.tokens[0].item.index)]
    while rows:
        if size := _at_one_place(scene, rows, names):
            yield [spot for row in rows[:size] for spot in row]
            rows = rows[size:]
            continue
        row = rows.pop(0)
        both = [*row, *rows[0]] if rows else []
        near = list(names.around(row[0].tokens[0].item))
        if len(row) == len(both) - 1 == 1 and _are_one_group(scene, both, near):
            yield both
            rows.pop(0)
            continue
        if len(both) == 2 and said_in_two_ways(scene, both, near):
            row = [*row, *rows.pop(0)]
        yield row


def _are_one_group(scene: Scene, both: Sequence[Spot], near: Sequence[Named]) -> bool:
    """Whether two letters tell one of two names that are nearly alike: "[te] [ixa]rekin, ez [ze]
    [hatxe]rekin"."""
    one, two = (spot.tokens[0].item for spot in both)
    group = "".join(spot.key for spot in both)
    told = not scene.between(one, two).strip() and one.turn == two.turn and len(set(group)) > 1
    return told and (apart_by(near, group) is not None or bool(rival(scene, Run(list(both)))))


def _at_one_place(scene: Scene, rows: Sequence[list[Spot]], names: SpelledNames) -> int:
    """How many items of letters stand together in one place of a name: "con [A] y [I] al final",
    "acaba en [O], [A]"; 0: none."""
    for size in range(min(len(rows), FACTS), 1, -1):
        tokens = [t for row in rows[:size] for spot in row for t in spot.tokens]
        if any(t.style == "word" for t in tokens) or not all(
            are_listed(scene, one.item, two.item) for one, two in pairwise(tokens)
        ):
            continue
        place = _place(scene, tokens[-1], _cue(scene, tokens[0])) or _place_before(scene, tokens[0])
        told = Saying(plain_letters("".join(t.letters for t in tokens)), place)
        if place and any(told.holds(n.letters) for n in names.near(tokens[0].item)):
            return size
    return 0


def _is_cluster(spots: list[Spot]) -> bool:
    """Whether an item is a few letters in a row, none with a key word: "TX", "ce hac"."""
    tokens = [token for spot in spots for token in spot.tokens]
    return (
        len(tokens) == len(spots) <= CLUSTER
        and len({token.item.index for token in tokens}) == 1
        and all(token.style != "word" and len(token.letters) == 1 for token in tokens)
        and not any(c in ",;" for c in tokens[0].item.text)
    )


def _link_fact(scene: Scene, run: Run, names: SpelledNames, doubled: int = 0) -> None:
    """A few letters, or the key word of one, said of a name near them.

    `doubled`: how many doubled letters are said of the name.
    """
    letters = run.letters
    first, last, item = run.tokens[0], run.tokens[-1], run.items[0]
    if all(t.style == "word" for t in run.tokens):
        run.named = named_outside(scene, first)
        letters = run.named or letters
    if not letters or (len(run.spots) == 1 and (len(set(letters)) != 1 or len(letters) > 2)):
        return
    dictated = spelled_after(scene, item, names)
    near = [
        *said_of_next(scene, item, names),
        *dictated,
        *spelled_before(scene, item, names),
        *names.near(item),
    ]
    if len(run.spots) == 1 and len(letters) == 1:
        begun = begins_address(scene, item, letters, names)
        begun = begun or initial_alone(scene, item, letters, names)
        begun = begun or told_by_name(scene, item, letters, names)
        if begun is not None:
            run.target, run.fact, run.placed = begun.target, "first", True
            return
        if link_twice(scene, run, letters, near):
            return
        run.target, run.heard = missing_in_address(scene, item, letters, names)
        if run.target is not None:
            run.fact, run.need = "holds", SpellNeed(at_least=MIN_NAME)
            return
    if link_marked(scene, run, near):
        return
    together = len(letters) > 1 and len(run.items) > 1
    pair = apart_by(names.around(item), letters) if together else None
    if pair is not None:
        run.target, run.fact, run.heard = pair[0].target, "holds", pair[1].target
        return
    cue = _cue(scene, first)
    place = _place(scene, last, cue) or _place_before(scene, first)
    there = Saying(letters, place)
    if len(run.spots) == 1 and not run.named and _is_qualified(scene, last):
        run.named = letters  # "amb [be] alta"
    # "No, amb [ics]" without a comma: the letter begins what is spelled behind it.
    denied = is_denied(scene, first) and not any(n.letters.startswith(letters) for n in dictated)
    holders = [named for named in near if there.holds(named.letters) and not denied]
    told = place
    if place and not holders and not denied:
        place, holders = "", [named for named in near if letters in named.letters]
    if not holders:
        # "¿Con be?" asked of a name that has none: false before, and false afterwards.
        other = "" if run.named else rival(scene, run)
        if near and (cue or told or denied or other):
            about = next((n for n in near if other and other in n.letters), near[0])
            run.target, run.fact, run.rival = about.target, "lacks", other
            run.heard = None if run.named else denied_of(names.around(item), about, letters)
            run.rival = "" if run.heard is not None else other
            if run.named:
                run.need = SpellNeed(sayings=frozenset({Saying(letters, true=False)}))
        return
    run.target = holders[0].target
    run.placed = bool(place)
    run.fact = place or _place_in(holders[0].letters, letters)
    run.heard = heard_instead(near, holders[0], letters)
    if place and len(set(letters)) == 1 and len(letters) == 2:
        run.named = letters  # few names have another pair in that place
    if len(letters) == 1 and not run.named and is_told_apart(scene, item, letters):
        run.named = letters  # "con [uve], que me lo ponen con be": both stay
    run.rival = "" if run.named or run.heard is not None else rival(scene, run)
    if place not in ("", "last"):
        run.rival = ""
    begins, run.fact = run.fact == "first", "holds" if run.rival else run.fact
    run.need = _need(scene, run, letters, place, doubled)
    if run.rival and begins and len(letters) > 1:  # "Mc", "Mac"
        run.need = replace(run.need, first=frozenset(part[0] for part in run.need.holds))


def _is_qualified(scene: Scene, token: Token) -> bool:
    """Whether words outside the span are a part of a letter's name: "[be] alta"."""
    own = [said(word) for word in WORD.findall(token.text)]
    after = [said(word) for word in WORD.findall(scene.after(token.item))[:2]]
    named = reader(scene.lexicon).match([*own, *after], 0) if own else None
    return named is not None and named[2] > len(own)


def _place(scene: Scene, token: Token, cue: str) -> str:
    """Where in its name a letter is said to stand; "un D ou un T à la fin": that of both."""
    read, item = reader(scene.lexicon), token.item
    after = item.text[token.end :] + scene.after(item)[:LOOK_AHEAD]
    place = place_of(read, after, cue) or _place_before(scene, token)
    others = scene.items_by_turn.get(item.turn, ())
    following = next((other for other in others if other.start >= item.end), None)
    if place or following is None or not is_choice(scene, item, following):
        return place
    return place_of(read, scene.after(following)[:LOOK_AHEAD], "")


def _place_before(scene: Scene, token: Token) -> str:
    """Where a letter stands by the words right before it: "Amaieran [Z]?"."""
    before = words(scene.before(token.item)) if not token.start else ()
    places = scene.lexicon.signs("position")
    ends = (" ".join(before[-size:]) for size in (4, 3, 2, 1) if len(before) >= size)
    return next((places[end] for end in ends if end in places), "")


def _cue(scene: Scene, token: Token) -> str:
    """The cue before a letter, or before the one that it is said beside: "con be o uve"."""
    row = scene.items_by_turn.get(token.item.turn, ())
    others = [o for o in row if o.end <= token.item.start]
    cue = cue_before(scene, token)
    after = next((o for o in row if o.start >= token.item.end), None)
    listed = after is not None and words(scene.between(token.item, after)) in ((), ("eta",))
    if after is not None and listed and scene.lexicon.lang == "eu" and not cue:
        return cue_before(scene, replace(token, item=after, start=0))  # "[t], [x] eta [b]-rekin"
    if cue or not others or token.start or not is_choice(scene, others[-1], token.item):
        return cue
    return cue_before(scene, replace(token, item=others[-1]))


def _place_in(name: str, letters: str) -> str:
    if name.startswith(letters):
        return "first"
    return "last" if len(set(letters)) > 1 and name.endswith(letters) else "holds"


def _need(scene: Scene, run: Run, letters: str, place: str, doubled: int) -> SpellNeed:
    """What letters that a name has ask of its surrogate."""
    told = CONFUSABLE & run.options
    if run.rival:
        if place:  # "Amaieran [Z] edo [TZ]?"
            return SpellNeed(at_least=MIN_NAME, ends=choices(scene, run))
        return SpellNeed(at_least=MIN_NAME, holds=choices(scene, run))
    if run.named:
        kept = "first" if run.fact == "first" else place
        again = places_of(reader(scene.lexicon), scene.after(run.items[0])[:LOOK_AHEAD])
        return SpellNeed(sayings=frozenset(Saying(letters, p) for p in {kept, *again}))
    if run.heard is not None:
        return SpellNeed(at_least=MIN_NAME)
    if len(set(letters)) == 1 and len(letters) == 2:
        return SpellNeed(doubled=max(1, doubled))
    options = [run.options, *(article_options(scene, s.tokens[0]) for s in run.spots[1:])]
    if run.fact == "last" and any(some != ALPHABET for some in options):
        ends = product(*options, *[ALPHABET] * (len(letters) - len(options)))
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
    if run.fact == TWO_WRITINGS:
        return run.named or umlaut_of(scene, run, name)
    if run.fact == "marked":
        return letter_with_mark(scene, run, name)
    key = (run.target, run.letters, run.fact if run.placed else "")
    if not run.placed:
        before = (letters for (*same, _), letters in said.items() if tuple(same) == key[:2])
        said.setdefault(key, next(before, ""))
    if not said.get(key):
        others = {letters for target, letters, _ in said if target == run.target}
        given = {new for (target, *_), new in said.items() if target == run.target}
        said_already = run.fact != "lacks" and heard and told_apart(name, heard, 1) in given
        heard = "" if said_already else heard
        told = spelled.get(run.target, "")
        said[key] = _new_letters(scene, run, name, heard, told, others, given)
    return said[key]


def _new_letters(
    scene: Scene,
    run: Run,
    name: str,
    heard: str,
    before: str,
    others: Set[str],
    given: Set[str],
) -> str:
    """`others`: other letters that were said of the name; `given`: what they are now."""
    plain, was, size = plain_letters(name), run.letters, len(run.letters)
    if run.twice:
        return letter_twice(scene, run, plain, given)
    if run.rival:
        lacks, beside = run.fact == "lacks", len(run.rival)
        sizes = (beside, size) if lacks else (size, beside)
        letters = two_writings(scene, plain, *sizes, {was, run.rival}, run.options)[lacks]
        if letters:
            return letters
        scene.raise_issue(notices.ANY_LETTER, run.items[0])
    if run.named:
        return run.named
    if run.fact == "lacks":
        other = told_apart(heard, name, size) if heard else ""
        if other and other not in plain:
            return other
        return _lacking(scene, run, plain, others)
    if letter := told_apart(name, heard, len(run.letters)):
        written_out = letter == "ß" and run.heard is not None and run.heard[0] == "item"
        return "s" if written_out else letter
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
    stream = draw.Stream(scene.seed("letters", was, run.items))
    if not options and size > 1:
        rest = [c for c in sorted(CONFUSABLE) if c not in name + was]
        return "".join(stream.choice(rest) for _ in was)
    return stream.choice(options or [was])
