"""Sign-ups: rows of a flow until they become an account."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.crypto import token_hash
from server.database import Connection
from server.identity.profiles import Profile, Role
from server.messages.kinds import Channel
from server.signup.form import NewPerson
from server.users.errors import Taken
from server.verification.repository import FLOW_SECONDS
from server.verification.steps import FlowContext, FlowState

# The first sign-in proves the email, because a temporary password is not enough for it: a code goes there as well.
_UNPROVEN: Final = """
    u.email_verified_at IS NULL AND u.last_sign_in_at IS NULL
    AND (u.password_hash IS NULL OR u.password_is_temporary OR u.temporary_password_mac IS NOT NULL)
"""
_ADD_PERSON: Final = """
    WITH person AS (
        INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at,
                           phone_verified_at, last_sign_in_at)
        SELECT CAST(:company_id AS uuid), s.email, s.phone, s.full_name, :role, CAST(:profile AS text),
               s.password_hash, s.email_verified_at, s.phone_verified_at,
               CASE WHEN CAST(:after AS text) = 'completed' THEN now() END
          FROM signups s JOIN flows f ON f.id = s.flow_id
         WHERE s.flow_id = :flow_id AND f.state = CAST(:before AS text) AND f.expires_at > now()
        ON CONFLICT DO NOTHING RETURNING id),
    forgotten AS (
        DELETE FROM signups USING person WHERE flow_id = :flow_id)
    UPDATE flows
       SET company_id = CAST(:company_id AS uuid), user_id = person.id, state = CAST(:after AS text),
           code_mac = NULL, code_expires_at = NULL, message_id = NULL, version = version + 1
      FROM person WHERE flows.id = :flow_id
    RETURNING person.id
"""


@dataclass(frozen=True, kw_only=True)
class UnprovenAccount:
    """An account that an administrator created and that was never signed in to."""

    company_id: UUID
    id: UUID
    email: str
    full_name: str


async def find_taken(
    connection: Connection, *, email: str | None, phone: str | None, company_id: UUID | None = None
) -> Taken:
    """Which of the two cannot be signed up with, in the company that is applied to or in a new one.

    An email is taken by an account whose owner has proved it, and by any account of that company; a phone by an
    account that has verified it.
    """
    row = await connection.fetch_one(
        f"""
        SELECT EXISTS (SELECT FROM users u
                        WHERE u.email = CAST(:email AS text)
                          AND (u.company_id = CAST(:company_id AS uuid) OR NOT ({_UNPROVEN}))) AS email,
               EXISTS (SELECT FROM users u
                        WHERE u.phone = CAST(:phone AS text) AND u.phone_verified_at IS NOT NULL) AS phone
        """,  # noqa: S608 - a constant
        email=email,
        phone=phone,
        company_id=company_id,
    )
    return Taken(email=False, phone=False) if row is None else Taken(email=row.email, phone=row.phone)


async def lock_unproven(connection: Connection, *, flow_id: UUID, company_id: UUID) -> UnprovenAccount | None:
    """The account of another company that keeps a sign-up from the email that it has proved."""
    row = await connection.fetch_one(
        f"""
        SELECT u.company_id, u.id, u.email, u.full_name FROM users u
          JOIN signups s ON s.flow_id = :flow_id AND s.email = u.email AND s.email_verified_at IS NOT NULL
         WHERE u.company_id <> :company_id AND {_UNPROVEN}
           FOR UPDATE OF u
        """,  # noqa: S608 - a constant
        flow_id=flow_id,
        company_id=company_id,
    )
    if row is None:
        return None
    return UnprovenAccount(company_id=row.company_id, id=row.id, email=row.email, full_name=row.full_name)


async def open_signup_flow(
    connection: Connection,
    person: NewPerson,
    *,
    secret: str,
    handle: UUID,
    channel: Channel,
    password_hash: str,
    applies_to: UUID | None,
    address: str,
) -> UUID:
    """The id of a new flow without a user, which waits for its first code."""
    flow_id: UUID = await connection.fetch_value(
        """
        WITH opened AS (
            INSERT INTO flows (secret_hash, handle, context, state, channel, address, expires_at)
            VALUES (:secret_hash, :handle, :context, :state, :channel, :address,
                    now() + make_interval(secs => :seconds))
            RETURNING id)
        INSERT INTO signups (flow_id, email, phone, full_name, password_hash, applies_to)
        SELECT id, :email, :phone, :full_name, :password_hash, CAST(:applies_to AS uuid) FROM opened
        RETURNING flow_id
        """,
        secret_hash=token_hash(secret),
        handle=handle,
        context=FlowContext.SIGNUP.value,
        state=FlowState.CODE_REQUIRED.value,
        channel=channel.value,
        address=address,
        seconds=float(FLOW_SECONDS),
        email=person.email,
        phone=person.phone,
        full_name=person.full_name,
        password_hash=password_hash,
        applies_to=applies_to,
    )
    return flow_id


async def mark_signup_verified(connection: Connection, *, flow_id: UUID, channel: Channel) -> UUID | None:
    """Mark the contact of the code verified; returns the company that is applied to, if any."""
    applies_to: UUID | None = await connection.fetch_value(
        """
        UPDATE signups
           SET email_verified_at = CASE WHEN :by_sms THEN email_verified_at ELSE coalesce(email_verified_at, now()) END,
               phone_verified_at = CASE WHEN :by_sms THEN coalesce(phone_verified_at, now()) ELSE phone_verified_at END
         WHERE flow_id = :flow_id RETURNING applies_to
        """,
        flow_id=flow_id,
        by_sms=channel is Channel.SMS,
    )
    return applies_to


async def turn_to_channel(connection: Connection, *, flow_id: UUID, channel: Channel) -> None:
    """The flow's code has been used, and another contact is to be verified: there is no code for it yet."""
    await connection.execute(
        """
        UPDATE flows
           SET channel = :channel, code_mac = NULL, code_expires_at = NULL, message_id = NULL, attempts = 0,
               other_code_mac = NULL, other_code_expires_at = NULL, other_message_id = NULL, version = version + 1
         WHERE id = :flow_id
        """,
        flow_id=flow_id,
        channel=channel.value,
    )


async def add_person(
    connection: Connection,
    *,
    flow_id: UUID,
    company_id: UUID,
    role: Role,
    profile: Profile | None,
    before: FlowState,
    after: FlowState,
) -> UUID | None:
    """Make a sign-up an account of the company, and move its flow on; the account's id.

    None when an account has the email or the phone, or the flow is at another step: nothing is written then.
    """
    user_id: UUID | None = await connection.fetch_value(
        _ADD_PERSON,
        flow_id=flow_id,
        company_id=company_id,
        role=role.value,
        profile=None if profile is None else profile.value,
        before=before.value,
        after=after.value,
    )
    return user_id
