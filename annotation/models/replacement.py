"""Decisions about surrogates, what a project's lexicon was taught, and exports.

Entities and surrogates are not stored: they are computed from the spans, the project's key and the
decisions, and come out the same each time. Only what a person decided is kept.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, User
from annotation.models.jobs import Job, JobStatus, Lane


class Decision(models.Model):
    """One step of a curator in the revision view, replayed as constraints on every run.

    `constraints` are rows {"kind", "mentions", "value", "all"} (`surrogates.types.Constraint`);
    mentions are places ("turn:start-end"), so no original text is stored. `all`: a mention of the
    same wording that is labelled later belongs to it as well.
    """

    class Action(models.TextChoices):
        ACCEPT = "accept", _("accepted the fix")
        DISMISS = "dismiss", _("dismissed the issue")
        EDIT = "edit", _("changed by hand")
        TEACH = "teach", _("taught the lexicon")
        APPROVE = "approve", _("approved the dialogue")  # `reason`: why its warnings are fine

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="decisions")
    user = models.ForeignKey(User, models.PROTECT, related_name="+")
    action = models.CharField(max_length=8, choices=Action.choices)
    issue_code = models.CharField(max_length=40, blank=True)
    constraints = models.JSONField(default=list)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")

    def __str__(self) -> str:
        return f"{self.dialogue_id} · {self.action}"


class LexiconRow(models.Model):
    """A fact about the language that a curator taught: no surrogate, and nothing of a dialogue.

    A row that is taken back keeps its dates: an approved dialogue is written with the rows that
    stood when it was approved.
    """

    class Kind(models.TextChoices):
        SHORT = "short", _("short form")
        NAME = "name", _("given name")
        EQUIVALENT = "equal", _("the same name in another language")
        PLACE = "place", _("place")
        NOBODY = "none", _("names nobody")

    project = models.ForeignKey(Project, models.CASCADE, related_name="lexicon_rows")
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices)
    lang = models.CharField(_("language"), max_length=12)  # of the dialogues that it counts for
    form = models.CharField(_("word"), max_length=60)
    value = models.CharField(max_length=60, blank=True)  # what a short or another form stands for
    detail = models.CharField(max_length=12, blank=True)  # gender; of an equivalent, its language
    added_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["kind", "form", "pk"]
        verbose_name = _("lexicon row")
        verbose_name_plural = _("lexicon rows")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.kind}"


class Export(Job):
    """A release of the corpus: what was written, how, and what the re-scan said."""

    lane = Lane.FILES

    project = models.ForeignKey(Project, models.CASCADE, related_name="exports")
    format = models.CharField(_("format"), max_length=20)
    strategy = models.CharField(_("replacement strategy"), max_length=20)
    # Below 1 only where whoever asked for it has confirmed that originals stay.
    q = models.FloatField(_("probability that an item is replaced"), default=1.0)
    spans = models.CharField(max_length=6, default="none")  # or "marked"
    # The project had a data steward when somebody asked for it.
    to_sign = models.BooleanField(default=False, editable=False)
    # Somebody has confirmed that its dialogues may leave once more with other surrogates.
    again = models.BooleanField(default=False, editable=False)
    path = models.CharField(max_length=200, blank=True)  # below ANTIFAZ_DATA
    sha256 = models.CharField(max_length=64, blank=True)
    summary = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("export")
        verbose_name_plural = _("exports")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.format} · {self.strategy}"


# Written files that wait for a steward's word.
UNSIGNED = models.Q(status=JobStatus.DONE, signatures=None) & ~models.Q(
    summary__has_key="withdrawn"
)


class Signature(models.Model):
    """A data steward's word that the file with this digest may leave; written once."""

    export = models.ForeignKey(Export, models.CASCADE, related_name="signatures")
    user = models.ForeignKey(
        User, models.PROTECT, related_name="signatures", verbose_name=_("person")
    )
    sha256 = models.CharField(max_length=64)  # of the file that she saw
    words = models.TextField(_("words"), blank=True, max_length=500)
    evidence = models.JSONField(
        default=list, blank=True
    )  # state, check and figure, as she saw them
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["export", "user"], name="signed_once")]
        verbose_name = _("signature")
        verbose_name_plural = _("signatures")

    def __str__(self) -> str:
        return f"{self.export_id} · {self.user_id}"
