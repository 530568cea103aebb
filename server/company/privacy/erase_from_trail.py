"""Take erased people out of the audit trail: the operator's command, as the owner of the tables."""

from typing import Final

from server.company.audit.redact_entries import PART, is_redacted, redact_some
from server.company.privacy.erasure_repository import mark_trail_erased, unfinished_trails
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring

MOST_PEOPLE: Final = 10_000


async def erase_from_trail(database: Database, *, keys: Keyring) -> tuple[int, int]:
    """How many people, and from how many entries. Interrupted, it is run again; so it is for entries not yet sealed."""
    async with database.reading() as connection:
        people = await unfinished_trails(connection, limit=MOST_PEOPLE)
    total = 0
    for company_id, user_id in people:
        of = {"company_id": company_id, "subject_id": user_id}
        part = PART
        while part == PART:
            async with database.unit_of_work() as unit:
                part = await redact_some(unit, keys=keys, **of)
                if part < PART and await is_redacted(unit, **of):
                    await mark_trail_erased(unit.connection, company_id=company_id, user_id=user_id)
            total += part
    return len(people), total
