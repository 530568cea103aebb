"""Requests and responses of bulk jobs."""

from typing import Annotated, Final, Self
from uuid import UUID

from pydantic import AfterValidator, ConfigDict, Field, RootModel, StrictBool, StrictInt, model_validator
from pydantic.alias_generators import to_camel

from server.people.account.schemas import AccountName, BatchName, with_fields
from server.people.bulk.rules import BulkAction, BulkRowFilter, BulkRowStatus, BulkState
from server.people.fields.schemas import GivenValues
from server.people.list.list_schemas import MOST_SELECTED, FilterQuery
from server.people.stages.schemas import StageName
from server.platform.schemas import (
    EMPTY_IS_NONE,
    Moment,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    ServerTime,
    Typed,
)
from server.vocabulary.fields import BULK_FIELDS
from server.vocabulary.visible_text import text_problem, tidy

# A batch has no more people than a company.
LARGEST_CONFIRMED: Final = 2**31 - 1


LONGEST_REASON: Final = 200


def _read_reason(typed: str | None) -> str | None:
    reason = tidy(typed or "")
    if problem := text_problem(reason):
        raise ValueError(problem)
    return reason or None


def _read_action(action: BulkAction) -> BulkAction:
    if action is BulkAction.ANNOUNCE:
        raise ValueError("Write an announcement instead")
    return action


class SelectionFilter(FilterQuery):
    """The filters of `GET /users`. Unknown ones are refused: without them more people would match."""

    model_config = ConfigDict(  # type: ignore[pydantic-alias] # wants the code's names as well
        alias_generator=to_camel, extra="forbid", frozen=True
    )


class BulkSelection(RequestSchema):
    """`ids` or a `filter`. Ids that the company does not have count as people that are not found."""

    ids: Annotated[list[UUID], Field(max_length=MOST_SELECTED)] | None = None
    filter: SelectionFilter | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.ids is None) == (self.filter is None):
            raise ValueError("Give either ids or a filter")
        return self


@with_fields(dict.fromkeys(BULK_FIELDS, (Typed | None, None)))
class BulkChanges(RequestSchema):
    """What is missing or null stays as it is; of `fields` null removes a value."""

    fields: GivenValues | None = None


class BulkRequest(RequestSchema):
    """`set` belongs to the action `set`, `batchId` to those of batches, `stageId` to `move-stage`.

    A reason is one plain line, which is kept with those who have left a batch, or were moved.

    `confirm` is the number of people that a dry run allows: needed from 1,000 on, for what cannot be undone.
    """

    select: BulkSelection
    action: Annotated[BulkAction, AfterValidator(_read_action)]
    changes: Annotated[BulkChanges | None, Field(alias="set")] = None
    batch_id: UUID | None = None
    stage_id: UUID | None = None
    reason: Annotated[str | None, Field(max_length=LONGEST_REASON), AfterValidator(_read_reason)] = None
    dry_run: StrictBool = False
    confirm: Annotated[StrictInt, Field(ge=0, le=LARGEST_CONFIRMED)] | None = None


class RefusedPeople(ResponseSchema):
    reason: str = Field(description="a sentence")
    count: int = Field(description="how many people")


class BulkPreview(ResponseSchema):
    """What the job would do now. Who wants no invitation from the company is known when it runs."""

    total: int = Field(description="people selected")
    allowed: int = Field(description="people that the job would change")
    unchanged: int = Field(description="people who have everything already")
    refused: list[RefusedPeople] = Field(description="people who would stay as they are, by reason, most first")


class BulkUndoRequest(RequestSchema):
    dry_run: StrictBool = False


class BulkUndoPreview(ResponseSchema):
    """What undoing the job would do now."""

    total: int = Field(description="people that the job has changed")
    allowed: int = Field(description="people who would be as before")
    refused: list[RefusedPeople] = Field(description="people who would stay as they are, by reason, most first")


class BulkStarted(ResponseSchema):
    id: UUID = Field(description="of the job")


class BulkJob(ResponseSchema):
    """A job on many people. `processed` is `done`, `unchanged` and `failed` together; `version` rises with each change.

    An undo counts those of `done` that it has taken back in `undone`.
    """

    id: UUID = Field(description="of the job")
    action: BulkAction = Field(description="what it does")
    changes: dict[str, str | None] | None = Field(
        alias="set",
        description="what it gives, by field: null stays as it is; null unless the action is `set`. Of the company's "
        "own fields, as `field:key`, an empty text removes values; •••• are not for all who read this",
    )
    batch: BatchName | None = Field(description="which batch it is about; else null")
    stage: StageName | None = Field(description="the stage to which it moves people; else null")
    state: BulkState = Field(description="where it stands")
    total: int = Field(description="people selected")
    processed: int = Field(description="people tried so far")
    done: int = Field(description="people that it has changed")
    unchanged: int = Field(description="people who had everything already")
    failed: int = Field(description="people who stay as they were, with a reason")
    undone: int = Field(description="people whose change an undo has taken back")
    started_by: AccountName | None = Field(description="who; null once the account is deleted")
    started_at: Moment = Field(description="when it was started")
    finished_at: Moment | None = Field(description="when it ended")
    undo_until: Moment | None = Field(description="until when it can be undone; null where it cannot")
    can_undo: bool = Field(description="whether it can be undone now")
    eta_seconds: int | None = Field(description="seconds left; null before the first people and at the end")
    version: int = Field(description="rises with every change")
    server_time: ServerTime


class BulkRow(ResponseSchema):
    """`message` is why it failed, or why an undo has left it; the name and the email are those at the start."""

    row: int = Field(description="number in the job, from 1")
    user_id: UUID = Field(description="of the account")
    full_name: str = Field(description="its name at the start")
    email: str = Field(description="its email at the start")
    status: BulkRowStatus = Field(description="what became of it")
    message: str | None = Field(description="why it stays as it was")


IsWorkerAway = Annotated[
    bool,
    Field(exclude_if=lambda away: not away, description="true while it waits because no worker runs; else left out"),
]


class BulkSnapshot(BulkJob):
    recent: list[BulkRow] = Field(description="while it runs, the last people, newest first; at most ten")
    is_worker_away: IsWorkerAway = False


class BulkUndo(RootModel[BulkSnapshot | BulkUndoPreview]):
    """The job that is undone now, or what undoing it would do."""


class BulkPage(Page[BulkJob]): ...


class BulkRowsQuery(PageQuery):
    status: Annotated[BulkRowFilter | None, *EMPTY_IS_NONE] = None


class BulkResultsQuery(QuerySchema):
    status: Annotated[BulkRowFilter | None, *EMPTY_IS_NONE] = None


class BulkRowPage(Page[BulkRow]): ...
