"""`TrainingRun.advice` in words: one sentence, and the reasons for it.

Called by the overview and the learning page. No query.
"""

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import TrainingRun
from annotation.models.run_records import Advice, LeftItems
from annotation.services.figures import about, duration, grouped, of_hundred, percent, short_share
from annotation.services.runs.quality import AT_LEAST, TEST, best_of, bound_of

TOLD_FROM = 80  # turns drawn by chance from which the interval of what was missed there holds

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
        "Too few models can be compared yet: the advice begins when the labels have doubled, and "
        "the models find something to compare."
    ),
    "changing": gettext_lazy("The model still changes its mind about many unread turns."),
    "recent": gettext_lazy(
        "The newest model labels unread turns as the one before did, but that is not yet so three "
        "times in a row."
    ),
    "close": gettext_lazy(
        "The newest models differ little in what they find in unread turns, but not yet as little "
        "as this project takes for enough."
    ),
    "enough": gettext_lazy(
        "The newest models hardly differ in what they find in unread turns: it is what this "
        "project takes for enough."
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
        _reached(advice),
        _left(advice, counted.unread or 0, is_tested=is_tested),
        _kappa(advice),
    ]
    if not is_tested:  # the test says more than the few turns that were drawn
        reasons.append(_audit(advice))
    return [reason for reason in reasons if reason]


def price_sentence(run: TrainingRun) -> str:
    """What the next turns cost and find, and whether to stop; "" where that is not known."""
    advice = Advice.from_json(run.advice)
    ahead = advice.next
    if advice.verdict not in VERDICTS or not is_priced(advice) or ahead is None:
        return ""
    text = ngettext(
        "The next %(turns)s turn, about %(time)s, would find about %(items)s of %(of)s items.",
        "The next %(turns)s turns, about %(time)s, would find about %(items)s of %(of)s items.",
        ahead.turns,
    ) % {
        "turns": grouped(ahead.turns),
        "time": duration(ahead.seconds or 0.0),
        "items": grouped(about(ahead.items)),
        "of": grouped(about(ahead.of or 0.0)),
    }
    question = _("Stop?")
    return text if advice.verdict == "go_on" else f"{text} {question}"


def is_priced(advice: Advice) -> bool:
    """Whether its round could tell a price: not before models can be compared."""
    ahead = advice.next
    known = ahead is not None and ahead.turns > 0 and ahead.of is not None
    return known and advice.loss is not None


def advice_signs(run: TrainingRun) -> list[tuple[str, bool]]:
    """The published rules by name, and whether each says stop."""
    rules = Advice.from_json(run.advice).rules or ()
    return [(str(RULES[rule.name]), bool(rule.fires)) for rule in rules if rule.name in RULES]


def _reached(advice: Advice) -> str:
    """How far it is from what is enough, in the terms that were chosen."""
    enough = advice.enough or {}
    if advice.loss is None:
        return ""
    if (missed := enough.get("missed")) is not None:
        return _(
            "It would miss about %(left)s items in 100 unread turns; at most %(most)s are enough."
        ) % {"left": _figure(advice.left_per_100 or 0.0), "most": _figure(missed)}
    return _(
        "By what the last rounds changed, it has about %(reached)s of the F1 that all labels would "
        "give; %(enough)s are enough."
    ) % {
        "reached": percent(max(0.0, 1 - advice.loss), 1),
        "enough": percent(enough.get("share", 0.99), 1),
    }


def _left(advice: Advice, unread: int, *, is_tested: bool) -> str:
    if advice.left_per_100 is None or not unread or (advice.loss is None and not is_tested):
        return ""
    text = (
        _(
            "In the turns that nobody has read it would miss about %(left)s items, as it does in "
            "the turns kept to measure."
        )
        if is_tested
        else _(
            "In the turns that nobody has read it would miss about %(left)s items, by what the "
            "last rounds changed there and what the model holds possible."
        )
    )
    return text % {"left": grouped(about(advice.left_per_100 * unread / 100))}


def _why(advice: Advice) -> str:
    return str(WHY.get(advice.why or "", ""))


def _kappa(advice: Advice) -> str:
    if advice.agreement is None:
        return ""
    text = _("How far the last models agree with each other (kappa): at least %(kappa)s.") % {
        "kappa": short_share(advice.agreement - 0.0005, 3)
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
    if audit.turns < TOLD_FROM:
        return ngettext(
            "In the last %(turns)s turn drawn by chance, models that did not know it missed "
            "%(missed)s of %(items)s items.",
            "In the last %(turns)s turns drawn by chance, models that did not know them missed "
            "%(missed)s of %(items)s items.",
            audit.turns,
        ) % {
            "turns": grouped(audit.turns),
            "missed": grouped(audit.missed),
            "items": grouped(audit.items),
        }
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
