"""The review of another tool's work in words: the report as Markdown, and lines for a page.

Called by `manage.py review_report` and the release page.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import Project, ToolImport
from annotation.services.figures import NO_BREAK, grouped
from annotation.services.review.counts import BY_HAND, LABEL, NO_TEXT, UNDONE
from annotation.services.revision.words import TITLES

REASONS = {
    BY_HAND: gettext_lazy("Changed by hand"),
    UNDONE: gettext_lazy("All replacements of the dialogue taken back"),
    NO_TEXT: gettext_lazy("The tool left nothing that can stand there"),
    LABEL: gettext_lazy("The label was corrected or rejected"),
}


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    kind: str


def list_tools(project: Project) -> list[Row]:
    """The tools whose work was imported; one query."""
    return [Row(name_of(tool.name), tool.get_kind_display()) for tool in project.tool_imports.all()]


def name_of(tool: str) -> str:
    return tool or _("A tool without a name")


def to_markdown(report: dict[str, Any]) -> str:
    """The report for people to read; no text of the corpus in it."""
    lines = ["# " + _("Review of automatic de-identification"), "", f"`{report['project']}`", ""]
    for tool in report["tools"]:
        lines += [*_tool(tool), ""]
    if not report["tools"]:
        lines += [_("No work of another tool was imported into this project."), ""]
    return "\n".join(lines)


def _tool(tool: dict[str, Any]) -> list[str]:
    kind = ToolImport.Kind(tool["kind"])
    lines = [f"## {_plain(name_of(tool['tool']))} ({kind.label})", "", _read(tool), ""]
    if not tool["read"]["turns"]:
        return [*lines, _("Nobody has read any of it yet, so nothing can be said of the tool.")]
    lines += [*_table(tool), "", *_whole(tool)]
    if "replacements" in tool:
        lines += ["", *_replacements(tool["replacements"])]
    return [*lines, "", *_limits(tool, kind)]


def _read(tool: dict[str, Any]) -> str:
    read = tool["read"]
    sentence = ngettext(
        "%(all)s turn with text; people have read %(read)s: %(labelled)s while labelling, "
        "%(approved)s by approving a dialogue.",
        "%(all)s turns with text; people have read %(read)s: %(labelled)s while labelling, "
        "%(approved)s by approving a dialogue.",
        tool["turns"],
    )
    return sentence % {
        "all": grouped(tool["turns"]),
        "read": grouped(read["turns"]),
        "labelled": grouped(read["labelled"]),
        "approved": grouped(read["approved"]),
    }


def _table(tool: dict[str, Any]) -> list[str]:
    heads = [
        _("Label"),
        _("Found"),
        _("Accepted"),
        _("Bounds corrected"),
        _("Label corrected"),
        _("Both corrected"),
        _("Rejected"),
        _("Added by people"),
        _("Precision (interval)"),
        _("Recall (interval)"),
        _("Covered under any label (interval)"),
    ]
    rows = [*tool["labels"].items(), ("**" + _("All") + "**", tool["total"])]
    keys = ("found", "accepted", "bounds", "label", "both", "rejected", "added")
    return [
        _line(heads),
        _line(["---", *["---:"] * (len(heads) - 1)]),
        *(
            _line(
                [
                    _plain(name) if row is not tool["total"] else name,
                    *(grouped(row[key]) for key in keys),
                    *(_interval(row[key]) for key in ("precision", "recall", "hidden")),
                ]
            )
            for name, row in rows
        ),
    ]


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _plain(text: str) -> str:
    """A name that cannot be read as Markdown."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in text)


def _interval(share: dict[str, Any]) -> str:
    if not share["of"]:
        return "–"
    low, high = share["interval"]
    return f"{_percent(share['value'])} ({_percent(low)} – {_percent(high)})"


def _percent(share: float) -> str:
    """0.3667 -> "36.7 %", rounded; its two halves stay on one line."""
    return f"{number_format(round(100 * share, 1), 1)}{NO_BREAK}%"


def _whole(tool: dict[str, Any]) -> list[str]:
    row = tool["all_or_nothing"]["dialogue"]
    if not row["total"]:
        return [_("No dialogue with an item in it has been read to the end yet.")]
    low, high = row["interval"]
    sentence = ngettext(
        "In %(found)s of %(n)s dialogue that was read to the end and holds an item, the tool "
        "missed nothing: %(share)s (95 %% interval %(low)s to %(high)s).",
        "In %(found)s of %(n)s dialogues that were read to the end and hold an item, the tool "
        "missed nothing: %(share)s (95 %% interval %(low)s to %(high)s).",
        row["total"],
    )
    return [
        sentence
        % {
            "found": grouped(row["found"]),
            "n": grouped(row["total"]),
            "share": _percent(row["recall"]),
            "low": _percent(low),
            "high": _percent(high),
        }
    ]


def _replacements(said: dict[str, Any]) -> list[str]:
    line = ngettext(
        "%(n)s replacement by the tool, %(kept)s kept.",
        "%(n)s replacements by the tool, %(kept)s kept.",
        said["given"],
    ) % {"n": grouped(said["given"]), "kept": grouped(said["kept"])}
    return [
        line,
        *([""] if said["changed"] else []),
        *(f"- {_reason(code)} (`{code}`): {grouped(n)}" for code, n in said["changed"].items()),
    ]


def _reason(code: str) -> str:
    return str(REASONS.get(code) or TITLES.get(code) or code.replace("_", " ").capitalize())


def _limits(tool: dict[str, Any], kind: ToolImport.Kind) -> list[str]:
    """What the figures do not say."""
    lines = [_("Intervals are Wilson's, at 95 per cent.")]
    if tool["read"]["turns"] < tool["turns"]:
        lines.append(
            _(
                "The figures are over the turns that people have read. Where a model chose these, "
                "they are harder than the rest, and the tool may do better on the whole."
            )
        )
    lines.append(
        _(
            "Whoever reads sees what the tool found, and may overlook what it missed: take the "
            "recall as an upper bound."
        )
    )
    if kind == ToolImport.Kind.PLACEHOLDERS:
        lines.append(
            _(
                "There are no originals: whether a placeholder hides too much, too little or the "
                "right kind, and whether an original still stands elsewhere, cannot be checked. "
                "Only what was left readable can be."
            )
        )
    return [f"- {line}" for line in lines]
