"""E-mail addresses, user names, web addresses and domains: they follow the person or organisation.

Local parts keep their pattern (given.family, initial and surname, digits of a year), in figures or
spoken; `owners` says whose they are and `domains` writes what stands after the at sign.
"""

import re
from dataclasses import dataclass, field

from surrogates import draw, notices
from surrogates.addresses import owners as explained_by
from surrogates.addresses.codes_in_paths import page_around, with_codes
from surrogates.addresses.digits import Numbers
from surrogates.addresses.domains import AND, Domains, main_label
from surrogates.addresses.invented import fresh_atoms, invent
from surrogates.addresses.owners import MIN_NAME, Atom, Owner, Owners, Parts, decompose, thing_atoms
from surrogates.addresses.pieces import Piece, pieces_of
from surrogates.codes import ConstraintKind, IssueCode
from surrogates.folding import case_pattern, digraphs, fold, letters_only
from surrogates.labels import ADDRESSES, Kind, is_password, type_name
from surrogates.languages.letters import say_letters
from surrogates.numbers.board import Board
from surrogates.people.cast import Cast
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Constraint

_SPACE = re.compile(r"\s")
_PLAIN_SIGN = {"en": "at"}  # an at sign that stands in front of anything
_FIGURES, _CONSONANTS = "0123456789", "bcdfglmnprst"


@dataclass
class Desk:
    """What the addresses of one dialogue are written from."""

    scene: Scene
    owners: Owners
    domains: Domains
    numbers: Numbers
    things: dict[str, list[Atom]]
    fresh: dict[str, str] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)  # domains that DOMAIN_UNLINKED was raised for


def replace_addresses(scene: Scene, items: list[Item], cast: Cast, board: Board) -> None:
    """Writes surrogates of EMAIL, USER, URL and DOMAIN items; names must have been drawn."""
    addresses = scene.of_kind(items, *ADDRESSES)
    if not addresses:
        return
    things: dict[str, list[Atom]] = {}
    for item in scene.items:
        if item.kind in (Kind.ORG, Kind.PLACE) and item.index in scene.surrogates:
            for atom in thing_atoms(item.text, scene.surrogates[item.index]):
                things.setdefault(atom.old, []).append(atom)
    desk = Desk(scene, Owners(scene, cast), Domains(scene), Numbers(scene, board), things)
    # A user name may be made of what an address says in full: "mboukhari", "malika.boukhari@".
    for item in sorted(addresses, key=lambda item: item.kind is not Kind.EMAIL):
        owner: Owner | None = None
        if item.kind is Kind.URL:
            new = _url(desk, item, item.text)
        elif item.kind is Kind.DOMAIN:
            new = _host(desk, item, item.text, None)
        else:
            new, owner = _address(desk, item)
        host = item.kind in (Kind.DOMAIN, Kind.URL) or _is_domain(desk, item)
        # A provider is the one thing that stays as it is: "beim [posteo.de]".
        if not new or (fold(new) == fold(item.text) and not host):
            new = f"[{type_name(item.label)}]"
        scene.surrogates[item.index] = new
        scene.add_card(str(item.kind), [item], new, ("derived_from",) if owner is not None else ())


def _address(desk: Desk, item: Item) -> tuple[str, Owner | None]:
    """An e-mail address or user name anew, and the person that it is derived from."""
    if _is_domain(desk, item):
        return _host(desk, item, item.text, None), None
    local, sign, domain = _cut(desk.scene, item.text)
    spoken = bool(_SPACE.search(item.text.strip()))
    pieces = pieces_of(desk.scene.lexicon, desk.owners, item, local, spoken=spoken)
    owner = _owner(desk, item, pieces)
    new = _local(desk, item, local, pieces, owner, spoken=spoken)
    if domain:
        new += sign + _host(desk, item, domain, owner)
    elif sign:
        new += sign
    return new, owner


def _is_domain(desk: Desk, item: Item) -> bool:
    """Whether a mention is what stands after an at sign that is outside it."""
    scene = desk.scene
    if item.kind is not Kind.EMAIL or _cut(scene, item.text)[1]:
        return False
    text = scene.before(item).rstrip()
    if text.endswith("@"):
        return True
    sign = next((s for s in _at_signs(scene) if f" {fold(text)}".endswith(f" {s}")), "")
    # In English "at" is a plain word too: "email me at anna@..." has a sign of its own.
    if not sign or sign != _PLAIN_SIGN.get(scene.lexicon.lang):
        return bool(sign)
    end = len(text) - len(sign)
    beside = (i for i in scene.items_by_turn.get(item.turn, ()) if i.start < end)
    local = any(not text[i.end : end].strip() for i in beside)
    return local or re.search(r"[\d._-]\w*\s*$", text[:end]) is not None


