"""Stop the invitations of a company to a recipient who does not know it, by the signed code of a link."""

import base64
import binascii
from struct import Struct
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.company.audit.record import AuditAction, record_visit
from server.people.account.repository import find_user
from server.people.invitations.limits import StopCodeInvalidError, remembered_as
from server.people.invitations.repository import add_stop, count_stops
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.metrics import INVITATIONS_STOPPED
from server.platform.services import Visit
from server.vocabulary.identifiers import mask_label

# The company, the account, the hash of the mailbox, and the signature.
_CODE: Final = Struct(">16s16s32s32s")


def make_stop_code(keys: Keyring, *, company_id: UUID, user_id: UUID, contact: str) -> str:
    """URL-safe; the same for the same invitation."""
    content = company_id.bytes + user_id.bytes + remembered_as(contact)
    return base64.urlsafe_b64encode(content + keys.mac(Purpose.STOP_INVITATIONS, content)).decode()


def read_stop_code(keys: Keyring, code: str) -> tuple[UUID, UUID, bytes]:
    """(the company that invited, the account, the hash of the mailbox). Raises StopCodeInvalidError."""
    try:
        raw = base64.b64decode(code, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise StopCodeInvalidError from None
    if len(raw) != _CODE.size:
        raise StopCodeInvalidError
    company, user, mailbox, mac = _CODE.unpack(raw)
    if not keys.verify_mac(Purpose.STOP_INVITATIONS, mac, company + user + mailbox):
        raise StopCodeInvalidError
    return UUID(bytes=company), UUID(bytes=user), mailbox


logger = get_logger(__name__)


async def stop_invitations(visit: Visit, code: str) -> None:
    """No further invitation of this company is sent to the address; the operator sees it in log and metrics.

    Idempotent.

    Raises:
        StopCodeInvalidError: the code is not one of ours.

    """
    company_id, user_id, mailbox = read_stop_code(visit.services.keys, code)
    async with visit.unit_of_work() as unit:
        if not await add_stop(unit.connection, company_id=company_id, mailbox=mailbox):
            return
        # The account may have been deleted meanwhile.
        user = await find_user(unit.connection, company_id=company_id, user_id=user_id)
        label = None if user is None else mask_label(user.label)
        action = AuditAction.INVITATIONS_STOPPED
        await record_visit(unit, action, company_id=company_id, subject_id=user_id, subject_label=label)
        stops = await count_stops(unit.connection, company_id=company_id)
    INVITATIONS_STOPPED.inc()
    logger.warning("invitations_stopped", company_id=str(company_id), stops=stops)
