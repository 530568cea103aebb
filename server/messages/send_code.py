"""Send one code: the job of a queue of its own."""

from functools import partial
from uuid import UUID

from structlog import get_logger

from server.messages.delivery import Providers, deliver
from server.messages.repository import claim_one, record_attempts
from server.messages.retries import CODE_LEASE
from server.services import Services
from server.verification.publish_flow_state import publish_flow_state
from server.verification.repository import raise_version

logger = get_logger(__name__)


async def send_code(services: Services, providers: Providers, *, message_id: UUID) -> None:
    """One try, when the message is due and nobody else has it; the sweeper asks for the next one."""
    async with services.database.acquire() as connection:
        message = await claim_one(connection, message_id=message_id, lease=CODE_LEASE, keys=services.keys)
    if message is None:
        return
    attempts = await deliver(providers, [message])
    async with services.database.unit_of_work() as unit:
        await record_attempts(unit.connection.raw, [message], attempts)
        if message.flow_id is not None and await raise_version(unit.connection, flow_id=message.flow_id):
            unit.after_commit(partial(publish_flow_state, services, flow_id=message.flow_id))
    logger.info("code_tried", message_id=str(message_id), outcome=attempts[0].outcome.value)
