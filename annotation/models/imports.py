"""An import from the page: files that wait in the data folder, and what became of them."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project
from annotation.models.jobs import Job, JobStatus, Lane


class Import(Job):
    """Files on their way into a project, with what was said about them.

    The files lie below ANTIFAZ_DATA/uploads and are erased when the work ends, however it ends.
    They are read first, and nothing is written: a draft shows what would go in, until somebody
    confirms it or a day is over.
    """

    DRAFT = "draft"
    lane = Lane.FILES
    gives_way = False

    status = models.CharField(
        max_length=9,
        choices=[(DRAFT, _("to be confirmed")), *JobStatus.choices],
        default=JobStatus.QUEUED,
    )
    project = models.ForeignKey(Project, models.CASCADE, related_name="imports")
    # {"name", "path" below ANTIFAZ_DATA, "replaced", "bytes"}; the survey of a draft is one without
    # a name.
    files = models.JSONField(default=list)
    options = models.JSONField(default=dict)  # of `import_dialogues`
    # What was said of each label of the files: a label's id, "new" or "out".
    mapping = models.JSONField(default=dict, blank=True)
    promised = models.PositiveIntegerField(null=True)  # dialogues that somebody confirmed
    # For each file what went in, its faults, and the dialogues whose text was there; no texts.
    report = models.JSONField(default=list, blank=True)
    # {"bytes", "seconds"} of the last look at the files: it tells how long others will take.
    look = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    @property
    def uploads(self) -> list[dict[str, Any]]:
        """The files that people chose."""
        return [each for each in self.files if each["name"]]

    @property
    def dialogues_read(self) -> int:
        """Those that went in, or that a draft would let in."""
        return sum(each.get("dialogues", 0) for each in self.report)

    @property
    def size(self) -> int | None:
        """Bytes of the files that people chose; None where that was not noted."""
        sizes = [each["bytes"] for each in self.uploads if "bytes" in each]
        return sum(sizes) if sizes and len(sizes) == len(self.uploads) else None

    @property
    def survey_path(self) -> str:
        """Where what a draft shows is kept; "" before it was read."""
        return next((str(each["path"]) for each in self.files if not each["name"]), "")

    @property
    def is_preview(self) -> bool:
        """Whether nobody has confirmed it yet: then files are read and nothing is written."""
        return self.promised is None and self.status != JobStatus.DONE

    @property
    def holds_files(self) -> bool:
        return True

    @property
    def memory_mb(self) -> int | None:
        """Files are read in pieces: one that takes more is no corpus but an attack."""
        return 300

    def __str__(self) -> str:
        return f"{self.project_id} · {self.status}"
