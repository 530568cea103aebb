"""Flows are found by their secret alone, which belongs to one browser; the user's id adds no power."""

from collections.abc import Collection, Sequence
from typing import Final, Unpack
from uuid import UUID

from server.access.flows.flow import Flow, FlowContext, FlowState
from server.messaging.messages.kinds import Channel, Delivery, MessageState
from server.platform.database.connections import Connection, Row
from server.platform.http.client import FLOW_SECONDS
from server.platform.process.crypto import token_hash
from server.vocabulary.identifiers import Identifier, IdentifierKind, kind_of
from server.vocabulary.identity import AccountKey, FactorMethod, Method

_COLUMNS: Final = """
    f.id, u.company_id, u.id AS user_id, f.handle, f.context, f.state, f.temporary_password, f.channel, f.used_channels,
    f.code_digits, f.attempts, f.sends, f.resend_at, f.code_expires_at, f.methods, f.address, f.expires_at, f.version,
    now() AS read_at, m.state AS message_state, f.typed_email AS identifier,
    coalesce(u.email, s.email) AS email, coalesce(u.label, s.email) AS label,
    coalesce(u.phone, s.phone) AS phone, u.phone_verified_at IS NOT NULL AS phone_is_verified,
    coalesce(u.full_name, s.full_name) AS full_name,
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
         WHERE c.company_id = f.company_id AND c.user_id = f.user_id AND c.used_at IS NULL) END AS factors
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
    AND f.expires_at > now()
    AND (f.user_id IS NULL OR u.is_active OR (f.context = 'PASSWORD_RESET' AND f.state = 'code_required'))
"""
_FIND: Final = f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE f.secret_hash = :secret_hash AND {_LIVE}"  # noqa: S608 - fixed text
_GET: Final = f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE f.id = :flow_id AND {_LIVE}"  # noqa: S608 - fixed text
_LIVE_OF: Final = f"SELECT f.id FROM {_SOURCE} WHERE f.id = ANY(CAST(:flow_ids AS uuid[])) AND {_LIVE}"  # noqa: S608 - fixed text
_OPENED: Final = f"SELECT {_COLUMNS} FROM {_SOURCE.replace('flows f', 'opened f')}"  # noqa: S608 - fixed text
_OPEN: Final = f"""
    WITH opened AS (
        INSERT INTO flows (secret_hash, company_id, user_id, handle, context, state, channel, temporary_password,
                           methods, address, expires_at)
        SELECT :secret_hash, company_id, id, id, :context, :state, :channel, :temporary_password,
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
_OPEN_RESET: Final = f"""
    WITH person AS (
        SELECT company_id, id FROM users WHERE {{condition}} FOR KEY SHARE),
    opened AS (
        INSERT INTO flows (secret_hash, company_id, user_id, handle, context, state, channel, typed_email, address,
                           expires_at)
        SELECT :secret_hash, person.company_id, person.id, :handle, :context, :state, :channel, :identifier, :address,
               now() + make_interval(secs => :seconds)
          FROM (VALUES (true)) AS asked(once) LEFT JOIN person ON asked.once
        RETURNING *)
    {_OPENED}
