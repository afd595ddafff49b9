"""Which name a run of spelled letters spells, and what the spelling asks of its surrogate.

Links are made before anything is drawn; `replacement` writes the letters afterwards.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from surrogates.folding import digraphs, fold, letters_only, name_letters, words
from surrogates.labels import ADDRESSES
from surrogates.languages.letters import Token
from surrogates.numbers.pieces import continues
from surrogates.people.cast import Cast
from surrogates.people.letter_needs import Saying, SpellNeed, join_needs
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling.facts import Fact
from surrogates.spelling.marked_letters import marks_after
from surrogates.spelling.names import NEAR, Named, SpelledNames, Target, named_in
from surrogates.spelling.read_out import FIGURE, sign_tokens
from surrogates.spelling.run import (
    ALPHABET,
    LAST,
    MIN_NAME,
    Run,
    Said,
    Spot,
    are_listed,
    are_signed,
    article_options,
    barred_of,
    beside_doubled,
    doubled_outside,
    joined,
    letter_tokens,
    pairs_of,
    variants,
)
from surrogates.spelling.said_choices import is_a_writing
from surrogates.spelling.said_letters import FACTS, facts_of
from surrogates.spelling.sayings import APOSTROPHES, cut_at_corrections, marks_meant
from surrogates.spelling.two_writings import MARKED, said_in_two_ways

ECHO = 4  # turns between letters and their echo
LONGEST = 24  # items over which one spelling is looked for
RECENT = 8  # runs among which an echo looks for what it repeats


def read_runs(
    scene: Scene, items: list[Item], cast: Cast, of_codes: Mapping[int, Said] | None = None
) -> list[Run]:
    """Runs of letters, each linked to the name that it spells where there is one.

    `of_codes`: items that say letters of a code.
    """
    names = SpelledNames(named_in(scene, cast), scene.lexicon)
    pieces: list[list[list[Token]]] = []  # run -> item -> tokens
    runs: list[Run] = []
    for item in items:
        if of_codes and item.index in of_codes:
            tokens = sign_tokens(scene, item)
            code = of_codes[item.index]
            if code.by_words:
                spots = [
                    Spot([t], t.letters if t.style == FIGURE else t.letters[:1]) for t in tokens
                ]
                runs.append(Run(spots, code=code))
            elif tokens[0].style == "word":  # "[K] de [kilo]"
                runs[-1].spots[-1].tokens += tokens
            else:
                spots = next(variants(scene, tokens))
                options = article_options(scene, tokens[0])
                runs.append(Run(spots, code=code, options=options))
            continue
        tokens = []
        for token in letter_tokens(scene, item):
            named = _said_whole(token, tokens, names)
            if named is None:
                tokens.append(token)
            else:
                runs.append(Run([Spot([token], "")], named.target, fact="name"))
        if not tokens:
            continue
        parts = cut_at_corrections(scene, tokens)
        for piece in reversed(pieces[-4:]):
            last = piece[-1][-1]
            beside = joined(scene, last, tokens[0]) or beside_doubled(scene, last, tokens[0])
            beside = beside or are_listed(scene, last.item, item)
            beside = beside or are_signed(scene, last.item, item)
            if beside or continues(scene, last.item, item):
                piece += parts
                break
        else:
            pieces.append(parts)
    spelled: list[Run] = []
    for piece in pieces:
        spelled += _continued(scene, piece, spelled[-1:], names) or _runs_of_piece(
            scene, piece, names
        )
    runs += _with_echoes(spelled)
    for run in runs:
        run.others = _asked_of_others(run, names)
    return runs


def _continued(
    scene: Scene, piece: list[list[Token]], before: list[Run], names: SpelledNames
) -> list[Run]:
    """Letters that go on where those before them ended: "B, A, E." "¿Y luego?" "N, A."."""
    for last in (run for run in before if run.target is not None and not run.fact):
        named = next((n for n in names.named if n.target == last.target), None)
        spots = next(variants(scene, [t for tokens in piece for t in tokens]), [])
        letters, done = "".join(s.key for s in spots), last.offset + len(last.letters)
        near = bool(letters) and spots[0].tokens[0].item.turn - last.items[0].turn <= ECHO
        goes_on = named is not None and named.letters[done:].startswith(letters)
        if named is None or not near or not goes_on or last.letters.endswith(letters):
            continue
        run = Run(spots, last.target, offset=done, length=len(named.letters))
        least, whole = done + len(run.items), done + len(letters) == run.length
        run.need = SpellNeed(length=run.length if whole else 0, at_least=least)
        return [run]
    return []


def _asked_of_others(run: Run, names: SpelledNames) -> dict[Target, SpellNeed]:
    """What the spelling of an address asks of the names that it is made of: as many letters, and
    those that one word doubles."""
    address = next((n for n in names.named if n.target == run.target), None)
    if address is None or address.item.kind not in ADDRESSES or not run.need.length:
        return {}
    made_of = (n for n in names.named if n.is_person and len(n.letters) >= MIN_NAME)
    asked: dict[Target, SpellNeed] = {}
    for name in made_of:
        at, size = run.letters.find(name.letters), len(name.letters)
        if at >= 0:
            pairs = frozenset(p - at for p in run.need.pairs if at <= p < at + size - 1)
            asked[name.target] = SpellNeed(length=size, pairs=pairs)
    return asked


def _said_whole(token: Token, before: list[Token], names: SpelledNames) -> Named | None:
    """The name that a word of a spelling is ("Laura, ele a u..."), unless it is a key word."""
    if token.style != "word" or len(token.text) < MIN_NAME:
        return None
    if before and before[-1].style != "word" and fold(before[-1].letters) == token.letters[:1]:
        return None
    spelled = names.whole(letters_only(token.text), token.item)
    return spelled[0] if len(spelled) == 1 else None


def _runs_of_piece(scene: Scene, piece: list[list[Token]], names: SpelledNames) -> list[Run]:
    """Runs of the items that one speaker says in a row: "G A R C I A, sí, C I A" is two."""
    runs: list[Run] = []
    while piece:
        # "D U P U I S, D comme Denise": a letter too many only where no name is spelled as it is.
        size, spelled = _spelled_first(scene, piece, names, exact=True)
        start = len(piece) if spelled else _before_a_name(scene, piece, names, exact=True)
        if not spelled and start == len(piece):
            size, spelled = _spelled_first(scene, piece, names, exact=False)
        if spelled:
            runs += spelled
            piece = piece[size:]
            continue
        if start == len(piece):
            start = _before_a_name(scene, piece, names, exact=False)
        tokens = [t for tokens in piece[:start] for t in tokens]
        part = None if _is_a_writing(scene, tokens, names) else _part_of_name(scene, tokens, names)
        runs += part or facts_of(scene, tokens, names)
        piece = piece[start:]
    return runs


def _is_a_writing(scene: Scene, tokens: list[Token], names: SpelledNames) -> bool:
    """Whether letters are one of the two writings of a name, and no part of its spelling."""
    spots = next(variants(scene, tokens), [])
    near = names.near(tokens[0].item) if tokens else ()
    return is_a_writing(scene, tokens) or bool(said_in_two_ways(scene, spots, near))


def _spelled_first(
    scene: Scene, piece: list[list[Token]], names: SpelledNames, *, exact: bool
) -> tuple[int, list[Run]]:
    """The most items at the beginning that spell names, and the runs that they are."""
    for size in range(len(piece), max(0, len(piece) - LONGEST), -1):
        tokens = [t for tokens in piece[:size] for t in tokens]
        if spelled := _whole_names(scene, tokens, names, exact=exact):
            return size, spelled
    tokens = [t for tokens in piece for t in tokens]
    spots = [] if exact or len(piece) > LONGEST else next(variants(scene, tokens), [])
    named = names.heard_for("".join(s.key for s in spots), tokens[0].item) if spots else None
    return (len(piece), [_misspelled(scene, spots, named)]) if named is not None else (0, [])


def _before_a_name(
    scene: Scene, piece: list[list[Token]], names: SpelledNames, *, exact: bool
) -> int:
    """How many items are said of a name before another is spelled: "Vila, con uve. ... L, A"."""
    for start in range(1, min(FACTS, len(piece) - 1) + 1):
        if sum(map(len, piece[:start])) > FACTS:
            break
        if _whole_names(scene, [t for tokens in piece[start:] for t in tokens], names, exact=exact):
            return start
    return len(piece)


def needs_of(runs: Iterable[Run], facts: Iterable[Fact] = ()) -> dict[Target, SpellNeed]:
    """What spellings, and facts said outside the spans, ask of each name."""
    by_target: dict[Target, list[SpellNeed]] = {}
    for run in runs:
        if run.target is not None and run.need.asks:
            by_target.setdefault(run.target, []).append(run.need)
        for target, need in run.others.items():
            by_target.setdefault(target, []).append(need)
        if run.target is not None and run.target[0] == "word":
            index, place = run.target[1].split(".")
            asked = SpellNeed(of_words=frozenset({(int(place), run.need.length)}))
            by_target.setdefault(("item", index), []).append(asked)
    for fact in facts:
        if fact.need is not None:
            by_target.setdefault(fact.target, []).append(fact.need)
    return {target: join_needs(needs) for target, needs in by_target.items()}


def labelled_facts(runs: Iterable[Run]) -> list[Fact]:
    """What labelled letters state: beside words that stay ("be de [Barcelona]", "[T] à la fin"),
    or of the name alone, which they may tell from another one."""
    return [
        Fact(run.items[0], run.target, run.need.facts, frozenset({Saying(run.letters, run.place)}))
        for run in runs
        if run.target is not None and (run.fact not in ("", "name") or run.need.sayings)
    ]


def _whole_names(
    scene: Scene, tokens: list[Token], names: SpelledNames, *, exact: bool = False
) -> list[Run]:
    """The runs that the tokens are if they spell names of the dialogue, else none."""
    item = tokens[0].item
    doubled = doubled_outside(scene, tokens)
    readings = [s for some in ((doubled, tokens) if doubled != tokens else (tokens,))
                for s in variants(scene, some)]  # fmt: skip
    for spots in readings:
        letters = "".join(s.key for s in spots)
        spelled = names.whole(letters, item) if len(letters) > 1 else ()
        if spelled:
            return _runs_of_names(scene, spots, spelled)
    if exact:
        return []  # a letter left out, or one too many, is not looked for
    misheard = names.misheard("".join(s.key for s in readings[0]), item)
    return [_misspelled(scene, readings[0], misheard)] if misheard is not None else []


def _misspelled(scene: Scene, spots: list[Spot], named: Named) -> Run:
    """A spelling that leaves out a letter of the name, says one too many, or another one."""
    (run,) = _runs_of_names(scene, spots, (named,))
    spelled, whole = run.letters, named.letters
    run.slip, run.misspelled = len(spelled) - len(whole), True
    run.slip_at = next((i for i, c in enumerate(whole) if spelled[i : i + 1] != c), len(whole))
    least = min(run.need.at_least, len(whole))
    run.need = replace(run.need, length=len(whole), at_least=least)
    return run


def _part_of_name(scene: Scene, tokens: list[Token], names: SpelledNames) -> list[Run]:
    """The run that the tokens are if they spell the beginning, the end or a part of a name."""
    spots = next(variants(scene, tokens))
    letters = "".join(s.key for s in spots)
    if len(letters) < 2 or len(spots) < 2:
        return []
    part = names.part(letters, tokens[0].item)
    if part is None or (len(letters) == 2 and (part[1] or not _said_near(part[0], tokens[0].item))):
        return []
    named, offset = part
    length = len(named.letters)
    barred = barred_of(scene, spots, offset)
    need = SpellNeed(at_least=offset + len(letters), barred=barred)
    if offset + len(letters) == length:
        need = SpellNeed(length=length, barred=barred)
    return [Run(spots, named.target, offset=offset, length=length, need=need)]


def _said_near(named: Named, item: Item) -> bool:
    return abs(named.item.turn - item.turn) <= NEAR


def _runs_of_names(scene: Scene, spots: list[Spot], several: tuple[Named, ...]) -> list[Run]:
    """One run a name; where several names are spelled in a row, each gets its letters."""
    runs: list[Run] = []
    rest = spots
    for named in several:
        size = len(named.letters) if len(several) > 1 else sum(len(s.key) for s in rest)
        places: list[Spot] = []
        while rest and sum(len(s.key) for s in places) < size:
            places.append(rest[0])
            rest = rest[1:]
        length = sum(len(s.key) for s in places)
        size = sum(len(name_letters(s.letters)) for s in places)
        letters = "".join(s.key for s in places)
        wide = letters != named.letters and letters == letters_only(digraphs(named.text))
        need = SpellNeed(
            length=size,
            wide=wide,
            at_least=len(
                {s.tokens[0].item.index for s in places}
            ),  # a key word goes with its letter
            barred=barred_of(scene, places, 0),
            pairs=pairs_of(places),
            sayings=_marks(scene, places, named),
        )
        runs.append(Run(places, named.target, length=length, need=need, expanded=wide))
    return runs


def _marks(scene: Scene, spots: list[Spot], named: Named) -> frozenset[Saying]:
    """What is said outside the spans of the marks of letters, and of signs between them: "[E]
    accent aigu, [V], ...", "[O] apostrophe [H], ..."."""
    found = set(_signs(scene, spots, named))
    at = 0
    size = sum(len(name_letters(spot.letters)) for spot in spots)
    for spot in spots:
        token = spot.tokens[-1]
        last = not token.item.text[token.end :].strip(" ,.")
        plain = last and token.style != "word"
        marks, said_in = marks_after(scene, token) if plain else (frozenset(), 0)
        if marks and said_in:  # not "[É]": the letter is another now, mark and all
            meant = "".join(sorted(marks_meant(marks, named.text.lower())))
            place = at + len(spot.key) - 1
            found.add(Saying(meant, f"at {LAST if place == size - 1 else place}"))
        at += len(name_letters(spot.letters))
    return frozenset(found)


