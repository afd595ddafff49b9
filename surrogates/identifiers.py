"""E-mail addresses, user names, web addresses and domains: they follow the person or organisation.

Local parts keep their pattern (given.family, initial and surname, digits of a year); public
providers stay, other domains become invented ones under `.example` (RFC 2606).
"""

import re
from dataclasses import dataclass, field

from surrogates import draw
from surrogates.cast import Cast
from surrogates.folding import digits_only, fold, letters_only
from surrogates.labels import Kind, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.surnames import surname_pool
from surrogates.types import N_, Constraint, EntityCard

_PIECE = re.compile(r"\d+|[^\W\d_]+")
_SPOKEN = re.compile(r"\s(arroba|at)\s", re.IGNORECASE)
# Spoken separators and endings, which stay as they are.
_PLAIN_TEXT = (
    "punto guion bajo arroba at dot underscore dash hyphen com es net org eu cat info www "
    "http https todo junto minuscula minusculas mayuscula barra slash"
)
_PLAIN = frozenset(_PLAIN_TEXT.split())
KINDS = (Kind.EMAIL, Kind.USER, Kind.URL, Kind.DOMAIN)


@dataclass
class Known:
    """Folded originals and what they became: names, organisations, two-digit years."""

    given: dict[str, str] = field(default_factory=dict)
    surnames: dict[str, str] = field(default_factory=dict)
    orgs: dict[str, str] = field(default_factory=dict)
    digits: dict[str, str] = field(default_factory=dict)
    fresh: dict[str, str] = field(default_factory=dict)


def fill(scene: Scene, items: list[Item], cast: Cast) -> None:
    """Writes surrogates of EMAIL, USER, URL and DOMAIN items; names must have been drawn."""
    known = _known(scene, cast)
    for item in scene.of_kind(items, *KINDS):
        linked = [False]
        text = item.text
        if item.kind is Kind.EMAIL:
            new = _email(scene, item, known, linked)
        elif item.kind is Kind.USER:
            new = _local(scene, text, known, linked, spoken=" " in text)
        elif item.kind is Kind.URL:
            new = _url(scene, text, known)
        else:
            new = _bare_domain(scene, text, known)
        if fold(new) == fold(text) or not new:
            new = f"[{type_name(item.label)}]"
        scene.surrogates[item.index] = new
        _finish(scene, item, new, linked[0])


def _known(scene: Scene, cast: Cast) -> Known:
    known = Known()
    for (role, key), form in cast.forms.items():
        target = known.given if role == "given" else known.surnames
        plain = key.split("#")[0]
        target[letters_only(plain)] = form
        parts, new_parts = plain.split(), form.split()
        if role == "given" and len(parts) == len(new_parts) > 1:
            for old, part in zip(parts, new_parts, strict=True):
                target.setdefault(old, part)
    for item in scene.items:
        new = scene.surrogates.get(item.index)
        if new is None:
            continue
        if item.kind is Kind.ORG:
            known.orgs[letters_only(item.text)] = new
        if item.kind in (Kind.DATE, Kind.NUMBER):
            old, fresh = digits_only(item.text), digits_only(new)
            if len(old) >= 2 and len(old) == len(fresh):
                known.digits[old] = fresh
                if len(old) == 4:
                    known.digits.setdefault(old[2:], fresh[2:])
    return known


def _email(scene: Scene, item: Item, known: Known, linked: list[bool]) -> str:
    spoken = _SPOKEN.search(item.text)
    if spoken is not None:
        local = _local(scene, item.text[: spoken.start()], known, linked, spoken=True)
        domain = _spoken_domain(scene, item.text[spoken.end() :], known)
        return f"{local}{spoken.group()}{domain}"
    if "@" not in item.text:
        return _local(scene, item.text, known, linked, spoken=" " in item.text)
    local, domain = item.text.rsplit("@", 1)
    return f"{_local(scene, local, known, linked, spoken=False)}@{_domain(scene, domain, known)}"


def _local(scene: Scene, text: str, known: Known, linked: list[bool], *, spoken: bool) -> str:
    """A local part or user name with each piece replaced by what it came from."""
    made = ""
    last = 0
    for match in _PIECE.finditer(text):
        piece = match.group()
        made += text[last : match.start()]
        last = match.end()
        key = fold(piece)
        if piece.isdecimal():
            made += known.digits.get(piece) or _digits(scene, piece)
        elif spoken and (key in _PLAIN or key in scene.number_keys):
            made += piece
        else:
            derived = derive(key, known)
            if derived is not None:
                linked[0] = True
            form = derived if derived is not None else _invent(scene, key, known)
            made += form.lower() if spoken else _ascii(form)
    return made + text[last:]


def derive(key: str, known: Known) -> str | None:
    """A folded piece rebuilt from the names in it, or None when no name explains it."""
    for group in (known.given, known.surnames):
        if key in group:
            return group[key].replace(" ", "")
    joined = _decompose(key, known)
    if joined is not None:
        return joined
    for group in (known.given, known.surnames):
        for old, form in group.items():
            if len(key) >= 3 and old.startswith(key):
                return form.replace(" ", "")[: len(key)]
    return None


