"""Warn where AUDIT_DAYS is set and the operator's command that removes older entries does not run."""

from datetime import timedelta
from typing import Final

from structlog import get_logger

from server.company.audit.trim_repository import oldest_sealed
from server.platform.process.clock import utc_now
from server.platform.services import Services

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
