"""Writes spelled letters from the surrogates that they spell, in the form that they had."""

from collections.abc import Collection
from itertools import pairwise

from surrogates import draw, notices
from surrogates.folding import (
    apply_case,
    case_pattern,
    digraphs,
    fold,
    letters_only,
    name_letters,
    plain_letter,
    plain_letters,
    words,
)
from surrogates.labels import type_name
from surrogates.languages.inflection.sounds import ELIDED_OR_NOT, ELIDING, VOWELS, vowel_onset
from surrogates.languages.letters import Token, say_letters
from surrogates.languages.variants import is_variant
from surrogates.people.cast import Cast
from surrogates.people.linking.near_misses import parting
from surrogates.people.surnames import surname_pool
from surrogates.people.writing import initial_letter
from surrogates.rewrite import READ_OUT, Item
from surrogates.scene import SPELLING_JOINERS, Scene
from surrogates.spelling.code_words import alphabet_of, as_key_words, key_words_of
from surrogates.spelling.codes import letters_now
from surrogates.spelling.facts import cue_before, named_outside
from surrogates.spelling.names import NEAR, Target, words_of
from surrogates.spelling.read_out import CODES, FIGURE, say_figures
from surrogates.spelling.run import ALPHABET, LAST, Run, Spot
from surrogates.spelling.said_letters import Said, fact_letters
from surrogates.spelling.two_writings import MARKED, TWO_WRITINGS, written

_ALPHABET = "abcdefghijklmnopqrstuvxyz"
Edit = tuple[int, int, str]  # start, end, new text within an item


def respell(
    scene: Scene, items: list[Item], runs: list[Run], cast: Cast, checks: Collection[Item] = ()
) -> None:
    """Writes surrogates of all LETTER items; `checks` are letters that other rules wrote."""
    edits: dict[int, list[Edit]] = {item.index: [] for item in items}
    drawn: dict[int, str] = {}  # id of a run that spells no name -> its letters
    spelled: dict[Target, str] = {}  # letters said already of each name
    said: Said = {}
    # Turns in which letters are named; a letter that is its own name ("a") is one of them there.
    aloud = {t.item.turn for run in runs for t in run.tokens if t.style == "spoken"}
    for run in sorted(runs, key=lambda r: r.echo_of is not None):
        if run.fact == "name":
            token = run.tokens[0]
            form = _form(scene, run, cast) or f"[{type_name(token.item.label)}]"
            new = form if form.startswith("[") else apply_case(form, case_pattern(token.text))
            edits[token.item.index].append((token.start, token.end, new))
            continue
        if run.code is not None:
            letters = letters_now(scene, run.code)
        else:
            letters = _of_initial(scene, run, cast) or _checked(scene, run, checks)
            letters = letters or _letters(scene, run, cast, drawn, spelled, said)
        if not letters:
            continue
        if run.fact == TWO_WRITINGS:
            for token, new in zip(run.tokens, written(run, letters), strict=True):
                edits[token.item.index].append((token.start, token.end, new))
            continue
        slices = _slices(run, letters)
        if slices is None:
            keys = tuple(i.key for i in run.items)
            scene.raise_issue(notices.SPELLING_MISMATCH, run.items[0], keys)
            letters = _random(scene, run)  # of this run alone: no place in a name
            sizes = [len(spot.key) for spot in run.spots]
            slices = _deal(run.spots, sizes, letters) or [""] * len(run.spots)
        first = {plain_letter(c) for c in "".join(slices)[:1]}
        if run.options != ALPHABET and not first <= run.options:
            scene.raise_issue(notices.LETTER_ARTICLE, run.items[0])
        _write(scene, run, slices, edits, aloud)
        links = ("spells",) if run.target is not None else ()
        scene.add_card("letter", run.items, "", links, original=run.letters)
    for item in items:
        text = item.text
        for start, end, new in sorted(edits[item.index], reverse=True):
            text = text[:start] + new + text[end:]
        if not edits[item.index] or not text.strip():
            text = f"[{type_name(item.label)}]"
        scene.surrogates[item.index] = text
        if item.cue == READ_OUT:  # what letters are called is anybody's, whatever the label
            scene.told[item.index] = frozenset(words(" ".join(scene.lexicon.spoken_letters)))


