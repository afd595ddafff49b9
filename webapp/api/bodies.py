"""What the API takes: bodies refuse fields that they do not know, and values of a wrong type.

Beside them the base of what it answers.
"""

from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.release.exports import FORMATS
from webapp.forms.steps import LARGEST

FORMAT_NAMES: Any = [choice.name for choice in FORMATS]
STRATEGY_NAMES: Any = [choice.name for choice in REPLACEMENT_CHOICES]


def whole(value: object) -> object:
    """12.0 is an integer to JSON Schema, so to every program that goes by the description."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Number = Annotated[int, Field(strict=True, ge=0, le=LARGEST), BeforeValidator(whole)]


class Answer(BaseModel):
    @classmethod
    def made_of(cls, row: object, **given: Any) -> Self:
        """What is not given are the row's attributes."""
        names = cls.model_fields.keys() - given.keys()
        return cls(**{name: getattr(row, name) for name in names}, **given)


class PageQuery(BaseModel):
    """Which page of a list, at most 200 rows: by its number, or from where an answer's `next` says.
    The latter stays right while rows come and go, and costs the same anywhere in a long list."""

    page: int = Field(1, ge=1, le=LARGEST)
    size: int = Field(50, ge=1, le=200)
    cursor: str = Field("", max_length=60)


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StepIn(Body):
    """A step on a turn. The same `op_id` twice is applied once; `version` is the one you saw."""

    op_id: UUID
    version: Number


class StretchIn(StepIn):
    """A step on a stretch of the turn, in code points, end exclusive."""

    start: Number
    end: Number


class SpanIn(StretchIn):
    """Label a stretch; `label` is a label's name."""

    label: Annotated[str, Field(max_length=80)]


class LabelIn(Body):
    """A label; one without a key is a group, which `parent` of others names."""

    name: Annotated[str, Field(max_length=80)]
    key: Annotated[str, Field(max_length=4)] = ""
    family: Literal["person", "org", "place", "time", "id", "other"] = "other"
    description: Annotated[str, Field(max_length=300)] = ""
    parent: Annotated[str, Field(max_length=80)] | None = None


class ExportIn(Body):
    """What to write; the release page lists the formats and strategies.

    `leave_originals` confirms that real names stay in the file: needed where the project's q is
    below 1, which is for research only. `spans`: marked tells what was replaced, and so every name
    that is left. `again` confirms that dialogues which have left leave with other surrogates.
    """

    format: Annotated[str, Field(max_length=20, json_schema_extra={"enum": FORMAT_NAMES})]
    strategy: Annotated[str, Field(max_length=20, json_schema_extra={"enum": STRATEGY_NAMES})]
    leave_originals: Annotated[bool, Field(strict=True)] = False
    again: Annotated[bool, Field(strict=True)] = False
    spans: Literal["none", "marked"] = "none"
