"""What the figures of the learning page mean, in sentences. Called by its view."""

from datetime import datetime
from itertools import pairwise

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import Project, SourceModel, TrainingRun
from annotation.models.run_records import Chosen, Transfer
from annotation.services.figures import grouped, of_hundred, percent, short_share
from annotation.services.learning.advice_words import advice_parts, advice_reasons, advice_signs
from annotation.services.learning.page import Compared, Learning, Model, audit_of
from annotation.services.learning.run_notes import damaged_choice
from annotation.services.runs.quality import (
    CHANCE,
    TEST,
    Figure,
    basis_sentence,
    best_of,
    figure_of,
    found_score,
    meaning,
    named_score,
)
from annotation.services.runs.transfers import tells_of
from learning.stopping.audit import TEST_TOKENS, TEST_TURNS

KINDS = {
    "crf": gettext_lazy("conditional random field (CRF)"),
    "bert": gettext_lazy("BERT, fine-tuned"),
    "flair": gettext_lazy("flair sequence tagger"),
}


def model_name(model: Model) -> str:
    if model.is_large:
        return _("Large model %(number)s") % {"number": model.number}
    return _("Model %(number)s") % {"number": model.number}


def headline(learning: Learning) -> str:
    """How good the newest measured model is: both figures."""
    model = learning.last
    if model is None or model.figure is None:
        return _("Nothing to learn from yet")
    return model.figure.text


def in_hundreds(learning: Learning) -> tuple[str, str]:
    """The newest measured model's recall, and below it what else of its figures there is, for who
    does not think in F1."""
    model = learning.last
    if model is None or model.figure is None:
        return "", ""
    figures, _basis = best_of(model.run)
    if figures.recall is None or figures.precision is None:
        return "", ""
    found = _("%(model)s finds about %(found)s of 100 personal words") % {
        "model": model_name(model),
        "found": of_hundred(figures.recall),
    }
    values = {"right": of_hundred(figures.precision)}
    if not figures.f1 or figures.f1_labels is None:
        return found, _("About %(right)s of 100 words that it marks are personal.") % values
    # both F1 divide by the same words, so their ratio is the share of the finds that are named
    values["named"] = of_hundred(figures.recall * figures.f1_labels / figures.f1)
    return found, (
        _(
            "About %(named)s get the right label; about %(right)s of 100 words that it marks are "
            "personal."
        )
        % values
    )


def explanation(learning: Learning) -> str:
    """Below the headline: of which model, what the figures are, on what they were measured."""
    model = learning.last
    if model is None or model.figure is None:
        return ""
    whose = ngettext(
        "%(model)s, after %(n)s read turn.",
        "%(model)s, after %(n)s read turns.",
        model.run.labelled_turns,
    ) % {"model": model_name(model), "n": grouped(model.run.labelled_turns)}
    measured = basis_sentence(model.figure.basis, model.figure.turns)
    return " ".join((whose, meaning(), measured))


def chance_sentence(project: Project, learning: Learning) -> str:
    """How turns drawn by chance would have done; where nothing tells it, it says so."""
    if not learning.chance and learning.unlike:
        return _(
            "What turns drawn by chance would have taught is not shown: such a model begins from "
            "the source model, as the project's own did not after so few turns."
        )
    if not learning.chance:
        if project.query_strategy == "random":
            return _(
                "The turns of this project are drawn by chance: the line is what chance gives."
            )
        if not project.audit_percent:
            return _(
                "No turn is drawn by chance, so there is nothing to compare with. The settings say "
                "how many of a batch are."
            )
        return _("No turn that was drawn by chance has been read yet: nothing to compare with.")
    drawn = learning.chance[-1]
    sentence = ngettext(
        "A model that learnt only from the %(n)s turn drawn by chance has F1 %(f1)s",
        "A model that learnt only from the %(n)s turns drawn by chance has F1 %(f1)s",
        drawn.turns,
    ) % {"n": grouped(drawn.turns), "f1": drawn.found.text}
    reached = value_at(learning, drawn.turns)
    if reached is None:
        return f"{sentence}."
    values = {"told": sentence, "f1": short_share(reached)}
    return _("%(told)s; after as many chosen turns the project stood at about %(f1)s.") % values


def audit_sentence(run: TrainingRun | None) -> str:
    """How good the models were on turns drawn by chance, before they learnt from them; that these
    are too few, where they are; "" without any, and where the headline says it already."""
    audit = audit_of(run) if run is not None else None
    if run is None or audit is None:
        return ""
    figure = figure_of(run)
    if figure is not None and figure.basis == CHANCE:
        return ""
    if figure is not None and figure.basis == TEST and audit.f1_low is None:
        return ""  # a test says more than a few turns, and says it already
    values = {
        "n": grouped(audit.turns),
        "tokens": grouped(audit.tokens),
        "turns_needed": TEST_TURNS,
        "tokens_needed": TEST_TOKENS,
    }
    score = found_score(audit, CHANCE)
    if score is None or score.low is None or score.high is None:
        text = ngettext(
            "A test that nobody chose: %(n)s turn drawn by chance is read, personal words in it: "
            "%(tokens)s; from %(turns_needed)s turns and %(tokens_needed)s words on, "
            "this page says how good the models were there.",
            "A test that nobody chose: %(n)s turns drawn by chance are read, personal words in "
            "them: %(tokens)s; from %(turns_needed)s turns and %(tokens_needed)s words on, "
            "this page says how good the models were there.",
            audit.turns,
        )
        return text % values
    text = _(
        "A test that nobody chose: the last %(n)s turns drawn by chance, with %(tokens)s personal "
        "words, before any model learnt from them: %(figures)s. The older of these turns tell of "
        "weaker models."
    )
    return text % (
        values | {"figures": Figure(score, named_score(audit, CHANCE), CHANCE, audit.turns).text}
    )


