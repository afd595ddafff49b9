"""Columns of each lexicon table; the loader and the validation test read them."""

_ORIGIN = ("source", "licence")

SCHEMA: dict[str, tuple[str, ...]] = {
    "agreement": ("kind", "form", "value", *_ORIGIN),
    "alphabet": ("letter", "word", "set", *_ORIGIN),
    "coarser": ("kind", "value", "form", "gender", *_ORIGIN),
    "counted": ("form", "gender", *_ORIGIN),
    "countries": ("name", *_ORIGIN),
    "country_articles": ("kind", "form", "value", *_ORIGIN),
    "cues": ("kind", "form", "value", *_ORIGIN),
    "date_endings": ("applies", "name", "after_consonant", "after_vowel", "after_a", *_ORIGIN),
    "date_words": ("kind", "form", "value", *_ORIGIN),
    "days": ("form", "value", "variant", *_ORIGIN),
    "demonyms": ("place", "masculine", "feminine", *_ORIGIN),
    "equivalents": ("type", "concept", "lang", "form", "gender", *_ORIGIN),
    "exemplars": ("kind", "form", *_ORIGIN),
    "feasts": ("form", "kind", "months", "day", *_ORIGIN),
    "fillers": ("form", "kind", *_ORIGIN),
    "homographs": ("form", *_ORIGIN),
    "hours": ("form", "value", "variant", *_ORIGIN),
    "letters": ("letter", "spoken", "variant", *_ORIGIN),
    "months": ("form", "value", "variant", *_ORIGIN),
    "names": ("name", "gender", "weight", "kind", "lang", *_ORIGIN),
    "numbers": ("form", "value", "class", "gender", "position", *_ORIGIN),
    "organisations": ("part", "form", "sector", *_ORIGIN),
    "places": ("name", "province", "type", "weight", *_ORIGIN),
    "products": ("name", *_ORIGIN),
    "professions": ("form", "gender", "group", *_ORIGIN),
    "providers": ("name", "kind", *_ORIGIN),
    "provinces": ("province", "zip", "phone", *_ORIGIN),
    "public_figures": ("given", "surname", *_ORIGIN),
    "relations": ("form", "kin", "group", "gender", "shape", "register", "weight", *_ORIGIN),
    "reserved": ("kind", "country", "pattern", "authority", *_ORIGIN),
    "sexes": ("form", "sex", "style", *_ORIGIN),
    "short_forms": ("full", "short", "kind", "gender", "lang", *_ORIGIN),
    "signs": ("kind", "form", "value", *_ORIGIN),
    "streets": ("part", "form", *_ORIGIN),
    "surnames": ("surname", "weight", "lang", *_ORIGIN),
    "weekdays": ("form", "value", "variant", *_ORIGIN),
    "wider_places": ("name", "wider", *_ORIGIN),
}
# How many leading columns make a row unique.
KEY_WIDTH: dict[str, int] = {
    "agreement": 2, "alphabet": 2, "country_articles": 3, "cues": 3, "date_endings": 2,
    "coarser": 3, "date_words": 2, "equivalents": 4, "letters": 2, "numbers": 3, "organisations": 2,
    "public_figures": 2, "reserved": 3, "short_forms": 2, "signs": 2, "streets": 2, "weekdays": 3,
}  # fmt: skip
