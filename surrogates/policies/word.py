"""`word`: token by token, independent draws; value distortion from the lexicon, or value
dissociation from the counts of the same corpus [Adelani20]. No coherence by design.

Number words are drawn within their class I-IV [GarciaSardina18, 4.1.4].
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from surrogates import draw
from surrogates.folding import PARTICLES, WORD, apply_case, case_pattern, fold
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers import word_table
from surrogates.rewrite import Item, collect
from surrogates.scene import Scene
from surrogates.types import Dialogue

Pools = dict[tuple[str, str], draw.Pool]  # of the corpus: (label, class of the token)


def apply(scene: Scene, items: list[Item], corpus: Mapping[str, Mapping[str, int]] | None) -> None:
    """Replaces each token with probability q by a draw from its class."""
    pools: Pools = {}
    for item in items:
        counts = corpus.get(item.label) if corpus is not None else None
        text = item.text
        kept = False
        for match in reversed(list(WORD.finditer(item.text))):
            seed = draw.token_seed(scene.key, scene.dialogue.id, item.key, match.start())
            if draw.Stream(seed, "q").unit() >= scene.q:
                kept = True
                continue
            new = _token(scene, item, match.group(), seed, counts, pools)
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
    scene: Scene,
    item: Item,
    token: str,
    seed: bytes,
    counts: Mapping[str, int] | None,
    pools: Pools,
) -> str:
    key = fold(token)
    if token.isdecimal():
        stream = draw.Stream(seed)
        first = "123456789" if len(token) > 1 else "0123456789"
        drawn = "".join(stream.choice(first if i == 0 else "0123456789") for i in range(len(token)))
        if drawn != token:
            return drawn
        return _token(scene, item, token, seed + b"'", counts, pools)
    if key in PARTICLES:
        return token
    open_class = item.kind not in (Kind.NUMBER, Kind.DATE, Kind.LETTER, Kind.PHONE)
    for pool in _pools(scene, item, key, counts, pools):
        for candidate in pool.ranked(seed):
            folded = fold(candidate)
            if folded != key and not (open_class and _tells(scene, candidate, folded)):
                if item.kind in (Kind.EMAIL, Kind.USER, Kind.URL, Kind.DOMAIN):
                    return folded
                return apply_case(candidate, case_pattern(token))
    return "[WORD]"


def _tells(scene: Scene, candidate: str, folded: str) -> bool:
    """Whether a candidate shows an original, or a form of one: Paco of a Francisco."""
    if folded in scene.originals or folded in scene.related:
        return True
    return scene.inflects_original(candidate)


def _pools(
    scene: Scene, item: Item, key: str, counts: Mapping[str, int] | None, pools: Pools
) -> Iterator[draw.Pool]:
    """The corpus's words of the token's label and class; the lexicon's where these do not do."""
    if counts:
        place = (item.label, _class_of(scene, item, key))
        if place not in pools:
            own = ((t, n) for t, n in counts.items() if _class_of(scene, item, fold(t)) == place[1])
            pools[place] = draw.Pool(own)
        yield pools[place]
    yield _pool(scene, item, key)


def _class_of(scene: Scene, item: Item, key: str) -> str:
    """The closed class that a token is drawn within, or "" (all that its label is given to)."""
    lexicon = scene.lexicon
    entry = word_table(lexicon).get(key)
    if entry is not None:
        return f"{entry.klass}{'f' if entry.gender == 'f' else 'm'}"
    if item.kind not in NAMES:  # a man is called Julio, a woman Abril
        if key in lexicon.month_numbers:
            return "month"
        if key in lexicon.spoken_letters:
            return "spoken"
    return "letter" if len(key) == 1 or item.kind is Kind.LETTER else ""


def _pool(scene: Scene, item: Item, key: str) -> draw.Pool:
    """Candidates for one token: its own class where the lexicon knows it, else its label's."""
    lexicon = scene.lexicon
    klass = _class_of(scene, item, key)
    name = ("word", klass)
    if klass == "month":
        options = list(lexicon.months)
    elif klass == "spoken":
        options = list(lexicon.letters.values())
    elif klass == "letter":
        options = list("abcdefghijklmnopqrstuvwxyz")
    elif klass:
        options = _number_forms(lexicon, klass[:-1], klass[-1])
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