def _at_signs(scene: Scene) -> set[str]:
    return {*scene.lexicon.signs("at"), "at", "arroba"}


def _cut(scene: Scene, text: str) -> tuple[str, str, str]:
    """Local part, at sign (written or spoken, with its blanks) and domain."""
    handle = text.startswith("@")
    at = -1 if handle else text.rfind("@")
    if at > 0:
        return text[:at], "@", text[at + 1 :]
    pattern = "|".join(sorted(map(re.escape, _at_signs(scene)), key=len, reverse=True))
    spoken = re.search(rf"(?:^|\s)(?:{pattern})(?:\s|$)", fold(text))
    if spoken is None or len(fold(text)) != len(text):
        return text, "", ""
    return text[: spoken.start()], text[spoken.start() : spoken.end()], text[spoken.end() :]


def _owner(desk: Desk, item: Item, pieces: list[Piece]) -> Owner | None:
    """The person of whom all pieces tell; raises *_UNLINKED where two fit, or none does."""
    keys = [p.key for p in pieces if p.style in ("word", "letters")]
    chosen = desk.owners.linked(desk.scene, item)
    if chosen is not None:
        return chosen
    if not keys or _is_role(desk, keys):
        return None
    useful = [k for k in keys if not _explained(desk, k)]
    # A surname may name a firm, too: who explains every piece comes before what explains one.
    fitting = _fitting(desk, item, keys) if 0 < len(useful) < len(keys) else []
    if fitting:
        useful = keys
    else:
        fitting = _fitting(desk, item, useful)
    best = [o for o in fitting if len(o.surnames) and o.given] or fitting
    best = [o for o in best if o.addressed] or best
    if best:
        explanations = {tuple(tuple(o.explain(k, weak=True) or ()) for k in useful) for o in best}
        if len(explanations) > 1:
            _unlinked(desk, item, best[0], several=True)
        return best[0]
    near = desk.owners.candidates(keys, item)
    partly = any(owner.explain(k) for owner in near for k in keys)
    partly = partly or any(_from_anybody(desk, item, k) for k in useful)
    if not partly and useful:
        _unlinked(desk, item, desk.owners.nearest(item), several=False)
    return None


def _fitting(desk: Desk, item: Item, keys: list[str]) -> list[Owner]:
    """People of whom all pieces tell, one of them by more than an initial; the nearest first."""
    fitting = []
    for owner in desk.owners.candidates(keys, item):
        parts = [owner.explain(k, weak=True) for k in keys]
        if all(p is not None for p in parts) and any(owner.explain(k) for k in keys):
            fitting.append(owner)
    return sorted(fitting, key=lambda owner: owner.distance(item))


def _explained(desk: Desk, key: str) -> bool:
    """Whether a piece names a thing of the dialogue or a role."""
    return decompose(key, desk.things.get(key, ())) is not None or key in _roles(desk)


def _is_role(desk: Desk, keys: list[str]) -> bool:
    """Whether a mailbox is a role's ("info", "soporte.tecnico"): it is nobody's."""
    return keys[0] in _roles(desk)


def _roles(desk: Desk) -> dict[str, str]:
    return desk.scene.lexicon.signs("role")


def _unlinked(desk: Desk, item: Item, owner: Owner | None, *, several: bool) -> None:
    """Raises EMAIL_UNLINKED or USER_UNLINKED; the fix chooses the nearest person. A password is
    nobody's address: it may hold a name by chance."""
    if owner is None or is_password(item.label):
        return
    notice = notices.EMAIL_AMBIGUOUS if several else notices.EMAIL_UNEXPLAINED
    if item.kind is not Kind.EMAIL:
        notice = notice._replace(code=IssueCode.USER_UNLINKED)
    pair = (owner.items[0].key, item.key)
    desk.scene.raise_issue(notice, item, fix=Constraint(ConstraintKind.LINK, pair))


def _local(
    desk: Desk,
    item: Item,
    text: str,
    pieces: list[Piece],
    owner: Owner | None,
    *,
    spoken: bool,
) -> str:
    """The local part with every piece written anew; the signs between them stay."""
    written, last = "", 0
    role = _is_role(desk, [p.key for p in pieces if p.style in ("word", "letters")] or [""])
    forced = _forced(desk, item, pieces, owner)
    for rank, piece in enumerate(pieces):
        written += text[last : piece.start]
        last = piece.end
        if piece.style == "digits":
            written += desk.numbers.digits(piece.text)
        elif piece.style == "number":
            written += desk.numbers.spoken(piece.text)
        elif piece.style == "kept" or (role and piece.key in _roles(desk)):
            written += piece.text
        else:
            written += _word(desk, item, piece, owner, forced.get(rank, ""), spoken=spoken)
    return written + text[last:]


