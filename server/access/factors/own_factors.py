"""The caller's second factors: list, rename and delete them, add an app, and what follows when one is added.

Authenticator apps (RFC 6238) have six digits, and a new code every 30 seconds. Recovery codes are ten of ten random
letters and digits, shown once and stored as keyed hashes.
"""

import hmac
import secrets
from collections.abc import Collection
from datetime import datetime
from io import BytesIO
from typing import Final, Unpack
from uuid import UUID, uuid4

import pyotp
import segno

from server.access.factors import repository
from server.access.factors.fresh_proof import lock_by_fresh_proof
from server.access.factors.repository import has_factor, lock_apps, lock_owner, use_code, use_step
from server.access.factors.schemas import FactorList, RegisteredTotp, SsoLinkItem
from server.access.failures import throttle
from server.access.failures.throttle import OtpInvalidError, TooManyFailuresError
from server.access.flows.flow import FlowState
from server.access.flows.own_flow import end_account_flows
from server.access.policies.policy import FactorKind, required_factors
from server.access.policies.repository import read_policy
from server.access.sessions import notices
from server.access.sessions.repository import forget_devices, forget_proofs, note_proof
from server.company.audit.record import AuditAction, record_act
from server.platform.database.connections import Connection
from server.platform.errors import ApplicationError, ConflictError, NotFoundError, ValidationFailedError, existing
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.threads import in_thread
from server.platform.services import Context, ServiceUnit, Unit
from server.vocabulary.identity import AccountKey, AccountOwner, FactorMethod, Method, proves_factor
from server.vocabulary.link_tokens import NoticeAct

RECOVERY_CODES: Final = 10
# The letters and digits that look alike in print are left out.
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_HALF: Final = 5


def recovery_macs(keys: Keyring, *, user_id: UUID, code: str) -> list[bytes]:
    """Hash a code, in whatever case and with whatever dashes it is typed, under every key, the newest first."""
    read = "".join(each for each in code.lower() if each.isalnum())
    return keys.macs(Purpose.RECOVERY_CODE, user_id.bytes, read.encode())


async def issue_recovery_codes(connection: Connection, keys: Keyring, **owner: Unpack[AccountKey]) -> list[str]:
    """Make ten new codes, which replace the former ones."""
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    macs = [recovery_macs(keys, user_id=owner["user_id"], code=code)[0] for code in codes]
    await repository.replace_codes(connection, **owner, macs=macs)
    return codes


async def issue_first_codes(connection: Connection, keys: Keyring, **owner: Unpack[AccountKey]) -> list[str]:
    """Make the codes that come with the first factor of an account; none where it has unused ones."""
    has_some = await repository.count_codes(connection, **owner) > 0
    return [] if has_some else await issue_recovery_codes(connection, keys, **owner)


async def notify_of_recovery_code(unit: ServiceUnit, owner: AccountOwner) -> None:
    """Notify the account's owner, within the transaction that has used a code."""
    await notices.notify_of_used_code(unit, owner, left=await repository.count_codes(unit.connection, **owner.key))


def _random_code() -> str:
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(2 * _HALF))
    return f"{letters[:_HALF]}-{letters[_HALF:]}"


MOST_FACTORS: Final = 10
STEP_SECONDS: Final = 30
# Clocks of phones are wrong by less.
STEPS_AROUND: Final = (-1, 0, 1)


class TooManyFactorsError(ConflictError):
    message = f"You can have at most {MOST_FACTORS} ways to confirm it is you. Remove one first."


async def read_factors(context: Context, *, sso_links: list[SsoLinkItem]) -> FactorList:
    actor = context.actor
    async with context.services.database.reading() as connection:
        policy = await read_policy(connection, company_id=actor.company_id)
        return FactorList(
            factors=await repository.list_factors(connection, **actor.key),
            recovery_codes_left=await repository.count_codes(connection, **actor.key),
            verified_at=context.session.verified_at,
            required=sorted(required_factors(policy, profile=actor.profile)),
            has_password=await repository.has_password(connection, **actor.key),
            sso_links=sso_links,
        )


