"""The outbox in Postgres: messages, their claims and outcomes, daily counts, and what development keeps.

A claim pushes `next_attempt_at` ahead by a lease; what its worker does not finish is due again after it. Rows are
locked in the order users, messages, imports, which is that of deleting a user.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, case, delete, func, insert, literal, literal_column, select, update

from server.company.companies.suspension import is_suspended
from server.messaging.messages import kinds
from server.messaging.messages.tables import captured_messages, messages
from server.platform.database.connections import Connection, Row, any_id, quoted
from server.platform.database.ids import new_ids
from server.platform.process.crypto import Keyring, Purpose, SealError
from server.vocabulary.languages import language_of
from server.vocabulary.link_tokens import LinkSubject, NoticeSubject, make_link_token, make_notice_token
from server.vocabulary.regions import DEFAULT_REGION

# The language of a message's recipient, else that of the request which has caused it, else that of its company, whose
# region it has, and the logo and name of one that the operator has verified under its name.
_RECIPIENT: Final = """
    coalesce((SELECT u.language FROM users u WHERE u.company_id = messages.company_id AND u.id = messages.user_id),
             messages.parameters ->> 'language',
             (SELECT c.language FROM companies c WHERE c.id = messages.company_id)) AS language,
    (SELECT c.region FROM companies c WHERE c.id = messages.company_id) AS region,
    (SELECT l.id FROM company_logos l JOIN companies c ON c.id = l.company_id
      WHERE l.company_id = messages.company_id AND c.name = c.trusted_name) AS logo_id,
    (SELECT c.name FROM companies c WHERE c.id = messages.company_id AND c.name = c.trusted_name) AS verified_name
"""

# What waits and can be sent by this version: other kinds, channels and occasions are left to a newer worker. What a
# suspended company has to say waits until it is resumed.
WAITS: Final = f"""
    m.state = 'queued' AND m.kind IN ({quoted(kinds.MessageKind)}) AND m.channel IN ({quoted(kinds.Channel)})
    AND coalesce(m.occasion, 'again') IN ('again', 'reminder', 'digest') AND NOT {is_suspended("m.company_id")}
"""


def companies_waiting(kind: str) -> str:
    """`waiting` of a recursive query: the companies that have messages of a kind of many people to send now.

    Companies whose messages wait for a later moment take no share from the others.
    """
    first = f"SELECT company_id FROM messages WHERE is_bulk AND kind = '{kind}' AND next_attempt_at IS NOT NULL"  # noqa: S608 - constants
    return f"""
        companies_found AS (
            ({first} ORDER BY company_id LIMIT 1)
            UNION ALL
            SELECT ({first} AND company_id > found.company_id ORDER BY company_id LIMIT 1)
              FROM companies_found found WHERE found.company_id IS NOT NULL
        ), waiting AS (
            SELECT company_id FROM companies_found found
             WHERE EXISTS ({first} AND company_id = found.company_id AND next_attempt_at <= now())
               AND NOT {is_suspended("found.company_id")})
    """  # noqa: S608 - constants


async def find_tomorrow(connection: Connection) -> datetime:
    """Midnight UTC, where every daily limit begins again."""
    tomorrow: datetime = await connection.fetch_value("SELECT date_trunc('day', now(), 'UTC') + interval '1 day'")
    return tomorrow


DELETE_OLD_QUOTAS: Final = "DELETE FROM send_quotas WHERE day < (now() AT TIME ZONE 'UTC')::date - 1"
DELETE_OLD_CAPTURED_MESSAGES: Final = """
    DELETE FROM captured_messages WHERE message_id IN (
        SELECT message_id FROM captured_messages WHERE created_at < now() - interval '7 days'
         ORDER BY created_at LIMIT :limit)
"""
# Messages of no account: of sign-ups, and of resets without one.
DELETE_OLD_OWNERLESS_MESSAGES: Final = """
    DELETE FROM messages WHERE id IN (
        SELECT id FROM messages
         WHERE user_id IS NULL AND company_id IS NULL AND created_at < now() - interval '7 days' LIMIT :limit)
