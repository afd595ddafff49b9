"""Regions, rivers, mountains and islands of a language, and the words that say what one is."""

from collections.abc import Mapping
from functools import lru_cache

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon, name_key


@lru_cache(maxsize=16)
def landscape_names(lexicon: Lexicon) -> Mapping[str, tuple[str, str]]:
    """Folded name -> (kind, article that stands before it). What is one town's quarter is known by
    its name, and no other becomes it."""
    # A district is called like its town, and is told by the word before it alone.
    others = ("cue", "rural_district")
    rows = [row for row in lexicon.all_rows("landscape") if row["kind"] not in others]
    kinds = [(row["name"], (row["kind"].removeprefix("known_"), row["value"])) for row in rows]
    by_key = {name_key(name): kind for name, kind in kinds}
    return by_key | {fold(name): kind for name, kind in kinds}


@lru_cache(maxsize=16)
def landscape_cues(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded word ("río") -> kind of what follows it."""
    rows = [row for row in lexicon.all_rows("landscape") if row["kind"] == "cue"]
    return {fold(row["name"]): row["value"] for row in rows}