async def rename_factor(context: Context, factor_id: UUID, *, name: str) -> None:
    """Raises NotFoundError: the caller has no such factor."""
    async with context.unit_of_work() as unit:
        if not await repository.rename_factor(unit.connection, **context.actor.key, factor_id=factor_id, name=name):
            raise NotFoundError


async def renew_recovery_codes(context: Context) -> list[str]:
    """Make ten new recovery codes, which replace the former ones.

    Raises ConflictError: the caller has no second factor; also StepUpRequiredError and ChangesUsedUpError.
    """
    actor, services = context.actor, context.services
    async with context.unit_of_work() as unit:
        await lock_by_fresh_proof(unit)
        if not await repository.has_factor(unit.connection, **actor.key):
            raise ConflictError("Recovery codes belong to an authenticator app or a passkey. Add one first.")
        await notices.refuse_too_many(unit, NoticeAct.RECOVERY_CODES_RENEWED)
        await record_act(unit, AuditAction.RECOVERY_CODES_RENEWED, subject_id=actor.user_id)
        await notices.notify_of_new_codes(unit, actor)
        return await issue_recovery_codes(unit.connection, services.keys, **actor.key)


async def welcome_factor(unit: Unit[Context], *, kind: FactorKind, factor_id: UUID, name: str) -> list[str]:
    """Follow up the confirmation of a factor. Returns the recovery codes of a first factor, to be shown once.

    Sign-ins under way began without the factor, and other sessions were proved without it: they end, or need a proof
    again, and the apps that they have registered and not confirmed yet are dropped.

    Raises ChangesUsedUpError: too many were added today.
    """
    actor, services = unit.context.actor, unit.services
    await notices.refuse_too_many(unit, NoticeAct.FACTOR_ADDED)
    await repository.drop_pending_apps(unit.connection, **actor.key)
    await _end_what_the_factors_opened(unit)
    await note_proof(unit.connection, session_id=unit.context.session.id, user_id=actor.user_id)
    await record_act(
        unit,
        AuditAction.FACTOR_ADDED,
        subject_id=actor.user_id,
        subject_label=name,
        after={"factor": str(factor_id), "kind": kind.value},
    )
    await notices.notify_of_factor(unit, actor, factor_id=factor_id, name=name)
    return await issue_first_codes(unit.connection, services.keys, **actor.key)


async def delete_factor(context: Context, factor_id: UUID) -> None:
    """Delete a factor. Sign-ins under way and the proofs of other sessions end, because it may have given them.

    With the last one end the recovery codes, and the browsers that were remembered after a factor: from now on they
    would need no code.

    Raises StepUpRequiredError, NotFoundError.
    """
    actor = context.actor
    async with context.unit_of_work() as unit:
        await lock_by_fresh_proof(unit)
        deleted = existing(await repository.delete_factor(unit.connection, **actor.key, factor_id=factor_id))
        await _end_what_the_factors_opened(unit)
        if not await repository.has_factor(unit.connection, **actor.key):
            await repository.replace_codes(unit.connection, **actor.key, macs=[])
            await forget_devices(unit.connection, **actor.key)
        await record_act(
            unit,
            AuditAction.FACTOR_REMOVED,
            subject_id=actor.user_id,
            subject_label=deleted.name,
            before={"kind": deleted.kind.value, "factor": str(factor_id)},
        )
        await notices.notify_of_removed_factors(unit, actor, [deleted.name], by_administrator=False)


async def _end_what_the_factors_opened(unit: Unit[Context]) -> None:
    actor = unit.context.actor
    await end_account_flows(unit, **actor.key)
    await forget_proofs(unit.connection, **actor.key, spared=unit.context.session.id)


async def register_totp(context: Context, *, name: str | None) -> RegisteredTotp:
    """Register an app, which counts once its first code is given. It replaces one that still waits for that.

    Raises StepUpRequiredError, TooManyFactorsError.
    """
    factor_id, secret, owner = uuid4(), pyotp.random_base32(), context.actor.key
    async with context.unit_of_work() as unit:
        await lock_by_fresh_proof(unit)
        if len(await repository.list_factors(unit.connection, **owner)) >= MOST_FACTORS:
            raise TooManyFactorsError
        sealed = context.services.keys.seal(Purpose.FACTOR, secret, context=factor_id.bytes)
        await repository.put_pending_app(
            unit.connection, **owner, factor_id=factor_id, name=name or "Authenticator app", sealed_secret=sealed
        )
    brand = context.services.settings.brand_name
    uri = pyotp.TOTP(secret).provisioning_uri(name=context.actor.label, issuer_name=brand)
    return RegisteredTotp(id=factor_id, secret=secret, uri=uri, qr=await in_thread(_qr_code, uri))