"""


async def count_sends(connection: Connection, *, subjects: Sequence[tuple[str, bytes]]) -> dict[str, int]:
    """Add one send of today (UTC) to every (scope, subject); the new counts by scope."""
    counted = await add_sends(connection, dict.fromkeys(subjects, 1))
    return {scope: sends for (scope, _), sends in counted.items()}


async def add_sends(connection: Connection, asked: Mapping[tuple[str, bytes], int]) -> dict[tuple[str, bytes], int]:
    """Add so many sends of today (UTC) to each (scope, subject); the new counts.

    The rows are taken in one order, so that two senders cannot wait for each other.
    """
    query = """
        INSERT INTO send_quotas AS quota (scope, subject, day, sends)
        SELECT scope, subject, (now() AT TIME ZONE 'UTC')::date, asked
          FROM unnest(CAST(:scopes AS text[]), CAST(:subjects AS bytea[]), CAST(:numbers AS int[]))
             AS given(scope, subject, asked) ORDER BY scope, subject
        ON CONFLICT (scope, subject, day) DO UPDATE SET sends = quota.sends + excluded.sends
        RETURNING scope, subject, sends
    """
    rows = await connection.fetch_all(
        query,
        scopes=[scope for scope, _ in asked],
        subjects=[subject for _, subject in asked],
        numbers=list(asked.values()),
    )
    return {(row["scope"], row["subject"]): row["sends"] for row in rows}


async def forget_sends(connection: Connection, *, subjects: Sequence[tuple[str, bytes]]) -> None:
    """Today's sends of every (scope, subject), taken in the same order."""
    query = """
        WITH held AS (
            SELECT quota.scope, quota.subject, quota.day
              FROM send_quotas AS quota JOIN unnest(CAST(:scopes AS text[]), CAST(:subjects AS bytea[]))
                 AS asked(scope, subject)
                   ON quota.scope = asked.scope AND quota.subject = asked.subject
             WHERE quota.day = (now() AT TIME ZONE 'UTC')::date
             ORDER BY quota.scope, quota.subject FOR UPDATE OF quota)
        DELETE FROM send_quotas AS quota USING held
         WHERE quota.scope = held.scope AND quota.subject = held.subject AND quota.day = held.day
    """
    await connection.execute(
        query, scopes=[scope for scope, _ in subjects], subjects=[subject for _, subject in subjects]
    )


async def keep_messages(connection: Connection, sent: Sequence[kinds.Outgoing]) -> None:
    """A message that is captured twice is kept once, with what its text needs. The secret stays sealed."""
    query = f"""
        INSERT INTO captured_messages
            (message_id, kind, channel, recipient, parameters, secret, import_id, created_at, language, region,
             logo_id)
        SELECT id, kind, channel, recipient, given.parameters
                   || jsonb_strip_nulls(jsonb_build_object('verified_name', whose.verified_name)),
               secret, import_id, clock_timestamp(), whose.language, whose.region, whose.logo_id
          FROM unnest(CAST(:message_ids AS uuid[]), CAST(:parameters AS jsonb[])) AS given (message_id, parameters)
          JOIN messages ON id = given.message_id, LATERAL (SELECT {_RECIPIENT}) AS whose
        ON CONFLICT (message_id) DO NOTHING
    """  # noqa: S608 - constants
    parameters = [each.parameters for each in sent]
    await connection.execute(query, message_ids=[each.id for each in sent], parameters=parameters)


async def newest_captured(
    connection: Connection, *, recipient: str | None, limit: int, keys: Keyring
) -> list[kinds.Outgoing]:
    message_id = captured_messages.c.message_id
    name = captured_messages.c.parameters["verified_name"].astext.label("verified_name")
    newest = select(captured_messages, message_id.label("id"), name).order_by(
        captured_messages.c.created_at.desc(), message_id.desc()
    )
    known = newest.where(captured_messages.c.kind.in_(kinds.MessageKind))
    named = known if recipient is None else known.filter_by(recipient=recipient)
    return [_outgoing(row, keys=keys) for row in await connection.fetch_all(named.limit(limit))]


async def delete_captured_of(connection: Connection, *, recipient: str) -> None:
    await connection.execute(delete(captured_messages).filter_by(recipient=recipient))


WITHDRAWN: Final = "The address was changed or withdrawn"
# After an invitation was sent its reminder is due.
REMIND_AFTER: Final = timedelta(days=3)


