"""Addresses of machines: whole, octet by octet, said aloud, under any label."""

import dataclasses
import re
from ipaddress import ip_address

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from surrogates.numbers.identifiers.ip_addresses import networks
from surrogates.types import Dialogue
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 23]) for n in range(tries(2, 8))]


def with_colons(*lines: str, lang: str = "en") -> Dialogue:
    """A dialogue whose spans may hold colons, written as "∶"."""
    made = dialogue(*lines, lang=lang)
    turns = (dataclasses.replace(t, text=t.text.replace("∶", ":")) for t in made.turns)
    return dataclasses.replace(made, turns=tuple(turns))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["IP_ADDRESS", "ID", "NUMBER", "URL", "CODE"])
def test_an_address_is_one_kept_for_documents(label: str, key: bytes) -> None:
    made = with_colons(f"A: ping [10.0.250.3:{label}] or [fe80∶∶1ff∶fe23:{label}]")
    four, six = texts(run(made, key=key))
    assert any(ip_address(four) in n for n in networks() if n.version == 4)
    assert any(ip_address(six) in n for n in networks() if n.version == 6)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["ID", "OTHER", "NUMBER"])
def test_a_hardware_address_keeps_its_writing(label: str, key: bytes) -> None:
    made = with_colons(f"A: [3c∶22∶fb∶01∶9a∶7e:{label}], [3C-22-FB-01-9A-7E:{label}]")
    colons, hyphens = texts(run(made, key=key))
    assert re.fullmatch(r"00:00:5e:00:53:[0-9a-f]{2}", colons)
    assert hyphens == colons.upper().replace(":", "-")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es", "[diez:NUMBER] punto [cero:NUMBER] punto [doscientos:NUMBER] punto [tres:NUMBER]"),
        ("es", "[diez punto cero punto doscientos punto tres:IP_ADDRESS]"),
        ("en", "[10:NUMBER].[0:NUMBER].[200:NUMBER].[3:NUMBER]"),
        ("de", "[zehn Punkt null Punkt zweihundert Punkt drei:IP_ADDRESS]"),
        ("fr", "[dix:ID] point [zéro:ID] point [deux cents:ID] point [trois:ID]"),
        ("ca", "[deu:NUMBER] punt [zero:NUMBER] punt [dos-cents:NUMBER] punt [tres:NUMBER]"),
        ("eu", "[hamar puntu zero puntu berrehun puntu hiru:IP_ADDRESS]"),
    ],
)
def test_octets_stay_octets(lang: str, said: str, key: bytes) -> None:
    out = texts(run(dialogue(f"A: ip {said}", lang=lang), key=key))
    dot = r" (?:punto|punt|puntu|Punkt|point) "
    pieces = [p for text in out for p in re.split(dot, text, flags=re.IGNORECASE)]
    lexicon = load_lexicon(lang)
    octets = [int(p) if p.isdecimal() else parse(lexicon, p) for p in pieces]
    assert ip_address(".".join(map(str, octets))) != ip_address("10.0.200.3")


def test_a_telephone_with_dots_is_no_address() -> None:
    (new,) = texts(run(dialogue("A: llame al [93.123.45.67:NUMBER]")))
    assert re.fullmatch(r"\d\d\.\d{3}\.\d\d\.\d\d", new)
