"""Flows are found by their secret alone, which belongs to one browser; the user's id adds no power.

Codes belong to a flow, one a channel; long ones are shared by all flows of one contact and context. The form of a
sign-up is kept with its flow until it becomes an account.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, Unpack
from uuid import UUID, uuid4

from sqlalchemy import Interval, Text, Update, cast, delete, func, insert, not_, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as upsert

from server.access.flows.flow import MAXIMUM_ATTEMPTS, Flow, FlowContext, FlowState
from server.access.flows.tables import flows, shared_codes, signups
from server.messaging.messages.kinds import Channel
from server.platform.database.connections import Connection, any_id
from server.platform.http.secret_cookies import FLOW_COOKIE
from server.platform.process.crypto import token_hash
from server.vocabulary.identifiers import Identifier, IdentifierKind
from server.vocabulary.identity import AccountKey, Method

# A reset shows what was typed, which has an @ or is a phone or a code with its company before a slash: whether an
# account has it must not matter. For the same reason its code is always queued.
_COLUMNS: Final = """
    f.id, u.company_id, u.id AS user_id, f.handle, f.context, f.state, f.temporary_password, f.channel, f.used_channels,
    f.code_digits, f.attempts, f.sends, f.resend_at, f.code_expires_at, f.methods, f.address, f.expires_at, f.version,
    now() AS read_at, f.typed_email AS identifier, coalesce(f.typed_email, u.label, s.email) AS label,
    CASE WHEN f.typed_email LIKE '%@%' THEN f.typed_email ELSE coalesce(u.email, s.email) END AS email,
    CASE WHEN f.typed_email ~ '^[^@/]*$' THEN f.typed_email ELSE coalesce(u.phone, s.phone) END AS phone,
    u.phone_verified_at IS NOT NULL AS phone_is_verified,
    CASE f.channel WHEN 'SMS' THEN u.phone_verified_at ELSE u.email_verified_at END IS NOT NULL AS contact_is_verified,
    coalesce(u.full_name, s.full_name) AS full_name,
    CASE WHEN f.context = 'PASSWORD_RESET' THEN 'queued' WHEN m.state = 'expired' THEN 'failed' ELSE m.state END
        AS delivery,
    array_remove(ARRAY[CASE WHEN s.email_verified_at IS NOT NULL THEN 'EMAIL' END,
                       CASE WHEN s.phone_verified_at IS NOT NULL THEN 'SMS' END], NULL) AS verified_contacts,
    CASE WHEN f.state = 'factor_required' THEN ARRAY(
        SELECT kind FROM (
            SELECT o.kind, judged.counts, bool_or(judged.counts) OVER () AS any_counts
              FROM factors o
              LEFT JOIN company_policies p ON p.company_id = o.company_id AND p.second_factor <> 'none'
              CROSS JOIN LATERAL (
                  SELECT o.kind = ANY(p.factors) AND (o.kind = 'passkey' OR NOT p.passkeys_only) AS counts) AS judged
             WHERE o.company_id = f.company_id AND o.user_id = f.user_id AND o.confirmed_at IS NOT NULL
               AND o.copied_at IS NULL) AS held
         -- Where the account has one that counts by its company's policy, no other is asked for.
         WHERE counts OR any_counts IS NOT TRUE
         UNION
        SELECT 'recovery' FROM recovery_codes c
         WHERE c.company_id = f.company_id AND c.user_id = f.user_id AND c.used_at IS NULL) ELSE '{}' END AS factors
"""
_SOURCE: Final = """
    flows f
    LEFT JOIN users u ON u.company_id = f.company_id AND u.id = f.user_id
         AND (u.is_active OR f.context <> 'PASSWORD_RESET')
    LEFT JOIN signups s ON s.flow_id = f.id
    LEFT JOIN messages m ON m.id = f.message_id
"""
# An account that was deactivated in the meantime takes its flows with it; one of a reset that waits for its code
# continues like one of an unknown email: its end would reveal that the account exists.
_LIVE: Final = """
    f.state IN ('code_required', 'company_required', 'password_required', 'factor_required', 'ready')
    AND f.context IN ('SIGNUP', 'LOGIN', 'PASSWORD_RESET') AND f.channel IN ('EMAIL', 'SMS') AND f.expires_at > now()
    AND (f.user_id IS NULL OR u.is_active OR (f.context = 'PASSWORD_RESET' AND f.state = 'code_required'))
