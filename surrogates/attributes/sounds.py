"""Whether the word right before a mention fits another word there: "an aunt", "l'oncle"."""

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.inflection.french import is_aspirated
from surrogates.rewrite import Item
from surrogates.scene import Scene

_VOWELS = frozenset("aeiou")
_APOSTROPHES = ("'", "’")
# Articles that have another form before a vowel, and the forms that stand there.
_BEFORE_CONSONANTS = {
    "ca": frozenset({"el", "la", "de", "del", "al", "pel"}),
    "en": frozenset({"a"}),
    "fr": frozenset({"le", "la", "de", "du", "au", "ma", "ta", "sa", "que", "jusque", "lorsque"}),
}
_SPOKEN_YOU = ("eu", "one", "uni", "us")  # "a university"
_MINE = frozenset({"mon", "son", "ton"})  # before a woman's word only if that has a vowel
_BEFORE_VOWELS = {"en": frozenset({"an"}), "fr": frozenset({"cet"})}


def sound_fits(scene: Scene, item: Item, text: str) -> bool:
    """Whether the article before a mention is the one before this sound."""
    lang = scene.dialogue.lang.split("-")[0]
    vowel = begins_with_vowel(text, lang)
    before = scene.before(item)[-12:]
    if lang in _BEFORE_CONSONANTS and before.endswith(_APOSTROPHES):
        return vowel
    last = words(before)[-1:] if before.endswith(" ") else ()
    if not last:
        return True
    if lang == "fr" and last[0] in _MINE and item.kind is Kind.PROFESSION:
        return vowel or not (fold(item.text).endswith("e") and begins_with_vowel(item.text, lang))
    if last[0] in _BEFORE_CONSONANTS.get(lang, ()):
        return not vowel
    return last[0] not in _BEFORE_VOWELS.get(lang, ()) or vowel


def begins_with_vowel(text: str, lang: str) -> bool:
    """Whether a word sounds as if it began with a vowel."""
    key = fold(text)
    if lang == "en" and key.startswith(_SPOKEN_YOU):
        return False
    if lang == "ca" and key.removeprefix("h")[:1] in ("i", "u") and text.endswith("a"):
        return False  # "la informàtica": an unstressed i or u takes the whole article
    if lang == "fr" and is_aspirated(text):
        return False
    # "Un homme", "l'home": these languages do not say the h.
    return key[:1] in _VOWELS or (lang in ("ca", "fr") and key[:1] == "h" and key[1:2] in _VOWELS)
