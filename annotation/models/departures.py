"""What left, under which terms, and who said so: departures, terms, bundles and their signatures.

None of these rows holds a text of the corpus; digests are keyed by the project's key.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, User
from annotation.models.replacement import Export


class Departure(models.Model):
    """What a dialogue looked like in one file: keyed digests of its text and of each draw.

    `draws`: rows [place, value, words] of its replaced items, where both digests need the project's
    key, so that nobody can search them for a text or a surrogate.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="departures")
    # Null where the command line wrote the file.
    export = models.ForeignKey(
        Export, models.CASCADE, null=True, blank=True, related_name="departures"
    )
    file = models.CharField(max_length=32)  # one name for all dialogues of a file
    dialogue = models.PositiveBigIntegerField()  # its number stays when the dialogue is erased
    strategy = models.CharField(max_length=20)
    text_digest = models.CharField(max_length=64)
    draws = models.JSONField(default=list)
    left_at = models.DateTimeField(null=True, blank=True)  # null: written, and not taken yet

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["file", "dialogue"], name="leaves_once_in_a_file")
        ]
        indexes = [models.Index(fields=["project", "dialogue"], name="departures_of_dialogue")]
        verbose_name = _("departure")
        verbose_name_plural = _("departures")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.dialogue}"


class Terms(models.Model):
    """Under which terms a project's files leave, and who holds what at home: for the data sheet."""

    project = models.OneToOneField(Project, models.CASCADE, related_name="terms")
    organisation = models.CharField(_("Who gives the file away"), max_length=120, blank=True)
    contact = models.CharField(_("Whom to ask"), max_length=200, blank=True)
    licence_name = models.CharField(_("Name of the licence"), max_length=120, blank=True)
    licence = models.TextField(_("Text of the licence"), blank=True, max_length=60_000)
    originals = models.CharField(
        _("Who holds the originals, until when"), max_length=300, blank=True
    )
    key_holder = models.CharField(_("Who holds key and map"), max_length=300, blank=True)
    for_recipient = models.CharField(
        _("What the file is for who gets it"), max_length=300, blank=True
    )
    if_found = models.CharField(
        _("What to do who finds a person in it"), max_length=300, blank=True
    )
    months = models.PositiveSmallIntegerField(_("Looked at again after, months"), default=12)
    two_sign = models.BooleanField(_("Two people sign"), default=False)
    # The key and the originals were destroyed then; nothing leads back, and nothing leaves anew.
    destroyed_at = models.DateTimeField(null=True, blank=True, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("terms")
        verbose_name_plural = _("terms")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.licence_name}"


class Bundle(models.Model):
    """A file with its evidence, as it was signed. Open until enough people have signed; then its
    zip is written once, and neither it nor this row is changed."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="bundles")
    export = models.ForeignKey(Export, models.CASCADE, related_name="bundles")
    # What it rests on: name of a part -> digest, when it was first signed.
    parts = models.JSONField(default=dict)
    path = models.CharField(max_length=200, blank=True)  # below ANTIFAZ_DATA; "" while open
    sha256 = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    sealed_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(
        null=True, blank=True
    )  # signed by too few when things changed

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("bundle")
        verbose_name_plural = _("bundles")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.export_id}"


class BundleSignature(models.Model):
    """A person's name under a bundle, with a reason for each warning and each limit lifted."""

    bundle = models.ForeignKey(Bundle, models.CASCADE, related_name="signatures")
    user = models.ForeignKey(User, models.PROTECT, related_name="+", verbose_name=_("person"))
    name = models.CharField(max_length=160)  # as it is printed
    role = models.CharField(max_length=12)
    words = models.TextField(_("words"), blank=True, max_length=2000)
    reasons = models.JSONField(default=dict)  # name of a check -> why it may leave all the same
    signed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["bundle", "user"], name="bundle_signed_once")
        ]
        verbose_name = _("signature of a bundle")
        verbose_name_plural = _("signatures of bundles")

    def __str__(self) -> str:
        return f"{self.bundle_id} · {self.user_id}"
