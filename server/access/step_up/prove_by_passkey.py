"""Prove by a passkey that it is the session's user who acts."""

from datetime import datetime

from server.access.factors.passkey_challenges import ChallengeUse, holding_session
from server.access.factors.passkey_errors import PasskeyNotProvedError
from server.access.factors.passkey_proof import Proof, accept_proof, read_proof
from server.access.factors.passkey_schemas import AssertedCredentialJson
from server.access.failures.throttle import count_failure, note_success
from server.access.step_up.prove_again import note_step_up
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.methods import FactorMethod


async def prove_by_passkey(
    services: Services, credential: AssertedCredentialJson, *, identity: Identity, address: str
) -> datetime:
    """When it was proved.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.
        PasskeyNotProvedError: the passkey is not accepted, or is another account's.
        NotSignedInError: the session has ended meanwhile.

    """
    holder = holding_session(ChallengeUse.STEP_UP, session_id=identity.session_id)
    proof = await read_proof(services, credential, holder=holder, address=address)
    async with services.database.unit_of_work() as unit:
        if await _proves(services, unit, proof, identity=identity, address=address):
            await note_success(unit.connection, proof.guesser)
            return await note_step_up(unit, identity, method=FactorMethod.PASSKEY.value, address=address)
        await count_failure(unit.connection, proof.guesser)
        await record(
            unit.connection,
            action=AuditAction.STEP_UP_FAILED,
            by=identity,
            subject_id=identity.user_id,
            address=address,
            after={"method": FactorMethod.PASSKEY.value},
        )
    raise PasskeyNotProvedError


async def _proves(services: Services, unit: UnitOfWork, proof: Proof, *, identity: Identity, address: str) -> bool:
    passkey = proof.passkey
    if passkey is None or (passkey.company_id, passkey.user_id) != (identity.company_id, identity.user_id):
        return False
    return await accept_proof(services, unit, proof, address=address) is not None