def value_at(learning: Learning, turns: int) -> float | None:
    """F1 of the curve at so many read turns, on the straight line between the rounds around it;
    None outside of them."""
    points = [model.point for model in learning.measured if not model.is_large]
    known = [(point.turns, point.f1) for point in points if point is not None]
    for (left, low), (right, high) in pairwise(known):
        if left <= turns <= right:
            return low + (high - low) * (turns - left) / max(1, right - left)
    return next((f1 for place, f1 in known if place == turns), None)


def curve_sentence(learning: Learning) -> str:
    """What the drawn curve shows, and on what it was measured, unless the headline says it."""
    model = learning.last
    if model is None or model.point is None or model.figure is None:
        return ""
    point = model.point
    drawn = (
        _("Found: whatever the label. Arrows: at least so much. F1 stands in the table.")
        if point.is_bound
        else _("Found: whatever the label. F1 and its 95 %% interval stand in the table.") % {}
    )
    if model.figure.basis == point.on:
        return drawn
    return f"{drawn} {basis_sentence(point.on, point.n)}"


def compare_sentence(compared: Compared) -> str:
    """Which of two models is better, if either is."""
    whole = compared.whole
    values = {
        "left": model_name(compared.left),
        "right": model_name(compared.right),
        "first": short_share(whole.first, 3),
        "second": short_share(whole.second, 3),
        "low": signed(whole.low),
        "high": signed(whole.high),
        "n": grouped(compared.turns),
    }
    if not whole.is_clear:
        text = _(
            "No clear difference: F1 of %(left)s %(first)s, of %(right)s %(second)s on the same "
            "%(n)s turns; the difference lies between %(low)s and %(high)s."
        )
    elif whole.difference > 0:
        text = _(
            "%(right)s is better: F1 %(second)s against %(first)s on the same %(n)s turns; the "
            "difference lies between %(low)s and %(high)s."
        )
    else:
        text = _(
            "%(left)s is better: F1 %(first)s against %(second)s on the same %(n)s turns; the "
            "difference lies between %(low)s and %(high)s."
        )
    return text % values


def signed(value: float) -> str:
    """0.0312 -> "+.031", -0.2 -> "−.200"; what rounds to nothing has no sign. Of three decimals:
    with two, a difference often seems off by one beside its figures."""
    text = short_share(abs(value), 3)
    if round(abs(value), 3) == 0:
        return text
    return f"+{text}" if value > 0 else f"−{text}"


def pinned_sentence(learning: Learning) -> str:
    """Which earlier model proposes, since when, by whom, and what that means."""
    if learning.broken is not None:
        return damaged_choice(model_name(learning.broken))
    model = learning.current
    if model is None or not learning.pinned:
        return ""
    chosen = model.details.chosen or Chosen()
    values = {"model": model_name(model), "who": chosen.by or "", "when": _moment(chosen)}
    first = (
        _("%(who)s went back to %(model)s on %(when)s.")
        if model.details.chosen
        else _("The project went back to %(model)s.")
    ) % values
    return (
        first
        + " "
        + _(
            "Rounds go on and train new models as usual, but it is this one that proposes, until "
            "the newest may propose again. Turns chosen before keep the proposals that they have."
        )
        + ("" if model.is_good else " " + _("It is too weak for now, so readers see none."))
    )


def _moment(chosen: Chosen) -> str:
    if not chosen.at:
        return ""
    at = datetime.fromisoformat(chosen.at)
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def transfer_sentence(source: SourceModel | None, run: TrainingRun | None) -> str:
    """What the source model is worth here, in one sentence; "" without a source or a round."""
    if source is None or run is None:
        return ""
    transfer, weight = Transfer(), None
    if tells_of(run, source):
        transfer, weight = Transfer.from_json(run.transfer), run.source_weight
    values = {"name": source.name}
    if transfer.leans:
        # It stays until it clearly costs something, so it is not said to help in every round.
        return _("%(name)s is used: the model begins with what it knows.") % values
    if transfer.listens:
        return _("%(name)s is used: the model asks it for hints.") % values
    if transfer.trust is not None:
        return _("%(name)s is not used: by the labels so far it does not help here.") % values
    if weight is None and transfer.asked:
        return (
            _(
                "%(name)s is the source. Turns are chosen of which neither it nor the project's "
                "own model is sure."
            )
            % values
        )
    if weight is None:
        return _("%(name)s is the source; the newest round did not ask it.") % values
    return _(
        "%(name)s is the source. What it does not know counts %(weight)s in the choice of the next "
        "batch."
    ) % {"name": source.name, "weight": percent(weight)}


def alone_sentence(transfer: Transfer) -> str:
    """How good the source is by itself, and why that is no figure to compare the model with."""
    turns = (transfer.signals or {}).get("turns")
    if not transfer.trust or not isinstance(turns, int | float):
        return ""
    return ngettext(
        "By itself it has F1 %(f1)s on the %(n)s read turn, whatever the label. The project's own "
        "models are measured otherwise, so the two figures say nothing beside each other.",
        "By itself it has F1 %(f1)s on the %(n)s read turns, whatever the label. The project's own "
        "models are measured otherwise, so the two figures say nothing beside each other.",
        int(turns),
    ) % {"f1": short_share(transfer.trust), "n": grouped(int(turns))}


def advice_of(run: TrainingRun | None) -> tuple[str, list[str], list[tuple[str, bool]]]:
    """Whether to go on, the reasons, and the published signs; nothing without an advice."""
    if run is None or not run.advice:
        return "", [], []
    return advice_parts(run)[0], advice_reasons(run), advice_signs(run)
