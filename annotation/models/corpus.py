"""People, projects and their texts: User, Project, Member, ToolImport, Dialogue, Turn."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Our own user table from the start: Django cannot swap it later."""

    toured_at = models.DateTimeField(null=True, blank=True)  # when the story was seen or left
    story_at = models.DateTimeField(null=True, blank=True)  # when it was begun, or begun again
    story_step = models.PositiveSmallIntegerField(default=0)  # how far it was told
    hides_twin = models.BooleanField(default=False)  # labels without the text as it would leave


def new_key() -> bytes:
    return secrets.token_bytes(32)


class BatchUnit(models.TextChoices):
    """What is asked of people together."""

    TURN = "turn", _("turns")
    CONTEXT = "context", _("turns with those around them")
    DIALOGUE = "dialogue", _("whole dialogues")


class CostUnit(models.TextChoices):
    """What the choice of the next batch saves."""

    TURNS = "turns", _("turns")
    TOKENS = "tokens", _("text to read")
    SPANS = "spans", _("labels to set right")
    SECONDS = "seconds", _("measured time")


class Enough(models.TextChoices):
    """When labelling may stop: at a share of the F1 that all labels would give, or by misses."""

    MOST = "98", _("what all labels would give, to 98 %")
    NEARLY_ALL = "99", _("what all labels would give, to 99 %")
    ALL_BUT = "99.5", _("what all labels would give, to 99.5 %")
    MISSED = "missed", _("at most so many items missed in 100 turns")


class LargeKind(models.TextChoices):
    """How a large model reads: `learning.large.kinds`."""

    BERT = "bert", _("BERT: one layer on the encoder")
    FLAIR = "flair", _("flair: its sequence tagger on the encoder")


class Projects(models.Manager["Project"]):
    """Every project that people may know of: not the places of imports under way."""

    def get_queryset(self) -> models.QuerySet["Project"]:
        return super().get_queryset().filter(staged_at=None)


