"""Check the company's previews again, after a rule has changed that they were judged by."""

from functools import partial
from typing import Final
from uuid import UUID

from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.check_repository import check_previews_again
from server.people.imports.read_import import PROGRESS
from server.platform.services import Services

REMARK: Final = "Checked again, because the company has changed the email domains that it allows."


async def recheck_previews(services: Services, *, company_id: UUID) -> None:
    """Those that wait to be started. A running import applies the present rules to each chunk by itself.

    In a transaction of its own: the start of an import locks it before the company.
    """
    async with services.database.unit_of_work() as unit:
        for import_id in await check_previews_again(unit.connection, company_id=company_id, remark=REMARK):
            unit.after_commit(partial(services.jobs.enqueue, check_import.job(import_id=import_id)))
            PROGRESS.announce(services, unit, import_id)
