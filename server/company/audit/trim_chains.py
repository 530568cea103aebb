"""Remove what is older than AUDIT_DAYS from the front of the chains: the operator's command, and a warning without it.

What is removed is verified first, and a chain that does not hold is left as it is: nothing that was tampered with
disappears unseen. A statement in the trail says up to which position, and with which hash, so that the rest verifies.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.company.audit.chain import Beginning, write_beginning
from server.company.audit.chain_repository import Seal, company_of, first_id_of, oldest_sealed, remove_entries
from server.company.audit.check_chain import Chain, follow, read_beginnings, read_sealed
from server.company.audit.record import AuditAction, record
from server.platform.database.connections import Database
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring
from server.platform.services import Services

PART: Final = 2_000


@dataclass(kw_only=True)
class Front:
    """A chain, and the old entries with which it begins: the last of them, and the one before that."""

    chain: Chain
    last_old: Beginning | None = None
    one_before: Beginning | None = None
    met_newer: bool = False

    def add(self, seal: Seal, *, is_old: bool) -> None:
        self.met_newer = self.met_newer or not is_old
        if not self.met_newer:
            self.one_before = self.last_old
            self.last_old = Beginning(chain=seal.chain, position=seal.position, hash=seal.hash)

    @property
    def end(self) -> Beginning | None:
        """The last entry to remove. The newest of a chain stays, however old: the next one follows it."""
        return self.last_old if self.met_newer else self.one_before


@dataclass(frozen=True, kw_only=True)
class Trimmed:
    """`removed` entries of a chain; none of one that does not hold."""

    chain: Chain
    removed: int

    def __str__(self) -> str:
        return f"{self.removed:>9} removed  {self.chain}" if self.chain.holds else f"not trimmed  {self.chain}"


async def trim_chains(database: Database, *, keys: Keyring, days: int) -> list[Trimmed]:
    """Remove the sealed entries older than `days` of every chain that holds. Interrupted, it is run again."""
    async with database.reading() as connection:
        first_kept = await first_id_of(connection, days=days)
    beginnings = await read_beginnings(database, keys=keys)
    fronts: dict[UUID, Front] = {}
    async for sealed in read_sealed(database):
        seal = sealed.seal
        front = fronts.setdefault(seal.chain, Front(chain=beginnings.chain(seal.chain)))
        follow(front.chain, sealed, keys=keys)
        if seal.position > front.chain.begins_after:
            front.add(seal, is_old=seal.entry_id < first_kept)
    return [await _trim(database, front, keys=keys) for front in fronts.values()]


async def _trim(database: Database, front: Front, *, keys: Keyring) -> Trimmed:
    """The statement is written with the first part: an interrupted removal is known by it."""
    chain, end = front.chain, front.end
    if not chain.holds or (end is None and not chain.remaining):
        return Trimmed(chain=chain, removed=0)
    until = chain.begins_after if end is None else end.position
    async with database.unit_of_work() as unit:
        if end is not None:
            stated = {"entries": end.position - chain.begins_after, **write_beginning(keys, end)}
            company_id = company_of(chain.name)
            await record(unit.connection, action=AuditAction.AUDIT_TRIMMED, company_id=company_id, after=stated)
        removed = part = await remove_entries(unit.connection, chain=chain.name, until=until, limit=PART)
    while part == PART:
        async with database.unit_of_work() as unit:
            part = await remove_entries(unit.connection, chain=chain.name, until=until, limit=PART)
        removed += part
    return Trimmed(chain=chain, removed=removed)


# The command is to run once a month; see docs/deployment.md.
OVERDUE_DAYS: Final = 35

logger = get_logger(__name__)


async def warn_of_untrimmed(services: Services) -> None:
    """Log `audit_not_trimmed` where the trail begins long before what is to be kept."""
    days = services.settings.audit_days
    if not days:
        return
    async with services.database.reading() as connection:
        oldest = await oldest_sealed(connection)
    if oldest is not None and oldest < utc_now() - timedelta(days=days + OVERDUE_DAYS):
        logger.warning("audit_not_trimmed", audit_days=days, begins=oldest.date().isoformat())
