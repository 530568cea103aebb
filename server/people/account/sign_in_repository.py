"""Accounts across companies: found by what their owners sign in with, made of a sign-up, proved by their contacts."""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Unpack
from uuid import UUID

import asyncpg
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from server.access.flows.repository import PHONE_HOLDERS
from server.messaging.messages.kinds import Channel
from server.people.account.account_rules import profile_of
from server.people.account.errors import Taken
from server.people.account.people_repository import NO_TEMPORARY_PASSWORD, lacks_own_password
from server.people.account.tables import users
from server.platform.database.connections import Connection, Row
from server.vocabulary.identifiers import Identifier, IdentifierKind, sign_in_name
from server.vocabulary.identity import AccountKey, Bearer
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.languages import Language
from server.vocabulary.profiles import Profile, Role

ACCOUNT_COLUMNS: Final = """
    u.id AS user_id, u.company_id, u.email, u.code, u.label, u.phone, u.full_name, u.role, u.profile, u.is_active,
    u.password_hash, u.temporary_password_mac, u.password_is_temporary,
    coalesce(u.temporary_password_expires_at > now(), false) AS temporary_password_is_valid,
    u.phone_verified_at IS NOT NULL AS phone_is_verified, c.name AS company_name,
    c.slug AS company_slug, c.suspended_at IS NOT NULL AS is_suspended
"""
# The first sign-in proves the email, because a temporary password is not enough for it: a code goes there as well.
_UNPROVEN: Final = f"u.email_verified_at IS NULL AND u.last_sign_in_at IS NULL AND {lacks_own_password('u')}"
_UNPROVEN_ELSEWHERE: Final = f"""
    SELECT u.company_id, u.id, u.email, u.full_name FROM users u WHERE u.company_id <> :company_id AND {_UNPROVEN}
"""  # noqa: S608 - fixed text
_ADD_PERSON: Final = f"""
    WITH person AS (
        INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at,
                           phone_verified_at, last_sign_in_at, language)
        SELECT :company_id, email, phone, full_name, :role, CAST(:profile AS text), password_hash, email_verified_at,
               phone_verified_at, CASE WHEN :signs_in THEN now() END, :language
          FROM signups WHERE flow_id = :flow_id
        ON CONFLICT DO NOTHING RETURNING *)
    SELECT {ACCOUNT_COLUMNS} FROM person u JOIN companies c ON c.id = u.company_id
"""  # noqa: S608 - fixed text


@dataclass(frozen=True, kw_only=True)
class SignInAccount(Bearer):
    """An account as a sign-in meets it; `label` is the email, else the code, else the phone."""

    label: str
    code: str | None
    phone: str
    company_slug: str
    is_active: bool
    password_hash: str | None = field(repr=False)
    temporary_password_mac: bytes | None = field(repr=False)
    password_is_temporary: bool
    temporary_password_is_valid: bool
    phone_is_verified: bool
    # Its company is.
    is_suspended: bool

    @property
    def contact(self) -> str:
        """The address at which the person is reached: the email, else the phone."""
        return self.email or self.phone

    @property
    def identifiers(self) -> list[str]:
        """All texts by which the account can sign in, sorted, so that their counters are locked in one order."""
        names = {self.email, self.phone or None, self.code and sign_in_name(self.code, company=self.company_slug)}
        return sorted(name for name in names if name)

    @property
    def has_temporary_password(self) -> bool:
        return self.temporary_password_mac is not None or self.password_is_temporary


@dataclass(frozen=True, kw_only=True)
class UnprovenAccount:
    """An account that an administrator created and that was never signed in to."""

    company_id: UUID
    id: UUID
    email: str
    full_name: str


@dataclass(frozen=True, kw_only=True)
class ReplacedEmail:
    """An account with another email: its version now, and whether the former one was verified and invited."""

    version: int
    was_verified: bool
    was_invited: bool