def _signs(scene: Scene, spots: list[Spot], named: Named) -> Iterator[Saying]:
    """Apostrophes of a name that are said between its letters."""
    tokens = [token for spot in spots for token in spot.tokens]
    forms = scene.lexicon.signs("name_sign")
    for one, two in pairwise(tokens):
        if one.item.turn != two.item.turn:
            continue
        text = scene.dialogue.turns[one.item.turn].text
        gap = words(text[one.item.start + one.end : two.item.start + two.start])
        if any(forms.get(word, "-") in APOSTROPHES for word in gap):
            saying = Saying(APOSTROPHES, "sign")
            yield replace(saying, true=saying.holds(named.text))


def _with_echoes(runs: list[Run]) -> list[Run]:
    """Links every run that repeats a part of another one's letters, near it, to the same name."""
    for k in range(len(runs)):
        _link_echo(runs, k)
    with_echoes: list[Run] = []
    for k, run in enumerate(runs):
        with_echoes += (
            _echoes_by_item(runs, k) if run.target is None and not run.echo_of else []
        ) or [run]
    return with_echoes


def _echoes_by_item(runs: list[Run], k: int) -> list[Run]:
    """The items of a run as echoes one by one ("a ... a" after "a ene a"), or none."""
    if len(runs[k].items) < 2:
        return []
    parts: list[Run] = []
    for item in runs[k].items:
        spots = [s for s in runs[k].spots if s.tokens[0].item.index == item.index]
        part = Run(spots)
        others = [*runs[max(0, k - RECENT) : k], part]
        _link_echo(others, len(others) - 1)
        parts.append(part)
    return parts if all(p.target is not None or p.echo_of is not None for p in parts) else []


