"""SQL of a company's accounts: read, changed and deleted. Every function takes the company."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple, Unpack
from uuid import UUID

from sqlalchemy import ColumnElement, delete, insert, select, update

from server.people.account.account_rules import Account, Change
from server.people.account.tables import users
from server.people.fields.repository import find_own_values
from server.platform.database.connections import Connection, Row, any_id
from server.vocabulary.field_kinds import Kind, Value
from server.vocabulary.fields import CHANGEABLE, FIELD, FIELDS
from server.vocabulary.identity import AccountKey
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import ROLES_OF_PROFILE, Profile

NO_TEMPORARY_PASSWORD: Final = {
    "temporary_password_mac": None,
    "password_is_temporary": False,
    "temporary_password_expires_at": None,
}


def folded_place(text: str) -> str:
    """SQL: what all spellings of a place share: no case, accents and marks, and no space but between digits."""
    return f"regexp_replace(waymark_fold({text}), '(?<![[:digit:]]) | (?![[:digit:]])', '', 'g')"


def is_person(table: str) -> str:
    """SQL: the account is a person's. That of a key for servers has neither email nor phone, and lists leave it out."""
    return f"{table}.label <> ''"


def is_acting(table: str) -> str:
    """SQL: what the account has begun goes on; that of a key is never active."""
    return f"({table}.is_active OR NOT {is_person(table)})"


def invitation_state(table: str) -> str:
    """SQL of an :class:`Invitation`: one that was sent lapses with its temporary password."""
    has_lapsed = f"{table}.invitation = 'sent' AND {table}.temporary_password_expires_at <= now()"
    return f"CASE WHEN {has_lapsed} THEN 'lapsed' ELSE {table}.invitation END"


def lacks_own_password(table: str) -> str:
    """SQL: the account has no password, or only a temporary one."""
    return (
        f"({table}.password_hash IS NULL OR {table}.password_is_temporary"
        f" OR {table}.temporary_password_mac IS NOT NULL)"
    )


def pending_email(table: str) -> str:
    """SQL of the email that waits for its confirmation."""
    return f"""
        (SELECT e.email FROM email_changes e
          WHERE e.company_id = {table}.company_id AND e.user_id = {table}.id AND e.expires_at > now())
    """  # noqa: S608 - constants


def account_columns(table: str) -> str:
    read = {Kind.BIRTH: "to_char({}.{}, 'YYYY-MM-DD')"}
    columns = (read.get(field.kind, "{}.{}").format(table, field.column) for field in FIELDS)
    return ", ".join([f"{table}.id", f"{table}.label", f"{table}.version", *columns])


def account_of(row: Sequence[Any], *, own: Mapping[str, Value] | None = None) -> Account:
    user_id, label, version, *values = row
    named = dict(zip((field.name for field in FIELDS), values, strict=True))
    return Account(id=user_id, label=label, version=version, values={**named, **(own or {})})


def user_columns(table: str) -> str:
    computed = [f"{invitation_state(table)} AS invitation", f"{pending_email(table)} AS pending_email"]
    return ", ".join([*computed, f"{table}.last_sign_in_at", f"{table}.created_at", account_columns(table)])


@dataclass(frozen=True, kw_only=True)
class UserRow(Account):
    invitation: Invitation
    pending_email: str | None
    last_sign_in_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class Contact:
    email: str
    full_name: str


@dataclass(frozen=True, kw_only=True)
class Group:
    """How many people are alike in all this. `day` is the UTC day of their creation, None for one too long ago."""

    profile: Profile | None
    invitation: Invitation
    is_active: bool
    day: date | None
    people: int


async def find_user(connection: Connection, **owner: Unpack[AccountKey]) -> UserRow | None:
    columns = user_columns("users")
    query = f"""
        SELECT {columns} FROM users WHERE company_id = :company_id AND id = :user_id AND {is_person("users")}
    """  # noqa: S608 - constants
    row = await connection.fetch_one(query, **owner)
    return None if row is None else user_row(tuple(row.values()))


async def find_pending_address(connection: Connection, **owner: Unpack[AccountKey]) -> str | None:
    """Return the address that has to open its link now, so that the account gets another email."""
    query = """
        SELECT CASE WHEN e.requester_profile IS NULL AND NOT e.present_confirmed THEN u.email ELSE e.email END
          FROM email_changes e JOIN users u ON u.company_id = e.company_id AND u.id = e.user_id
         WHERE e.company_id = :company_id AND e.user_id = :user_id AND e.expires_at > now()
    """
    return await connection.find_value(str, query, **owner)


