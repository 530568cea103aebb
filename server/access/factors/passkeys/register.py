"""Add a passkey to the caller's account."""

from dataclasses import asdict
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.own_factors import welcome_factor
from server.access.factors.passkeys.ceremonies import (
    NewCredential,
    PasskeyNotAddedError,
    PasskeyRegisteredError,
    TooManyPasskeysError,
    check_new_credential,
    relying_party,
)
from server.access.factors.passkeys.challenges import (
    ChallengeHolder,
    ChallengeUse,
    is_challenge_of,
    spend,
)
from server.access.factors.passkeys.schemas import AddedPasskey, AddPasskeyRequest, NewCredentialJson
from server.access.factors.repository import add_passkey, list_passkeys, lock_owner
from server.access.policies.policy import FactorKind
from server.platform.database.connections import UnitOfWork
from server.platform.errors import NotSignedInError, ValidationFailedError
from server.platform.services import Context, Services
from server.vocabulary.identity import Bearer
from server.vocabulary.visible_text import label_problem, tidy

MOST_PASSKEYS: Final = 20
LONGEST_NAME: Final = 60
NO_NAME: Final = "Please give the passkey a name"
TOO_LONG: Final = f"Please use at most {LONGEST_NAME} characters"


async def register_passkey(context: Context, asked: AddPasskeyRequest) -> AddedPasskey:
    """Add a passkey, with ten recovery codes where it is the account's first factor.

    Raises:
        PasskeysUnavailableError: see relying_party.
        StepUpRequiredError: the caller's last proof is too old.
        ValidationFailedError: the name is not acceptable.
        PasskeyNotAddedError: this is no answer to a challenge of this session, or a second one.
        PasskeyRegisteredError: an account has this passkey.
        TooManyPasskeysError: the account has as many as it may have.
    """
    name, identity = _read_name(asked.name), context.identity
    holder = ChallengeHolder(ChallengeUse.REGISTRATION, identity.session_id.bytes)
    new = read_new_passkey(context.services, asked.credential, holder=holder)
    async with context.unit_of_work() as unit:
        if not await lock_owner(unit.connection, **identity.key):
            raise NotSignedInError
        await require_fresh_proof(unit.connection, identity)
        passkey_id = await store_passkey(unit, new, name=name, account=identity)
        codes = await welcome_factor(unit, kind=FactorKind.PASSKEY, factor_id=passkey_id, name=name)
    return AddedPasskey(id=passkey_id, recovery_codes=codes)


def read_new_passkey(services: Services, credential: NewCredentialJson, *, holder: ChallengeHolder) -> NewCredential:
    """Check the answer to a challenge of this holder, which is not used up yet.

    Raises:
        PasskeysUnavailableError: see relying_party.
        PasskeyNotAddedError: it is no such answer.
    """
    new = check_new_credential(
        credential.as_json(),
        party=relying_party(services.settings),
        accepts=lambda challenge: is_challenge_of(challenge, keys=services.keys, holder=holder),
    )
    if new is None:
        raise PasskeyNotAddedError
    return new


async def store_passkey(unit: UnitOfWork, new: NewCredential, *, name: str, account: Bearer) -> UUID:
    """Use the challenge up, and add the passkey to the account, which is locked.

    Raises:
        PasskeyNotAddedError, TooManyPasskeysError, PasskeyRegisteredError: see register_passkey.
    """
    passkey = asdict(new) | {"name": name}
    if not await spend(unit.connection, passkey.pop("challenge")):
        raise PasskeyNotAddedError
    if len(await list_passkeys(unit.connection, **account.key)) >= MOST_PASSKEYS:
        raise TooManyPasskeysError
    added = await add_passkey(unit.connection, passkey, **account.key)
    if added is None:
        raise PasskeyRegisteredError
    return added


def _read_name(typed: str) -> str:
    name = tidy(typed)
    problem = label_problem(name) if name else NO_NAME
    if len(name) > LONGEST_NAME:
        problem = TOO_LONG
    if problem:
        raise ValidationFailedError(errors={"name": problem})
    return name
