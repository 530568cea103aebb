"""List, make, change, rotate and revoke the keys of a company's servers."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.keys import repository, schemas
from server.access.keys.identify_key import make_secret
from server.access.policies.repository import lock_as_super_admin
from server.company.audit.record import AuditAction, record_act
from server.people.account.people_repository import add_key_account, change_key_account
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.process.crypto import token_hash
from server.platform.services import Context, Unit
from server.vocabulary.duties import KEY_PROFILES, scopes_of
from server.vocabulary.networks import read_networks
from server.vocabulary.profiles import Permission, Profile
from server.vocabulary.visible_text import label_problem, tidy

LONGEST_LIFE: Final = timedelta(days=731)
# For so long both secrets count after a rotation.
FORMER_LIFE: Final = timedelta(hours=24)
# An answer to a change of people shows them.
_SHOWING: Final = {Permission.USER_CREATE, Permission.USER_EDIT}


class KeyConflictError(ConflictError):
    """`current` is the key as it is."""

    code = "edit_conflict"
    message = "Another Super Admin has changed this key. Check the current version, then save again."


class TooManyServerKeysError(ConflictError):
    message = f"A company has at most {schemas.MOST_KEYS} keys. Revoke those that are no longer needed."


async def list_keys(context: Context) -> schemas.KeysAnswer:
    async with context.services.database.reading() as connection:
        found = await repository.list_keys(connection, company_id=context.company_id)
    profiles = [schemas.KeyProfile(profile=each, scopes=list(scopes_of(each))) for each in KEY_PROFILES]
    return schemas.KeysAnswer(keys=found, profiles=profiles)


async def read_own_key(context: Context) -> schemas.KeyRecord:
    """Raises NotFoundError: the caller is a person."""
    async with context.services.database.reading() as connection:
        return existing(await repository.find_record(connection, **context.actor.key))


async def create_key(context: Context, form: schemas.CreateKeyRequest) -> schemas.NewSecret:
    """Make a key with an account of its own. An Idempotency-Key is of no use here: secrets are not stored.

    Raises ValidationFailedError, TooManyServerKeysError, StepUpRequiredError, ForbiddenError.
    """
    secret, values = make_secret(), _read(form, profile=form.profile)
    async with context.unit_of_work() as unit:
        await _lock(unit)
        connection, company_id = unit.connection, context.company_id
        if len(await repository.list_keys(connection, company_id=company_id)) >= schemas.MOST_KEYS:
            raise TooManyServerKeysError
        name = _account_name(values)
        user_id = await add_key_account(connection, company_id=company_id, name=name, profile=form.profile)
        made = {**values, "user_id": user_id, "created_by": context.user_id, "secret_hash": token_hash(secret)}
        key_id = await repository.add_key(connection, made, company_id=company_id)
        after = await _find(unit, key_id)
        await record_act(
            unit, AuditAction.KEY_CREATED, **after.subject, after={"profile": form.profile, **_seen(after)}
        )
    return schemas.NewSecret(**vars(after), secret=secret)


async def change_key(context: Context, form: schemas.ChangeKeyRequest, *, key_id: UUID) -> schemas.KeyRecord:
    """Change a key; its profile stays. It counts from the next request on.

    Raises KeyConflictError, ValidationFailedError, NotFoundError, StepUpRequiredError, ForbiddenError.
    """
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, key_id)
        if before.version != form.version:
            raise KeyConflictError(met={"current": before.model_dump(mode="json", by_alias=True)})
        values = _read(form, profile=before.profile)
        if all(value == getattr(before, name) for name, value in values.items()):
            return before
        company_id, account = context.company_id, {"full_name": _account_name(values)}
        await repository.change_key(unit.connection, values, company_id=company_id, key_id=key_id)
        await change_key_account(unit.connection, account, company_id=company_id, user_id=before.user_id)
        after = await _find(unit, key_id)
        old, new = _seen(before), _seen(after)
        changed = [name for name in new if new[name] != old[name]]
        former, present = ({name: each[name] for name in changed} for each in (old, new))
        await record_act(unit, AuditAction.KEY_CHANGED, **after.subject, before=former, after=present)
    return after


async def rotate_key(context: Context, *, key_id: UUID) -> schemas.NewSecret:
    """Give the key another secret; the present one counts beside it for a day.

    Raises NotFoundError, StepUpRequiredError, ForbiddenError.
    """
    secret = make_secret()
    async with context.unit_of_work() as unit:
        await _lock(unit)
        await _find(unit, key_id)
        key = {"company_id": context.company_id, "key_id": key_id}
        await repository.replace_secret(unit.connection, **key, secret_hash=token_hash(secret), former_life=FORMER_LIFE)
        after = await _find(unit, key_id)
        await record_act(unit, AuditAction.KEY_ROTATED, **after.subject)
    return schemas.NewSecret(**vars(after), secret=secret)


async def end_former_secret(context: Context, *, key_id: UUID) -> schemas.KeyRecord:
    """Let only the present secret count. Raises NotFoundError, StepUpRequiredError, ForbiddenError."""
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, key_id)
        if before.former_until is not None:
            ended = {"former_hash": None, "former_until": None}
            await repository.change_key(unit.connection, ended, company_id=context.company_id, key_id=key_id)
            until = {"formerUntil": before.former_until.isoformat()}
            await record_act(unit, AuditAction.KEY_CHANGED, **before.subject, before=until, after={"formerUntil": None})
        return await _find(unit, key_id)


async def revoke_key(context: Context, *, key_id: UUID) -> None:
    """Refuse the key from now on; what it has begun ends. Its account stays for those who read the trail.

    Raises NotFoundError, StepUpRequiredError, ForbiddenError.
    """
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before, company_id = await _find(unit, key_id), context.company_id
        await repository.change_key(unit.connection, {"revoked_at": utc_now()}, company_id=company_id, key_id=key_id)
        await change_key_account(unit.connection, {"profile": None}, company_id=company_id, user_id=before.user_id)
        await record_act(unit, AuditAction.KEY_REVOKED, **before.subject)


async def _lock(unit: Unit[Context]) -> None:
    """Ask for a fresh proof, and change the company's keys one at a time."""
    await require_fresh_proof(unit.connection, unit.context)
    if not await lock_as_super_admin(unit.connection, **unit.context.actor.key):
        raise ForbiddenError


