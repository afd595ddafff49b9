"""What a curator should look at: checks on the finished dialogue, and which issues are settled.

Codes and severities: block (no export), warn (counted), info. Messages never hold an original.
"""

from surrogates import draw, leaks
from surrogates.folding import PARTICLES, WORD, fold
from surrogates.labels import NAMES, Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import N_, Constraint, Dialogue, Issue

SEVERITIES = ("block", "warn", "info")


def inspect(scene: Scene, rewritten: Dialogue, nested: list[Item]) -> None:
    """Adds the issues that only the finished dialogue shows."""
    _residual(scene)
    _leaks(scene, rewritten)
    _duplicates(scene)
    for item in nested:
        scene.raise_issue(
            "NESTED_MENTION", "info", item, N_("A mention inside another was replaced with it.")
        )


def open_issues(scene: Scene) -> tuple[Issue, ...]:
    """Issues in order of appearance, without those that a person has settled.

    An issue is settled when it was dismissed, when its mentions became placeholders, or when every
    constraint that it proposed has been accepted.
    """
    accepted = set(scene.constraints)
    placeholders = {m for c in accepted if c.kind == "placeholder" for m in c.mentions}
    dismissed = {(m, c.value) for c in accepted if c.kind == "dismiss" for m in c.mentions}
    found: list[Issue] = []
    for issue in scene.issues:
        if any((m, issue.code) in dismissed for m in issue.mentions):
            continue
        if issue.mentions and placeholders.issuperset(issue.mentions):
            continue
        if issue.fix is not None and accepted.issuperset(issue.fix.constraints):
            continue
        found.append(issue)
    rank = {name: i for i, name in enumerate(SEVERITIES)}
    return tuple(sorted(found, key=lambda i: (i.turn, i.start, rank[i.severity], i.code)))


def keep_some(scene: Scene, items: list[Item]) -> None:
    """With probability 1-q a span stays as it was (research only)."""
    for item in items:
        seed = draw.token_seed(scene.key, scene.dialogue.id, item.key, -1)
        if draw.Stream(seed, "q").unit() >= scene.q:
            scene.surrogates[item.index] = item.text
            scene.kept.add(item.index)


def _residual(scene: Scene) -> None:
    """Unlabelled words that are written like a labelled name."""
    owners: dict[str, Item] = {}
    for item in scene.items:
        if item.kind in NAMES or item.kind in (Kind.PLACE, Kind.ORG, Kind.EMAIL, Kind.USER):
            for match in WORD.finditer(item.text):
                key = fold(match.group())
                if len(key) >= 3 and key not in PARTICLES and key in scene.originals:
                    owners.setdefault(key, item)
    if not owners or not any(key in scene.outside for key in owners):
        return
    spans: dict[int, list[Item]] = {}
    for item in scene.items:
        spans.setdefault(item.turn, []).append(item)
    for number, turn in enumerate(scene.dialogue.turns):
        for match in WORD.finditer(turn.text):
            key = fold(match.group())
            inside = any(
                i.start < match.end() and match.start() < i.end for i in spans.get(number, ())
            )
            if key in owners and not inside:
                _raise_residual(
                    scene, number, match.start(), match.end(), match.group(), owners[key]
                )


def _raise_residual(scene: Scene, turn: int, start: int, end: int, word: str, owner: Item) -> None:
    ordinary = word.islower() and not owner.text.islower()
    homograph = ordinary and fold(word) in scene.lexicon.homographs
    severity = "info" if homograph else "warn" if ordinary else "block"
    place = Item(-1, turn, start, end, owner.label, owner.kind, word, owner.key, "")
    scene.raise_issue(
        "RESIDUAL_MENTION",
        severity,
        place,
        N_("An unlabelled word is written like a labelled one: label it, or say that it is none."),
        (owner.key,),
        (Constraint("dismiss", (owner.key,), "RESIDUAL_MENTION"),),
    )


def _leaks(scene: Scene, rewritten: Dialogue) -> None:
    """Originals inside surrogates: a bug or an edit, never a matter of taste."""
    by_turn: dict[int, list[tuple[int, int, Item]]] = {}
    shifts: dict[int, int] = {}
    for item in scene.items:
        shift = shifts.get(item.turn, 0)
        surrogate = scene.surrogates[item.index]
        start = item.start + shift
        by_turn.setdefault(item.turn, []).append((start, start + len(surrogate), item))
        shifts[item.turn] = shift + len(surrogate) - (item.end - item.start)
    for leak in leaks.scan(scene.dialogue, rewritten):
        if leak.kind == "unchanged":
            continue
        for start, end, item in by_turn.get(leak.turn, ()):
            if start < leak.end and leak.start < end and item.index not in scene.kept:
                keys = (item.key,)
                scene.raise_issue(
                    "LEAK_ORIGINAL",
                    "block",
                    item,
                    N_("A surrogate shows an original of the dialogue."),
                    keys,
                    (Constraint("placeholder", keys),),
                )


def _duplicates(scene: Scene) -> None:
    """Two people with one surrogate."""
    owners: dict[str, tuple[str, ...]] = {}
    by_key = {item.key: item for item in scene.items}
    for card in scene.cards:
        if card.kind != "person" or not card.surrogate or card.surrogate.startswith("["):
            continue
        key = fold(card.surrogate)
        if key in owners and owners[key] != card.mentions:
            scene.raise_issue(
                "DUPLICATE_SURROGATE",
                "block",
                by_key[card.mentions[0]],
                N_("Two people carry one surrogate."),
                card.mentions,
                (Constraint("redraw", card.mentions, "1"),),
            )
        owners[key] = card.mentions
