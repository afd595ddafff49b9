"""States in short before a postal code: "[TX 78704]". Called by `policies.entity`, after the areas
and the codes were drawn."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from surrogates import draw
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import areas_of

_STATE = re.compile(r"([A-Z]{2}) (?=\d)")
_PLACES = (Kind.PLACE, Kind.COUNTRY)


@lru_cache(maxsize=16)
def _states(lexicon: Lexicon) -> Mapping[str, str]:
    """What a postal code begins with -> the state, of those with a short form."""
    areas, codes = areas_of(lexicon), lexicon.province_codes
    towns = [town for town in lexicon.place_entries if town.province in codes]
    states = {codes[town.province][0]: areas.around(town) for town in towns}
    return {start: state for start, state in states.items() if start and state in areas.codes}


def write_state_codes(scene: Scene, items: Sequence[Item]) -> None:
    """Writes a state before a postal code anew ("[TX 78704]"): the one that its area became, else
    that of the new figures. Where they are of another state, the first of them change."""
    areas, states = areas_of(scene.lexicon), _states(scene.lexicon)
    led = [(item, said[1]) for item in items if (said := _STATE.match(item.text))]
    led = [(item, old) for item, code in led if (old := areas.names.get(fold(code))) in areas.codes]
    if not led or not states:
        return
    moved = {
        areas.names.get(fold(place.text), ""): areas.names.get(fold(scene.surrogates[place.index]))
        for place in scene.of_kind(scene.items, *_PLACES)
        if place.index in scene.surrogates
    }
    for item, old in led:
        digits = scene.surrogates[item.index][3:]
        start = max((s for s in states if digits.startswith(s)), key=len, default="")
        state = moved.get(old) or ""
        if state not in areas.codes:  # a person may have typed what is no state
            state = states.get(start, "")
            state = "" if state == old else state
        fine = {state} if state else set(states.values()) - {old}
        starts = [s for s, area in sorted(states.items()) if area in fine]
        if starts and states.get(start) != state:
            start = draw.Stream(scene.seed("state", old)).choice(starts)
            state, new = states[start], start + digits[len(start) :]
            for other in items:
                if scene.surrogates[other.index].endswith(digits):
                    kept = scene.surrogates[other.index].removesuffix(digits)
                    scene.surrogates[other.index] = kept + new
            digits = new
        scene.surrogates[item.index] = f"{areas.codes[state]} {digits}"