def _link_echo(runs: list[Run], k: int) -> None:
    run = runs[k]
    if not run.letters or run.named or (run.target is not None and not run.fact):
        return
    if run.placed or run.twice or run.fact in MARKED:
        return  # "with a G at the front", "with two Ts" are said of the name itself
    around = runs[max(0, k - RECENT) : k + RECENT]
    if any(o.rival and o.letters == run.letters and o.target == run.target for o in around):
        return  # "¿Con [uve] o con [be]?" "Con [uve].": so is one of two that sound alike
    for j in reversed(range(max(0, k - RECENT), min(len(runs), k + RECENT))):
        other = runs[j]
        if j == k or other.fact or len(other.letters) < len(run.letters) + bool(run.fact):
            continue
        if run.fact and (j > k or other.target not in (None, run.target)):
            continue
        if other.target is None and (other.echo_of is not None or j > k):
            continue
        place = other.letters.find(run.letters)
        near = abs(other.items[0].turn - run.items[0].turn) <= ECHO
        far = len(run.letters) > 2 and len(run.letters) == len(other.letters)
        if place >= 0 and (near or far):
            run.target, run.length = other.target, other.length
            run.offset = other.offset + place
            run.echo_of = None if other.target is not None else other
            others = ((run.offset, c) for c in ALPHABET - run.options)  # not "a E"
            run.fact, run.need = "", SpellNeed(barred=frozenset(others))
            return
