"""Sign-ups: the form of a person, kept with its flow until it becomes an account."""

from dataclasses import dataclass, field
from typing import Unpack
from uuid import UUID, uuid4

from server.access.flows.flow import FlowContext, FlowState
from server.messaging.messages.kinds import Channel
from server.platform.database.connections import Connection
from server.platform.http.client import FLOW_SECONDS
from server.platform.process.crypto import token_hash
from server.vocabulary.identity import AccountKey


@dataclass(frozen=True, kw_only=True)
class NewPerson:
    """A person without an account, with email and phone as they will be stored."""

    full_name: str
    email: str
    phone: str


@dataclass(frozen=True, kw_only=True)
class WaitingSignup:
    """`is_own`: the caller's browser holds its flow, and has typed its codes."""

    flow_id: UUID
    is_own: bool
    password_hash: str = field(repr=False)


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
    """Open a flow without a user, which waits for its first code. Returns its id."""
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
    """Mark the contact of the code verified. Returns the company that is applied to, if any."""
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


async def complete_signup(
    connection: Connection, *, flow_id: UUID, after: FlowState, **owner: Unpack[AccountKey]
) -> None:
    """Move the flow of a sign-up on with the account that it has become, and delete the form."""
    await connection.execute(
        """
        WITH deleted AS (DELETE FROM signups WHERE flow_id = :flow_id)
        UPDATE flows
           SET company_id = :company_id, user_id = :user_id, state = :after, methods = '{pwd,otp}',
               code_mac = NULL, code_expires_at = NULL, message_id = NULL, version = version + 1
         WHERE id = :flow_id
        """,
        flow_id=flow_id,
        **owner,
        after=after.value,
    )


async def find_waiting_signup(connection: Connection, *, email: str, secret: str | None) -> WaitingSignup | None:
    """Find the sign-up with this email that waits for its company: the browser's own, else the newest."""
    row = await connection.fetch_one(
        """
        SELECT f.id AS flow_id, s.password_hash,
               f.secret_hash IS NOT DISTINCT FROM CAST(:secret_hash AS bytea) AS is_own
          FROM signups s JOIN flows f ON f.id = s.flow_id
         WHERE s.email = :email AND s.email_verified_at IS NOT NULL AND f.state = 'company_required'
           AND f.expires_at > now()
         ORDER BY is_own DESC, f.id DESC LIMIT 1
        """,
        email=email,
        secret_hash=None if secret is None else token_hash(secret),
    )
    return None if row is None else WaitingSignup(**row)


async def copy_signup(
    connection: Connection, *, flow_id: UUID, secret: str, needs_code: bool, address: str
) -> UUID | None:
    """Open a flow of its own for another browser, which ends when the first one does.

    With `needs_code` the email must be verified again. Returns None when the first flow waits no more.
    """
    copied: UUID | None = await connection.fetch_value(
        """
        WITH waiting AS (
            SELECT f.expires_at, s.* FROM flows f JOIN signups s ON s.flow_id = f.id
             WHERE f.id = :flow_id AND f.state = 'company_required' AND f.expires_at > now()),
        opened AS (
            INSERT INTO flows (secret_hash, handle, context, state, channel, address, expires_at)
            SELECT :secret_hash, :handle, 'SIGNUP', :state, :channel, :address, expires_at FROM waiting
            RETURNING id)
        INSERT INTO signups (flow_id, email, phone, full_name, password_hash, email_verified_at, phone_verified_at)
        SELECT opened.id, email, phone, full_name, password_hash,
               CASE WHEN NOT :needs_code THEN email_verified_at END, phone_verified_at
          FROM waiting, opened
        RETURNING flow_id
        """,
        flow_id=flow_id,
        secret_hash=token_hash(secret),
        handle=uuid4(),
        state=(FlowState.CODE_REQUIRED if needs_code else FlowState.COMPANY_REQUIRED).value,
        channel=Channel.EMAIL.value,
        address=address,
        needs_code=needs_code,
    )
    return copied
