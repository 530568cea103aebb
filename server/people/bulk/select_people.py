"""The people that a request selects, and what an order would do to them."""

from collections import Counter
from dataclasses import dataclass, field
from uuid import UUID

from server.people.account.account_rules import Editor
from server.people.batches.errors import BatchArchivedError
from server.people.batches.member_repository import hold_open_batch, is_batch_open
from server.people.bulk.errors import NothingSelectedError, TooManySelectedError
from server.people.bulk.judge import NOT_FOUND, judge, refused
from server.people.bulk.limits import MOST_PEOPLE
from server.people.bulk.orders import Order
from server.people.bulk.schemas import BulkSelection
from server.people.bulk.selection_repository import Group, People, count_groups, people_of_ids
from server.people.bulk.states import BulkAction, BulkRowStatus
from server.people.list.list_filters import Sort
from server.people.list.list_repository import selection
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.database.query_plans import plan_for_values
from server.platform.errors import NotFoundError
from server.platform.process.time_of_day import zone_of
from server.vocabulary.identity import Identity


@dataclass(kw_only=True)
class Estimate:
    """What an order would do now."""

    total: int = 0
    found: int = 0
    allowed: int = 0
    unchanged: int = 0
    refused: Counter[str | None] = field(default_factory=Counter)


def read_people(selected: BulkSelection, *, identity: Identity, settings: Settings) -> People:
    """Those of the caller's company; of `ids` also those that no account of it has."""
    if selected.filter is None:
        return people_of_ids(selected.ids or [], company_id=identity.company_id)
    query = selected.filter.search_query(identity.company_id, zone=zone_of(settings.phone_region))
    # The order of the rows is that of ids, whatever the list's is.
    matching = selection(query, sort=Sort.CREATED)
    return People(sql=matching.sql, values=matching.values, is_given=False)


async def estimate(connection: Connection, people: People, *, order: Order, identity: Identity) -> Estimate:
    """Call it in a transaction.

    Raises:
        TooManySelectedError: they are more than a job can have.

    """
    await plan_for_values(connection)
    groups = await count_groups(connection, people, order=order, actor_id=identity.user_id)
    if sum(group.people for group in groups) > MOST_PEOPLE:
        raise TooManySelectedError(MOST_PEOPLE)
    return _count(groups, order=order, editor=Editor(user_id=identity.user_id, profile=identity.profile))


async def refuse_unfit_batch(connection: Connection, order: Order, *, company_id: UUID, holds: bool) -> None:
    """`holds`: until the transaction ends the batch stays as it is. A preview waits for none.

    Raises:
        NotFoundError: the company has no batch of this id.
        BatchArchivedError: it takes no new people.

    """
    if order.batch_id is None:
        return
    look = hold_open_batch if holds else is_batch_open
    is_open = await look(connection, company_id=company_id, batch_id=order.batch_id)
    if is_open is None:
        raise NotFoundError
    if not is_open and order.action is BulkAction.ADD_TO_BATCH:
        raise BatchArchivedError


def refuse_none(estimated: Estimate) -> None:
    """Raises NothingSelectedError: no account of the company is selected."""
    if not estimated.found:
        raise NothingSelectedError


def _count(groups: list[Group], *, order: Order, editor: Editor) -> Estimate:
    counted = Estimate()
    for group in groups:
        counted.total += group.people
        if group.account is None:
            verdict = refused(NOT_FOUND)
        else:
            counted.found += group.people
            verdict = judge(group.account, group.facts, order=order, editor=editor)
        if verdict.reason is not None:
            counted.refused[verdict.reason] += group.people
        elif verdict.status is BulkRowStatus.UNCHANGED:
            counted.unchanged += group.people
        else:
            counted.allowed += group.people
    return counted