def _forced(desk: Desk, item: Item, pieces: list[Piece], owner: Owner | None) -> dict[int, str]:
    """What pieces become that a curator gave to a person whose names do not explain them."""
    if owner is None or desk.owners.linked(desk.scene, item) is None:
        return {}
    names = [owner.given, *owner.surnames] if owner.given else list(owner.surnames)
    forced: dict[int, str] = {}
    for rank, piece in enumerate(pieces):
        if (
            piece.style not in ("word", "letters")
            or owner.explain(piece.key, weak=True) is not None
        ):
            continue
        name = letters_only(names[min(len(forced), len(names) - 1)]) if names else ""
        forced[rank] = name[:1] if len(piece.key) == 1 else name
    return forced


def _word(
    desk: Desk, item: Item, piece: Piece, owner: Owner | None, forced: str, *, spoken: bool
) -> str:
    """One piece anew: from the person, from a thing of the dialogue, or invented."""
    parts = owner.explain(piece.key, weak=True) if owner is not None else None
    if parts is None and piece.key in desk.things:
        parts = decompose(piece.key, desk.things[piece.key])
    if parts is None and not forced:
        parts = _from_anybody(desk, item, piece.key)
    if parts is None:
        parts = [(0, len(piece.key), forced or _invent(desk, item, piece.key))]
    if piece.style == "letters":
        return _spelled(desk, piece, "".join(new for _, _, new in parts))
    # Beside a written address the spoken one is spelled as it is: "juergens".
    if (spoken and not _is_written(desk.scene)) or not piece.text.isascii():
        full = _full_form(owner, parts)
        if full:
            return full.upper() if case_pattern(piece.text) == "upper" else full.lower()
    written = ""
    for start, end, new in parts:
        same = len(piece.text) == len(piece.key)
        part = piece.text[start:end] if same else piece.text
        written += _cased(new, part)
    return written


def _is_written(scene: Scene) -> bool:
    """Whether some address of the dialogue is written with its sign."""
    return any("@" in item.text for item in scene.of_kind(scene.items, Kind.EMAIL))


def _from_anybody(desk: Desk, item: Item, key: str) -> Parts | None:
    """A piece explained by names that were not said in a row, or of several people."""
    owners = desk.owners.candidates([key], item)
    if owners:
        owners += desk.owners.around(item)
    atoms = [atom for owner in owners for atom in owner.atoms]
    if item.kind is Kind.USER:  # "carmenyluis", "rexofmadrid"
        atoms += [atom for old in desk.things if old in key for atom in desk.things[old]]
        atoms += [Atom(word, word, "short", "thing") for word in AND]
        if decompose(key, atoms) is None:
            atoms += fresh_atoms(desk.fresh)
    parts = decompose(key, atoms) or _with_a_surname(desk, item, key, atoms)
    parts = parts or explained_by.mistyped(desk.owners.around(item), key)
    if parts is not None and all(key[start:end] == new for start, end, new in parts):
        return None  # "andi": nothing but words that join names
    return parts


def _with_a_surname(desk: Desk, item: Item, key: str, atoms: list[Atom]) -> Parts | None:
    """A whole given name beside a surname that the dialogue does not say: "rosarioperea"."""
    surnames = desk.scene.lexicon.surname_keys
    for atom in atoms:
        size = len(atom.old)
        if (atom.kind, atom.role) != ("name", "given") or size <= MIN_NAME:
            continue
        rest = key.removeprefix(atom.old)
        if rest != key and rest in surnames and len(rest) > MIN_NAME:
            return [(0, size, atom.new), (size, len(key), _invent(desk, item, rest))]
        rest = key.removesuffix(atom.old)
        if rest != key and rest in surnames and len(rest) > MIN_NAME:
            return [(0, len(rest), _invent(desk, item, rest)), (len(rest), len(key), atom.new)]
    for atom in atoms:  # the initial of a given name that nobody says: "tgarnier"
        if (atom.kind, atom.role) == ("name", "surname") and key[1:] == atom.old:
            return [(0, 1, _invent(desk, item, key[0])), (1, len(key), atom.new)]
    return None