"""
_FIND: Final = f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE f.secret_hash = :secret_hash AND {_LIVE}"  # noqa: S608 - fixed text
_GET: Final = f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE f.id = :flow_id AND {_LIVE}"  # noqa: S608 - fixed text
_LIVE_OF: Final = f"SELECT f.id FROM {_SOURCE} WHERE f.id = ANY(CAST(:flow_ids AS uuid[])) AND {_LIVE}"  # noqa: S608 - fixed text
_OPENED: Final = f"SELECT {_COLUMNS} FROM {_SOURCE.replace('flows f', 'opened f')}"  # noqa: S608 - fixed text
_OPEN_LOGIN: Final = f"""
    WITH opened AS (
        INSERT INTO flows (secret_hash, company_id, user_id, handle, context, state, channel, temporary_password,
                           methods, address, expires_at)
        SELECT :secret_hash, company_id, id, id, 'LOGIN', :state, :channel, :temporary_password,
               CAST(:methods AS text[]), :address, now() + make_interval(secs => :seconds)
          FROM users WHERE company_id = :company_id AND id = :user_id AND is_active FOR KEY SHARE
        RETURNING *)
    {_OPENED}
"""  # noqa: S608 - fixed text
# A phone may name these active accounts: `place` is 1 for the one that has verified it first, `proved` is how many
# have, `total` how many there are, and `in_company` how many the account's company has added.
PHONE_HOLDERS: Final = """
    SELECT id, row_number() OVER (ORDER BY phone_verified_at, id) AS place, count(phone_verified_at) OVER () AS proved,
           count(*) OVER () AS total, count(*) OVER (PARTITION BY company_id) AS in_company
      FROM (SELECT id, company_id, phone_verified_at FROM users
             WHERE phone = :value AND phone_verified_at IS NOT NULL AND is_active
             UNION
            SELECT id, company_id, phone_verified_at FROM users
             WHERE phone = :value AND email IS NULL AND is_active) AS holders
"""
# An account with an email is reset by it alone. A phone resets the one account that has verified it, or that alone has
# it: what others add takes it from none. Operators give an unused number to another person after 90 days,
# so that an account that has not been used for as long is reset by its code, which the new holder does not know.
_RESETTABLE: Final = {
    IdentifierKind.EMAIL: "email = :value AND is_active",
    IdentifierKind.PHONE: f"""
        id = (SELECT id FROM ({PHONE_HOLDERS}) AS counted WHERE place = 1 AND 1 IN (proved, total))
        AND email IS NULL AND is_active AND coalesce(last_sign_in_at, created_at) > now() - interval '90 days'
    """,  # noqa: S608 - fixed text
    IdentifierKind.CODE: """
        company_id = (SELECT c.id FROM companies c WHERE c.slug = :company) AND code = :value AND email IS NULL
        AND is_active
    """,
}
_OPEN_RESET: Final = """
    WITH person AS (
        SELECT company_id, id FROM users WHERE {condition} FOR KEY SHARE)
    INSERT INTO flows (secret_hash, company_id, user_id, handle, context, state, channel, typed_email, address,
                       expires_at)
    SELECT :secret_hash, person.company_id, person.id, :handle, 'PASSWORD_RESET', 'code_required', :channel,
           :identifier, :address, now() + make_interval(secs => :seconds)
      FROM (VALUES (true)) AS asked(once) LEFT JOIN person ON asked.once
    RETURNING id
"""
# Flows a day after their end, when no page reads them any more, and shared codes that no flow gets.
DELETE_EXPIRED_FLOWS: Final = """
    WITH codes AS (DELETE FROM shared_codes WHERE made_at < now() - interval '1 hour')
    DELETE FROM flows WHERE expires_at < now() - interval '1 day'
