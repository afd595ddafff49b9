"""What a bundle says: all of `evidence.json`, from the file, its gate and those who signed.

Called by `writing` and by the page, which shows the same before anybody signs. Everything else in a
bundle is drawn from this. Counts below 10 are hidden here, once.
"""

import math
import platform
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.evidence.bundle.checking import count_corpus
from annotation.evidence.bundle.counts import (
    about,
    beside,
    coarse_share,
    total,
    words_without_small,
)
from annotation.evidence.bundle.few import FEW, LEAST, small
from annotation.evidence.bundle.layout import CORPUS
from annotation.evidence.bundle.pictures import of_hundred
from annotation.models import BundleSignature, Export, Measurement, Project
from annotation.services.evidence.bundles.gate import Gate, Line
from annotation.services.evidence.bundles.leaving import KEPT, figures_that_leave
from annotation.services.evidence.bundles.reading import MODEL, ONE, TWO, Group, groups_of, left_of
from annotation.services.evidence.bundles.terms import domain_words, licence_of, terms_of
from annotation.services.evidence.epsilon.known_figures import labels_measured, lowest_by_label
from annotation.services.evidence.epsilon.page import epsilon_of_file
from annotation.services.evidence.remains.intruder import intruder_state
from annotation.services.figures import grouped, short_share
from annotation.services.guidance import guidelines
from annotation.services.release.departures import told_by
from annotation.services.release.exports import REASONS
from annotation.services.release.now import Now
from annotation.services.release.outgoing import MARKED, SUFFIXES
from annotation.services.release.recall import as_of_now
from annotation.services.revision.rules import AS_IT_IS
from annotation.services.runs.current import current_model

SCHEMA = "antifaz-evidence-1"
MONTH = 365.25 / 12  # days
Facts = dict[str, Any]


def counted_in(export: Export) -> tuple[int, int, int]:
    """Bytes, dialogues and turns of a file. Raises FormatError, OSError where it cannot be read."""
    data = (settings.ANTIFAZ_DATA / export.path).read_bytes()
    name = f"{CORPUS}{SUFFIXES[export.format]}"
    dialogues, turns, _spans = count_corpus(data, export.format, name)
    return len(data), dialogues, turns


def facts_of(
    gate: Gate,
    signatures: Sequence[BundleSignature],
    counted: tuple[int, int, int] | None = None,
) -> Facts:
    """The evidence of a file; `counted`: what `counted_in` said of these very bytes. Raises
    FormatError, OSError where its corpus cannot be read."""
    export = gate.export
    project, terms = export.project, terms_of(export.project)
    size, dialogues, turns = counted or counted_in(export)
    groups, measured = groups_of(export, gate.now), gate.figures(Measurement.Kind.RECALL)
    recall = measured and as_of_now(gate.now, measured)
    whole = _whole(left_of(groups, recall), {group.who for group in groups if group.dialogues})
    left = left_of(groups, recall, partly=whole is None)
    day = timezone.localdate()
    guideline = guidelines.newest(project)
    model = current_model(project)
    held, there = _held(export), project.dialogues.count()
    counts = _counts(export, dialogues, turns, there, held)
    facts: Facts = {
        "schema": SCHEMA,
        "title": release_title(export),
        "made": day.isoformat(),
        "file": {
            "name": f"{CORPUS}{SUFFIXES[export.format]}",
            "sha256": export.sha256,
            "bytes": size,
            "format": export.format,
            "strategy": export.strategy,
            "by_label": dict(export.summary.get("by_label", {})),
            "q": export.q,
            "spans_marked": export.spans == MARKED,
            "language": project.lang,
        },
        "counts": counts,
        "labels": sorted(project.labels.exclude(key="").values_list("name", flat=True)),
        "reading": _reading(groups, left),
        "left": _printed(whole),
        "picture": _picture(export, whole) or _part_picture(left, recall),
        "held_back": held,
        "difference": _difference(export),
        "gate": [_without_sum(_line(each, signatures), counts, there) for each in gate.lines],
        "measured": {str(kind): _measured(gate, kind) for kind in KEPT},
        "epsilon": epsilon_of(export, gate.now, measured),
        "intruder": _intruder(project),
        "domain": domain_words(terms),
        "terms": {
            "licence": licence_of(terms),
            "guidelines": guideline.version if guideline else None,
            "again_by": _again_by(day, terms.months).isoformat(),
        },
        "signatures": [
            {
                "name": each.name,
                "role": each.role,
                "day": timezone.localtime(each.signed_at).date().isoformat(),
                "words": each.words,
            }
            for each in signatures
        ],
        "versions": {
            "antifaz": _version(),
            "model": model.number if model else None,
            "python": platform.python_version(),
        },
    }
    return {**facts, "sentence": sentence_of(facts)}


