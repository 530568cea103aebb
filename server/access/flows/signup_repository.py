"""Sign-ups: the form of a person, kept with its flow until it becomes an account."""

from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Unpack
from uuid import UUID, uuid4

from sqlalchemy import Interval, cast, delete, func, insert, update

from server.access.flows.flow import FlowContext, FlowState
from server.access.flows.tables import flows, signups
from server.messaging.messages.kinds import Channel
from server.platform.database.connections import Connection
from server.platform.http.client import FLOW_SECONDS
from server.platform.process.crypto import token_hash
from server.vocabulary.identity import AccountKey, Method


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
    channel: Channel,
    password_hash: str,
    applies_to: UUID | None,
    address: str,
) -> UUID:
    """Open a flow without a user, which waits for its first code. Returns its id."""
    flow = {"secret_hash": token_hash(secret), "handle": uuid4(), "channel": channel, "address": address}
    step = {"context": FlowContext.SIGNUP, "state": FlowState.CODE_REQUIRED}
    expires_at = func.now() + cast(timedelta(seconds=FLOW_SECONDS), Interval)
    opened = insert(flows).values(**flow, **step, expires_at=expires_at)
    flow_id: UUID = await connection.fetch_value(opened.returning(flows.c.id))
    form = {"password_hash": password_hash, "applies_to": applies_to}
    await connection.execute(insert(signups).values(flow_id=flow_id, **asdict(person), **form))
    return flow_id


async def mark_signup_verified(connection: Connection, *, flow_id: UUID, channel: Channel) -> UUID | None:
    """Mark the contact of the code verified. Returns the company that is applied to, if any."""
    verified_at = signups.c.phone_verified_at if channel is Channel.SMS else signups.c.email_verified_at
    verified = update(signups).filter_by(flow_id=flow_id).values({verified_at: func.coalesce(verified_at, func.now())})
    applies_to: UUID | None = await connection.fetch_value(verified.returning(signups.c.applies_to))
    return applies_to


async def complete_signup(
    connection: Connection, *, flow_id: UUID, after: FlowState, **owner: Unpack[AccountKey]
) -> None:
    """Move the flow of a sign-up on with the account that it has become, and delete the form."""
    await connection.execute(delete(signups).filter_by(flow_id=flow_id))
    no_code = {"code_mac": None, "code_expires_at": None, "message_id": None}
    moved = update(flows).filter_by(id=flow_id).values(**owner, **no_code, state=after, version=flows.c.version + 1)
    await connection.execute(moved.values(methods=[Method.PASSWORD, Method.CODE]))


async def find_waiting_signup(connection: Connection, *, email: str, secret: str | None) -> WaitingSignup | None:
    """Find the sign-up with this email that waits for its company: the browser's own, else the newest."""
    return await connection.fetch_record(
        WaitingSignup,
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
        state=FlowState.CODE_REQUIRED if needs_code else FlowState.COMPANY_REQUIRED,
        channel=Channel.EMAIL,
        address=address,
        needs_code=needs_code,
    )
    return copied