"""
_HAS_ENDED: Final = flows.c.state.in_((FlowState.COMPLETED, FlowState.ENDED))
# The page of a reset that waits for its code must not learn of any change of its account.
_IS_UNPROVED_RESET: Final = (flows.c.context == FlowContext.PASSWORD_RESET) & (flows.c.state == FlowState.CODE_REQUIRED)
_NEXT_VERSION: Final = flows.c.version + 1


@dataclass(frozen=True, kw_only=True)
class SharedCode:
    """A code that is on its way to its contact, or has arrived there."""

    code_mac: bytes
    message_id: UUID


class CountedAttempt(NamedTuple):
    """A guess that was counted, with those before it, and the MAC of the code that it has to match."""

    attempts: int
    code_mac: bytes


async def open_login_flow(
    connection: Connection, *, secret: str, methods: Collection[Method] = (), **row: object
) -> Flow | None:
    """Open the flow of an active account, at the step that `row` says. Returns None when it is gone or inactive."""
    row = {"temporary_password": False, "seconds": float(FLOW_COOKIE.seconds), **row}
    return await connection.fetch_record(
        Flow, _OPEN_LOGIN, secret_hash=token_hash(secret), methods=sorted(methods), **row
    )


async def open_reset_flow(
    connection: Connection, *, secret: str, handle: UUID, identifier: Identifier, address: str
) -> UUID:
    """Open a flow of the active account that this names, or by the same statement one without an account.

    Returns its id.
    """
    flow_id: UUID = await connection.fetch_value(
        _OPEN_RESET.format(condition=_RESETTABLE[identifier.kind]),
        value=identifier.value,
        company=identifier.company,
        secret_hash=token_hash(secret),
        handle=handle,
        channel=Channel.EMAIL if identifier.kind is IdentifierKind.EMAIL else Channel.SMS,
        identifier=identifier.text,
        address=address,
        seconds=float(FLOW_COOKIE.seconds),
    )
    return flow_id


async def find_flow(connection: Connection, *, secret: str) -> Flow | None:
    return await connection.fetch_record(Flow, _FIND, secret_hash=token_hash(secret))


async def lock_flow(connection: Connection, *, secret: str) -> Flow | None:
    """Find it, locked until the transaction ends; its account is locked first, as in every step."""
    secret_hash = token_hash(secret)
    query = """
        SELECT true FROM users
         WHERE (company_id, id) = (SELECT company_id, user_id FROM flows WHERE secret_hash = :secret_hash)
           FOR NO KEY UPDATE
    """
    await connection.execute(query, secret_hash=secret_hash)
    return await connection.fetch_record(Flow, f"{_FIND} FOR UPDATE OF f", secret_hash=secret_hash)


async def get_flow(connection: Connection, *, flow_id: UUID) -> Flow | None:
    return await connection.fetch_record(Flow, _GET, flow_id=flow_id)


async def live_flow_ids(connection: Connection, *, flow_ids: Collection[UUID]) -> set[UUID]:
    return set(await connection.fetch_column(_LIVE_OF, flow_ids=list(flow_ids)))


async def advance_flow(connection: Connection, flow: Flow, *, to: FlowState, method: Method | None = None) -> bool:
    """Consume the step of the flow, by `method`. Returns False when it was consumed before. A used code is removed."""
    step = update(flows).filter_by(id=flow.id, state=flow.state).where(flows.c.expires_at > func.now())
    methods = func.array_cat(flows.c.methods, cast([] if method is None else [method], ARRAY(Text)))
    no_code = {"code_mac": None, "code_expires_at": None, "attempts": 0}
    moved = step.values(state=to, methods=methods, **no_code, version=_NEXT_VERSION)
    return await connection.has_row(moved.returning(flows.c.id))


async def raise_version(connection: Connection, *, flow_id: UUID) -> bool:
    """Raise the version of a flow after a change of its code's delivery, which is stored outside its row.

    Returns False for a reset, whose page never shows it.
    """
    shown = update(flows).filter_by(id=flow_id).where(flows.c.context.in_((FlowContext.SIGNUP, FlowContext.LOGIN)))
    return await connection.has_row(shown.values(version=_NEXT_VERSION).returning(flows.c.id))


async def end_flow(connection: Connection, *, secret: str) -> list[UUID]:
    """End a browser's flow. Returns its id, unless it had ended before."""
    return await _end(connection, update(flows).filter_by(secret_hash=token_hash(secret)))


async def end_chosen_flows(connection: Connection, *, company_id: UUID, flow_ids: Sequence[UUID]) -> list[UUID]:
    """End these flows. Returns the ids of those that had not ended."""
    return await _end(connection, update(flows).filter_by(company_id=company_id).where(flows.c.id == any_id(flow_ids)))


async def end_flows_of_users(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, spared: UUID | None = None
) -> list[UUID]:
    """End the flows of accounts, but for the one that is spared. Returns their ids.

    A reset that waits for its code loses its account instead.
    """
    others = update(flows).filter_by(company_id=company_id)
    others = others.where(flows.c.user_id == any_id(user_ids), flows.c.id.is_distinct_from(spared))
    detached = others.where(_IS_UNPROVED_RESET).values(company_id=None, user_id=None, message_id=None)
    await connection.execute(detached)
    return await _end(connection, others.where(not_(_IS_UNPROVED_RESET)))


