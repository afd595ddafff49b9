"""How originals are replaced in a project: its strategy, those of single labels, and how often.

Called by `plans`, `outgoing`, `release` and the settings page. What rules are stands in
`annotation.replacement.rules`, which is passed on here, its refusals in the reader's language.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Substr
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.models import Label, Project, Span
from annotation.refusals import Refused
from annotation.replacement import rules as pure
from annotation.replacement.rules import (
    AS_IT_IS,
    DISSOCIATION,
    ENTITY,
    GENERALISE,
    NAMES,
    SAID_IN,
    Rules,
    RulesRefused,
    Words,
    count_words,
    words_in,
)
from annotation.services.revision.engine_cache import Remembered

__all__ = [
    "AS_IT_IS",
    "COUNTED",
    "DISSOCIATION",
    "ENTITY",
    "GENERALISE",
    "NAMES",
    "SAID_IN",
    "Rules",
    "Words",
    "check_labels",
    "count_words",
    "labels_to_replace",
    "made_rules",
    "own_strategies",
    "refuse_originals",
    "rules_of",
    "with_words",
    "words_in",
]

MOST_SPANS = 100_000  # that words are counted in, the oldest first


def rules_of(
    project: Project,
    *,
    strategy: str | None = None,
    by_label: Mapping[str, str] | None = None,
    q: float = 1.0,
    said_in: int = SAID_IN,
) -> Rules:
    """The project's rules; `strategy` and `by_label` in place of its own.

    `said_in`: how many dialogues must say a word that dissociation draws, or an own value. The
    project's own q is not taken up: only a file that somebody confirmed is written with it.
    Raises: Refused for an unknown label or strategy.
    """
    strategy = strategy or project.replacement
    if strategy == AS_IT_IS:
        return Rules(strategy)
    if by_label:
        check_labels(by_label, project.labels.values_list("name", flat=True))
    names = dict(project.labels.values_list("name", "replacement"))
    own = {name: each for name, each in names.items() if each in NAMES}
    rules = made_rules(strategy, {**own, **(by_label or {})}, q)
    return with_words(project, rules, said_in, labels=names)


@contextmanager
def _translated() -> Iterator[None]:
    """A refusal of the rules in the language of who asked."""
    try:
        yield
    except RulesRefused as refusal:
        shown = {
            name: number_format(value) if isinstance(value, float) else value
            for name, value in refusal.values.items()
        }
        raise Refused(_(refusal.text) % shown, code=refusal.code) from None


def made_rules(strategy: str, by_label: Mapping[str, str], q: float = 1.0) -> Rules:
    """Raises: Refused."""
    with _translated():
        return pure.made_rules(strategy, by_label, q)


def refuse_originals(q: float, *, confirmed: bool) -> None:
    """Raises: Refused."""
    with _translated():
        pure.refuse_originals(q, confirmed=confirmed)


def check_labels(by_label: Iterable[str], labels: Iterable[str]) -> None:
    """Raises Refused for the first label that is not one of the labels."""
    known = set(labels)
    for label in by_label:
        if label not in known:
            raise Refused(_("There is no label “%(name)s”.") % {"name": label}, code="no_label")


def own_strategies(project: Project) -> dict[str, str]:
    """Label -> its strategy, of those with one of their own; one query."""
    rows = project.labels.exclude(replacement="").values_list("name", "replacement")
    return {name: strategy for name, strategy in rows if strategy in NAMES}


def labels_to_replace(project: Project) -> QuerySet[Label]:
    """The labels that a strategy can be chosen for: not the groups, which no span has."""
    spans = Exists(Span.objects.filter(label=OuterRef("pk")))
    return project.labels.filter(~Q(key="") | ~Q(replacement="") | Q(spans))


# --- words of the corpus --------------------------------------------------------------------------

COUNTED: Remembered[object, Words] = Remembered(1_000_000)  # spans


def with_words(
    project: Project, rules: Rules, said_in: int = SAID_IN, *, labels: Iterable[str]
) -> Rules:
    """The rules with what people labelled in the project, if they draw from it.

    Counted once for each state of the labels; only what is settled counts, in at most MOST_SPANS.
    """
    counted = [n for n in labels if rules.of(n) == DISSOCIATION or rules.draws_own(n)]
    if not counted:
        return rules
    spans = Span.objects.filter(
        turn__dialogue__project=project, reading__is_gold=True, status=Span.Status.ACCEPTED
    )
    spans = spans.filter(label__name__in=counted)
    now = spans.order_by().aggregate(
        spans=Count("pk"), ids=Sum("pk"), starts=Sum("start"), ends=Sum("end"),
        versions=Sum("reading__version"), labels=Sum("label"),
    )  # fmt: skip
    size = now["spans"] + 1
    wording = Substr("turn__text", F("start") + 1, F("end") - F("start"))
    rows = spans.order_by("pk").values_list("label__name", "turn__dialogue", wording)[:MOST_SPANS]
    names = tuple(project.labels.values_list("pk", "name"))
    key = bytes(project.surrogate_key)
    cache_key = (
        project.pk,
        key,
        names,
        rules.strategy,
        rules.by_label,
        said_in,
        tuple(now.values()),
    )
    return replace(rules, words=COUNTED.recall(cache_key, size, lambda: count_words(rows, said_in)))