async def find_taken(
    connection: Connection, *, email: str | None, phone: str | None, company_id: UUID | None = None
) -> Taken:
    """Which of the two cannot be signed up with, in the company that is applied to or in a new one.

    An email is taken by an account whose owner has proved it, and by any account of that company; a phone by an
    account that has verified it.
    """
    query = f"""
        SELECT EXISTS (SELECT FROM users u
                        WHERE u.email = CAST(:email AS text)
                          AND (u.company_id = CAST(:company_id AS uuid) OR NOT ({_UNPROVEN}))) AS email,
               EXISTS (SELECT FROM users u
                        WHERE u.phone = CAST(:phone AS text) AND u.phone_verified_at IS NOT NULL) AS phone
    """  # noqa: S608 - a constant
    row: Row = await connection.fetch_one(query, email=email, phone=phone, company_id=company_id)
    return Taken(**dict(row))


async def lock_unproven(connection: Connection, *, flow_id: UUID, company_id: UUID) -> UnprovenAccount | None:
    """The account of another company that keeps a sign-up from the email that it has proved."""
    proved = "SELECT s.email FROM signups s WHERE s.flow_id = :flow_id AND s.email_verified_at IS NOT NULL"
    query = f"{_UNPROVEN_ELSEWHERE} AND u.email = ({proved}) FOR UPDATE"
    return await connection.fetch_record(UnprovenAccount, query, flow_id=flow_id, company_id=company_id)


async def lock_unproven_email(connection: Connection, *, email: str, company_id: UUID) -> UnprovenAccount | None:
    """The account of another company that keeps an account of this one from an email that it has proved."""
    query = f"{_UNPROVEN_ELSEWHERE} AND u.email = :email FOR UPDATE"
    return await connection.fetch_record(UnprovenAccount, query, email=email, company_id=company_id)