def _of_initial(scene: Scene, run: Run, cast: Cast) -> str:
    """The new letter of an initial that nobody's name explains: "J. R. Gil. The [R] is for ..."."""
    if len(run.letters) != 1 or cue_before(scene, run.tokens[0]):
        return ""
    turn = run.items[0].turn
    for unit in cast.all_units():
        near = 0 <= turn - unit.item.turn <= NEAR
        if near and unit.role == "initial" and unit.key == run.letters:
            return initial_letter(scene, unit).lower()
    return ""


def _checked(scene: Scene, run: Run, checks: Collection[Item]) -> str:
    """The letter that a key word tells of a number: "la [ele] de [Lugo]"; "" for any other run."""
    first = run.tokens[0]
    if first.style != "word" or len(run.tokens) > 1:
        return ""
    for letter in checks:
        if letter.turn == first.item.turn and letter.end <= first.item.start:
            gap, spoken = scene.between(letter, first.item), scene.lexicon.spoken_letters
            now = scene.surrogates.get(letter.index, "")
            was, said = (fold(text) for text in (letter.text, now.partition("[")[0]))
            beside = not gap.strip(" ,") and spoken.get(was, was) == first.letters[:1]
            if beside or " ".join(words(gap)) in SPELLING_JOINERS:
                return spoken.get(said, said)[:1]
    return ""


def _letters(
    scene: Scene,
    run: Run,
    cast: Cast,
    drawn: dict[int, str],
    spelled: dict[Target, str],
    said: Said,
) -> str:
    """The letters that the run spells now: of the whole name, or of the fact."""
    if run.target is not None:
        whole = (_form if run.fact in MARKED else _spelled)(scene, run, cast)
        if run.fact and whole:
            heard = _heard(scene, run, cast, whole)
            letters = fact_letters(scene, run, whole, heard, spelled, said)
            spelled[run.target] = f"{spelled.get(run.target, '')} {letters}"
            return letters
        if whole:
            return whole
    source = run.echo_of or run
    if id(source) not in drawn:
        if cue_before(scene, source.tokens[0]):
            scene.raise_issue(notices.LETTERS_UNREAD, source.items[0])
        drawn[id(source)] = _name_of_its_own(scene, source) or _random(scene, source)
    return drawn[id(source)]


def _heard(scene: Scene, run: Run, cast: Cast, whole: str) -> str:
    """What was heard, or written in an address, instead of the name; "" where nothing was."""
    if run.heard is None:
        return ""
    role, key = run.heard
    if role != "item":
        return cast.forms.get(run.heard, "")
    pieces = words(scene.surrogates.get(int(key), "").split("@")[0].replace("_", "."))
    plain, written = plain_letters(whole), letters_only(whole)
    piece = min(pieces, key=lambda p: (p not in written, -len(p)), default="")
    at = parting(written, piece)
    # "Carreño" lacks in "carren" what "carreno" does.
    return plain[:at] + plain[at + 1 :] if len(plain) == len(written) else piece


def _spelled(scene: Scene, run: Run, cast: Cast) -> str:
    """The letters of the surrogate that the run spells; "" where it has none."""
    form = _form(scene, run, cast)
    if run.expanded:
        form = digraphs(form)
    written = name_letters(form)
    marked = any(c != plain_letter(c) for t in run.tokens for c in t.letters)
    # Speakers leave accents out unless they said one; umlauts they never leave out.
    kept = marked or scene.lexicon.lang == "de"
    letters = "".join(c if kept else plain_letter(c) for c in written)
    at = min(run.slip_at, len(letters) - 1)
    if run.slip < 0:
        return letters[:at] + letters[at + 1 :]
    if run.slip:
        return letters[:at] + letters[max(at - 1, 0) :]
    return _slipped(letters, max(at, 0)) if run.misspelled else letters


