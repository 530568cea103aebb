"""The two jobs of the outbox. Both may be delivered twice, late, or after a death."""

from typing import Any
from uuid import UUID

from server.jobs import send_messages as send_messages_job
from server.messages.send_code import send_code as send_one_code
from server.messages.send_messages import send_messages as send_due_messages
from workers.context import worker_of


async def send_code(context: dict[str, Any], message_id: str) -> None:
    worker = worker_of(context)
    await send_one_code(worker.services, worker.code_providers, message_id=UUID(message_id))


async def send_messages(context: dict[str, Any]) -> None:
    worker = worker_of(context)
    if await worker.sending.run(lambda: send_due_messages(worker.services, worker.bulk_providers)):
        await worker.services.jobs.enqueue(send_messages_job())