def user_row(row: Sequence[Any]) -> UserRow:
    invitation, pending_email, last_sign_in_at, created_at, *account = row
    return UserRow(
        **vars(account_of(account)),
        invitation=Invitation(invitation),
        pending_email=pending_email,
        last_sign_in_at=last_sign_in_at,
        created_at=created_at,
    )


async def find_invitation(connection: Connection, **owner: Unpack[AccountKey]) -> tuple[Invitation, bool]:
    """The state of an existing account's invitation, and whether it has a password of its own."""
    query = f"""
        SELECT {invitation_state("users")} AS state, NOT {lacks_own_password("users")} AS has_own_password
          FROM users WHERE company_id = :company_id AND id = :user_id
    """  # noqa: S608 - constants
    row: Row = await connection.fetch_one(query, **owner)
    return Invitation(row.state), row.has_own_password


async def find_batches(
    connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]
) -> dict[UUID, dict[UUID, str]]:
    """Return the batches of each person as id → name, by name. People in none are left out."""
    query = """
        SELECT m.user_id, b.id, b.name FROM batch_members m
        JOIN batches b ON b.company_id = :company_id AND b.id = m.batch_id
        WHERE m.user_id = ANY(CAST(:user_ids AS uuid[])) ORDER BY b.folded_name
    """
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=user_ids)
    found: dict[UUID, dict[UUID, str]] = {}
    for row in rows:
        found.setdefault(row["user_id"], {})[row["id"]] = row["name"]
    return found


async def find_contact(connection: Connection, *, company_id: UUID, user_id: UUID) -> Contact | None:
    """The email and name of an active user who has an email."""
    user = select(users.c.email, users.c.full_name).filter_by(company_id=company_id, id=user_id)
    return await connection.fetch_record(Contact, user.where(users.c.is_active, users.c.email.is_not(None)))


async def is_in_company(connection: Connection, *, company_id: UUID, email: str) -> bool:
    return await _is_there_any(connection, users.c.email == email, company_id=company_id)


async def taken_codes(connection: Connection, wanted: Mapping[UUID, str], *, company_id: UUID) -> set[UUID]:
    """Find the accounts whose `wanted` code another account of the company has."""
    query = """
        SELECT wanted.id FROM unnest(CAST(:ids AS uuid[]), CAST(:codes AS text[])) AS wanted(id, code)
          JOIN users u ON u.company_id = :company_id AND u.code = wanted.code AND u.id <> wanted.id
    """
    codes = {"ids": list(wanted), "codes": list(wanted.values())}
    return set(await connection.fetch_column(query, company_id=company_id, **codes))


async def has_code(connection: Connection, *, company_id: UUID, code: str) -> bool:
    return await _is_there_any(connection, users.c.code == code, company_id=company_id)


async def shares_phone(connection: Connection, *, company_id: UUID, phone: str, user_id: UUID | None) -> bool:
    """Whether an account of the company other than this one has it."""
    others = users.c.id.is_distinct_from(user_id)
    return await _is_there_any(connection, users.c.phone == phone, others, company_id=company_id)


async def has_super_admin_besides(connection: Connection, *, company_id: UUID, user_ids: Collection[UUID]) -> bool:
    """Whether an account that is none of these is an active one; call it after `lock_super_admins`."""
    conditions = (users.c.profile == Profile.SUPER_ADMIN, users.c.is_active, users.c.id.not_in(user_ids))
    return await _is_there_any(connection, *conditions, company_id=company_id)


async def _is_there_any(connection: Connection, *conditions: ColumnElement[bool], company_id: UUID) -> bool:
    return await connection.has_row(select(users.c.id).where(users.c.company_id == company_id, *conditions).limit(1))


async def count_groups(connection: Connection, *, company_id: UUID, since: date) -> Sequence[Group]:
    """All users of the company, by the sums that triggers keep."""
    query = """
        SELECT profile, invitation, is_active, CASE WHEN day >= :since THEN day END AS day, sum(people) AS people
          FROM people_figures WHERE company_id = :company_id AND invitation <> 'key'
         GROUP BY 1, 2, 3, 4 HAVING sum(people) <> 0
    """
    return await connection.fetch_records(Group, query, company_id=company_id, since=since)