class Project(models.Model):
    """A corpus on its way to publication, with the choices that steer its learning and release.

    With `staged_at` it is none, but the place where an import writes what nobody sees yet
    (`annotation.services.imports.staging`); `objects` leaves those out.
    """

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    lang = models.CharField(_("language of the texts"), max_length=12, default="es")
    scheme = models.CharField(_("label scheme"), max_length=40, default="es-port")
    # What labels of imported files became: a digest of the name -> a label's id, 0 for left out.
    label_map = models.JSONField(default=dict, blank=True, editable=False)
    batch_size = models.PositiveSmallIntegerField(_("turns in a batch"), default=20)
    seed_strategy = models.CharField(_("seed strategy"), max_length=30, default="auto")
    query_strategy = models.CharField(_("query strategy"), max_length=30, default="adaptive")
    source_model = models.ForeignKey(
        "SourceModel",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="projects",
        verbose_name=_("source model"),
    )
    batch_unit = models.CharField(
        _("a batch is made of"), max_length=8, choices=BatchUnit.choices, default=BatchUnit.TURN
    )
    cost_unit = models.CharField(
        _("what a label costs"), max_length=8, choices=CostUnit.choices, default=CostUnit.TURNS
    )
    audit_percent = models.PositiveSmallIntegerField(_("turns drawn by chance, %"), default=10)
    enough = models.CharField(
        _("when it is enough"), max_length=6, choices=Enough.choices, default=Enough.NEARLY_ALL
    )
    enough_missed = models.FloatField(_("items missed in 100 turns, at most"), default=1.0)
    encoder = models.CharField(_("large model"), max_length=300, blank=True)  # folder or hub name
    large_kind = models.CharField(
        _("kind of the large model"),
        max_length=8,
        choices=LargeKind.choices,
        default=LargeKind.BERT,
    )
    # The model that proposes; null = the newest. Set when somebody went back to an earlier one.
    model = models.ForeignKey(
        "TrainingRun", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    readers = models.PositiveSmallIntegerField(_("readers of a shared turn"), default=2)
    shared_percent = models.PositiveSmallIntegerField(_("turns read by several, %"), default=10)
    single_is_gold = models.BooleanField(_("one reader's word counts"), default=True)
    hidden_percent = models.PositiveSmallIntegerField(_("turns without proposals, %"), default=0)
    proposal_threshold = models.FloatField(_("F1 from which proposals are shown"), default=0.6)
    # Where "Accept all" begins: how sure a proposal is that is taken unless a reader chooses less.
    accept_from = models.FloatField(_("confidence from which all are accepted"), default=0.8)
    replacement = models.CharField(_("replacement strategy"), max_length=20, default="entity")
    # Below 1 a file keeps originals on purpose: for research, and confirmed for each file.
    replacement_q = models.FloatField(_("probability that an item is replaced"), default=1.0)
    # What a file may still hold: dialogues with nothing left, at least, and of each label the share
    # missed, at most, by the upper end of its interval (`evidence.recall.limits`).
    clean_dialogues = models.FloatField(_("dialogues with nothing left, at least"), default=0.95)
    missed_most = models.FloatField(_("missed of a label, at most"), default=0.05)
    # Draws are keyed by it: who has the key and a text can redo its surrogates. Never exported.
    surrogate_key = models.BinaryField(default=new_key, editable=False)
    # How many people a released dialogue must fit, by public tables; 0: any number will do.
    fewest_people = models.PositiveSmallIntegerField(
        _("fewest people that a dialogue may fit"), default=3
    )
    is_invented = models.BooleanField(_("holds invented texts only"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    staged_at = models.DateTimeField(null=True, blank=True, editable=False)  # last sign of life
    members = models.ManyToManyField(User, through="Member", related_name="projects")

    objects = Projects()
    everything = models.Manager["Project"]()

    class Meta:
        ordering = ["name"]
        verbose_name = _("project")
        verbose_name_plural = _("projects")

    def __str__(self) -> str:
        return self.name


class Members(models.Manager["Member"]):
    """Every member to whom her project is open: not those who are disabled."""

    def get_queryset(self) -> models.QuerySet["Member"]:
        return super().get_queryset().filter(disabled_at=None)


class Member(models.Model):
    """A person's role in a project; no row, no access.

    With `disabled_at` the project is closed to her as to a stranger, and her role is kept for the
    day that she comes back. `objects`, and so `memberships`, leaves those out.
    """

    class Role(models.TextChoices):
        MANAGER = "manager", _("Manager")
        CURATOR = "curator", _("Curator")
        ANNOTATOR = "annotator", _("Annotator")
        STEWARD = "steward", _("Data steward")
        VIEWER = "reader", _("Reader")
        INTRUDER = "intruder", _("Motivated intruder")

    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    disabled_at = models.DateTimeField(_("disabled"), null=True, blank=True)
    invitation = models.ForeignKey(
        "Invitation", models.SET_NULL, null=True, blank=True, related_name="members"
    )  # by which she came
    # Of the dialogues, in percent; the dialogues themselves stand in `Allotment`.
    share = models.PositiveSmallIntegerField(_("share"), null=True, blank=True)

    objects = Members()
    everything = models.Manager["Member"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "user"], name="one_role_each")]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return f"{self.user} · {self.role}"


class Invitation(models.Model):
    """A link by which so many people can become members until it expires or is revoked.

    Who has the secret of the link comes in; here is its hash alone.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=12, choices=Member.Role.choices)
    note = models.CharField(_("for whom"), max_length=80, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)  # SHA-256
    seats = models.PositiveSmallIntegerField(_("people"), default=1)
    used = models.PositiveSmallIntegerField(_("came"), default=0)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("ends"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.role}"

    @property
    def left(self) -> int:
        return self.seats - self.used


class ToolImport(models.Model):
    """Work of another tool that was imported for review; its dialogues point here.

    Its spans are the machine's without a run; those that it found in dialogues that were here carry
    its name, and these dialogues do not point here. Once per tool and kind of a project.
    """

    class Kind(models.TextChoices):
        TAGGED = "tagged", _("labelled")
        REPLACED = "replaced", _("replaced, with the originals")
        PLACEHOLDERS = "masked", _("replaced, without the originals")
        FOUND = "found", _("found, in dialogues that were here")

    project = models.ForeignKey(Project, models.CASCADE, related_name="tool_imports")
    name = models.CharField(_("tool"), max_length=80, blank=True)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.TAGGED)
    names = models.JSONField(default=list, blank=True)  # of its labels, as a label map knew them
    read = models.JSONField(default=list, blank=True)  # of kind FOUND: dialogues (pks) read whole
    imported_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name", "kind"], name="tool_named_once")
        ]
        verbose_name = _("import from another tool")
        verbose_name_plural = _("imports from other tools")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.kind}"


class Dialogue(models.Model):
    """One dialogue or document as it was imported; keys that we do not know stay in `extra`."""

    class Split(models.TextChoices):
        POOL = "pool", _("to be labelled")
        TEST = "test", _("finished, kept to measure the model")
        ASIDE = "aside", _("finished, only to be replaced")  # neither learnt from nor measured by

    # An import moves its dialogues all at once, while nobody else writes to SQLite: each index that
    # names the project is that much longer. The two below serve instead of one of its own.
    project = models.ForeignKey(Project, models.CASCADE, related_name="dialogues", db_index=False)
    external_id = models.CharField(_("name"), max_length=200)
    position = models.PositiveIntegerField(default=0)
    lang = models.CharField(max_length=12, default="es")
    split = models.CharField(max_length=5, choices=Split.choices, default=Split.POOL)
    meta = models.JSONField(default=dict, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    imported_at = models.DateTimeField(
        auto_now_add=True
    )  # what a tagging run before it did not read
    # Another tool's work: it has read the whole dialogue.
    tool_import = models.ForeignKey(
        ToolImport, models.SET_NULL, null=True, blank=True, related_name="dialogues"
    )
    # Of the text, folded (`annotation.formats.fingerprint`): finds the same text under another id.
    text_hash = models.BigIntegerField(null=True, blank=True, editable=False)
    approved_at = models.DateTimeField(null=True, blank=True)
    approved_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["external_id", "project"], name="dialogue_named_once")
        ]
        indexes = [
            models.Index(fields=["project", "split", "position"]),
            models.Index(fields=["text_hash"]),
        ]
        verbose_name = _("dialogue")
        verbose_name_plural = _("dialogues")

    def __str__(self) -> str:
        return self.external_id


class Turn(models.Model):
    """What one speaker said; the text is never changed after import."""

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="turns")
    position = models.PositiveIntegerField()
    speaker = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["dialogue", "position"]
        constraints = [
            models.UniqueConstraint(fields=["dialogue", "position"], name="turn_placed_once")
        ]
        verbose_name = _("turn")
        verbose_name_plural = _("turns")

    def __str__(self) -> str:
        return f"{self.dialogue_id}:{self.position}"

    @property
    def number(self) -> int:
        """As people count: 1 = the first of its dialogue."""
        return self.position + 1