async def _find(unit: Unit[Context], key_id: UUID) -> schemas.KeyRecord:
    found = await repository.find_record(unit.connection, company_id=unit.context.company_id, id=key_id)
    return existing(found)


def _seen(found: schemas.KeyRecord) -> dict[str, Any]:
    """Describe a key for the audit trail."""
    return found.model_dump(mode="json", by_alias=True, include={"name", "scopes", "networks", "expires_at"})


def _account_name(values: Mapping[str, Any]) -> str:
    """Name the account of a key as the trail and histories show it."""
    return f"Key: {values['name']}"


def _read(form: schemas.KeyForm, *, profile: Profile) -> dict[str, Any]:
    """Return the columns that the form describes.

    Raises ValidationFailedError: with a message for every field that is wrong.
    """
    name, scopes = tidy(form.name), [each for each in scopes_of(profile) if each in form.scopes]
    networks, network_problem = read_networks(form.networks)
    is_dated = form.expires_at.tzinfo is not None and utc_now() < form.expires_at <= utc_now() + LONGEST_LIFE
    problems = {
        "name": label_problem(name),
        "profile": None if profile in KEY_PROFILES else "A key acts as Admin or Management",
        "scopes": _scopes_problem(form.scopes, scopes),
        "networks": network_problem,
        "expiresAt": None if is_dated else "Choose a moment within the next two years",
    }
    errors = {field: problem for field, problem in problems.items() if problem is not None}
    if errors:
        raise ValidationFailedError(errors=errors)
    return {"name": name, "scopes": scopes, "networks": list(networks), "expires_at": form.expires_at}


def _scopes_problem(asked: Collection[str], scopes: Collection[str]) -> str | None:
    if unknown := sorted(set(asked).difference(scopes)):
        return f"A key of this profile cannot be given {unknown[0]}"
    if not _SHOWING.isdisjoint(scopes) and Permission.USER_VIEW not in scopes:
        return "Who creates or edits people sees them: choose user.view as well"
    return None
