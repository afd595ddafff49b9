"""Programs that ask for people: their tokens, and the answers to calls that must happen once."""

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, User


class Scope(models.TextChoices):
    """What a token opens, as far as its owner's role does."""

    READ = "read", _("read texts, labels and figures")
    FIGURES = "figures", _("read figures, and no text (agents)")
    LABEL = "label", _("label, propose and decide")
    IMPORT = "import", _("create projects and import")
    EXPORT = "export", _("export")
    MANAGE = "manage", _("change labels, and who is told (hooks)")
    TRAIN = "train", _("start training")
    TRANSFORM = "transform", _("transform texts that the program sends")


class ApiTokens(models.Manager["ApiToken"]):
    def open(self) -> QuerySet["ApiToken"]:
        """Those with which somebody can still ask."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class ApiToken(models.Model):
    """With it a program asks for its owner, until a day and for some things alone.

    The token itself is shown once; here are its first letters, by which it is found, and its hash.
    """

    owner = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(_("what it is for"), max_length=80)
    prefix = models.CharField(_("begins with"), max_length=16, unique=True, editable=False)
    token_hash = models.CharField(max_length=64, editable=False)  # SHA-256
    # null: every project of the owner, those to come too
    project = models.ForeignKey(
        Project, models.CASCADE, null=True, blank=True, related_name="tokens"
    )
    scopes = models.JSONField(_("may"), default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("ends"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    objects = ApiTokens()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("token of a program")
        verbose_name_plural = _("tokens of programs")

    def __str__(self) -> str:
        return f"{self.owner_id} · {self.prefix}"

    @property
    def scope_words(self) -> list[str]:
        return [str(Scope(each).label) for each in self.scopes if each in Scope.values]


class OnceCall(models.Model):
    """A call that a program named by a key of its own, and its answer: sent again within a day, it
    is answered from here and nothing happens twice. Answers hold ids and states, no text."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request_hash = models.CharField(max_length=64)  # of method, address and body
    status = models.PositiveSmallIntegerField(null=True)  # null while it is worked on
    answer = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="call_once")]
        verbose_name = _("call that happens once")
        verbose_name_plural = _("calls that happen once")

    def __str__(self) -> str:
        return f"{self.user_id} · {self.pk}"