async def count_lapsed(connection: Connection, *, company_id: UUID) -> int:
    """How many invitations were sent and have lapsed."""
    query = """
        SELECT count(*) FROM users
         WHERE company_id = :company_id AND invitation = 'sent' AND temporary_password_expires_at <= now()
    """
    return await connection.fetch_number(query, company_id=company_id)


async def merge_people_figures(connection: Connection) -> None:
    """Replace what changes have added to a company's figures by their sums, where rows are many for what they say.

    Of two at once the second finds no row and adds none.
    """
    day = "CASE WHEN day > current_date - 20 THEN day END"
    query = f"""
        WITH many AS (
            SELECT company_id FROM people_figures GROUP BY company_id
            HAVING count(*) > 8 * count(DISTINCT (profile, invitation, is_active, {day}))
        ), taken AS (
            DELETE FROM people_figures f USING many WHERE f.company_id = many.company_id RETURNING f.*
        )
        INSERT INTO people_figures (company_id, profile, invitation, is_active, day, people)
        SELECT company_id, profile, invitation, is_active, {day}, sum(people)
          FROM taken GROUP BY 1, 2, 3, 4, 5 HAVING sum(people) <> 0
    """  # noqa: S608 - a constant
    await connection.execute(query)


@dataclass(frozen=True, kw_only=True)
class PastChange:
    """One change; `before` has masked values where the audit trail has."""

    actor_id: UUID | None
    actor_name: str | None
    changed_at: datetime | None
    before: Mapping[str, Any]


# The changes of an account that made later versions than one. Entries of the trail have the version that they have
# made, and masked values; what an import has changed beside positions stands with the import alone.
_MADE: Final = """
    (SELECT e.subject_version AS version, e.actor_id, e.created_at AS changed_at, e.before, NULL AS import_id
       FROM audit_entries e
      WHERE e.company_id = {company} AND e.subject_id = {user} AND e.subject_version > {since}
      UNION ALL
     SELECT x.version, i.started_by, k.done_at, x.before, CASE WHEN i.undone_by IS NULL THEN i.id ELSE i.undone_by END
       FROM import_updates x
       JOIN imports i ON i.id = x.import_id AND i.company_id = {company}
       LEFT JOIN work_chunks k ON k.work_id = x.import_id AND x.row BETWEEN k.first_row AND k.last_row
      WHERE x.user_id = {user} AND x.version > {since}) AS made
"""


async def changes_since(connection: Connection, *, company_id: UUID, user_id: UUID, since: int) -> list[PastChange]:
    """The changes of an account that made later versions than `since`, the oldest first."""
    query = f"""
        SELECT actor.id AS actor_id, actor.full_name AS actor_name, made.changed_at,
               coalesce(made.before, '{{}}') AS before
          FROM {_MADE.format(company=":company_id", user=":user_id", since=":since")}
          LEFT JOIN users actor ON actor.company_id = :company_id AND actor.id = made.actor_id
         ORDER BY made.version, made.changed_at
    """  # noqa: S608 - constants
    return await connection.fetch_records(PastChange, query, company_id=company_id, user_id=user_id, since=since)


def last_changer(company: str, user: str, *, since: str, among: str = "NULL") -> str:
    """SQL: the account or the import that has made the last change since a version, of fields `among` these."""
    return f"""
        (SELECT coalesce(made.import_id, made.actor_id) FROM {_MADE.format(company=company, user=user, since=since)}
          WHERE {among} IS NULL OR made.before ?| {among} ORDER BY made.version DESC, made.import_id LIMIT 1)
    """  # noqa: S608 - constants


def named(company: str, changer: str) -> str:
    """SQL: ' by' an account or the import of one, as `last_changer` has found it; empty where the account is gone."""
    return f"""
        (SELECT coalesce(max(CASE WHEN i.id IS NULL THEN ' by ' ELSE ' by an import of ' END || n.full_name), '')
           FROM (SELECT {changer} AS id) AS by LEFT JOIN imports i ON i.company_id = {company} AND i.id = by.id
           JOIN users n ON n.company_id = {company} AND n.id = coalesce(i.started_by, by.id))
    """  # noqa: S608 - constants


