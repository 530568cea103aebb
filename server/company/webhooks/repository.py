"""SQL of webhooks and their deliveries."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import delete, insert, update

from server.company.webhooks.events import TrailEntry
from server.company.webhooks.schemas import DeliveriesQuery, WebhookDelivery
from server.company.webhooks.tables import webhooks
from server.platform.database.connections import Connection

_WAITING: Final = """
    (SELECT count(*) FROM webhook_deliveries d
      WHERE d.company_id = w.company_id AND d.webhook_id = w.id AND d.state = 'queued') AS waiting
"""
DELETE_OLD_DELIVERIES: Final = """
    DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM webhook_deliveries WHERE created_at < now() - interval '30 days'
         ORDER BY created_at LIMIT :limit)
"""


@dataclass(frozen=True, kw_only=True)
class StoredWebhook:
    id: UUID
    company_id: UUID
    url: str
    events: list[str]
    sealed_secret: bytes
    former_secret: bytes | None
    former_until: datetime | None
    stopped_at: datetime | None
    stopped_why: str | None
    position: int
    version: int
    created_at: datetime
    waiting: int = 0

    @property
    def host(self) -> str:
        """Name it to others: the rest of an address is often a secret of its receiver."""
        return urlsplit(self.url).netloc

    @property
    def subject(self) -> dict[str, Any]:
        """Name it in the audit trail."""
        return {"subject_id": self.id, "subject_label": self.host}


async def list_webhooks(connection: Connection, *, company_id: UUID) -> list[StoredWebhook]:
    query = f"SELECT w.*, {_WAITING} FROM webhooks w WHERE w.company_id = :company_id ORDER BY w.id"  # noqa: S608 - constants
    return await connection.fetch_records(StoredWebhook, query, company_id=company_id)


async def find_webhook(
    connection: Connection, webhook_id: UUID, *, company_id: UUID, locks: bool = False
) -> StoredWebhook | None:
    query = f"""
        SELECT w.*, {_WAITING} FROM webhooks w WHERE w.company_id = :company_id AND w.id = :webhook_id
        {"FOR NO KEY UPDATE OF w" if locks else ""}
    """  # noqa: S608 - constants
    return await connection.fetch_record(StoredWebhook, query, company_id=company_id, webhook_id=webhook_id)


async def add_webhook(connection: Connection, webhook_id: UUID, *, company_id: UUID, values: Mapping[str, Any]) -> None:
    """It is told of what follows; what has been done before it was made is not."""
    query = "SELECT coalesce(max(position), 0) FROM audit_seals WHERE chain = :company_id"
    position = await connection.fetch_number(query, company_id=company_id)
    row = {"company_id": company_id, "id": webhook_id, "position": position, **values}
    await connection.execute(insert(webhooks).values(**row))


async def change_webhook(
    connection: Connection, webhook_id: UUID, *, company_id: UUID, values: Mapping[str, Any]
) -> None:
    changed = update(webhooks).filter_by(company_id=company_id, id=webhook_id)
    await connection.execute(changed.values(version=webhooks.c.version + 1, **values))


async def delete_webhook(connection: Connection, webhook_id: UUID, *, company_id: UUID) -> None:
    await connection.execute(delete(webhooks).filter_by(company_id=company_id, id=webhook_id))


async def list_deliveries(
    connection: Connection, query: DeliveriesQuery, *, company_id: UUID, webhook_id: UUID
) -> tuple[list[WebhookDelivery], int]:
    """(one page, how many there are)."""
    chosen = """
        FROM webhook_deliveries d WHERE d.company_id = :company_id AND d.webhook_id = :webhook_id
         AND (CAST(:state AS text) IS NULL OR d.state = :state)
    """
    values = {"company_id": company_id, "webhook_id": webhook_id, "state": query.state}
    page = f"SELECT d.* {chosen} ORDER BY d.id DESC OFFSET :offset LIMIT :limit"
    rows = await connection.fetch_all(page, **values, offset=query.offset, limit=query.page_size)
    return [WebhookDelivery.model_validate(dict(row)) for row in rows], await connection.fetch_number(
        f"SELECT count(*) {chosen}", **values
    )


async def replay(
    connection: Connection, *, company_id: UUID, webhook_id: UUID, delivery_id: UUID
) -> WebhookDelivery | None:
    """Send a delivery again, with the same id and body."""
    query = """
        UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_attempt_at = now(), error = NULL
         WHERE company_id = :company_id AND webhook_id = :webhook_id AND id = :delivery_id RETURNING *
    """
    values = {"company_id": company_id, "webhook_id": webhook_id, "delivery_id": delivery_id}
    row = await connection.fetch_one(query, **values)
    return None if row is None else WebhookDelivery.model_validate(dict(row))


async def lock_behind(connection: Connection, *, limit: int) -> list[StoredWebhook]:
    """Webhooks whose company has done something that they were not told of yet; other workers have others."""
    query = """
        SELECT w.* FROM webhooks w
         WHERE w.stopped_at IS NULL
           AND EXISTS (SELECT FROM audit_seals s WHERE s.chain = w.company_id AND s.position > w.position)
         ORDER BY w.position LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED
    """
    return await connection.fetch_records(StoredWebhook, query, limit=limit)


async def read_trail(connection: Connection, webhook: StoredWebhook, *, limit: int) -> list[TrailEntry]:
    """The next sealed entries of the company in the order of its chain; those that were trimmed are left out."""
    query = """
        SELECT s.position, e.action, e.subject_id, e.actor_id, e.work_id, e.before, e.after, e.created_at
          FROM audit_seals s JOIN audit_entries e ON e.id = s.entry_id
         WHERE s.chain = :company_id AND s.position > :position AND s.position <= :until ORDER BY s.position
    """
    place = {"position": webhook.position, "until": webhook.position + limit}
    return await connection.fetch_records(TrailEntry, query, company_id=webhook.company_id, **place)


async def add_deliveries(
    connection: Connection, webhook: StoredWebhook, bodies: Sequence[tuple[str, dict[str, Any]]], *, limit: int
) -> None:
    """Add them, and note how far the webhook has read."""
    query = """
        WITH seen AS (
            UPDATE webhooks SET position = least(:until, (
                       SELECT max(position) FROM audit_seals WHERE chain = :company_id))
             WHERE company_id = :company_id AND id = :webhook_id
        )
        INSERT INTO webhook_deliveries (company_id, webhook_id, event, body)
        SELECT :company_id, :webhook_id, each.event, each.body
          FROM unnest(CAST(:events AS text[]), CAST(:bodies AS jsonb[])) WITH ORDINALITY AS each(event, body, place)
         ORDER BY each.place
    """
    events, made = [event for event, _ in bodies], [body for _, body in bodies]
    of_webhook = {"company_id": webhook.company_id, "webhook_id": webhook.id, "until": webhook.position + limit}
    await connection.execute(query, **of_webhook, events=events, bodies=made)


class Due(NamedTuple):
    """A claimed delivery, and where it goes."""

    id: UUID
    company_id: UUID
    webhook_id: UUID
    body: dict[str, Any]
    attempts: int
    created_at: datetime
    url: str
    sealed_secret: bytes
    former_secret: bytes | None


async def claim_due(
    connection: Connection, *, each: int, limit: int, busy: Collection[UUID], lease: timedelta
) -> list[Due]:
    """Claim due deliveries, as many of `each` company at most; `busy` companies have some under way."""
    query = """
        WITH due AS (
            SELECT d.id FROM (
                SELECT DISTINCT w.company_id FROM webhooks w JOIN companies o ON o.id = w.company_id
                 WHERE w.stopped_at IS NULL AND o.suspended_at IS NULL) AS c
             CROSS JOIN LATERAL (
                SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
                  JOIN webhooks w ON w.company_id = c.company_id AND w.id = d.webhook_id AND w.stopped_at IS NULL
                 WHERE d.company_id = c.company_id AND d.next_attempt_at <= now()
                 ORDER BY d.next_attempt_at, d.id LIMIT :each FOR UPDATE OF d SKIP LOCKED) AS d
             WHERE c.company_id <> ALL(CAST(:busy AS uuid[]))
             ORDER BY d.next_attempt_at LIMIT :limit
        )
        UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_attempt_at = now() + :lease
          FROM due, webhooks w
         WHERE d.id = due.id AND w.company_id = d.company_id AND w.id = d.webhook_id
        RETURNING d.id, d.company_id, d.webhook_id, d.body, d.attempts, d.created_at, w.url, w.sealed_secret,
                  CASE WHEN w.former_until > now() THEN w.former_secret END AS former_secret
    """
    rows = await connection.fetch_all(query, each=each, limit=limit, busy=list(busy), lease=lease)
    return [Due(*row) for row in rows]


async def record_delivery(
    connection: Connection, due: Due, *, state: str, answered: int | None, error: str | None, delay: timedelta | None
) -> None:
    query = """
        UPDATE webhook_deliveries
           SET state = CAST(:state AS text), answered = :answered, error = :error,
               next_attempt_at = now() + CAST(:delay AS interval),
               delivered_at = CASE WHEN CAST(:state AS text) = 'delivered' THEN now() END
         WHERE company_id = :company_id AND id = :delivery_id
    """
    outcome = {"state": state, "answered": answered, "error": error, "delay": delay}
    await connection.execute(query, company_id=due.company_id, delivery_id=due.id, **outcome)


async def stop_webhook(connection: Connection, due: Due, *, reason: str) -> StoredWebhook | None:
    """Return it, or None where it is stopped or gone already."""
    query = """
        UPDATE webhooks SET stopped_at = now(), stopped_why = :reason, version = version + 1
         WHERE company_id = :company_id AND id = :webhook_id AND stopped_at IS NULL RETURNING *
    """
    of_webhook = {"company_id": due.company_id, "webhook_id": due.webhook_id}
    return await connection.fetch_record(StoredWebhook, query, **of_webhook, reason=reason)
