"""What every view that is added or changed has to keep."""

from typing import Final
from uuid import UUID

from server.people.saved_views.errors import MOST_VIEWS, TooManyViewsError, ViewExistsError
from server.people.saved_views.policy import may_share
from server.people.saved_views.repository import count_views, is_name_taken, known_batches
from server.people.saved_views.schemas import ViewQuery
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.vocabulary.identity import Identity
from server.vocabulary.visible_text import fold_name, label_problem, tidy

LONGEST_NAME: Final = 60
NO_NAME: Final = "Please give the view a name"
TOO_LONG: Final = f"Please use at most {LONGEST_NAME} characters"
NO_BATCH: Final = "This batch does not exist"


def read_name(typed: str | None) -> str:
    """Raises ValidationFailedError."""
    name = tidy(typed or "")
    problem = label_problem(name) if name else NO_NAME
    if len(name) > LONGEST_NAME:
        problem = TOO_LONG
    if problem:
        raise ValidationFailedError(errors={"name": problem})
    return name


def refuse_sharing(identity: Identity, *, owner_id: UUID | None) -> None:
    """Raises ForbiddenError: the view is to be the company's, and the caller may not add those."""
    if owner_id is None and not may_share(identity):
        raise ForbiddenError


async def refuse_taken_name(
    connection: Connection, *, company_id: UUID, owner_id: UUID | None, name: str, besides: UUID | None = None
) -> None:
    """Call it after `lock_views`. Raises ViewExistsError."""
    folded = fold_name(name)
    if await is_name_taken(connection, company_id=company_id, owner_id=owner_id, folded_name=folded, besides=besides):
        raise ViewExistsError


async def refuse_too_many(connection: Connection, *, company_id: UUID, owner_id: UUID | None) -> None:
    """Call it after `lock_views`. Raises TooManyViewsError."""
    if await count_views(connection, company_id=company_id, owner_id=owner_id) >= MOST_VIEWS:
        raise TooManyViewsError


async def refuse_foreign_batch(connection: Connection, query: ViewQuery, *, company_id: UUID) -> None:
    """Raises ValidationFailedError: the company has no batch of that id."""
    if query.batch is not None and not await known_batches(connection, company_id=company_id, ids=[query.batch]):
        raise ValidationFailedError(errors={"query.batch": NO_BATCH})
