"""What a reader's front page says of herself: her turns, her questions, the guidelines that hold.

Called by the overview; a fixed number of queries.
"""

from dataclasses import dataclass

from annotation.models import Guideline, Project, User
from annotation.services.team.progress import Person, read_progress


@dataclass(frozen=True, slots=True)
class OwnWork:
    person: Person
    guideline: Guideline | None  # without its text

    @property
    def answered(self) -> int:
        """Of her questions."""
        return self.person.questions - self.person.unanswered


def read_own_work(project: Project, user: User) -> OwnWork:
    people = read_progress(project, user).people
    guideline = project.guidelines.defer("text").first()  # the newest holds
    return OwnWork(next(iter(people), Person(user.get_username())), guideline)