def sentence_of(facts: Mapping[str, Any]) -> str:
    """The one sentence that page and sheet open with: what leaves, who read it, what is left."""
    counts = facts["counts"]
    rows = {row["read_by"]: row for row in facts["reading"]}
    text = _("%(n)s of %(all)s dialogues leave.")
    if counts["rounded"]:
        text = _("%(n)s of about %(all)s dialogues leave.")
    text %= {"n": grouped(counts["dialogues"]), "all": grouped(counts["of"])}
    if MODEL not in rows:
        text += " " + _("People have read all of them.")
    elif ONE in rows or TWO in rows:
        read = " + ".join(grouped(rows[who]["dialogues"]) for who in (ONE, TWO) if who in rows)
        text += " " + _("A person has read %(n)s of them whole.") % {"n": read}
    if TWO in rows:
        text += " " + _("Two people have read %(n)s.") % {"n": grouped(rows[TWO]["dialogues"])}
    if MODEL in rows and rows[MODEL]["left"] and not facts["left"]:
        words = _(
            "In the turns that the model alone has read, about %(e)s items are expected to be "
            "left, at most %(most)s; what people overlooked was not measured."
        )
        left = rows[MODEL]["left"]
        return f"{text} {words % {'e': left['expected'], 'most': left['most']}}"
    if MODEL in rows and rows[MODEL]["left"]:
        words = _(
            "In the %(n)s of which the model alone read some turns, about %(e)s items are expected "
            "to be left, at most %(most)s."
        )
        row = rows[MODEL]
        values = {"n": row["dialogues"], "e": row["left"]["expected"], "most": row["left"]["most"]}
        return f"{text} {words % values}{_left_by_people(rows)}"
    if MODEL not in rows and facts["left"]:
        words = _("About %(e)s items are expected to be left, at most %(most)s.")
        return f"{text} {words % {'e': facts['left']['expected'], 'most': facts['left']['most']}}"
    return f"{text} {_('How many items are left was not measured.')}"


def _left_by_people(rows: Mapping[str, Facts]) -> str:
    """What those leave whom people have read: "at most" of the model's is not that of the file."""
    told = ""
    for who, words in (
        (ONE, _("In those that one person has read, about %(e)s, at most %(most)s.")),
        (TWO, _("In those that two people have read, about %(e)s, at most %(most)s.")),
    ):
        if who in rows and (left := rows[who]["left"]):
            told += " " + words % {"e": left["expected"], "most": left["most"]}
        elif who in rows:
            told += " " + _("What people left in the others was not measured.")
            break
    return told


def epsilon_of(export: Export, now: Now, recall: Mapping[str, Any] | None = None) -> Facts | None:
    """What is said of epsilon, label by label; None where nothing is labelled. A marked file has
    none. p is the lower end of recall: where that would give a count below 10 away, it is the end
    of its bound."""
    if export.spans == MARKED:
        reason = _("Spans mark what was replaced, so every name that is not marked is real.")
        return {"finite": False, "reason": reason, "labels": []}
    if export.strategy == AS_IT_IS:
        return None
    shown = epsilon_of_file(now, export.strategy)
    coarse = _coarse_p(export, recall)
    rows = [
        {
            "label": row.label,
            "p": coarse.get(row.label, (row.p, row.delta))[0],
            "delta": coarse.get(row.label, (row.p, row.delta))[1],
            "outside": row.outside,
            "epsilon": row.epsilon,
            "why": "; ".join(row.why),
        }
        for row in shown.rows
    ]
    finite = any(row["epsilon"] for row in rows)
    return {"finite": finite, "reason": shown.heading, "labels": rows} if rows else None


def _coarse_p(export: Export, recall: Mapping[str, Any] | None) -> dict[str, tuple[str, str]]:
    """Label -> p and 1 - p, where recall is printed as a bound."""
    lows = lowest_by_label([coarse_share(row) for row in labels_measured(recall or {})])
    cut = {
        name: math.floor(round(1000 * row["low"] * export.q, 6)) / 1000
        for name, row in lows.items()
        if "bound" in row
    }
    return {name: (short_share(low, 3), short_share(1 - low, 3)) for name, low in cut.items()}


def _reading(groups: Sequence[Group], left: Mapping[str, list[float]]) -> list[Facts]:
    """Who read what; the file's own numbers are known: a small group hides behind a large one."""
    there = [group for group in groups if group.dialogues]
    dialogues, rounded = beside([group.dialogues for group in there])
    items, also = beside([group.items for group in there])
    return [
        {
            "read_by": group.who,
            "dialogues": dialogues[at],
            "items": items[at],
            "about": rounded[at] or also[at],
            "left": _printed(left.get(group.who)),
        }
        for at, group in enumerate(there)
    ]


