"""`word`: token by token, independent draws; value distortion from the lexicon, or value
dissociation from the counts of the same corpus [Adelani20]. No coherence by design.

Number words are drawn within their class I-IV [GarciaSardina18, 4.1.4].
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from surrogates import draw
from surrogates.folding import PARTICLES, WORD, apply_case, case_pattern, fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers import word_table
from surrogates.rewrite import Item, collect
from surrogates.scene import Scene
from surrogates.types import Dialogue


def apply(scene: Scene, items: list[Item], corpus: Mapping[str, Mapping[str, int]] | None) -> None:
    """Replaces each token with probability q by a draw from its class."""
    for item in items:
        counts = corpus.get(item.label) if corpus is not None else None
        text = item.text
        kept = False
        for match in reversed(list(WORD.finditer(item.text))):
            seed = draw.token_seed(scene.key, scene.dialogue.id, item.key, match.start())
            if draw.Stream(seed, "q").unit() >= scene.q:
                kept = True
                continue
            new = _token(scene, item, match.group(), seed, counts)
            text = text[: match.start()] + new + text[match.end() :]
        scene.surrogates[item.index] = text
        if kept:
            scene.kept.add(item.index)


def count_corpus(dialogues: Iterable[Dialogue]) -> dict[str, Counter[str]]:
    """Tokens of each label in a corpus, for value dissociation."""
    counts: dict[str, Counter[str]] = {}
    for dialogue in dialogues:
        for item in collect(dialogue)[0]:
            counts.setdefault(item.label, Counter()).update(
                m.group() for m in WORD.finditer(item.text)
            )
    return counts


def _token(
    scene: Scene, item: Item, token: str, seed: bytes, counts: Mapping[str, int] | None
) -> str:
    key = fold(token)
    if token.isdecimal():
        stream = draw.Stream(seed)
        first = "123456789" if len(token) > 1 else "0123456789"
        drawn = "".join(stream.choice(first if i == 0 else "0123456789") for i in range(len(token)))
        return drawn if drawn != token else _token(scene, item, token, seed + b"'", counts)
    if key in PARTICLES:
        return token
    pool = draw.Pool(counts.items()) if counts else _pool(scene, item, key)
    open_class = item.kind not in (Kind.NUMBER, Kind.DATE, Kind.LETTER, Kind.PHONE)
    for candidate in pool.ranked(seed):
        folded = fold(candidate)
        if folded != key and not (open_class and folded in scene.originals):
            if item.kind in (Kind.EMAIL, Kind.USER, Kind.URL, Kind.DOMAIN):
                return folded
            return apply_case(candidate, case_pattern(token))
    return "[WORD]"


def _pool(scene: Scene, item: Item, key: str) -> draw.Pool:
    """Candidates for one token: its own class where the lexicon knows it, else its label's."""
    lexicon = scene.lexicon
    entry = word_table(lexicon).get(key)
    if entry is not None:
        gender = "f" if entry.gender == "f" else "m"
        name = ("word", f"{entry.klass}{gender}")
        options = _number_forms(lexicon, entry.klass, gender)
    elif key in lexicon.month_numbers:
        name, options = ("word", "month"), list(lexicon.months)
    elif key in lexicon.spoken_letters:
        name, options = ("word", "spoken"), list(lexicon.letters.values())
    elif len(key) == 1 or item.kind is Kind.LETTER:
        name, options = ("word", "letter"), list("abcdefghijklmnopqrstuvwxyz")
    else:
        name, options = _open_pool(scene, item, key)
    if name not in lexicon.pools:
        lexicon.pools[name] = draw.Pool((o, 1.0) for o in options)
    pool: draw.Pool = lexicon.pools[name]
    return pool


def _number_forms(lexicon: Lexicon, klass: str, gender: str) -> list[str]:
    """One form for each value of a class, of the gender that was seen."""
    return [
        w.form
        for w in lexicon.number_words
        if w.klass == klass and w.gender in ("", gender) and w.position != "before_noun"
    ]


def _open_pool(scene: Scene, item: Item, key: str) -> tuple[tuple[str, str], list[str]]:
    lexicon = scene.lexicon
    given = key in lexicon.name_by_key or key in lexicon.fulls_of
    if item.kind is Kind.GIVEN or (item.kind is Kind.PERSON and given):
        # Gender is free: coherence is what this strategy gives up.
        return ("word", "given"), [n.text for n in lexicon.name_entries if n.kind == "full"]
    if item.kind in (Kind.SURNAME, Kind.PERSON, Kind.EMAIL, Kind.USER):
        return ("word", "surname"), list(lexicon.surnames)
    if item.kind in (Kind.ORG, Kind.URL, Kind.DOMAIN):
        return ("word", "org"), list(lexicon.organisation_parts("brand"))
    if item.kind in (Kind.PRODUCT, Kind.PROFESSION, Kind.OTHER):
        return ("word", "product"), [p for p in lexicon.products if " " not in p]
    return ("word", "place"), [p for p in lexicon.places if " " not in p]
