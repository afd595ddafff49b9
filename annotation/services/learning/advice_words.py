"""`TrainingRun.advice` in words: one sentence, and the reasons for it.

Called by the overview and the learning page. No query.
"""

from collections.abc import Callable, Sequence

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import TrainingRun
from annotation.models.run_records import Advice
from annotation.services.figures import grouped, is_wide, percent, round_range
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
    "changing": gettext_lazy("The newest model still labels unread turns unlike the one before."),
    "recent": gettext_lazy(
        "The newest model labels unread turns as the one before did, but that is not yet so three "
        "times in a row."
    ),
    "close": gettext_lazy(
        "Three times in a row the new model labelled unread turns nearly as the one before did, "
        "but on average not yet as much alike as the advice to stop wants."
    ),
    "audit": gettext_lazy(
        "The models agree with each other, but in the turns drawn by chance they missed more than "
        "twice the items that they expected to miss."
    ),
    "stable": gettext_lazy(
        "Three times in a row the new model labelled unread turns as the one before did."
    ),
    "nothing_left": gettext_lazy("Not one missed item is to be expected in the unread turns."),
}


def advice_sentence(run: TrainingRun) -> str:
    """Whether to go on, with the figures that count; empty where a run has no advice."""
    return " ".join(f"{part}." for part in advice_parts(run) if part)


def advice_parts(run: TrainingRun) -> tuple[str, str]:
    """The same as a headline, and the figures below it; neither ends with a full stop."""
    advice = Advice.from_json(run.advice)
    if advice.verdict not in VERDICTS:
        return "", ""
    if advice.why == "read":
        return _("Every turn was read by a person: there is nothing left to label"), ""
    facts = [fact for fact in (_agree(advice), _left(advice), _next(advice)) if fact]
    text = "; ".join(facts)
    return str(VERDICTS[advice.verdict]), text[:1].upper() + text[1:]


def advice_reasons(run: TrainingRun) -> list[str]:
    """What stands behind the sentence, the weightiest first."""
    advice = Advice.from_json(run.advice)
    if advice.verdict not in VERDICTS or advice.why == "read":
        return []
    makers: list[Callable[[Advice], str]] = [_why, _kappa, _interval, _audit, _rules]
    return [text for make in makers if (text := make(advice))]


def _agree(advice: Advice) -> str:
    if advice.same_tokens is None:
        return ""
    return _("the last %(n)s models agree on %(share)s of the words") % {
        "n": advice.models or 2,
        # Cut, not rounded: never more agreement than there is.
        "share": percent(advice.same_tokens + 1e-9, 1),
    }


def _left(advice: Advice) -> str:
    return _("about %(left)s items per 100 unread turns would be missed") % {
        "left": _figure(advice.left_per_100 or 0.0)
    }


def _next(advice: Advice) -> str:
    ahead = advice.next
    if ahead is None or not ahead.turns:
        return ""
    values = {"turns": grouped(ahead.turns)}
    if (found := _range(advice, ahead.items)) is None:
        return (
            ngettext(
                "how many of them %(turns)s more labelled turn would find is not known yet",
                "how many of them %(turns)s more labelled turns would find is not known yet",
                ahead.turns,
            )
            % values
        )
    low, high = found
    values |= {"low": grouped(low), "high": grouped(high)}
    if not low:
        text = ngettext(
            "labelling %(turns)s more turn would probably find %(high)s of them at the most",
            "labelling %(turns)s more turns would probably find %(high)s of them at the most",
            ahead.turns,
        )
    else:
        text = ngettext(
            "labelling %(turns)s more turn would probably find %(low)s to %(high)s of them",
            "labelling %(turns)s more turns would probably find %(low)s to %(high)s of them",
            ahead.turns,
        )
    return text % values


def _range(advice: Advice, items: float) -> tuple[int, int] | None:
    """In round numbers, as far apart as what is known of the misses; None where that is little."""
    left, low, high = advice.left_per_100, advice.left_low, advice.left_high
    if not left or low is None or high is None or is_wide(items * low / left, items * high / left):
        return None
    return round_range(items * low / left, items * high / left)


def _why(advice: Advice) -> str:
    return str(WHY.get(advice.why or "", ""))


def _kappa(advice: Advice) -> str:
    if advice.agreement is None:
        return ""
    text = _(
        "Chance-corrected agreement (kappa) of successive models: at least %(kappa)s; the advice "
        "to stop wants %(least)s three times, and %(mean)s on average."
    ) % {
        "kappa": _figure(advice.agreement - 0.0005, 3),
        "least": _figure(KAPPA, 2),
        "mean": _figure(STABLE, 3),
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


def _interval(advice: Advice) -> str:
    if advice.left_low is None or advice.left_high is None:
        return ""
    return _(
        "Items missed in 100 unread turns: probably between %(low)s and %(high)s, by what the "
        "model holds possible there and how far that was right before."
    ) % {"low": _figure(advice.left_low), "high": _figure(advice.left_high)}


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


def _rules(advice: Advice) -> str:
    rules = advice.rules
    if not rules:
        return ""
    yes, no = (
        [str(RULES[rule.name]) for rule in rules if rule.fires == fires] for fires in (True, False)
    )
    return _("Published signs that say stop: %(yes)s. Those that do not: %(no)s.") % {
        "yes": _listed(yes),
        "no": _listed(no),
    }


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or _("none")


def _figure(value: float, decimals: int | None = None) -> str:
    """0.43 -> "0.4", 0.043 -> "0.04", 12.3 -> "12": as many figures as can be trusted."""
    if decimals is None:
        if abs(value) < 0.005:
            return "0"
        decimals = 2 if abs(value) < 0.095 else 1 if abs(value) < 9.95 else 0
    return str(number_format(round(value, decimals), decimals))
