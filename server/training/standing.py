"""How people stand by the company's rule: what they have attended, must still attend, and may still miss."""

from typing import Any, Final
from uuid import UUID

from server.people.cards.repository import read_cards
from server.platform.errors import existing
from server.platform.process.clock import utc_now
from server.platform.services import Context
from server.training import attendance_repository, repository, schemas, session_repository
from server.training.attendance_repository import MOST_COUNTED, Figures, Rule
from server.vocabulary.duties import Act

MOST_OWN_MARKS: Final = 30


def stand(figures: Figures, rule: Rule) -> dict[str, Any]:
    """Return the fields of a standing. Excused sessions change neither side."""
    held, attended, left = figures.held, figures.attended, figures.left
    # Rounded up: 75 % of 6 sessions are 5.
    wanted = -(-rule.attendance_threshold * (held + left) // 100)
    needs = max(0, wanted - attended)
    return {
        "held": held,
        "attended": attended,
        "excused": figures.excused,
        "percent": None if held == 0 else round(100 * attended / held, 1),
        "left": left,
        "needs": needs,
        "may_miss": max(0, left - needs),
    }


async def list_at_risk(context: Context, *, query: schemas.RiskQuery) -> schemas.RiskPage:
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.services.database.reading() as connection:
        rule = await attendance_repository.read_rule(connection, company_id=context.company_id)
        found, total = await attendance_repository.list_at_risk(
            connection,
            rule=rule,
            duty=duty,
            below=query.below or rule.attendance_threshold,
            batch_id=query.batch,
            offset=query.offset,
            limit=query.page_size,
        )
        cards = await read_cards(connection, {each.user_id for each in found}, company_id=context.company_id)
    people = {card.id: card for card in cards}
    items = [
        schemas.RiskItem(
            person=people[each.user_id], batch_id=each.batch_id, batch_name=each.batch_name, **stand(each, rule)
        )
        for each in found
        if each.user_id in people
    ]
    return schemas.RiskPage.of(
        query,
        items,
        total=min(total, MOST_COUNTED),
        total_is_exact=total <= MOST_COUNTED,
        threshold=rule.attendance_threshold,
        days=rule.attendance_days,
    )


async def read_grid(context: Context, *, batch_id: UUID, query: schemas.GridQuery) -> schemas.AttendanceGrid:
    """Raises NotFoundError: also where the batch is out of the caller's reach."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.services.database.reading() as connection:
        existing(await repository.find_batch(connection, batch_id, duty=duty))
        rule = await attendance_repository.read_rule(connection, company_id=context.company_id)
        sessions = await session_repository.list_taken(connection, duty=duty, batch_id=batch_id, limit=query.sessions)
        sessions.reverse()
        marks = await attendance_repository.list_marks(
            connection, company_id=context.company_id, session_ids=[each.id for each in sessions]
        )
        found = await attendance_repository.figures_of_batch(connection, rule=rule, duty=duty, batch_id=batch_id)
        cards = await read_cards(connection, {each.user_id for each in found}, company_id=context.company_id)
    people = {card.id: card for card in cards}
    rows = [
        schemas.GridPerson(
            person=people[each.user_id],
            marks=marks.get(each.user_id, [None] * len(sessions)),
            **stand(each, rule),
        )
        for each in found
        if each.user_id in people
    ]
    # Stable: who stands alike stays in the order of names.
    rows.sort(key=lambda row: 101 if row.percent is None else row.percent)
    return schemas.AttendanceGrid(
        sessions=sessions, people=rows, threshold=rule.attendance_threshold, days=rule.attendance_days
    )


async def read_own(context: Context) -> schemas.OwnAttendance:
    key = context.actor.key
    async with context.services.database.reading() as connection:
        rule = await attendance_repository.read_rule(connection, company_id=context.company_id)
        found = await attendance_repository.figures_of_person(connection, rule=rule, **key)
        attended = await repository.list_attended(connection, limit=len(found) or 1, **key)
        marks = await attendance_repository.list_own_marks(connection, limit=MOST_OWN_MARKS, **key)
        upcoming = await session_repository.next_session(connection, **key)
    trainers = {each.id: each.trainers for each in attended}
    return schemas.OwnAttendance(
        threshold=rule.attendance_threshold,
        days=rule.attendance_days,
        batches=[
            schemas.OwnStanding(
                batch_id=each.batch_id,
                batch_name=each.batch_name,
                trainers=trainers.get(each.batch_id, []),
                **stand(each, rule),
            )
            for each in found
        ],
        next=upcoming,
        marks=marks,
        time_zone=rule.time_zone,
        server_time=utc_now(),
    )
