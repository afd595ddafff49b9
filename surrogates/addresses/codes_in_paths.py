"""A number of an order or a contract in the path of a web address is the one that is said alone,
and so is a user name.

Called by `replacement`, when all numbers are drawn.
"""

import re
from collections.abc import Callable

from surrogates.folding import fold
from surrogates.labels import Kind, is_password
from surrogates.scene import Scene

_LEAST = 4  # signs of a number that is no page's
_PIECE = re.compile(r"[^\W_]+")


def with_codes(scene: Scene, path: str, other: Callable[[re.Match[str]], str]) -> str:
    """The path with the new codes of the dialogue; `other` writes all other pieces."""
    codes = _codes(scene)
    alternatives = "|".join(map(re.escape, sorted(codes, key=len, reverse=True)))
    if not codes:
        return _PIECE.sub(other, path)
    pattern = re.compile(rf"(?<![^\W_])(?P<code>{alternatives})(?![^\W_])|[^\W_]+", re.IGNORECASE)

    def write(match: re.Match[str]) -> str:
        if match["code"] is None:
            return other(match)
        new = codes[match["code"].upper()]
        return new.lower() if match["code"].islower() else new

    return pattern.sub(write, path)


def page_around(match: re.Match[str]) -> list[str]:
    """The folded words of a page's name in which a piece stands: "/p-raman"."""
    ahead, behind = match.string[: match.start()], match.string[match.end() :]
    page = f"{ahead.rpartition('/')[2]}{match.group()}{behind.partition('/')[0]}"
    return re.findall(r"[^\W\d_]+", fold(page))


def _codes(scene: Scene) -> dict[str, str]:
    """Identifiers and user names in capitals -> what they became."""
    items = scene.of_kind(scene.items, Kind.ID, Kind.NUMBER)
    drawn = {i: scene.surrogates.get(i.index, "") for i in items if not is_password(i.label)}
    users = scene.of_kind(scene.items, Kind.USER)
    named = {u.text.upper(): scene.surrogates.get(u.index, "") for u in users}
    plain = {u: new for u, new in named.items() if re.fullmatch(r"[\w.-]+", u) and new[:1] != "["}
    return {u: new for u, new in plain.items() if new and len(u) >= _LEAST} | {
        item.text.upper(): new
        for item, new in drawn.items()
        if len(item.text) >= _LEAST
        and any(c.isdecimal() for c in item.text)
        and re.fullmatch(r"[\w./-]+", item.text)
        and new
        and not new.startswith("[")
    }