# A value is sent to Postgres as text, or as a boolean, and made what its column is.
_WRITTEN: Final = {Kind.BIRTH: "CAST(CAST({} AS text) AS date)"}


class Invited(NamedTuple):
    """An account that is invited: by its email, else by its phone."""

    user_id: UUID
    contact: str


async def add_user(
    connection: Connection,
    values: Mapping[str, Value],
    *,
    company_id: UUID,
    password_hash: str | None,
    life: timedelta | None,
) -> tuple[UUID, datetime | None] | None:
    """Add the account with a temporary password; its id, and when the password expires.

    An active one waits for its invitation; one without a password has none. None where an account has the email, or one
    of the company the code.
    """
    given = ", ".join(_WRITTEN.get(field.kind, "{}").format(f":{field.column}") for field in FIELDS)
    query = f"""
        INSERT INTO users (company_id, {", ".join(field.column for field in FIELDS)}, password_hash,
                           password_is_temporary, temporary_password_expires_at, invitation)
        VALUES (:company_id, {given}, :password_hash, :is_temporary, now() + CAST(:life AS interval), :invitation)
        ON CONFLICT DO NOTHING RETURNING id, temporary_password_expires_at
    """  # noqa: S608 - constants
    row = await connection.fetch_one(
        query,
        company_id=company_id,
        password_hash=password_hash,
        is_temporary=password_hash is not None,
        life=life,
        invitation=Invitation.QUEUED if values["isActive"] and password_hash is not None else Invitation.NONE,
        **{field.column: values[field.name] for field in FIELDS},
    )
    return None if row is None else (row.id, row.temporary_password_expires_at)


async def lock_accounts(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, to_delete: bool = False
) -> dict[UUID, Account]:
    """Lock the accounts until the transaction ends, in the order in which every transaction does, and return them.

    Their values are also those of the company's own fields.
    """
    query = f"""
        SELECT {account_columns("u")} FROM users u WHERE company_id = :company_id
         AND id = ANY(CAST(:user_ids AS uuid[])) AND {is_person("u")}
         ORDER BY id FOR {"UPDATE" if to_delete else "NO KEY UPDATE"}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=user_ids)
    # Asked for after the lock, which may have waited for another change of them.
    own = await find_own_values(connection, user_ids, company_id=company_id)
    return {row["id"]: account_of(tuple(row.values()), own=own.get(row["id"])) for row in rows}


async def lock_super_admins(connection: Connection, *, company_id: UUID) -> None:
    """Until this transaction ends no other account of the company stops being a Super Admin.

    The company's row stands for all of them: locked one by one, two that delete each other would deadlock.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)


async def write_changes(connection: Connection, changes: Sequence[Change], *, company_id: UUID) -> dict[UUID, int]:
    """The versions of locked accounts after their changes. A new phone is not verified; others may have it as well.

    Values of the company's own fields are not written.
    """
    given = [field for field in CHANGEABLE if any(field.name in each.after for each in changes)]
    columns = ", ".join(["id", *(field.column for field in given)])
    arrays = (f"CAST(:{field.name} AS {'boolean' if field.kind is Kind.FLAG else 'text'}[])" for field in given)
    values = ", ".join(["CAST(:ids AS uuid[])", *arrays])
    assignments = [f"{field.column} = {_WRITTEN.get(field.kind, '{}').format(f'c.{field.column}')}" for field in given]
    if FIELD["phone"] in given:
        assignments.append("phone_verified_at = CASE WHEN u.phone = c.phone THEN u.phone_verified_at END")
    query = f"""
        UPDATE users u SET {", ".join(["version = u.version + 1", *assignments])}
          FROM unnest({values}) AS c({columns})
         WHERE u.company_id = :company_id AND u.id = c.id AND u.id = ANY(CAST(:ids AS uuid[]))
        RETURNING u.id, u.version
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(
        query,
        company_id=company_id,
        ids=[each.account.id for each in changes],
        **{field.name: [each.value(field.name) for each in changes] for field in given},
    )
    return {row["id"]: row["version"] for row in rows}


async def raise_version(connection: Connection, user_id: UUID, *, company_id: UUID) -> dict[UUID, int]:
    """A locked account has been changed, though none of its own fields; its version by its id."""
    changed = update(users).filter_by(company_id=company_id, id=user_id).values(version=users.c.version + 1)
    return {user_id: await connection.fetch_value(changed.returning(users.c.version))}


async def queue_uninvited(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[Invited]:
    """Mark those of these locked accounts as queued that have neither been invited nor a password of their own."""
    query = f"""
        UPDATE users u SET invitation = 'queued'
         WHERE u.company_id = :company_id AND u.id = ANY(CAST(:user_ids AS uuid[])) AND u.invitation = 'none'
            AND {lacks_own_password("u")}
        RETURNING u.id, coalesce(u.email, u.phone)
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=user_ids)
    return [Invited(*row.values()) for row in rows]