async def confirm_totp(context: Context, factor_id: UUID, *, code: str) -> list[str]:
    """Confirm an app by its first code. Returns the account's first ten recovery codes, or none where it has some.

    Raises:
        NotFoundError: the caller has no such app that waits for its first code.
        ValidationFailedError: the code is wrong.
    """
    owner = context.actor.key
    async with context.unit_of_work() as unit:
        await repository.lock_owner(unit.connection, **owner)
        app = existing(await repository.find_pending_app(unit.connection, **owner, factor_id=factor_id))
        secret = context.services.keys.open(Purpose.FACTOR, app.sealed_secret, context=app.id.bytes)
        step = matching_step(secret, code, at=app.read_at, after=None)
        if step is None:
            raise ValidationFailedError(errors={"code": "That is not the code that the app shows now"})
        await repository.confirm_app(unit.connection, **owner, factor_id=factor_id, step=step)
        return await welcome_factor(unit, kind=FactorKind.TOTP, factor_id=factor_id, name=app.name)


def matching_step(secret: str, code: str, *, at: datetime, after: int | None) -> int | None:
    """Find the time step around `at`, and after the last one that was used, whose code this is."""
    now, app = int(at.timestamp()) // STEP_SECONDS, pyotp.TOTP(secret)
    matching = [
        now + each for each in STEPS_AROUND if hmac.compare_digest(app.generate_otp(now + each).encode(), code.encode())
    ]
    return next((step for step in matching if after is None or step > after), None)


def _qr_code(uri: str) -> str:
    """Draw an SVG document, dark on light. It takes milliseconds: not for the event loop."""
    drawn = BytesIO()
    segno.make(uri, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, border=2, light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()


async def after_first_step(
    connection: Connection, *, methods: Collection[Method], **owner: Unpack[AccountKey]
) -> FlowState:
    """Decide whether a flow whose other steps are done, by `methods`, still has to prove a second factor.

    This is the only way for a flow of an existing account to become ready. A passkey needs no other factor.
    """
    if not proves_factor(methods) and await has_factor(connection, **owner):
        return FlowState.FACTOR_REQUIRED
    return FlowState.READY


async def prove_factor(
    unit: ServiceUnit, *, method: FactorMethod, code: str, **owner: Unpack[AccountKey]
) -> ApplicationError | None:
    """Compare a code, which is used up when it is right. Returns the refusal of a wrong one, to raise after the commit.

    Wrong ones count by account, wherever they come from: each caller knows the password, or has a session.

    Raises TooManyFailuresError: a wait was running already. Nothing was compared, and nothing is to be recorded.
    """
    connection, keys = unit.connection, unit.services.keys
    await lock_owner(connection, **owner)
    guesser = throttle.identify_factor_guesser(unit.services, owner["user_id"])
    await throttle.refuse_blocked(connection, guesser)
    try:
        if await _use(keys, connection, owner, method=method, code=code):
            await throttle.note_success(connection, guesser)
            return None
        await throttle.count_failure(connection, guesser)
        await throttle.refuse_blocked(connection, guesser)
    except TooManyFailuresError as wait:
        return wait
    return OtpInvalidError()


async def _use(keys: Keyring, connection: Connection, owner: AccountKey, *, method: FactorMethod, code: str) -> bool:
    if method is FactorMethod.RECOVERY:
        macs = recovery_macs(keys, user_id=owner["user_id"], code=code)
        return await use_code(connection, **owner, macs=macs)
    for app in await lock_apps(connection, **owner):
        secret = keys.open(Purpose.FACTOR, app.sealed_secret, context=app.id.bytes)
        step = matching_step(secret, code, at=app.read_at, after=app.last_step)
        if step is not None:
            return await use_step(connection, **owner, factor_id=app.id, step=step)
    return False
