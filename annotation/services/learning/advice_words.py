"""`TrainingRun.advice` in words: one sentence, and the reasons for it.

Called by the overview and the learning page. No query.
"""

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import TrainingRun
from annotation.models.run_records import Advice, LeftItems, NextTurns
from annotation.services.figures import (
    about,
    grouped,
    is_wide,
    of_hundred,
    round_range,
    short_share,
)
from annotation.services.runs.quality import AT_LEAST, TEST, best_of, bound_of
from learning.stopping.advice import STABLE
from learning.stopping.rules import KAPPA

RULES: dict[str, str | Promise] = {
    "stabilising": gettext_lazy("stable predictions"),
    "max_confidence": gettext_lazy("certainty about every turn"),
    "overall_uncertainty": gettext_lazy("little uncertainty overall"),
    "classification_change": gettext_lazy("no changed label"),
    "variance_drop": gettext_lazy("falling variance"),
    "gradient": gettext_lazy("a flat estimate of F1"),
}

VERDICTS: dict[str, str | Promise] = {
    "go_on": gettext_lazy("Go on labelling"),
    "nearly": gettext_lazy("You are nearly there"),
    "stop": gettext_lazy("You may stop labelling: more of it would hardly change the model"),
}

WHY: dict[str, str | Promise] = {
    "few": gettext_lazy(
        "Too few models can be compared yet: the advice begins when the labels have grown by a "
        "tenth three times, and the models find enough to compare."
    ),
    "changing": gettext_lazy("The model still changes its mind about many unread turns."),
    "recent": gettext_lazy(
        "The newest model labels unread turns as the one before did, but that is not yet so three "
        "times in a row."
    ),
    "close": gettext_lazy(
        "Three times in a row the new model labelled unread turns nearly as the one before did, "
        "but on average not yet as much alike as the advice to stop wants."
    ),
    "audit": gettext_lazy(
        "The models agree with each other, but in turns that they had not learnt from they missed "
        "more than twice the items that they expected to miss."
    ),
    "stable": gettext_lazy(
        "Three times in a row the new model labelled unread turns as the one before did."
    ),
    "nothing_left": gettext_lazy("Not one missed item is to be expected in the unread turns."),
}


def advice_sentence(run: TrainingRun) -> str:
    """Whether to go on, and what the model finds; empty where a run has no advice."""
    return " ".join(f"{part}." for part in advice_parts(run) if part)


def advice_parts(run: TrainingRun) -> tuple[str, str]:
    """The same as a headline, and the one figure below it; neither ends with a full stop."""
    advice = Advice.from_json(run.advice)
    if advice.verdict not in VERDICTS:
        return "", ""
    if advice.why == "read":
        return _("Every turn was read by a person: there is nothing left to label"), ""
    return str(VERDICTS[advice.verdict]), found_of_hundred(run)


def found_of_hundred(run: TrainingRun) -> str:
    """What the model finds, for who does not think in F1; "" where nobody measured it."""
    figures, basis = best_of(run)
    if figures.recall is None:
        return ""
    values = {"found": of_hundred(figures.recall)}
    if bound_of(basis) == AT_LEAST:
        return _("The model finds at least %(found)s of 100 personal words") % values
    return _("The model finds about %(found)s of 100 personal words") % values


def advice_reasons(run: TrainingRun) -> list[str]:
    """What stands behind the sentence, the weightiest first."""
    advice = Advice.from_json(run.advice)
    if advice.verdict not in VERDICTS or advice.why == "read":
        return []
    counted = LeftItems.from_json(run.left)
    is_tested = counted.basis == TEST
    reasons = [
        _why(advice),
        _counted(counted) if is_tested else _left(advice, counted.unread or 0),
        _next(advice, is_tested=is_tested),
        _kappa(advice),
    ]
    if not is_tested:  # the test says more than the few turns that were drawn
        reasons.append(_audit(advice))
    return [reason for reason in reasons if reason]


def advice_signs(run: TrainingRun) -> list[tuple[str, bool]]:
    """The published rules by name, and whether each says stop."""
    rules = Advice.from_json(run.advice).rules or ()
    return [(str(RULES[rule.name]), bool(rule.fires)) for rule in rules if rule.name in RULES]


def _counted(left: LeftItems) -> str:
    if not left.unread:
        return ""
    return _(
        "In the turns that nobody has read it would miss about %(left)s items (%(low)s to "
        "%(high)s), as it does in the turns kept to measure."
    ) % _in_all(left.expected, left.low, left.high)


