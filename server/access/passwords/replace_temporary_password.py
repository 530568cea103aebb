"""Replace a temporary password, within the login that it has begun."""

from dataclasses import replace
from uuid import UUID

from server.access.flows.errors import FlowExpiredError
from server.access.flows.find_own_flow import reread_flow
from server.access.flows.flow import Flow
from server.access.flows.publish_flow_state import publish_flow_state
from server.access.flows.steps import FlowContext
from server.access.passwords.set_password import (
    REPLACEMENT,
    NewPassword,
    consume_password_step,
    hash_new_password,
    read_flow_account,
    set_password,
)
from server.platform.services import Services, Visit
from server.vocabulary.methods import Method


async def replace_temporary_password(services: Services, new: NewPassword, *, handle: UUID, caller: Visit) -> Flow:
    """Set the account's own password; the flow, ready for its session or waiting for a second factor.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.

    """
    account = await read_flow_account(services, secret=caller.flow_secret, handle=handle, context=FlowContext.LOGIN)
    password_hash = await hash_new_password(services, account, new, network=caller.network)
    async with services.database.unit_of_work() as unit:
        flow = await consume_password_step(
            unit.connection, secret=caller.flow_secret, handle=handle, context=FlowContext.LOGIN
        )
        is_set = await set_password(
            services,
            unit,
            account,
            password_hash=password_hash,
            cause=replace(REPLACEMENT, proves_contact=Method.LINK in flow.methods),
            address=caller.address,
            flow_id=flow.id,
        )
        if not is_set:
            raise FlowExpiredError
        unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
        return await reread_flow(unit.connection, flow_id=flow.id)