def _slipped(letters: str, at: int) -> str:
    """Letters with one said wrong from a place on: another vowel of the name, or two swapped."""
    for i in range(at, len(letters)):
        beside = letters[max(i - 1, 0) : i + 2]
        others = [c for c in letters if c in VOWELS and c not in beside]
        if letters[i] in VOWELS and others:
            return letters[:i] + others[0] + letters[i + 1 :]
    for i in range(len(letters) - 1, 0, -1):
        if letters[i] != letters[i - 1]:
            return letters[: i - 1] + letters[i] + letters[i - 1] + letters[i + 1 :]
    return letters


def _form(scene: Scene, run: Run, cast: Cast) -> str:
    """The surrogate that the run spells; "" where it has none."""
    assert run.target is not None
    role, key = run.target
    if role == "item":
        form = scene.surrogates.get(int(key), "").split("@")[0]
    elif role == "word":
        form = _word(scene, key)
    else:
        form = cast.forms.get(run.target, "")
    return "" if form.startswith("[") else form


def _word(scene: Scene, key: str) -> str:
    """The word of a surrogate that stands where one of the original did; "" where none does."""
    index, place = map(int, key.split("."))
    old = next(item.text for item in scene.items if item.index == index)
    was, now = words_of(old), words_of(scene.surrogates.get(index, ""))
    return now[place] if len(was) == len(now) else ""


def _slices(run: Run, letters: str) -> list[str] | None:
    """The new letters of each spot; None where an item would be left with none."""
    sizes = [len(s.key) for s in run.spots]
    if run.target is None or run.fact or not run.length:
        if run.echo_of is not None:
            letters = letters[run.offset : run.offset + sum(sizes)]
        return _deal(run.spots, sizes, letters)
    # Places are the same for every run that spells one name, so that echoes agree.
    end = run.offset + sum(sizes)
    if any(saying.place == f"at {LAST}" for saying in run.need.sayings) and len(letters) > end:
        # "[E] accentuada" at the end is one letter: the first place takes what is more.
        first = sizes[0] + len(letters) - end
        rest = _deal(run.spots[1:], sizes[1:], letters[first:]) or []
        return [letters[:first], *rest]
    # Letters keep their place; the last place takes what a longer name has more. A shorter name is
    # dealt out over the items, one letter each at least.
    last = len(letters) if end >= run.length else min(end, len(letters))
    slice_letters = letters[run.offset : last]
    return _deal(run.spots, sizes, slice_letters)


def _deal(spots: list[Spot], sizes: list[int], letters: str) -> list[str] | None:
    """Deals letters out to spots in order; every item gets at least one of them."""
    if len(letters) >= sum(sizes):
        dealt, at = [], 0
        for size in sizes:
            dealt.append(letters[at : at + size])
            at += size
        if dealt:
            dealt[-1] += letters[at:]
        return dealt
    blocks: list[list[int]] = []
    for k, spot in enumerate(spots):
        same = blocks and spots[blocks[-1][0]].tokens[0].item.index == spot.tokens[0].item.index
        if same:
            blocks[-1].append(k)
        else:
            blocks.append([k])
    if len(letters) < len(blocks):
        return None
    room = [1] * len(blocks)
    for _ in range(len(letters) - len(blocks)):
        wanting = [b for b, block in enumerate(blocks) if room[b] < sum(sizes[k] for k in block)]
        room[wanting[0]] += 1
    dealt, at = [""] * len(spots), 0
    for count, block in zip(room, blocks, strict=True):
        part = letters[at : at + count]
        at += count
        for k in block:
            dealt[k], part = part[: sizes[k]], part[sizes[k] :]
    return dealt


