"""Seal new audit entries: append them to their company's chain.

Not in the transaction that adds them: all transactions of a company would wait for the lock on the end of its chain.
An entry that is removed before it is sealed, within seconds, is not missed.
"""

from typing import Final

from server.company.audit.chain import FIRST, make_seal
from server.company.audit.chain_repository import (
    add_seals,
    chain_heads,
    sealed_until,
    try_sealing_lock,
    unsealed_entries,
)
from server.platform.services import Services

BATCH: Final = 500
# After an upgrade millions may be unsealed: they take many runs.
MOST_BATCHES: Final = 40


async def seal_entries(services: Services) -> None:
    """Seal the unsealed entries; one worker at a time."""
    for _ in range(MOST_BATCHES):
        if await seal_some(services, limit=BATCH) < BATCH:
            return


async def seal_some(services: Services, *, limit: int) -> int:
    """Seal at most `limit` entries; the number of them."""
    async with services.database.unit_of_work() as unit:
        if not await try_sealing_lock(unit.connection):
            return 0
        since, until = await sealed_until(unit.connection)
        entries = await unsealed_entries(unit.connection, since=since, until=until, limit=limit)
        heads = await chain_heads(unit.connection, list({entry.chain for entry in entries}))
        seals = []
        for entry in entries:
            seal = make_seal(services.keys, head=heads.get(entry.chain, (0, FIRST)), entry=entry)
            heads[entry.chain] = seal.position, seal.hash
            seals.append(seal)
        if seals:
            await add_seals(unit.connection, seals)
        return len(seals)
