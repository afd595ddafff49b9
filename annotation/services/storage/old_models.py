"""Models that nobody needs any more: they hold words of the texts, so their files go.

Called at the end of a round, and by whatever erases.
"""

from dataclasses import replace

from django.conf import settings
from django.db import transaction

from annotation.models import JobStatus, Project, TrainingRun
from annotation.models.run_records import Details
from annotation.services.storage.leftovers import remove_path

OLD, ERASED = "old", "erased"  # why a model's files are gone: `details["removed"]`


def forget_old_models(project: Project) -> int:
    """Remove the files of rounds before the newest MODELS_KEPT, except one that somebody went back
    to; their rows and scores stay. Returns how many went."""
    rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
    old = rounds.exclude(folder="").order_by("-pk")[settings.MODELS_KEPT :]
    return sum(remove_model(run, OLD) for run in old)


def remove_model(run: TrainingRun, why: str) -> bool:
    """Forget the model of a run and delete its files; for OLD not the one that is chosen now."""
    with transaction.atomic():
        project = Project.objects.select_for_update().filter(pk=run.project_id).first()
        if why == OLD and project is not None and project.model_id == run.pk:
            return False
        now = TrainingRun.objects.select_for_update().filter(pk=run.pk).exclude(folder="").first()
        if now is None:
            return False
        folder, now.folder = now.folder, ""
        now.details = replace(Details.from_json(now.details), removed=why).to_json()
        now.save(update_fields=["folder", "details"])
        transaction.on_commit(lambda: remove_path(folder))
    return True
