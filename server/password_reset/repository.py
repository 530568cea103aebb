"""The flow of a reset, opened by email across companies."""

from uuid import UUID

from server.crypto import token_hash
from server.database import Connection
from server.messages.kinds import Channel
from server.verification.flows import Flow
from server.verification.repository import FLOW_SECONDS, get_flow
from server.verification.steps import FlowContext, FlowState


async def open_reset_flow(connection: Connection, *, secret: str, handle: UUID, email: str, address: str) -> Flow:
    """The new flow of the active account with this email, or by the same statement one without an account."""
    flow_id: UUID = await connection.fetch_value(
        """
        WITH person AS (
            SELECT company_id, id FROM users WHERE email = :email AND is_active FOR KEY SHARE)
        INSERT INTO flows (secret_hash, company_id, user_id, handle, context, state, channel, typed_email, address,
                           expires_at)
        SELECT :secret_hash, person.company_id, person.id, :handle, :context, :state, :channel, :email, :address,
               now() + make_interval(secs => :seconds)
          FROM (VALUES (true)) AS asked(once) LEFT JOIN person ON asked.once
        RETURNING id
        """,
        secret_hash=token_hash(secret),
        handle=handle,
        context=FlowContext.PASSWORD_RESET.value,
        state=FlowState.CODE_REQUIRED.value,
        channel=Channel.EMAIL.value,
        email=email,
        address=address,
        seconds=float(FLOW_SECONDS),
    )
    flow = await get_flow(connection, flow_id=flow_id)
    assert flow is not None  # noqa: S101 - it was opened in this transaction
    return flow
