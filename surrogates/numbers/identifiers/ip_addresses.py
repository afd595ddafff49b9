"""Addresses of machines (192.168.1.10, fe80::1, 00:1A:2B:3C:4D:5E): from ranges kept for documents.

They are no row of free digits, so `replacement` leaves them to this module, whole or octet by octet
("ciento noventa y dos punto ..."). `cued_kinds` asks whether a mention is one, whatever its label.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind, type_name
from surrogates.languages.cardinals import parse, say
from surrogates.languages.schema import FOLDER, read_table
from surrogates.numbers.writing import respell
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_ADDRESS = re.compile(r"(?P<address>[0-9a-fA-F:.]{3,39})(?:/\d{1,3})?")
_HARDWARE = re.compile(
    r"[0-9a-fA-F]{2}(?:(?P<sign>[:-])[0-9a-fA-F]{2})(?:(?P=sign)[0-9a-fA-F]{2}){4}"
)
_TELEPHONE = re.compile(r"\d\d\.\d{3}\.\d\d\.\d\d")  # "93.123.45.67"
_KINDS = (Kind.NUMBER, Kind.ID, Kind.URL, Kind.DOMAIN, Kind.USER, Kind.OTHER)
_TRIED = 50
_HOSTS = 254  # drawn from a block; its first and last address name no machine
_OCTETS = 4
_CUE = "ip"
Network = IPv4Network | IPv6Network


@lru_cache(maxsize=1)
def networks() -> tuple[Network, ...]:
    """Blocks of addresses for documents (RFC 5737, RFC 3849), of all languages' tables."""
    return tuple(ip_network(pattern) for kind, pattern in _ranges() if kind != "mac")


@lru_cache(maxsize=1)
def _ranges() -> tuple[tuple[str, str], ...]:
    return tuple(
        (row["kind"], row["pattern"])
        for path in sorted(FOLDER.glob("*/reserved.tsv"))
        for row in read_table(path)
        if row["kind"] in ("ipv4", "ipv6", "mac")
    )


def is_machine(item: Item, dialogue: Dialogue) -> bool:
    """Whether a mention is a machine's address, whatever its label says."""
    if item.kind not in _KINDS or not (":" in item.text or "." in item.text or "-" in item.text):
        return False
    if item.kind is Kind.NUMBER and _TELEPHONE.fullmatch(item.text):
        return _CUE in words(dialogue.turns[item.turn].text)
    return bool(_address(item.text))


def replace_ip_addresses(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of machine addresses; returns the items that are none."""
    by_address: dict[str, list[list[Item]]] = {}
    done: set[int] = set()
    for run in _runs(scene, items):
        by_address.setdefault(_said(scene, run), []).append(run)
        done.update(item.index for item in run)
    for item in items:
        address = address_of(item) or (_said(scene, [item]) if item.kind is Kind.ID else "")
        if address and item.index not in done:
            by_address.setdefault(address, []).append([item])
            done.add(item.index)
    taken = set(by_address)
    for address, runs in by_address.items():
        new = draw_address(scene, address, [i for run in runs for i in run], taken)
        taken.add(new)
        for run in runs:
            _write(scene, run, new)
            links = ("same_value",) if len(runs) > 1 else ()
            surrogate = ".".join(scene.surrogates[i.index] for i in run)
            scene.add_card(str(run[0].kind), run, surrogate, links)
    return [item for item in items if item.index not in done]


def address_of(item: Item) -> str:
    """An address in its usual writing, or ""."""
    return _address(item.text) if item.kind is Kind.ID else ""


def _address(text: str) -> str:
    if _HARDWARE.fullmatch(text):
        return text.upper().replace(":", "-")
    match = _ADDRESS.fullmatch(text)
    try:
        return str(ip_address(match["address"])) if match is not None else ""
    except ValueError:
        return ""


def _runs(scene: Scene, items: list[Item]) -> Iterator[list[Item]]:
    """Four octets in spans of their own, with nothing but a dot, written or said, between two."""
    run: list[Item] = []
    for item in items:
        octet = item.kind in (Kind.NUMBER, Kind.ID) and _octet(scene, item.text) is not None
        joined = run and item.turn == run[-1].turn and _is_dot(scene, scene.between(run[-1], item))
        run = [*run, item] if octet and joined else [item] if octet else []
        if len(run) == _OCTETS:
            yield run
            run = []


def _is_dot(scene: Scene, text: str) -> bool:
    plain = fold(text.strip())
    return plain == "." or plain in scene.lexicon.signs("dot")


def _octet(scene: Scene, text: str) -> int | None:
    value = int(text) if text.isdecimal() and len(text) < 4 else parse(scene.lexicon, text)
    return value if value is not None and value < 256 else None


def _pieces(scene: Scene, text: str) -> list[str]:
    """A text cut at its dots, which may be said; the dots stay among the pieces."""
    dots = "|".join(sorted(map(re.escape, scene.lexicon.signs("dot")), key=len, reverse=True))
    return re.split(rf"(\s+(?:{dots})\s+|\s*\.\s*)", text, flags=re.IGNORECASE)


def _said(scene: Scene, run: list[Item]) -> str:
    """The address that items say octet by octet, or ""."""
    pieces = _pieces(scene, run[0].text)[::2] if len(run) == 1 else [i.text for i in run]
    octets = [_octet(scene, piece) for piece in pieces]
    whole = len(octets) == _OCTETS and None not in octets
    return ".".join(map(str, octets)) if whole else ""


def _write(scene: Scene, run: list[Item], new: str) -> None:
    if len(run) == _OCTETS:
        for item, octet in zip(run, new.split(".") if new else [""] * _OCTETS, strict=True):
            written = _spoken(scene, item.text, octet) if new else ""
            scene.surrogates[item.index] = written or f"[{type_name(item.label)}]"
        return
    (item,) = run
    if not new:
        written = f"[{type_name(item.label)}]"
    elif not _address(item.text):
        pieces = _pieces(scene, item.text)
        pieces[::2] = [
            _spoken(scene, old, octet)
            for old, octet in zip(pieces[::2], new.split("."), strict=True)
        ]
        written = "".join(pieces)
    elif match := _HARDWARE.fullmatch(item.text):
        written = new.replace("-", match["sign"])
        written = written.lower() if item.text.lower() == item.text else written
    else:
        written = "".join((new, *item.text.partition("/")[1:]))
    scene.surrogates[item.index] = written


def _spoken(scene: Scene, old: str, octet: str) -> str:
    """An octet in figures or words, as the original was."""
    if old.isdecimal():
        return octet
    was = parse(scene.lexicon, old)
    assert was is not None
    return respell(old, say(scene.lexicon, was), say(scene.lexicon, int(octet)))


def draw_address(scene: Scene, address: str, items: list[Item], taken: set[str]) -> str:
    """An address that nobody has, in the writing of standards; "" where all are taken."""
    stream = draw.Stream(scene.seed("number", address, items), "address")
    if "-" in address:
        patterns = [pattern for kind, pattern in _ranges() if kind == "mac"]
        drawn = (_fill(stream.choice(patterns), stream) for _ in range(_TRIED))
    else:
        original = ip_address(address)
        free = [n for n in networks() if n.version == original.version and original not in n]
        drawn = (str(stream.choice(free)[1 + stream.below(_HOSTS)]) for _ in range(_TRIED))
    return next((new for new in drawn if new not in taken), "")


def _fill(pattern: str, stream: draw.Stream) -> str:
    return "".join(stream.choice("0123456789ABCDEF") if c == "x" else c for c in pattern)
