"""Stop the invitations of a company to a recipient who does not know it."""

from structlog import get_logger

from server.company.audit.repository import AuditAction, record
from server.people.account.repository import find_user
from server.people.invitations.repository import add_stop, count_stops
from server.people.invitations.stop_code import read_stop_code
from server.platform.process.metrics import INVITATIONS_STOPPED
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label

logger = get_logger(__name__)


async def stop_invitations(services: Services, *, code: str, address: str) -> None:
    """No further invitation of this company is sent to the address; the operator sees it in log and metrics.

    Idempotent.

    Raises:
        StopCodeInvalidError: the code is not one of ours.

    """
    target = read_stop_code(services.keys, code)
    async with services.database.unit_of_work() as unit:
        if not await add_stop(unit.connection, company_id=target.company_id, mailbox=target.mailbox):
            return
        # The account may have been deleted meanwhile.
        user = await find_user(unit.connection, company_id=target.company_id, user_id=target.user_id)
        await record(
            unit.connection,
            action=AuditAction.INVITATIONS_STOPPED,
            company_id=target.company_id,
            subject_id=target.user_id,
            subject_label=None if user is None else mask_label(user.label),
            address=address,
        )
        stops = await count_stops(unit.connection, company_id=target.company_id)
    INVITATIONS_STOPPED.inc()
    logger.warning("invitations_stopped", company_id=str(target.company_id), stops=stops)
