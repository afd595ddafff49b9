"""Addresses of machines (192.168.1.10, fe80::1): one from the blocks kept free for documents.

They are no row of free digits, so `replacement` leaves them to this module.
"""

import re
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from surrogates import draw
from surrogates.labels import Kind, type_name
from surrogates.languages import FOLDER, read_table
from surrogates.rewrite import Item
from surrogates.scene import Scene

_ADDRESS = re.compile(r"(?P<address>[0-9a-fA-F:.]{3,39})(?:/\d{1,3})?")
_TRIED = 50
_HOSTS = 254  # drawn from a block; its first and last address name no machine
Network = IPv4Network | IPv6Network


@lru_cache(maxsize=1)
def networks() -> tuple[Network, ...]:
    """Blocks of addresses for documents (RFC 5737, RFC 3849), of all languages' tables."""
    return tuple(
        ip_network(row["pattern"])
        for path in sorted(FOLDER.glob("*/reserved.tsv"))
        for row in read_table(path)
        if row["kind"] in ("ipv4", "ipv6")
    )


def replace_ip_addresses(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of machine addresses; returns the items that are none."""
    others: list[Item] = []
    by_address: dict[str, list[Item]] = {}
    for item in items:
        address = address_of(item)
        if address:
            by_address.setdefault(address, []).append(item)
        else:
            others.append(item)
    taken = set(by_address)
    for address, items_of in by_address.items():
        new = _draw(scene, address, items_of, taken)
        taken.add(new)
        for item in items_of:
            rest = item.text.partition("/")[1:]
            placeholder = f"[{type_name(item.label)}]"
            scene.surrogates[item.index] = "".join((new, *rest)) if new else placeholder
        links = ("same_value",) if len(items_of) > 1 else ()
        first = items_of[0]
        scene.add_card(str(first.kind), items_of, scene.surrogates[first.index], links)
    return others


def address_of(item: Item) -> str:
    """An address in its usual writing, or ""."""
    match = _ADDRESS.fullmatch(item.text) if item.kind is Kind.ID else None
    try:
        return str(ip_address(match["address"])) if match is not None else ""
    except ValueError:
        return ""


def _draw(scene: Scene, address: str, items: list[Item], taken: set[str]) -> str:
    original = ip_address(address)
    free = [n for n in networks() if n.version == original.version and original not in n]
    stream = draw.Stream(scene.seed("number", address, items), "address")
    for _ in range(_TRIED):
        new = str(stream.choice(free)[1 + stream.below(_HOSTS)])
        if new not in taken:
            return new
    return ""