async def end_flows_by_sms(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> list[UUID]:
    """End the sign-ins and resets for which a code was sent to a phone that is not the account's any more.

    A reset that waits for its code continues like one of an unknown phone.
    """
    theirs = update(flows).filter_by(company_id=company_id)
    theirs = theirs.where(flows.c.user_id == any_id(user_ids))
    by_sms = flows.c.channel == Channel.SMS
    await connection.execute(theirs.where(_IS_UNPROVED_RESET, by_sms).values(company_id=None, user_id=None))
    has_code = (flows.c.state == FlowState.CODE_REQUIRED) & or_(by_sms, flows.c.other_code_mac.is_not(None))
    is_proved_reset = (flows.c.state == FlowState.PASSWORD_REQUIRED) & by_sms
    is_proved_reset &= flows.c.context == FlowContext.PASSWORD_RESET
    return await _end(connection, theirs.where(or_(has_code, is_proved_reset)))


async def _end(connection: Connection, chosen: Update) -> list[UUID]:
    """End those that have not. Returns their ids."""
    ended = chosen.where(not_(_HAS_ENDED)).values(state=FlowState.ENDED, version=_NEXT_VERSION)
    return await connection.fetch_column(ended.returning(flows.c.id))


async def keep_code(
    connection: Connection,
    code: SharedCode,
    *,
    flow_id: UUID,
    channel: Channel,
    code_digits: int,
    code_expires_at: datetime,
    cooldown: int,
) -> None:
    """Store a new code, which replaces the old one, and start the cooldown, in seconds."""
    used = func.array_append(func.array_remove(flows.c.used_channels, channel), channel)
    newest = {"code_digits": code_digits, "code_expires_at": code_expires_at, "attempts": 0}
    resend_at = func.now() + cast(timedelta(seconds=cooldown), Interval)
    kept = update(flows).filter_by(id=flow_id).values(channel=channel, used_channels=used, **newest, **asdict(code))
    await connection.execute(kept.values(sends=flows.c.sends + 1, resend_at=resend_at, version=_NEXT_VERSION))


async def count_attempt(connection: Connection, *, flow_id: UUID) -> CountedAttempt | None:
    """Count one guess before it is checked.

    Returns None when there is no code to guess: none was sent, it has run out, or its attempts are used up.
    """
    waiting = update(flows).filter_by(id=flow_id, state=FlowState.CODE_REQUIRED).where(flows.c.code_mac.is_not(None))
    open_ = waiting.where(flows.c.attempts < MAXIMUM_ATTEMPTS, flows.c.code_expires_at > func.now())
    counted = open_.values(attempts=flows.c.attempts + 1, version=_NEXT_VERSION)
    return await connection.fetch_record(CountedAttempt, counted.returning(flows.c.attempts, flows.c.code_mac))


async def swap_codes(connection: Connection, *, flow_id: UUID, channel: Channel) -> None:
    """Turn a flow to its other channel: each keeps its code, with its attempts and its end."""
    swapped = dict[str, Any]()
    for name in ("code_mac", "code_expires_at", "code_digits", "attempts", "message_id"):
        swapped |= {name: flows.c[f"other_{name}"], f"other_{name}": flows.c[name]}
    turned = update(flows).filter_by(id=flow_id).where(flows.c.channel != channel)
    await connection.execute(turned.values(channel=channel, **swapped, version=_NEXT_VERSION))


async def turn_to_channel(connection: Connection, *, flow_id: UUID, channel: Channel) -> None:
    """Turn to another contact that is to be verified, for which there is no code yet."""
    empty = dict.fromkeys(("code_mac", "code_expires_at", "message_id"))
    other = {f"other_{name}": None for name in empty}
    turned = update(flows).filter_by(id=flow_id).values(channel=channel, **empty, **other, attempts=0)
    await connection.execute(turned.values(version=_NEXT_VERSION))


async def find_shared_code(connection: Connection, *, subject: bytes, company_id: UUID | None) -> SharedCode | None:
    """Find the code that was mailed in the last ten minutes, unless it could not be delivered.

    A contact that is asked for too often gets one message in this time; in between flows share its code.
    The caller holds the account's row of `send_quotas`: two flows cannot both find none.
    """
    query = """
        SELECT shared.code_mac, shared.message_id
          FROM shared_codes AS shared
          JOIN messages AS m ON m.id = shared.message_id AND m.state <> 'failed'
               AND m.company_id IS NOT DISTINCT FROM CAST(:company_id AS uuid)
         WHERE shared.subject = :subject AND shared.made_at > now() - interval '10 minutes'
    """
    return await connection.fetch_record(SharedCode, query, subject=subject, company_id=company_id)


async def keep_shared_code(connection: Connection, code: SharedCode, *, subject: bytes) -> None:
    made = {"code_mac": code.code_mac, "message_id": code.message_id, "made_at": func.now()}
    kept = upsert(shared_codes).values(subject=subject, **made)
    await connection.execute(kept.on_conflict_do_update(index_elements=["subject"], set_=made))


async def forget_shared_code(connection: Connection, *, subject: bytes) -> None:
    """Delete a used shared code, so that no further flow gets it."""
    await connection.execute(delete(shared_codes).filter_by(subject=subject))


@dataclass(frozen=True, kw_only=True)
class WaitingSignup:
    """`is_own`: the caller's browser holds its flow, and has typed its codes."""

    flow_id: UUID
    is_own: bool
    password_hash: str = field(repr=False)


async def open_signup_flow(
    connection: Connection, *, secret: str, channel: Channel, address: str, **form: object
) -> UUID:
    """Open a flow without a user, which waits for its first code, and store the form. Returns its id."""
    flow = {"secret_hash": token_hash(secret), "handle": uuid4(), "channel": channel, "address": address}
    step = {"context": FlowContext.SIGNUP, "state": FlowState.CODE_REQUIRED}
    expires_at = func.now() + cast(timedelta(seconds=FLOW_COOKIE.seconds), Interval)
    opened = insert(flows).values(**flow, **step, expires_at=expires_at)
    flow_id: UUID = await connection.fetch_value(opened.returning(flows.c.id))
    await connection.execute(insert(signups).values(flow_id=flow_id, **form))
    return flow_id


async def mark_signup_verified(connection: Connection, *, flow_id: UUID, channel: Channel) -> UUID | None:
    """Mark the contact of the code verified. Returns the company that is applied to, if any."""
    verified_at = signups.c.phone_verified_at if channel is Channel.SMS else signups.c.email_verified_at
    verified = update(signups).filter_by(flow_id=flow_id).values({verified_at: func.coalesce(verified_at, func.now())})
    return await connection.find_value(UUID, verified.returning(signups.c.applies_to))


async def find_founding(connection: Connection, *, flow_id: UUID) -> UUID | None:
    """Return the invitation with which the sign-up founds a company, if it has one."""
    return await connection.find_value(UUID, select(signups.c.founded_by).filter_by(flow_id=flow_id))


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
    query = """
        SELECT f.id AS flow_id, s.password_hash,
               f.secret_hash IS NOT DISTINCT FROM CAST(:secret_hash AS bytea) AS is_own
          FROM signups s JOIN flows f ON f.id = s.flow_id
         WHERE s.email = :email AND s.email_verified_at IS NOT NULL AND f.state = 'company_required'
           AND f.expires_at > now()
         ORDER BY is_own DESC, f.id DESC LIMIT 1
    """
    return await connection.fetch_record(
        WaitingSignup, query, email=email, secret_hash=None if secret is None else token_hash(secret)
    )


async def copy_signup(
    connection: Connection, *, flow_id: UUID, secret: str, needs_code: bool, address: str
) -> UUID | None:
    """Open a flow of its own for another browser, which ends when the first one does.

    With `needs_code` the email must be verified again. Returns None when the first flow waits no more.
    """
    query = """
        WITH waiting AS (
            SELECT f.expires_at, s.* FROM flows f JOIN signups s ON s.flow_id = f.id
             WHERE f.id = :flow_id AND f.state = 'company_required' AND f.expires_at > now()),
        opened AS (
            INSERT INTO flows (secret_hash, handle, context, state, channel, address, expires_at)
            SELECT :secret_hash, :handle, 'SIGNUP', :state, :channel, :address, expires_at FROM waiting
            RETURNING id)
        INSERT INTO signups (flow_id, email, phone, full_name, password_hash, email_verified_at, phone_verified_at,
                             founded_by)
        SELECT opened.id, email, phone, full_name, password_hash,
               CASE WHEN NOT :needs_code THEN email_verified_at END, phone_verified_at, founded_by
          FROM waiting, opened
        RETURNING flow_id
    """
    return await connection.find_value(
        UUID,
        query,
        flow_id=flow_id,
        secret_hash=token_hash(secret),
        handle=uuid4(),
        state=FlowState.CODE_REQUIRED if needs_code else FlowState.COMPANY_REQUIRED,
        channel=Channel.EMAIL,
        address=address,
        needs_code=needs_code,
    )
