"""What is still said of each person whom a text is about, as SPIA counts [Oh26].

Called by benchmarks. SPIA asks a language model what it can infer; here a value counts as told
where the released text still says it, word by word. So both rates are upper bounds: what can be
inferred is not counted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surrogates.folding import words


@dataclass(frozen=True, slots=True)
class Protection:
    """cpr: share of all attributes that are not said; ipr: mean of each person's share; said: how
    many the original says, and of those how many stay; of so many people and attributes."""

    cpr: float
    ipr: float
    said: int
    stays: int
    subjects: int
    attributes: int


def measure_protection(
    texts: Iterable[tuple[str, str, Sequence[Mapping[str, Any]]]],
) -> Protection:
    """Rates over documents (original text, released text, subjects); a person without an attribute
    is left out. Of values with alternatives ("Vigo / Spain") one that is said is enough.

    Raises ValueError where nobody has an attribute.
    """
    shares, said, stays, told, attributes = [], 0, 0, 0, 0
    for original, released, subjects in texts:
        before, after = _padded(original), _padded(released)
        for subject in subjects:
            values = [str(each["value"]) for each in subject["attributes"]]
            if not values:
                continue
            shown = [_says(after, value) for value in values]
            was = [_says(before, value) for value in values]
            shares.append(1 - sum(shown) / len(values))
            # A surrogate that says a value by chance counts as told, too.
            told += sum(shown)
            said += sum(was)
            stays += sum(one and other for one, other in zip(was, shown, strict=True))
            attributes += len(values)
    if not shares:
        raise ValueError("no subject has an attribute; expected one")
    return Protection(
        1 - told / attributes, sum(shares) / len(shares), said, stays, len(shares), attributes
    )


def _padded(text: str) -> str:
    return f" {' '.join(words(text))} "


def _says(text: str, value: str) -> bool:
    forms = [" ".join(words(part)) for part in value.split("/")]
    return any(form and f" {form} " in text for form in forms)
