"""The rows of the table of trades that a word is a form of. Called by `professions`."""

from surrogates.attributes.alike import same_start, same_stem
from surrogates.attributes.german_cases import base_of
from surrogates.attributes.plurals import plural_of
from surrogates.folding import fold, words
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import HEAD_LAST

_HEAD = 4  # letters of a trade that a compound ends with


def cut_forms(key: str) -> tuple[str, ...]:
    """A folded German word without the endings of the genitive, and of the dative of many."""
    ends = (end for end in ("es", "s", "n") if key.endswith(end) and len(key) > _HEAD + len(end))
    return tuple(key.removesuffix(end) for end in ends)


def is_plural(lexicon: Lexicon, text: str) -> bool:
    """Whether a mention is the plural of a profession that a table has, or ends like one."""
    key = " ".join(words(text))
    forms = forms_of(lexicon)
    if key in forms:
        return False
    head = (key.split() or [""])[-1 if lexicon.lang in HEAD_LAST else 0]
    if (
        lexicon.lang == "de" and key.endswith("n") and fold(base_of(text)) not in forms
    ):  # "den Lehrern"
        singular = key[:-1] in forms and plural_of(forms[key[:-1]]["form"], "de").lower() != text
        if key[:-1] in plurals_of(lexicon) or singular:
            return True
    ends = lexicon.lang != "de" and head.endswith("s")
    return key in plurals_of(lexicon) or (ends and row_of(lexicon, text) is not None)


def forms_of(lexicon: Lexicon) -> dict[str, dict[str, str]]:
    """Folded words of a profession -> its row."""
    pools, key = lexicon.pools, ("professions by form",)
    if key not in pools:
        pools[key] = {" ".join(words(r["form"])): r for r in lexicon.all_rows("professions")}
    forms: dict[str, dict[str, str]] = pools[key]
    return forms


def plurals_of(lexicon: Lexicon) -> dict[str, dict[str, str]]:
    """Folded plural of a profession -> the row of its singular."""
    pools, key = lexicon.pools, ("professions by plural",)
    if key not in pools:
        rows = lexicon.rows("professions")
        pools[key] = {" ".join(words(plural_of(r["form"], lexicon.lang))): r for r in rows}
    plurals: dict[str, dict[str, str]] = pools[key]
    return plurals


def row_of(lexicon: Lexicon, text: str) -> dict[str, str] | None:
    """The row of the word that names the profession, or of one of the same stem."""
    rows = forms_of(lexicon)
    keys = [" ".join(words(text)), *words(text)]
    for known in (rows, plurals_of(lexicon)) if lexicon.lang != "eu" else (rows,):
        exact = next((known[key] for key in keys if key in known), None)
        if exact is not None:
            return exact
    for word in words(text) if lexicon.lang in HEAD_LAST else ():
        heads = (key for key in rows if len(key) >= _HEAD and word.endswith(key))
        head = max(heads, key=len, default="")
        if head:  # "Betriebsarzt"
            return rows[head]
    for word in keys:
        alike = [key for key in rows if same_stem(word, key)]
        if " " not in word and len({rows[key]["group"] for key in alike if " " in key}) > 1:
            alike = [key for key in alike if " " not in key]  # "técnica" is one of many
        if alike:  # of two languages' words the nearer one
            row = rows[max(alike, key=lambda key: same_start(word, key))]
            return {**row, "gender": "u"}
    return None