async def is_unproven(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Whether an account was never signed in to, and its email never proved."""
    query = f"SELECT u.id FROM users u WHERE u.company_id = :company_id AND u.id = :user_id AND {_UNPROVEN}"  # noqa: S608 - fixed text
    return await connection.has_row(query, **owner)


async def replace_email(
    connection: Connection, *, company_id: UUID, user_id: UUID, email: str, is_proved: bool
) -> ReplacedEmail | None:
    """Give a locked account another email, which its owner has proved, or which replaces one that never was.

    What was sent to an email that was never proved opens nothing any more. None where an account has the new one.
    """
    owner = {"company_id": company_id, "id": user_id}
    former: Row = await connection.fetch_one(select(users.c.email_verified_at, users.c.invitation).filter_by(**owner))
    changed: dict[str, Any] = {"email_verified_at": func.now()}
    if not is_proved:
        changed = {"invitation": Invitation.NONE, "password_hash": None, **NO_TEMPORARY_PASSWORD}
    try:
        async with connection.transaction():
            new = update(users).filter_by(**owner).values(email=email, version=users.c.version + 1, **changed)
            version = await connection.fetch_number(new.returning(users.c.version))
    except asyncpg.UniqueViolationError:
        return None
    return ReplacedEmail(
        version=version,
        was_verified=former.email_verified_at is not None,
        was_invited=former.invitation != Invitation.NONE,
    )


async def add_person(
    connection: Connection,
    *,
    flow_id: UUID,
    company_id: UUID,
    role: Role,
    profile: Profile | None,
    signs_in: bool,
    language: Language | None,
) -> SignInAccount | None:
    """The account of a sign-up, whose contacts stay verified. None where an account has the email or the phone."""
    new = {"flow_id": flow_id, "company_id": company_id, "role": role, "profile": profile, "signs_in": signs_in}
    row = await connection.fetch_one(_ADD_PERSON, **new, language=language)
    return None if row is None else _account_of(row)


async def set_language(connection: Connection, *, company_id: UUID, user_id: UUID, language: Language) -> None:
    await connection.execute(update(users).filter_by(company_id=company_id, id=user_id).values(language=language))


async def mark_first_steps_dismissed(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    shown = update(users).filter_by(company_id=company_id, id=user_id, first_steps_dismissed_at=None)
    await connection.execute(shown.values(first_steps_dismissed_at=func.now()))


async def mark_contact_verified(connection: Connection, *, company_id: UUID, user_id: UUID, channel: Channel) -> None:
    verified_at = users.c.phone_verified_at if channel is Channel.SMS else users.c.email_verified_at
    user = update(users).filter_by(company_id=company_id, id=user_id)
    await connection.execute(user.values({verified_at: func.coalesce(verified_at, func.now())}))


def _account_of(row: Row) -> SignInAccount:
    """An account from ACCOUNT_COLUMNS; a row may have others as well."""
    values = {each.name: row[each.name] for each in fields(SignInAccount)}
    return SignInAccount(**values | {"role": Role(row.role), "profile": profile_of(row.profile)})


_SOURCE: Final = f"""
    SELECT {ACCOUNT_COLUMNS}, d.user_id IS NOT NULL AS knows_device
      FROM users u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN remembered_devices d ON d.company_id = u.company_id AND d.user_id = u.id
            AND d.device_hash = CAST(:device_hash AS bytea) AND d.expires_at > now()
"""  # noqa: S608 - fixed text
# A phone names the account that has verified it first. Before one has, it may be that of each company's only account
# without an email: the password decides, and the login begins with a code to the phone, which verifies it.
_OF_PHONE: Final = f"""
    SELECT id FROM ({PHONE_HOLDERS}) AS counted
     WHERE proved > 0 AND place = 1 OR proved = 0 AND in_company = 1 ORDER BY place LIMIT 20
"""  # noqa: S608 - fixed text
_FIND: Final = {
    IdentifierKind.EMAIL: f"{_SOURCE} WHERE u.email = :value",
    IdentifierKind.PHONE: f"{_SOURCE} WHERE u.id IN ({_OF_PHONE}) ORDER BY u.id",
    IdentifierKind.CODE: f"{_SOURCE} WHERE c.slug = :company AND u.code = :value",
}
_GET: Final = f"{_SOURCE} WHERE u.company_id = :company_id AND u.id = :user_id"


async def find_accounts(
    connection: Connection, identifier: Identifier, *, device_hash: bytes | None
) -> list[tuple[SignInAccount, bool]]:
    """The account that this names, and whether it knows the device; several share a phone that none has verified."""
    values = {} if identifier.company is None else {"company": identifier.company}
    rows = await connection.fetch_all(_FIND[identifier.kind], value=identifier.value, device_hash=device_hash, **values)
    return [(_account_of(row), row.knows_device) for row in rows]


async def get_account(
    connection: Connection, *, device_hash: bytes | None = None, **owner: Unpack[AccountKey]
) -> tuple[SignInAccount | None, bool]:
    """The account with this id, and whether it knows the device."""
    row = await connection.fetch_one(_GET, device_hash=device_hash, **owner)
    return (None, False) if row is None else (_account_of(row), row.knows_device)


async def replace_hash(connection: Connection, *, company_id: UUID, user_id: UUID, before: str, after: str) -> None:
    """The same password under today's parameters, unless it has been changed meanwhile."""
    same = update(users).filter_by(company_id=company_id, id=user_id, password_hash=before)
    await connection.execute(same.values(password_hash=after))


async def store_password(
    connection: Connection,
    *,
    password_hash: str,
    former_hash: str | None,
    former_is_temporary: bool | None,
    proves_contact: bool,
    **owner: Unpack[AccountKey],
) -> bool:
    """The only password from now on; an invitation is accepted by it.

    False when the account is not active, or its password is no longer `former_hash` or no longer of the kind that
    `former_is_temporary` says; None accepts any.
    """
    query = """
        UPDATE users
           SET password_hash = :password_hash, temporary_password_mac = NULL, password_is_temporary = false,
               temporary_password_expires_at = NULL,
               email_verified_at = coalesce(
                   email_verified_at, CASE WHEN :proves_contact AND email IS NOT NULL THEN now() END),
               phone_verified_at = coalesce(
                   phone_verified_at, CASE WHEN :proves_contact AND email IS NULL THEN now() END),
               invitation = CASE WHEN invitation = 'none' THEN 'none' ELSE 'accepted' END
         WHERE company_id = :company_id AND id = :user_id AND is_active
           AND coalesce(password_hash = CAST(:former_hash AS text), CAST(:former_hash AS text) IS NULL)
           AND coalesce((password_is_temporary OR temporary_password_mac IS NOT NULL)
                        = CAST(:former_is_temporary AS boolean), true)
        RETURNING true
    """
    return await connection.has_row(
        query,
        **owner,
        password_hash=password_hash,
        former_hash=former_hash,
        former_is_temporary=former_is_temporary,
        proves_contact=proves_contact,
    )


@dataclass(frozen=True, kw_only=True)
class ProvedAccount:
    """An account of the person who has proved its email; `is_new` where it was made for that."""

    id: UUID
    full_name: str
    company_name: str
    is_new: bool = False


async def lock_account_of_email(connection: Connection, *, company_id: UUID, email: str) -> ProvedAccount | None:
    """The company's account with this email, locked until the transaction ends."""
    query = """
        SELECT u.id, u.full_name, c.name AS company_name FROM users u JOIN companies c ON c.id = u.company_id
         WHERE u.company_id = :company_id AND u.email = :email FOR NO KEY UPDATE OF u
    """
    return await connection.fetch_record(ProvedAccount, query, company_id=company_id, email=email)


async def add_proved_person(
    connection: Connection, *, company_id: UUID, email: str, **person: str
) -> ProvedAccount | None:
    """An account without a password, or the company's own that another transaction has made meanwhile.

    `person` are its other columns. None where an account of another company has the email.
    """
    new = insert(users).values(company_id=company_id, email=email, email_verified_at=func.now(), **person)
    is_new = await connection.has_row(new.on_conflict_do_nothing().returning(users.c.id))
    account = await lock_account_of_email(connection, company_id=company_id, email=email)
    return account and replace(account, is_new=is_new)


async def accept_without_password(connection: Connection, *, contact: str, **owner: Unpack[AccountKey]) -> None:
    """The contact's owner has signed in without a password: a temporary one ends, an invitation is accepted.

    The email, or without one the phone, is proved where it is the account's.
    """
    query = """
        UPDATE users
           SET password_hash = CASE WHEN password_is_temporary THEN NULL ELSE password_hash END,
               temporary_password_mac = NULL, password_is_temporary = false, temporary_password_expires_at = NULL,
               email_verified_at = coalesce(email_verified_at, CASE WHEN email = :contact THEN now() END),
               phone_verified_at = coalesce(phone_verified_at,
                                            CASE WHEN email IS NULL AND phone = :contact THEN now() END),
               invitation = CASE WHEN invitation = 'none' THEN 'none' ELSE 'accepted' END
         WHERE company_id = :company_id AND id = :user_id AND is_active
           AND (password_is_temporary OR temporary_password_mac IS NOT NULL OR email_verified_at IS NULL
                OR invitation NOT IN ('none', 'accepted'))
    """
    await connection.execute(query, contact=contact, **owner)


async def end_own_password(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """A reset by email gives a new one. A temporary password stays: it needs a code to the same mailbox anyway."""
    user = update(users).filter_by(company_id=company_id, id=user_id, temporary_password_mac=None)
    has_own = (users.c.password_hash.is_not(None), ~users.c.password_is_temporary)
    return await connection.has_row(user.where(*has_own).values(password_hash=None).returning(users.c.id))