def seal(keys: Keyring, message_id: UUID, secret: str) -> bytes:
    """Seal the secret of one message; it cannot be opened in the row of another."""
    return keys.seal(Purpose.OUTBOX, secret, context=message_id.bytes)


def unseal(keys: Keyring, message_id: UUID, sealed: bytes) -> str:
    """Raises server.platform.process.crypto.SealError."""
    return keys.open(Purpose.OUTBOX, sealed, context=message_id.bytes)


def link_of(keys: Keyring, parameters: dict[str, Any], *, recipient: str) -> str | None:
    """The token of the link of an invitation or a notice; None for other messages, and before the first claim."""
    if (notice := parameters.get("notice")) is not None:
        return make_notice_token(keys, NoticeSubject.model_validate(notice), email=recipient)
    opens = parameters.get("opens")
    return None if opens is None else make_link_token(keys, LinkSubject.model_validate({**opens, "contact": recipient}))


_AHEAD: Final[ColumnElement[datetime]] = literal_column("now() - interval '1 hour'")


async def insert_message(
    connection: Connection, row: Mapping[str, Any], *, secret: bytes | None, goes_out: bool
) -> None:
    """Add a message of this row, which names its company; one that does not go out expires at once."""
    state = kinds.MessageState.QUEUED if goes_out else kinds.MessageState.EXPIRED
    # Both run the same statement, so that its time does not tell which it is.
    # A single one of a kind that files send goes before what became due of a file in the hour before.
    moment = _AHEAD if row["kind"] in kinds.BULK else func.now()
    due = case((literal(goes_out), moment))
    values = {**row, "secret": secret, "state": state, "next_attempt_at": due, "is_bulk": row["kind"] in kinds.BULK}
    await connection.execute(insert(messages).values(values))


async def insert_messages(
    connection: Connection,
    kind: kinds.MessageKind,
    mails: Sequence[tuple[UUID, str, dict[str, Any], bool]],
    *,
    company_id: UUID,
) -> None:
    """Add mails, each to (user, email) with parameters; one that does not go out expires at once."""
    query = """
        INSERT INTO messages (company_id, user_id, kind, channel, recipient, parameters, state, next_attempt_at)
        SELECT :company_id, each.user_id, :kind, 'EMAIL', each.recipient, CAST(each.parameters AS jsonb),
               CASE WHEN each.goes_out THEN 'queued' ELSE 'expired' END, CASE WHEN each.goes_out THEN now() END
          FROM unnest(CAST(:user_ids AS uuid[]), CAST(:recipients AS text[]), CAST(:parameters AS text[]),
                      CAST(:goes_out AS boolean[])) AS each(user_id, recipient, parameters, goes_out)
    """
    await connection.execute(
        query,
        company_id=company_id,
        kind=kind.value,
        user_ids=[each[0] for each in mails],
        recipients=[each[1] for each in mails],
        parameters=[json.dumps(each[2]) for each in mails],
        goes_out=[each[3] for each in mails],
    )


async def copy_messages(
    connection: Connection, recipients: Sequence[tuple[UUID, str]], *, company_id: UUID, kind: str
) -> None:
    """A message to each (user, email or phone) that is due now and gets its text and secret when it is claimed."""
    ids = new_ids(len(recipients))
    await connection.raw.copy_records_to_table(
        "messages",
        records=[
            (message_id, company_id, user_id, kind, kind in kinds.BULK, kinds.channel_of(contact).value, contact)
            for message_id, (user_id, contact) in zip(ids, recipients, strict=True)
        ],
        columns=("id", "company_id", "user_id", "kind", "is_bulk", "channel", "recipient"),
    )


async def claim_one(
    connection: Connection, *, message_id: UUID, lease: timedelta, keys: Keyring
) -> kinds.Outgoing | None:
    """The message, when it is due, unclaimed and not replaced by a newer code."""
    query = f"""
        UPDATE messages SET attempts = attempts + 1, next_attempt_at = now() + :lease
         WHERE id = (
               SELECT id FROM messages m
                WHERE id = :message_id AND {WAITS} AND next_attempt_at <= now()
                  AND (expires_at IS NULL OR expires_at > now())
                  AND NOT EXISTS (SELECT FROM flows f WHERE f.id = m.flow_id AND f.message_id <> m.id
                                     AND f.other_message_id IS DISTINCT FROM m.id) FOR NO KEY UPDATE)
        RETURNING messages.*, {_RECIPIENT}
    """  # noqa: S608 - constants
    row = await connection.fetch_one(query, message_id=message_id, lease=lease)
    return None if row is None else _outgoing(row, keys=keys)