def _counts(export: Export, dialogues: int, turns: int, there: int, held: Facts) -> Facts:
    """`of` is rounded up to tens where it would tell how few were held back for one reason."""
    got = export.summary
    hides = held["about"] or held["dialogues"] == FEW
    of = LEAST * math.ceil((there + 1) / LEAST) if hides and there >= LEAST else small(there)
    return {
        "dialogues": small(dialogues),
        "of": of,
        "turns": small(turns),
        "items": small(got["replaced"]),
        "left_on_purpose": small(got.get("left", 0)),
        "rounded": hides and there >= LEAST,
    }


def _whole(left: Mapping[str, list[float]], there: set[str]) -> list[float] | None:
    """What is left in the file; None where it is not known of every group."""
    if not left or not there <= left.keys():
        return None
    return [sum(parts) for parts in zip(*left.values(), strict=True)]


def _picture(export: Export, whole: Sequence[float] | None) -> dict[str, int] | None:
    """A hundred items of the file; what q leaves on purpose is left."""
    if whole is None:
        return None
    kept = export.summary.get("left", 0)
    return of_hundred(export.summary["replaced"], whole[0] + kept, whole[2] + kept)


def _part_picture(
    left: Mapping[str, list[float]], recall: Mapping[str, Any] | None
) -> dict[str, int] | None:
    """A hundred items of the turns that the model alone has read, where no more is known."""
    hundred = ((recall or {}).get("file") or {}).get("hundred")
    return dict(hundred) if hundred and MODEL in left else None


def _printed(left: Sequence[float] | None) -> Facts | None:
    """[expected, low, high, dialogues with one or more] as it is printed: whole items, what is
    expected never rounded down to nothing, the interval rounded outwards."""
    if left is None:
        return None
    expected, low, most, dialogues = left
    return {
        "expected": small(max(1, round(expected)) if expected else 0),
        "low": small(int(low)),
        "most": about(most),
        "dialogues": small(max(1, round(dialogues)) if dialogues else 0),
    }


def _held(export: Export) -> Facts:
    """What was held back, by its first reason: each dialogue once."""
    held = export.summary.get("held_back", {})
    counts = Counter(reasons[0] for reasons in held.values() if reasons)
    whole, is_rounded = total(list(counts.values()))
    why = [
        {"reason": str(REASONS.get(reason, reason)), "dialogues": small(n)}
        for reason, n in counts.most_common()
    ]
    return {"dialogues": whole, "about": is_rounded, "why": why}


def _intruder(project: Project) -> Facts | None:
    """What people found who tried to say who it is; None where nobody has tried."""
    state = intruder_state(project)
    if not state.tried:
        return None
    counted = ("people", "tried", "scored", "right", "near", "who", "where", "event")
    counts = {name: small(getattr(state, name)) for name in (*counted, "sure_and_wrong")}
    return {**counts, "minutes": about(state.minutes)}


def _difference(export: Export) -> Facts | None:
    one = told_by(export.summary)
    if not one.dialogues:
        return None
    return {"dialogues": small(one.dialogues), "words": small(one.words)}


def _line(line: Line, signatures: Sequence[BundleSignature]) -> Facts:
    """A line of the gate with what people said to it."""
    reasons = [
        {"by": each.name, "words": each.reasons[line.name]}
        for each in signatures
        if each.reasons.get(line.name)
    ]
    state = "lifted" if line.state == "block" and reasons else line.state
    hidden = str if line.is_plain else words_without_small
    return {
        "check": line.name,
        "state": state,
        "title": hidden(line.title),
        "line": hidden(line.line),
        "figure": hidden(line.figure),
        "reasons": reasons,
    }


def _without_sum(line: Facts, counts: Facts, there: int) -> Facts:
    """A line that names all dialogues, where their number is rounded: with it, what is held back
    for one reason could be reckoned."""
    if not counts["rounded"]:
        return line
    number = re.compile(rf"(?<![\w.,]){re.escape(grouped(there))}(?![.,]?\w)")
    about = _("about %(n)s") % {"n": counts["of"]}
    return line | {name: number.sub(about, line[name]) for name in ("line", "figure")}


def _measured(gate: Gate, kind: str) -> Facts | None:
    row = gate.measured.get(kind)
    if row is None or row.finished_at is None:
        return None
    day = timezone.localtime(row.finished_at).date().isoformat()
    return {"day": day, "figures": figures_that_leave(kind, row.figures)}


def release_title(export: Export) -> str:
    """The project and the number of this release among its own."""
    project = export.project
    number = project.exports.filter(pk__lte=export.pk).count()
    return _("%(project)s, release %(n)s") % {"project": project.name, "n": grouped(number)}


def _again_by(day: date, months: int) -> date:
    return day + timedelta(days=round(MONTH * max(1, months)))


def _version() -> str:
    try:
        return version("antifaz")
    except PackageNotFoundError:
        return "0.1.0"
