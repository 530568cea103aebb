"""Record that an administrator was refused because of the network they call from.

A refused call ends nothing and can be repeated without end: the trail says it once an hour of an account and a network.
"""

from typing import Final, Protocol
from uuid import UUID

from server.access.failures.failure_repository import note_refusal
from server.company.audit.repository import AuditAction, record
from server.platform.process.crypto import Purpose
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.networks import network_of

# More networks of one account and hour say nothing more.
MOST_NETWORKS: Final = 20


class Refused(Protocol):
    """The account that a password, a session or a refresh token has named."""

    @property
    def company_id(self) -> UUID: ...
    @property
    def user_id(self) -> UUID: ...
    @property
    def email(self) -> str | None: ...


async def note_refused_network(services: Services, account: Refused, *, address: str) -> None:
    """In a transaction of its own: that of the refused call is rolled back."""
    account_mac = services.keys.mac(Purpose.THROTTLE, b"network", account.user_id.bytes)
    source = f"refused:{network_of(address)}"
    async with services.database.unit_of_work() as unit:
        if await note_refusal(unit.connection, account_mac=account_mac, source=source, most=MOST_NETWORKS):
            await record(
                unit.connection,
                action=AuditAction.NETWORK_REFUSED,
                company_id=account.company_id,
                subject_id=account.user_id,
                subject_label=None if account.email is None else mask_email(account.email),
                address=address,
            )