async def claim_notices(connection: Connection, *, limit: int, lease: timedelta, keys: Keyring) -> list[kinds.Outgoing]:
    """Messages that are due, neither codes nor bulk."""
    query = f"""
        UPDATE messages SET attempts = attempts + 1, next_attempt_at = now() + :lease
         WHERE id IN (
               SELECT id FROM messages m
                WHERE NOT is_bulk AND kind <> 'code' AND {WAITS} AND next_attempt_at <= now()
                  AND (expires_at IS NULL OR expires_at > now())
                ORDER BY next_attempt_at LIMIT :limit FOR UPDATE SKIP LOCKED)
        RETURNING messages.*, {_RECIPIENT}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, limit=limit, lease=lease)
    return [_outgoing(row, keys=keys) for row in rows]


async def note_handed(connection: Connection, message_ids: Sequence[UUID]) -> set[UUID]:
    """Return those that are handed over now: after two workers that ended meanwhile no third one tries."""
    query = "UPDATE messages SET handed = handed + 1 WHERE id = ANY(:message_ids) AND handed < 2 RETURNING id"
    return set(await connection.fetch_column(query, message_ids=list(message_ids)))


_OUTGOING: Final = TypeAdapter(kinds.Outgoing)


def _outgoing(row: Row, *, keys: Keyring) -> kinds.Outgoing:
    parameters, secret, is_readable = row.parameters or {}, None, True
    if row.secret is not None:
        try:
            secret = unseal(keys, row.id, row.secret)
        except SealError:
            is_readable = False
    link = link_of(keys, parameters, recipient=row.recipient)
    made = {"parameters": parameters, "secret": secret, "link": link, "is_readable": is_readable}
    made |= {"language": language_of(row.language), "region": row.region or DEFAULT_REGION}
    return _OUTGOING.validate_python({**row, **made})


async def lease_messages(
    connection: Connection,
    parameters: Mapping[UUID, dict[str, Any]],
    *,
    secrets: Mapping[UUID, bytes],
    lease: timedelta,
    life: timedelta,
    keys: Keyring,
) -> list[kinds.Outgoing]:
    """Claim these messages, which this transaction has locked: their first claim gives them their parameters.

    `secrets` are those that are new, sealed. A message that has no end yet expires `life` from now.
    """
    if not parameters:
        return []
    query = f"""
        UPDATE messages
           SET attempts = attempts + 1, next_attempt_at = now() + :lease, secret = coalesce(messages.secret,
               new.secret),
               parameters = coalesce(messages.parameters, new.parameters), expires_at = coalesce(expires_at,
                   now() + :life)
          FROM unnest(CAST(:ids AS uuid[]), CAST(:secrets AS bytea[]), CAST(:parameters AS jsonb[]))
               AS new (message_id, secret, parameters)
         WHERE id = new.message_id
        RETURNING messages.*, {_RECIPIENT}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(
        query,
        ids=list(parameters),
        secrets=[secrets.get(message_id) for message_id in parameters],
        parameters=list(parameters.values()),
        lease=lease,
        life=life,
    )
    return [_outgoing(row, keys=keys) for row in rows]


async def postpone(connection: Connection, moments: Mapping[UUID, datetime]) -> None:
    """Messages that are due are due again at these moments."""
    if moments:
        query = """
            UPDATE messages m SET next_attempt_at = r.moment
              FROM unnest(CAST(:ids AS uuid[]), CAST(:moments AS timestamptz[])) AS r(id, moment)
             WHERE m.id = r.id
        """
        await connection.execute(query, ids=list(moments), moments=list(moments.values()))


async def release_postponed(connection: Connection, *, company_id: UUID, kind: kinds.MessageKind) -> int:
    """The company's messages that wait for their first claim are due now; how many there are."""
    waiting = update(messages).filter_by(company_id=company_id, kind=kind, parameters=None)
    postponed = waiting.where(messages.c.next_attempt_at > func.now())
    return len(await connection.fetch_all(postponed.values(next_attempt_at=func.now()).returning(messages.c.id)))


