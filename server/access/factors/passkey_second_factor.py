"""Prove the second factor of a login by a passkey of its account."""

from uuid import UUID

from server.access.factors.passkey_challenges import holding_flow
from server.access.factors.passkey_errors import PasskeyRefusedError
from server.access.factors.passkey_proof import Proof, accept_proof, count_refusal, read_proof
from server.access.factors.passkey_schemas import AssertedCredentialJson
from server.access.failures.throttle import note_success
from server.access.flows.find_own_flow import lock_own_flow, read_own_flow, reread_flow
from server.access.flows.flow import Flow
from server.access.flows.publish_flow_state import publish_flow_state
from server.access.flows.repository import advance_flow
from server.access.flows.steps import FlowContext, FlowState
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services, Visit
from server.vocabulary.methods import Method


async def prove_by_passkey(
    services: Services, credential: AssertedCredentialJson, *, handle: UUID, caller: Visit
) -> Flow:
    """The flow, ready.

    Raises:
        FlowExpiredError: the flow is not the caller's, or waits for no second factor.
        TooManyFailuresError: too many failures before this one.
        PasskeyRefusedError: the passkey is not accepted, or is another account's.

    """
    found = await read_own_flow(services, secret=caller.flow_secret, handle=handle)
    proof = await read_proof(services, credential, holder=holding_flow(found.id), address=caller.address)
    async with services.database.unit_of_work() as unit:
        flow = await lock_own_flow(
            unit.connection,
            secret=caller.flow_secret,
            handle=handle,
            context=FlowContext.LOGIN,
            state=FlowState.FACTOR_REQUIRED,
        )
        if await _proves(services, unit, proof, flow=flow, caller=caller):
            await note_success(unit.connection, proof.guesser)
            await advance_flow(
                unit.connection,
                flow_id=flow.id,
                before=FlowState.FACTOR_REQUIRED,
                after=FlowState.READY,
                method=Method.PASSKEY,
            )
            unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
            return await reread_flow(unit.connection, flow_id=flow.id)
        await count_refusal(unit.connection, proof, address=caller.address)
    raise PasskeyRefusedError


async def _proves(services: Services, unit: UnitOfWork, proof: Proof, *, flow: Flow, caller: Visit) -> bool:
    passkey = proof.passkey
    if passkey is None or (passkey.company_id, passkey.user_id) != (flow.company_id, flow.user_id):
        return False
    return await accept_proof(services, unit, proof, address=caller.address) is not None
