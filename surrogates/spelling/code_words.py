"""Writes key words: one for each letter, of the alphabet that the spelling is in."""

from dataclasses import replace

from surrogates import draw
from surrogates.folding import apply_case, case_pattern, fold, plain_letter
from surrogates.languages.inflection import inflection_of
from surrogates.languages.letters import Token, key_word_table, key_words, said, set_of_words
from surrogates.scene import Scene
from surrogates.spelling.run import Run, Spot


def alphabet_of(scene: Scene, run: Run) -> str:
    """The alphabet with one word a letter that most key words of a run are of; "" for none."""
    used = set_of_words(scene.lexicon, [t.text for t in run.tokens if t.style == "word"])
    return "" if used == "common" else used


def as_key_words(scene: Scene, run: Run, spot: Spot) -> list[Token]:
    """The tokens of a place; the name of a letter that is its key word too ("Ypsilon") as one
    where key words alone say the letters around it."""
    if len(spot.tokens) > 1 or spot.tokens[0].style != "spoken":
        return spot.tokens
    (token,) = spot.tokens
    alone = sum(s.tokens[0].style == "word" for s in run.spots)
    known = key_word_table(scene.lexicon).get(said(token.text))
    if known is None or 2 * alone <= len(run.spots):
        return spot.tokens
    return [replace(token, style="word")]


def key_words_of(scene: Scene, token: Token, letters: str, separator: str, alphabet: str) -> str:
    """A key word for each letter, or "" where one has none."""
    spoken = [_key_word(scene, token, letter, alphabet) for letter in letters]
    return separator.join(spoken) if all(spoken) else ""


def _key_word(scene: Scene, token: Token, letter: str, alphabet: str) -> str:
    """Another key word for the letter, or "" where the language has none left; the same one for
    the same word: "[España] ... [España]"."""
    again = ("key word", fold(token.text), letter)
    if again not in scene.memory:
        scene.memory[again] = _drawn(scene, token, letter, alphabet)
    word: str = scene.memory[again]
    return word


def _drawn(scene: Scene, token: Token, letter: str, alphabet: str) -> str:
    """A key word that is drawn for the letter, or "" where the language has none left."""
    old = fold(token.text)
    inflected = _inflected(scene, token, plain_letter(letter))
    plain = plain_letter(letter)
    own = key_words(scene.lexicon, token, letter, alphabet) if letter != plain else []
    options = inflected or own or key_words(scene.lexicon, token, plain, alphabet)
    stream = draw.Stream(scene.seed("key word", f"{old}{letter}", [token.item]))
    fixed = bool(options) and not inflected and _is_fixed(scene, options[0], letter)
    ordered = options if fixed else _shuffled_in_rank(scene, stream, options, token, plain)
    lower = token.text.islower()
    for word in ordered:
        if fold(word) in scene.open_originals:
            continue
        # The one word of an alphabet says no more than its letter, which may stand here again.
        if fixed or (fold(word) != old and scene.allowed(word)):
            if not fixed:
                scene.take(word)
            if lower:  # "de kilo": a name keeps its capital, a word of an alphabet has none
                return word.lower() if fixed else word
            return apply_case(word, case_pattern(token.text))
    return ""


def _inflected(scene: Scene, token: Token, letter: str) -> list[str]:
    """Towns that begin with a letter, with the ending that the token's town has: "Lekeitiokoa"."""
    known, inflection = scene.lexicon.known_places, inflection_of(scene.lexicon.lang)
    if inflection is None or fold(token.text) in known:
        return []
    cuts = inflection.cut(token.text, place=True)
    odd = inflection.PROCLITICS | inflection.RARE
    ending = next((e for stem, e in cuts if fold(stem) in known and e not in odd), "")
    towns = (town for town in scene.lexicon.places if fold(town).startswith(letter))
    if not ending:
        return []
    some = [town for town in towns if town.isalpha() and inflection.regular(town, ending)]
    others = [w for w in key_words(scene.lexicon, token, letter) if w[0].isupper()]
    return [inflection.put(town, ending) for town in some or others]


def _is_fixed(scene: Scene, word: str, letter: str) -> bool:
    """Whether a word belongs to an alphabet with one word per letter."""
    return any(
        word in words.get(letter, ())
        for name, words in scene.lexicon.alphabet.items()
        if name != "common"
    )


def _shuffled_in_rank(
    scene: Scene, stream: draw.Stream, options: list[str], token: Token, letter: str
) -> list[str]:
    """Options in keyed order: those written like the token's word first, names for a name, and
    words of an alphabet last, which nobody mixes with others."""
    sets, names = scene.lexicon.alphabet, scene.lexicon.name_by_key
    fixed = {w for name, words in sets.items() if name != "common" for w in words.get(letter, ())}
    called = said(token.text) in names

    def rank(word: str) -> tuple[bool, bool, bool]:
        written = word.islower() != token.text.islower()
        return written, called and said(word) not in names, word in fixed

    return sorted(stream.shuffled(options), key=rank)