async def drop_messages(
    connection: Connection, message_ids: Collection[UUID], *, state: kinds.MessageState, reason: str
) -> None:
    """Settle messages that are not sent at all."""
    if message_ids:
        dropped = update(messages).where(messages.c.id == any_id(list(message_ids)))
        await connection.execute(dropped.values(state=state, next_attempt_at=None, secret=None, error=reason))


async def withdraw_messages(
    connection: Connection, user_id: UUID, *, company_id: UUID, kind: kinds.MessageKind
) -> None:
    """Send none of this kind that wait for a locked account, and no reminder of those that were sent."""
    query = """
        UPDATE messages
           SET remind_at = NULL, next_attempt_at = NULL, secret = NULL,
               state = CASE WHEN state = 'queued' THEN 'expired' ELSE state END,
               error = CASE WHEN state = 'queued' THEN :withdrawn ELSE error END
         WHERE company_id = :company_id AND user_id = :user_id AND kind = :kind
            AND (state = 'queued' OR remind_at IS NOT NULL)
    """
    await connection.execute(query, company_id=company_id, user_id=user_id, kind=kind.value, withdrawn=WITHDRAWN)


async def record_attempts(
    connection: Connection, messages: Sequence[kinds.Outgoing], attempts: Sequence[kinds.Attempt]
) -> dict[UUID, kinds.MessageState]:
    """Write what became of claimed messages, within a transaction; those that are settled (sent or failed).

    A secret is wiped with the last attempt. A sent invitation gets the moment of its reminder.
    """
    by_id = {message.id: message for message in messages}
    verdicts = zip(*(_verdict(attempt, by_id[attempt.message_id]) for attempt in attempts), strict=True)
    rows = await connection.raw.fetch(
        """
        UPDATE messages m
           SET state = r.state, provider_id = r.provider_id, error = r.error,
               attempts = m.attempts - r.untried, handed = r.handed, next_attempt_at = now() + r.delay,
               secret = CASE WHEN r.state = 'queued' THEN m.secret END,
               sent_at = CASE WHEN r.state = 'sent' THEN now() END,
               remind_at = CASE WHEN r.state = 'sent' AND m.kind = 'invitation'
                                 AND m.occasion IS DISTINCT FROM 'reminder' THEN now() + $8::interval END
          FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::interval[], $6::smallint[],
                      $7::smallint[]) AS r(id, state, provider_id, error, delay, untried, handed)
         WHERE m.id = r.id AND m.state = 'queued'
        RETURNING m.id, m.state
        """,
        *verdicts,
        REMIND_AFTER,
    )
    return {row["id"]: kinds.MessageState(row["state"]) for row in rows if row["state"] != kinds.MessageState.QUEUED}


def _verdict(
    attempt: kinds.Attempt, message: kinds.Outgoing
) -> tuple[UUID, str, str | None, str | None, timedelta | None, int, int]:
    delay = None
    state = kinds.MessageState.SENT
    if attempt.outcome is kinds.Outcome.UNTRIED:
        state, delay = kinds.MessageState.QUEUED, timedelta()
    elif attempt.outcome is not kinds.Outcome.SENT:
        again = attempt.outcome is kinds.Outcome.RETRY
        delay = kinds.delay_after(message.attempts, kind=message.kind) if again else None
        if delay is not None and attempt.retry_after is not None:
            delay = max(delay, attempt.retry_after)
        state = kinds.MessageState.FAILED if delay is None else kinds.MessageState.QUEUED
    untried = int(attempt.outcome is kinds.Outcome.UNTRIED)
    # One that was not tried is as often handed over as before.
    handed = message.handed if untried else 0
    return message.id, state.value, attempt.provider_id, attempt.error, delay, untried, handed