"""  # noqa: S608 - fixed text
_DELIVERIES: Final = {
    None: None,
    MessageState.QUEUED: Delivery.QUEUED,
    MessageState.SENT: Delivery.SENT,
    MessageState.FAILED: Delivery.FAILED,
    MessageState.EXPIRED: Delivery.FAILED,
}


async def open_flow(
    connection: Connection,
    *,
    secret: str,
    context: FlowContext,
    state: FlowState,
    channel: Channel,
    temporary_password: bool,
    address: str,
    methods: Collection[Method] = (),
    **owner: Unpack[AccountKey],
) -> Flow | None:
    """Open the flow of an active account. Returns None when the account is gone or inactive."""
    row = await connection.fetch_one(
        _OPEN,
        secret_hash=token_hash(secret),
        **owner,
        context=context.value,
        state=state.value,
        channel=channel.value,
        temporary_password=temporary_password,
        methods=sorted(methods),
        address=address,
        seconds=float(FLOW_SECONDS),
    )
    return None if row is None else _flow(row)


async def open_reset_flow(
    connection: Connection, *, secret: str, handle: UUID, identifier: Identifier, address: str
) -> Flow:
    """Open a flow of the active account that this names, or by the same statement one without an account."""
    values = {} if identifier.company is None else {"company": identifier.company}
    row: Row = await connection.fetch_one(
        _OPEN_RESET.format(condition=_RESETTABLE[identifier.kind]),
        value=identifier.value,
        **values,
        secret_hash=token_hash(secret),
        handle=handle,
        context=FlowContext.PASSWORD_RESET.value,
        state=FlowState.CODE_REQUIRED.value,
        channel=(Channel.EMAIL if identifier.kind is IdentifierKind.EMAIL else Channel.SMS).value,
        identifier=identifier.text,
        address=address,
        seconds=float(FLOW_SECONDS),
    )
    return _flow(row)


async def find_flow(connection: Connection, *, secret: str) -> Flow | None:
    """Find the live flow with this secret."""
    row = await connection.fetch_one(_FIND, secret_hash=token_hash(secret))
    return None if row is None else _flow(row)


async def lock_flow(connection: Connection, *, secret: str) -> Flow | None:
    """Find it, locked until the transaction ends; its account is locked first, as in every step."""
    await connection.execute(
        """
        SELECT true FROM users
         WHERE (company_id, id) = (SELECT company_id, user_id FROM flows WHERE secret_hash = :secret_hash)
           FOR NO KEY UPDATE
        """,
        secret_hash=token_hash(secret),
    )
    row = await connection.fetch_one(f"{_FIND} FOR UPDATE OF f", secret_hash=token_hash(secret))
    return None if row is None else _flow(row)


async def get_flow(connection: Connection, *, flow_id: UUID) -> Flow | None:
    """Find the live flow with this id."""
    row = await connection.fetch_one(_GET, flow_id=flow_id)
    return None if row is None else _flow(row)


async def live_flow_ids(connection: Connection, *, flow_ids: Collection[UUID]) -> set[UUID]:
    """Return the ids of the flows that have not ended."""
    rows = await connection.fetch_all(_LIVE_OF, flow_ids=list(flow_ids))
    return {row.id for row in rows}


async def advance_flow(
    connection: Connection, *, flow_id: UUID, before: FlowState, after: FlowState, method: Method | None = None
) -> bool:
    """Consume one step, by `method`. Returns False when it was consumed before. A used code is removed."""
    moved = await connection.fetch_value(
        """
        UPDATE flows
           SET state = :after, code_mac = NULL, code_expires_at = NULL, attempts = 0,
               methods = methods || CAST(:methods AS text[]), version = version + 1
         WHERE id = :flow_id AND state = :before AND expires_at > now() RETURNING true
        """,
        flow_id=flow_id,
        before=before.value,
        after=after.value,
        methods=[] if method is None else [method.value],
    )
    return moved is not None


async def raise_version(connection: Connection, *, flow_id: UUID) -> bool:
    """Raise the version of a flow after a change of its code's delivery, which is stored outside its row.

    Returns False for a reset, whose page never shows it.
    """
    raised = await connection.fetch_value(
        """
        UPDATE flows SET version = version + 1 WHERE id = :flow_id AND context <> 'PASSWORD_RESET' RETURNING true
        """,
        flow_id=flow_id,
    )
    return raised is not None


def _delivery(row: Row) -> Delivery | None:
    """Read the delivery of a code: always queued for a reset, whose caller must not learn whether a mail was sent."""
    if row.context == FlowContext.PASSWORD_RESET:
        return Delivery.QUEUED
    return _DELIVERIES[row.message_state]


def _contacts(row: Row) -> tuple[str | None, str | None]:
    """Return email and phone. A reset shows what was typed, so that it does not matter whether an account has it."""
    kind = None if row.identifier is None else kind_of(row.identifier)
    return (
        row.identifier if kind is IdentifierKind.EMAIL else row.email,
        row.identifier if kind is IdentifierKind.PHONE else row.phone,
    )


def _flow(row: Row) -> Flow:
    fields = dict(row)
    email, phone = _contacts(row)
    del fields["message_state"]
    fields |= {
        "context": FlowContext(row.context),
        "state": FlowState(row.state),
        "channel": Channel(row.channel),
        "used_channels": frozenset(map(Channel, row.used_channels)),
        "methods": frozenset(map(Method, row.methods)),
        "factors": tuple(kind for kind in FactorMethod if kind in (row.factors or ())),
        "delivery": _delivery(row),
        "label": row.identifier or row.label,
        "email": email,
        "phone": phone,
        "verified_contacts": frozenset(map(Channel, row.verified_contacts)),
    }
    return Flow(**fields)


async def end_flow(connection: Connection, *, secret: str) -> list[UUID]:
    """End a browser's flow. Returns its id, unless it had ended before."""
    rows = await connection.fetch_all(
        """
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE secret_hash = :secret_hash AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        secret_hash=token_hash(secret),
    )
    return [row.id for row in rows]


async def end_other_flows(connection: Connection, *, flow_id: UUID | None, **owner: Unpack[AccountKey]) -> list[UUID]:
    """End the account's flows but this one, after its password was set. Returns their ids."""
    return await end_flows_of_users(connection, [owner["user_id"]], company_id=owner["company_id"], spared=flow_id)


async def end_flows_of_users(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, spared: UUID | None = None
) -> list[UUID]:
    """End the flows of accounts, but for the one that is spared. Returns their ids.

    A reset that waits for its code loses its account instead: its caller must not learn of any change.
    """
    rows = await connection.fetch_all(
        """
        WITH detached AS (
            UPDATE flows SET company_id = NULL, user_id = NULL, message_id = NULL
             WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
               AND id IS DISTINCT FROM CAST(:spared AS uuid)
               AND context = 'PASSWORD_RESET' AND state = 'code_required')
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
           AND id IS DISTINCT FROM CAST(:spared AS uuid)
           AND NOT (context = 'PASSWORD_RESET' AND state = 'code_required') AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        company_id=company_id,
        user_ids=user_ids,
        spared=spared,
    )
    return [row.id for row in rows]


async def end_flows_by_sms(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> list[UUID]:
    """End the sign-ins and resets for which a code was sent to a phone that is not the account's any more.

    A reset that waits for its code continues like one of an unknown phone: its end would reveal the account.
    """
    owners = {"company_id": company_id, "user_ids": user_ids}
    await connection.execute(
        """
        UPDATE flows SET company_id = NULL, user_id = NULL
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND state = 'code_required'
           AND context = 'PASSWORD_RESET' AND channel = 'SMS'
        """,
        **owners,
    )
    rows = await connection.fetch_all(
        """
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
           AND (state = 'code_required' AND (channel = 'SMS' OR other_code_mac IS NOT NULL)
                OR state = 'password_required' AND context = 'PASSWORD_RESET' AND channel = 'SMS')
        RETURNING id
        """,
        **owners,
    )
    return [row.id for row in rows]


async def end_chosen_flows(connection: Connection, *, company_id: UUID, flow_ids: Sequence[UUID]) -> list[UUID]:
    """End these flows. Returns the ids of those that had not ended."""
    rows = await connection.fetch_all(
        """
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND id = ANY(CAST(:flow_ids AS uuid[])) AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        company_id=company_id,
        flow_ids=flow_ids,
    )
    return [row.id for row in rows]


async def delete_expired_flows(connection: Connection) -> None:
    """Delete flows a day after their end, when no page reads them any more."""
    await connection.execute("DELETE FROM flows WHERE expires_at < now() - interval '1 day'")
