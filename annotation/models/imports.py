"""An import from the page: files that wait in the data folder, and what became of them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project
from annotation.models.jobs import Job, JobStatus, Lane


class Import(Job):
    """Files on their way into a project, with what was said about them.

    The files lie below ANTIFAZ_DATA/uploads and are erased when the work ends, however it ends. A
    draft waits for an answer: some of the dialogues are in the project already.
    """

    DRAFT = "draft"
    lane = Lane.FILES
    gives_way = False

    status = models.CharField(
        max_length=9,
        choices=[(DRAFT, _("waiting for an answer")), *JobStatus.choices],
        default=JobStatus.QUEUED,
    )
    project = models.ForeignKey(Project, models.CASCADE, related_name="imports")
    files = models.JSONField(default=list)  # {"name", "path" below ANTIFAZ_DATA, "replaced"}
    options = models.JSONField(default=dict)  # of `import_dialogues`
    # For each file what went in, its faults, and the dialogues whose text was there; no texts.
    report = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    @property
    def memory_mb(self) -> int | None:
        """Files are read in pieces: one that takes more is no corpus but an attack."""
        return 300

    def __str__(self) -> str:
        return f"{self.project_id} · {self.status}"