def _left(advice: Advice, unread: int) -> str:
    if advice.left_per_100 is None or not unread:
        return ""
    rates = (advice.left_per_100, advice.left_low, advice.left_high)
    left, low, high = ((rate or 0.0) * unread / 100 for rate in rates)
    return _(
        "In the turns that nobody has read it would miss about %(left)s items (%(low)s to "
        "%(high)s), by what it holds possible there and how far that was right before."
    ) % _in_all(left, low, high)


def _in_all(left: float | None, low: float | None, high: float | None) -> dict[str, str]:
    """Round numbers, as on the overview."""
    least, most = round_range(low or 0.0, high or 0.0)
    counts = {"left": about(left or 0.0), "low": least, "high": most}
    return {name: grouped(n) for name, n in counts.items()}


def _next(advice: Advice, *, is_tested: bool) -> str:
    ahead = advice.next
    if ahead is None or not ahead.turns:
        return ""
    values = {"turns": grouped(ahead.turns)}
    if (found := _range(advice, ahead, is_tested=is_tested)) is None:
        return (
            ngettext(
                "How many of them %(turns)s more labelled turn would find is not known yet.",
                "How many of them %(turns)s more labelled turns would find is not known yet.",
                ahead.turns,
            )
            % values
        )
    low, high = found
    values |= {"low": grouped(low), "high": grouped(high)}
    if not low:
        text = ngettext(
            "Labelling %(turns)s more turn would probably find %(high)s of them at the most.",
            "Labelling %(turns)s more turns would probably find %(high)s of them at the most.",
            ahead.turns,
        )
    else:
        text = ngettext(
            "Labelling %(turns)s more turn would probably find %(low)s to %(high)s of them.",
            "Labelling %(turns)s more turns would probably find %(low)s to %(high)s of them.",
            ahead.turns,
        )
    return text % values


def _range(advice: Advice, ahead: NextTurns, *, is_tested: bool) -> tuple[int, int] | None:
    """In round numbers, as far apart as what is known of the misses; None where that is little."""
    left, low, high = advice.left_per_100, advice.left_low, advice.left_high
    if not left or low is None or high is None:
        return None
    least, most = ahead.items * low / left, ahead.items * high / left
    if is_tested:  # it tells how many there are and not where: turns drawn by chance hold these
        least = min(least, low * ahead.turns / 100)
    return None if is_wide(least, most) else round_range(least, most)


def _why(advice: Advice) -> str:
    return str(WHY.get(advice.why or "", ""))


def _kappa(advice: Advice) -> str:
    if advice.agreement is None:
        return ""
    text = _(
        "How far the last models agree with each other (kappa): at least %(kappa)s; the advice to "
        "stop wants %(least)s three times, and %(mean)s on average."
    ) % {
        "kappa": short_share(advice.agreement - 0.0005, 3),
        "least": short_share(KAPPA),
        "mean": short_share(STABLE, 3),
    }
    bound = advice.bound
    if bound is None or bound > 0.2:
        return text
    return (
        text
        + " "
        + _("F1 cannot have changed by more than %(points)s points since.")
        % {"points": _figure(100 * bound, 1)}
    )


def _audit(advice: Advice) -> str:
    audit = advice.audit
    if audit is None:
        return _("No turn drawn by chance was read yet: the models are taken at their word.")
    return ngettext(
        "In the last %(turns)s turn drawn by chance, models that did not know it missed %(missed)s "
        "of %(items)s items: %(low)s to %(high)s in 100 turns, and rather fewer by now.",
        "In the last %(turns)s turns drawn by chance, models that did not know them missed "
        "%(missed)s of %(items)s items: %(low)s to %(high)s in 100 turns, and rather fewer by now.",
        audit.turns,
    ) % {
        "turns": grouped(audit.turns),
        "missed": grouped(audit.missed),
        "items": grouped(audit.items),
        "low": _figure(audit.low),
        "high": _figure(audit.high),
    }


def _figure(value: float, decimals: int | None = None) -> str:
    """0.43 -> "0.4", 0.043 -> "0.04", 12.3 -> "12": as many figures as can be trusted."""
    if decimals is None:
        if abs(value) < 0.005:
            return "0"
        decimals = 2 if abs(value) < 0.095 else 1 if abs(value) < 9.95 else 0
    return str(number_format(round(value, decimals), decimals))
