"""Sign-ups, which belong to a flow until they become an account."""

from typing import Final
from uuid import UUID

from server.crypto import token_hash
from server.database import Connection
from server.messages.kinds import Channel
from server.signup.errors import Taken
from server.signup.form import NewPerson
from server.users.profiles import Profile, Role
from server.verification.repository import FLOW_SECONDS
from server.verification.steps import FlowContext, FlowState

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


async def find_taken(connection: Connection, *, email: str | None, phone: str | None) -> Taken:
    """Which of the two somebody in any company has."""
    row = await connection.fetch_one(
        """
        SELECT EXISTS (SELECT FROM users WHERE email = CAST(:email AS text)) AS email,
               EXISTS (SELECT FROM users WHERE phone = CAST(:phone AS text)) AS phone
        """,
        email=email,
        phone=phone,
    )
    return Taken(email=False, phone=False) if row is None else Taken(email=row.email, phone=row.phone)


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
    """Whoever typed the code has shown that the contact is theirs; the company that they apply to, if any."""
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
               version = version + 1
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

    None when somebody has the email or the phone already, or the flow is at another step: nothing is written then.
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