async def overdue_codes(connection: Connection, *, limit: int) -> list[UUID]:
    """Codes that a job which was enqueued after commit should have sent by now."""
    query = f"""
        SELECT id FROM messages m WHERE NOT is_bulk AND kind = 'code' AND {WAITS}
           AND next_attempt_at < now() - interval '1 second'
         ORDER BY next_attempt_at LIMIT :limit
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, limit=limit)


async def has_overdue_messages(connection: Connection) -> bool:
    """Whether a message other than a code is overdue."""
    query = f"""
        (SELECT FROM messages m WHERE is_bulk AND {WAITS}
            AND next_attempt_at < now() - interval '1 second' LIMIT 1)
        UNION ALL
        (SELECT FROM messages m WHERE NOT is_bulk AND kind <> 'code' AND {WAITS}
            AND next_attempt_at < now() - interval '1 second' LIMIT 1)
    """  # noqa: S608 - constants
    return await connection.has_row(query)


# More of a kind are not counted.
MOST_COUNTED: Final = 10_000
_SINGLE: Final = "SELECT kind, next_attempt_at AS due_at FROM messages WHERE NOT is_bulk AND next_attempt_at <= now()"
_AGE: Final = "coalesce(extract(epoch FROM now() - min(due_at)), 0) AS age"


def _measured(kind: str) -> str:
    """Look for them by company, which passes over what waits for a later moment."""
    due = f"""SELECT next_attempt_at AS due_at FROM messages WHERE is_bulk AND kind = '{kind}'
        AND company_id = waiting.company_id AND next_attempt_at <= now() ORDER BY next_attempt_at"""  # noqa: S608 - constants
    return f"""
        SELECT '{kind}s', (SELECT count(*) FROM (
            SELECT FROM waiting, LATERAL ({due} LIMIT {MOST_COUNTED}) AS due LIMIT {MOST_COUNTED}) AS counted), {_AGE}
          FROM waiting, LATERAL ({due} LIMIT 1) AS oldest
    """  # noqa: S608 - constants


# Codes are the newest: they expire within minutes.
_MEASURES: Final = (
    f"""
        SELECT 'codes' AS kind, count(*) AS depth, {_AGE}
          FROM ({_SINGLE} ORDER BY next_attempt_at DESC LIMIT {MOST_COUNTED}) AS newest WHERE kind = 'code'
        UNION ALL
        SELECT 'notices', count(*), {_AGE}
          FROM ({_SINGLE} AND kind <> 'code' ORDER BY next_attempt_at LIMIT {MOST_COUNTED}) AS oldest
    """,  # noqa: S608 - constants
    *(f"WITH RECURSIVE {companies_waiting(kind)} {_measured(kind)}" for kind in sorted(kinds.BULK)),
)


async def measure_queues(connection: Connection) -> Sequence[Row]:
    """`kind`, `depth` and `age`, the seconds of the oldest, of what is due."""
    return await connection.fetch_all(" UNION ALL ".join(f"({query})" for query in _MEASURES))


async def expire_messages(connection: Connection, *, limit: int) -> list[UUID]:
    """Expire codes and notices whose time has passed, and codes that a newer one has replaced; their flows.

    Secrets are wiped. Bulk messages expire when they are claimed. A reset is not among the flows: its page never shows
    delivery.
    """
    query = f"""
        UPDATE messages SET state = 'expired', next_attempt_at = NULL, secret = NULL
         WHERE id IN (
               SELECT m.id FROM messages m LEFT JOIN flows f ON f.id = m.flow_id
                WHERE NOT m.is_bulk AND m.next_attempt_at IS NOT NULL AND {WAITS}
                  AND (m.expires_at <= now()
                       OR (f.message_id <> m.id AND f.other_message_id IS DISTINCT FROM m.id))
                ORDER BY m.next_attempt_at LIMIT :limit FOR UPDATE OF m SKIP LOCKED)
        RETURNING (SELECT f.id FROM flows f WHERE f.id = messages.flow_id AND f.context <> 'PASSWORD_RESET') AS flow_id
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, limit=limit)
    return [row.flow_id for row in rows if row.flow_id is not None]


async def delete_old_messages(connection: Connection, *, days: int, limit: int) -> None:
    """Delete what is older among the `limit` oldest messages, and neither queued nor reminded of."""
    query = """
        DELETE FROM messages WHERE id IN (
            SELECT id FROM (SELECT id, created_at, state, remind_at FROM messages ORDER BY id LIMIT :limit) AS oldest
             WHERE created_at < now() - make_interval(days => :days) AND state IN ('sent', 'failed', 'expired')
               AND (remind_at IS NULL OR remind_at < now()))
    """
    await connection.execute(query, days=days, limit=limit)
