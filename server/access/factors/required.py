"""Whether a sign-in has to prove a second factor before it becomes ready."""

from collections.abc import Collection
from uuid import UUID

from server.access.factors.repository import has_factor
from server.access.flows.steps import FlowState
from server.platform.database.connections import Connection
from server.vocabulary.methods import Method, proves_factor


async def after_first_step(
    connection: Connection, *, company_id: UUID, user_id: UUID, methods: Collection[Method]
) -> FlowState:
    """The state of a flow whose other steps are done, by `methods`: `factor_required` or `ready`.

    The only way for a flow of an existing account to become ready. A passkey needs no other factor.
    """
    if proves_factor(methods):
        return FlowState.READY
    has_one = await has_factor(connection, company_id=company_id, user_id=user_id)
    return FlowState.FACTOR_REQUIRED if has_one else FlowState.READY
