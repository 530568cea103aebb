"""Write the keys of values that were there before their field was to be sorted by, or unique."""

from typing import Final
from uuid import UUID

from server.people.fields import repository
from server.platform.process.tasks import Queue, task
from server.platform.services import Services

SLICE: Final = 10_000


@task(Queue.WORK)
async def fill_field_keys(services: Services, *, company_id: UUID) -> None:
    """Write those of all fields of the company that lack them, slice by slice; it may be repeated at any time."""
    async with services.database.reading() as connection:
        numbers = await repository.unready_fields(connection, company_id=company_id)
    for number in numbers:
        last: UUID | None = None
        while True:
            async with services.unit_of_work() as unit:
                await repository.hold_fields(unit.connection, company_id=company_id)
                last = await repository.fill_keys(
                    unit.connection, number, company_id=company_id, after=last, most=SLICE
                )
                if last is None:
                    await repository.mark_ready(unit.connection, number, company_id=company_id)
                    break