def _full_form(owner: Owner | None, parts: Parts) -> str:
    """The name as it is said, with its marks, where a spoken piece is one whole name."""
    if owner is None or len(parts) != 1:
        return ""
    new = parts[0][2]
    for form in (owner.given, *owner.surnames):
        for name in (form, *form.split()):
            if new in (letters_only(name), letters_only(digraphs(name))):
                return "".join(c for c in name if c.isalpha())
    return ""


def _cased(new: str, old: str) -> str:
    if len(old) == 1:
        return new.upper() if old.isupper() else new
    pattern = case_pattern(old)
    if pattern == "upper":
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _spelled(desk: Desk, piece: Piece, letters: str) -> str:
    """Letters written with the tokens of the piece; the last one takes what there is more."""
    separator = ", " if "," in piece.text else " "
    aloud = any(token.style == "spoken" for token in piece.tokens)
    letters_said: list[str] = []
    at = 0
    for rank, token in enumerate(piece.tokens):
        size = len(token.letters)
        part_letters = letters[at:] if rank == len(piece.tokens) - 1 else letters[at : at + size]
        at += size
        if part_letters:
            letters_said.append(
                say_letters(desk.scene.lexicon, token, part_letters, separator, aloud=aloud)
            )
    return separator.join(letters_said)


def _invent(desk: Desk, item: Item, key: str) -> str:
    return invent(desk.scene, desk.owners, desk.fresh, item, key)


def _host(desk: Desk, item: Item, text: str, owner: Owner | None) -> str:
    """A domain anew, written or spoken; raises DOMAIN_UNLINKED."""
    domains = desk.domains
    body = text.strip()
    tail = ""
    while body and not body[-1].isalnum():
        body, tail = body[:-1], body[-1] + tail
    if not body:
        return text
    spoken = bool(_SPACE.search(body))
    name = letters_only(body.split()[0]) if spoken else main_label(body)
    new = (domains.spoken if spoken else domains.host)(item, body, owner)
    ways = {c.names.get(letters_only(name)) for c in domains.fitting(name)}
    mine = owner is not None and owner.explain(letters_only(name)) is not None
    settled = mine or new == body or domains.linked(item) is not None  # a provider's stays
    settled = settled or bool(domains.of_town(name)) or domains.carries_mail(item, name)
    settled = settled or bool(domains.in_part(item, fold(main_label(body))))
    # Whose box is called after a person may keep it anywhere, unless a firm is called alike.
    settled = settled or (item.kind is Kind.EMAIL and owner is not None
                          and not domains.is_like(name))  # fmt: skip
    if domains.all and not settled and len(ways) != 1 and name not in desk.told:
        desk.told.add(name)  # once, however often it is said
        _domain_unlinked(desk, item, several=bool(ways))
    if " " not in body and "." not in body and not domains.is_provider(name):
        new = new.removesuffix(".example")  # "de la empresa telconorte": a name, no address
    return text[: len(text) - len(text.lstrip())] + new + tail


def _domain_unlinked(desk: Desk, item: Item, *, several: bool) -> None:
    notice = notices.DOMAIN_AMBIGUOUS if several else notices.DOMAIN_UNEXPLAINED
    nearest = min(desk.domains.all, key=lambda c: abs(c.item.index - item.index))
    fix = Constraint(ConstraintKind.LINK, (nearest.item.key, item.key))
    desk.scene.raise_issue(notice, item, fix=fix)


def _url(desk: Desk, item: Item, text: str) -> str:
    """A web address: its host follows the organisation, names in its path their people."""
    match = re.match(r"(?P<scheme>[a-z]+://)?(?P<host>[^/\s:?#]+)", text, re.IGNORECASE)
    if match is None or _SPACE.search(text.strip()):
        return _host(desk, item, text, None)
    stream = draw.Stream(desk.scene.seed("url", fold(text)))

    def piece(match: re.Match[str]) -> str:
        key = fold(match.group())
        parts = _from_anybody(desk, item, key) if len(key) > 1 else None
        if len(key) == 1 and (owners := _fitting(desk, item, page_around(match))):
            parts = owners[0].explain(key, weak=True)  # "/p-raman"
        if parts is not None:
            return "".join(new for _, _, new in parts)
        if key in desk.scene.lexicon.signs("path") or key in desk.scene.lexicon.signs("role"):
            return match.group()  # "/account"
        signs = ((_FIGURES if c.isdecimal() else _CONSONANTS).replace(c, "") for c in match.group())
        return "".join(stream.choice(each) for each in signs)

    path = with_codes(desk.scene, text[match.end() :], piece)
    return f"{match['scheme'] or ''}{_host(desk, item, match['host'], None)}{path}"
