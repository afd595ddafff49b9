"""Which model proposes: going back to an earlier one, and on to the newest again.

Called by the learning page. Nothing is deleted or trained: rounds go on, and the chosen model
proposes in what they choose until it is let go (`current.current_model`).
"""

import logging
from dataclasses import replace

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import JobStatus, Project, TrainingRun, User
from annotation.models.run_records import Chosen, Details
from annotation.refusals import Refused

log = logging.getLogger("antifaz.training")


@transaction.atomic
def choose_model(project: Project, pk: int, user: User) -> TrainingRun:
    """Let the model of a finished run propose. Raises Refused for a run that has none to offer."""
    done = project.runs.select_for_update().filter(status=JobStatus.DONE)
    run = done.filter(pk=pk).exclude(folder="").first()
    if run is None:
        raise Refused(
            _("There is no finished model of this number in the project."), code="no_model"
        )
    if not (settings.ANTIFAZ_DATA / run.folder).is_dir():
        raise Refused(
            _("The files of model %(number)s are not there any more: choose another.")
            % {"number": run.number},
            code="model_gone",
        )
    Project.objects.filter(pk=project.pk).update(model=run)
    chosen = Chosen(user.get_username(), timezone.now().isoformat())
    details = Details.from_json(run.details)
    run.details = replace(details, chosen=chosen, damaged=False).to_json()  # it is tried anew
    run.save(update_fields=["details"])
    log.info("project %s: model %s proposes from now on", project.pk, run.number)
    return run


def mark_broken(run: TrainingRun, *, broken: bool) -> None:
    """Keep with a model that its files cannot be read, so that the newest proposes in its place,
    or that they can again."""
    details = Details.from_json(run.details)
    if bool(details.damaged) != broken:
        run.details = replace(details, damaged=broken).to_json()
        run.save(update_fields=["details"])


def release_model(project: Project) -> None:
    """Let the newest model propose again, whichever it is at the time."""
    Project.objects.filter(pk=project.pk).update(model=None)
    log.info("project %s: the newest model proposes again", project.pk)
