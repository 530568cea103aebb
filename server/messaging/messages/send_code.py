"""Send one code: the job of a queue of its own."""

from uuid import UUID

from structlog import get_logger

from server.messaging.messages.delivery import CODE_LEASE, deliver
from server.messaging.messages.repository import claim_one, record_attempts
from server.messaging.messages.sending import SendingServices
from server.platform.process.jobs import Queue, job

logger = get_logger(__name__)


@job(Queue.CODES)
async def send_code(services: SendingServices, *, message_id: UUID) -> None:
    """One attempt, when the message is due and unclaimed; the sweeper enqueues the next one."""
    async with services.database.reading() as connection:
        message = await claim_one(connection, message_id=message_id, lease=CODE_LEASE, keys=services.keys)
    if message is None:
        return
    attempts = await deliver(services.code_providers, [message])
    async with services.database.unit_of_work() as unit:
        await record_attempts(unit.connection, [message], attempts)
        if message.flow_id is not None:
            await services.code_attempted(services, unit, flow_id=message.flow_id)
    logger.info("code_tried", message_id=str(message_id), outcome=attempts[0].outcome.value)
