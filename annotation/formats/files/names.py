"""File names inside an export, made from dialogue ids that may hold anything."""

from urllib.parse import quote, unquote

# Names that Windows keeps for devices, whatever their ending.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{kind}{n}" for kind in ("com", "lpt") for n in range(10)
}
_LONGEST = 150


def member_name(name: str, taken: set[str]) -> str:
    """A file name without ending for a dialogue: letters as they are, the rest %-escaped.

    `dialogue_name` undoes it. A name that is too long, or in `taken` on systems without case, is
    numbered instead; the result is added to `taken`.
    """
    stem = "".join(char if _is_plain(char) else _escaped(char) for char in name) or "dialogue"
    if stem.lower() in _DEVICES or stem.startswith((".", "-")):
        stem = _escaped(stem[0]) + stem[1:]
    if len(stem.encode("utf-8")) > _LONGEST:
        stem = f"dialogue-{len(taken) + 1:05d}"
    wanted, number = stem, 1
    while stem.casefold() in taken:
        number += 1
        stem = f"{wanted}~{number}"
    taken.add(stem.casefold())
    return stem


def dialogue_name(stem: str) -> str:
    """The id that `member_name` made this stem of; any other stem is an id as it is."""
    try:
        name = unquote(stem, errors="strict")
    except UnicodeDecodeError:
        return stem
    return name if name != stem and member_name(name, set()) == stem else stem


def _is_plain(char: str) -> bool:
    return char.isalnum() or char in "-_. "


def _escaped(char: str) -> str:
    return quote(char, safe="") if char not in "-." else f"%{ord(char):02X}"