def _decompose(key: str, known: Known) -> str | None:
    """A piece cut into names and initials ("lgarcia", "eromeroselas"), each put anew.

    At least one part must be a whole name of three letters; the fewest parts win.
    """
    parts: list[tuple[str, str, bool]] = []
    for group in (known.given, known.surnames):
        for old, form in group.items():
            new = form.replace(" ", "")
            if len(old) >= 3 and new:
                parts += [(old, new, True), (old[:1], new[:1], False)]
    best: list[tuple[int, bool, str] | None] = [(0, False, "")] + [None] * len(key)
    for end in range(1, len(key) + 1):
        for old, new, whole in parts:
            before = best[end - len(old)] if end >= len(old) else None
            if before is None or not key.endswith(old, 0, end):
                continue
            option = (before[0] + 1, before[1] or whole, before[2] + new)
            current = best[end]
            if current is None or (option[0], not option[1]) < (current[0], not current[1]):
                best[end] = option
    found = best[len(key)]
    if found is None or found[0] > 4 or not (found[1] or (found[0] == len(key) == 2)):
        return None
    return found[2]


def _invent(scene: Scene, key: str, known: Known) -> str:
    if len(key) == 1:
        return draw.Stream(scene.seed("user", key)).choice("abcdefglmnprst".replace(key, ""))
    if key not in known.fresh:
        seed = scene.seed("user", key)
        known.fresh[key] = scene.first_allowed(seed, surname_pool(scene.lexicon)) or "alguien"
        scene.claim(known.fresh[key])
    return known.fresh[key]


def _digits(scene: Scene, text: str) -> str:
    stream = draw.Stream(scene.seed("user digits", text))
    return "".join(stream.choice("0123456789".replace(c, "")) for c in text)


def _ascii(text: str) -> str:
    return fold(text).replace(" ", "")


def _domain(scene: Scene, text: str, known: Known) -> str:
    name = fold(text).split(".")[0]
    if name in scene.lexicon.providers and "." in text:
        return text
    return f"{_company(scene, text, known)}.example"


def _spoken_domain(scene: Scene, text: str, known: Known) -> str:
    def piece(match: re.Match[str]) -> str:
        key = fold(match.group())
        if key in _PLAIN or key in scene.lexicon.providers:
            return match.group()
        return _company(scene, match.group(), known)

    return _PIECE.sub(piece, text)


def _company(scene: Scene, domain: str, known: Known) -> str:
    """The invented company behind a domain: the one that an organisation of the text became."""
    parts = [p for p in fold(domain).replace("www.", "").split(".") if p]
    name = letters_only(parts[-2] if len(parts) > 1 else parts[0]) if parts else ""
    for old, new in known.orgs.items():
        if name and (name == old or (len(name) >= 4 and old.startswith(name))):
            return _ascii(new)
    key = f"@{name}"
    if key not in known.fresh:
        brands = draw.Pool((b, 1.0) for b in scene.lexicon.organisation_parts("brand"))
        found = scene.first_allowed(scene.seed("domain", name), brands)
        known.fresh[key] = found or "empresa"
        scene.claim(known.fresh[key])
    return _ascii(known.fresh[key])


def _url(scene: Scene, text: str, known: Known) -> str:
    match = re.match(r"(?P<scheme>[a-z]+://)?(?P<www>www\.)?(?P<host>[^/\s:?#]+)", text, re.I)
    if match is None:
        return ""
    rest = text[match.end() :]
    stream = draw.Stream(scene.seed("url", fold(text)))
    path = re.sub(r"[^\W_]", lambda m: stream.choice("bcdfglmnprst"), rest)
    head = (match["scheme"] or "") + (match["www"] or "")
    return f"{head}{_company(scene, match['host'], known)}.example{path}"


def _bare_domain(scene: Scene, text: str, known: Known) -> str:
    if "." in text:
        return _url(scene, text, known)
    key = fold(text)
    if key in scene.lexicon.providers:
        mail = draw.Pool((p, 1.0) for p in scene.lexicon.mail_providers if p != key)
        return scene.first_allowed(scene.seed("domain", key), mail) or ""
    return _spoken_domain(scene, text, known)


def _finish(scene: Scene, item: Item, new: str, linked: bool) -> None:
    if item.kind in (Kind.EMAIL, Kind.USER) and not linked:
        people = [c for c in scene.cards if c.kind in ("person", "surname")]
        if people:
            keys = (item.key,)
            scene.raise_issue(
                f"{item.kind.upper()}_UNLINKED",
                "warn",
                item,
                N_("No name of the dialogue explains this address; it was invented."),
                keys,
                (Constraint("dismiss", keys, f"{item.kind.upper()}_UNLINKED"),),
            )
    scene.cards.append(
        EntityCard(
            key=f"{item.kind}:{item.key}",
            kind=str(item.kind),
            label=item.label,
            mentions=(item.key,),
            original=item.text,
            surrogate=new,
            lang=scene.lexicon.lang,
            links=("derived_from",) if linked else (),
        )
    )