def _write(
    scene: Scene, run: Run, slices: list[str], edits: dict[int, list[Edit]], aloud: set[int]
) -> None:
    ends: dict[int, int] = {}  # where the token before this one ends, in its item
    separators = _separators(run)
    between = _between_items(run)
    alphabet = alphabet_of(scene, run)
    for spot, letters in zip(run.spots, slices, strict=True):
        for rank, token in enumerate(as_key_words(scene, run, spot)):
            index = token.item.index
            before = ends.get(index, 0)
            ends[index] = token.end
            if not letters:
                start = before if before or token.start == 0 else token.start
                edits[index].append((start, token.end, ""))
                continue
            separator = separators.get(index, between)
            if token.style == "word":
                # No rewriting mends the name of a letter that stands outside the spans.
                letters = (not rank and named_outside(scene, token)) or letters
                told = letters[-1:] if rank else letters
                new = key_words_of(scene, token, told, separator, alphabet)
                new = new or ("" if rank else separator.join(letters.upper()))
            elif token.style == FIGURE:
                new = say_figures(scene.lexicon, token, letters)
            else:
                new = say_letters(
                    scene.lexicon, token, letters, separator, aloud=token.item.turn in aloud
                )
            if new:
                start, new = _with_joiner(scene, token, before, new)
                edits[index].append((start, token.end, new))
            else:  # the key word goes, and the words that join it
                edits[index].append((before or token.start, token.end, ""))


def _with_joiner(scene: Scene, token: Token, after: int, new: str) -> tuple[int, str]:
    """Where a key word begins with the "de" that its vowel elides, and both: "V d'Anna"."""
    joiner = ELIDED_OR_NOT.search(token.item.text, after, token.start)
    if token.style != "word" or joiner is None or scene.lexicon.lang not in ELIDING:
        return token.start, new
    written = joiner[0][0] + ("'" if vowel_onset(new) else "e ")
    return joiner.start(), written + new


def _separators(run: Run) -> dict[int, str]:
    """What stands between two letters of each item: a blank, a comma, a hyphen."""
    separators: dict[int, str] = {}
    for one, two in pairwise(run.tokens):
        gap = one.item.text[one.end : two.start] if one.item.index == two.item.index else ""
        if gap and not gap.strip(" ,.-–/"):
            separators.setdefault(one.item.index, gap)
    return separators


def _between_items(run: Run) -> str:
    """What a letter more is written behind: the comma that stands between the items, or a blank."""
    for one, two in pairwise(run.spots):
        end, start = one.tokens[-1], two.tokens[0]
        if end.item.turn == start.item.turn and end.item.index != start.item.index:
            return ", " if end.item.end < start.item.start - 1 else " "
    return " "


def _name_of_its_own(scene: Scene, run: Run) -> str:
    """Letters of a drawn surname where a name is spelled that is nowhere else; "" for codes."""
    size = len(run.letters)
    if size < 3 or not any(c in "aeiouy" for c in run.letters):
        return ""
    pools, key = scene.lexicon.pools, ("surname of", str(size))
    if key not in pools:
        weights = surname_pool(scene.lexicon).weights
        pools[key] = draw.Pool((n, w) for n, w in weights.items() if len(plain_letters(n)) == size)
    seed = scene.seed("spelled", run.letters, run.items)
    name = scene.first_allowed(
        seed, pools[key], lambda n: run.need.met_by(n) and not is_variant(n, run.letters)
    )
    if name is None:
        return ""
    scene.take(name)
    return plain_letters(name)


def _random(scene: Scene, run: Run) -> str:
    """Letters that spell nothing, each another than it was."""
    stream = draw.Stream(scene.seed("letters", run.letters, run.items))
    signs = {
        c
        for code in scene.of_kind(scene.items, *CODES)
        for c in fold(scene.surrogates.get(code.index, ""))
    }
    free = [c for c in _ALPHABET if c not in signs] or list(_ALPHABET)  # no code's letter
    letters = ""
    for k, c in enumerate(run.letters):
        options = [o for o in free if o != c and (k or o in run.options)]
        letters += stream.choice(options or [o for o in _ALPHABET if o != c])
    return letters
