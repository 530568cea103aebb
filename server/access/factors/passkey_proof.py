"""Prove an account by one of its passkeys, within the transaction of the step that asks for it."""

from dataclasses import dataclass

from server.access.factors.passkey_ceremonies import Assertion, check_assertion, from_base64url
from server.access.factors.passkey_challenges import Holder, is_challenge_of, spend
from server.access.factors.passkey_copied import report_copy
from server.access.factors.passkey_party import relying_party
from server.access.factors.passkey_repository import Passkey, Use, count_use, find_passkey, lock_owner
from server.access.factors.passkey_schemas import AssertedCredentialJson
from server.access.failures.throttle import Guesser, count_failure, identify_passkey, refuse_blocked
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.methods import Method


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A rightly signed answer. `passkey` is None, as `assertion`, where the answer proves nothing."""

    passkey: Passkey | None
    assertion: Assertion | None
    guesser: Guesser


async def read_proof(services: Services, credential: AssertedCredentialJson, *, holder: Holder, address: str) -> Proof:
    """Check the signature outside of any transaction: the same work for an unknown passkey.

    Failures count by the passkey and the network, so that no wrong password keeps a passkey from its account.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.

    """
    party = relying_party(services.settings)
    async with services.database.reading() as connection:
        passkey = await find_passkey(connection, credential_id=from_base64url(credential.id))
        guesser = identify_passkey(
            services.keys,
            credential_id=credential.id,
            address=address,
            is_known=passkey is not None,
            scale=services.settings.rate_limit_scale,
        )
        await refuse_blocked(connection, guesser)
    assertion = check_assertion(
        credential.as_json(),
        public_key=None if passkey is None else passkey.public_key,
        party=party,
        accepts=lambda challenge: is_challenge_of(challenge, keys=services.keys, holder=holder),
    )
    return Proof(passkey=passkey, assertion=assertion, guesser=guesser)


async def accept_proof(services: Services, unit: UnitOfWork, proof: Proof, *, address: str) -> Passkey | None:
    """The passkey, counted as used, of an active account, which is locked; None where it proves nothing.

    What this writes is to be committed either way: a challenge is spent, and a copied passkey marked.
    """
    passkey, assertion = proof.passkey, proof.assertion
    if passkey is None or assertion is None or assertion.user_handle not in {None, passkey.user_id.bytes}:
        return None
    connection = unit.connection
    if not await lock_owner(connection, company_id=passkey.company_id, user_id=passkey.user_id):
        return None
    if not await spend(connection, assertion.challenge):
        return None
    use = await count_use(connection, passkey, sign_count=assertion.sign_count, is_backed_up=assertion.is_backed_up)
    if use is Use.COPIED:
        await report_copy(services, unit, passkey, address=address)
    return passkey if use is Use.COUNTED else None


async def count_refusal(connection: Connection, proof: Proof, *, address: str) -> None:
    """Raises TooManyFailuresError when a wait began meanwhile."""
    await count_failure(connection, proof.guesser)
    passkey = proof.passkey
    await record(
        connection,
        action=AuditAction.LOGIN_FAILED,
        company_id=None if passkey is None else passkey.company_id,
        subject_id=None if passkey is None else passkey.user_id,
        subject_label=None if passkey is None else mask_label(passkey.label),
        address=address,
        after={"method": Method.PASSKEY.value},
    )