async def mark_invitations_queued(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, str]:
    """Return the former state of the invitation of each locked account."""
    query = """
        WITH earlier AS (SELECT id, invitation FROM users WHERE company_id = :company_id
           AND id = ANY(CAST(:user_ids AS uuid[])))
        UPDATE users u SET invitation = 'queued' FROM earlier
         WHERE u.company_id = :company_id AND u.id = earlier.id
        RETURNING u.id, earlier.invitation
    """
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=user_ids)
    return {row["id"]: row["invitation"] for row in rows}


async def delete_users(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """The rows of locked accounts, and with them sessions, flows, messages and devices."""
    await connection.execute(delete(users).filter_by(company_id=company_id).where(users.c.id == any_id(user_ids)))


async def add_key_account(connection: Connection, *, company_id: UUID, name: str, profile: Profile) -> UUID:
    """Add the account that a key for servers acts as. It is no way in, and no list of people has it."""
    values = {"full_name": name, "profile": profile, "role": ROLES_OF_PROFILE[profile][0]}
    account = {"phone": "", "is_active": False, "invitation": "key", **values}
    added = insert(users).values(company_id=company_id, **account).returning(users.c.id)
    user_id: UUID = await connection.fetch_value(added)
    return user_id


async def change_key_account(
    connection: Connection, values: Mapping[str, str | None], *, company_id: UUID, user_id: UUID
) -> None:
    """Rename the account of a key, or take its profile: what it has begun does not go on."""
    account = update(users).filter_by(company_id=company_id, id=user_id, invitation="key")
    await connection.execute(account.values(**values))


async def lock_users(connection: Connection, user_ids: Sequence[UUID]) -> None:
    """Lock the accounts in the order in which every transaction does, before the messages to them."""
    await connection.execute(
        "SELECT FROM users WHERE id = ANY(CAST(:user_ids AS uuid[])) ORDER BY id FOR NO KEY UPDATE", user_ids=user_ids
    )


async def settle_invitations(connection: Connection, settled: Sequence[tuple[UUID, UUID, Invitation]]) -> None:
    """Each is (company, user, state); an account whose invitation is no longer queued is left as it is."""
    if settled:
        companies, users, states = zip(*settled, strict=True)
        query = """
            UPDATE users u SET invitation = r.state
              FROM unnest(CAST(:companies AS uuid[]), CAST(:users AS uuid[]), CAST(:states AS text[]))
                 AS r(company_id, user_id, state)
             WHERE u.company_id = r.company_id AND u.id = r.user_id AND u.invitation = 'queued'
        """
        await connection.execute(query, companies=companies, users=users, states=states)


async def set_temporary_passwords(
    connection: Connection, passwords: Sequence[tuple[UUID, UUID, bytes]], *, life: timedelta
) -> datetime | None:
    """Each is (company, user, hash of the password). They expire `life` from now; the moment, where there are any."""
    if not passwords:
        return None
    companies, users, macs = zip(*passwords, strict=True)
    query = """
        WITH given AS (
            UPDATE users u
               SET temporary_password_mac = r.mac, temporary_password_expires_at = now() + :life,
                   password_is_temporary = true
              FROM unnest(CAST(:companies AS uuid[]), CAST(:users AS uuid[]), CAST(:macs AS bytea[]))
                 AS r(company_id, user_id, mac)
             WHERE u.company_id = r.company_id AND u.id = r.user_id)
        SELECT now() + :life
    """
    expires_at: datetime = await connection.fetch_value(query, companies=companies, users=users, macs=macs, life=life)
    return expires_at
