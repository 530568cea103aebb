"""Make, change and delete a company's webhooks, read what was sent, and send it again; all of it is audited."""

import base64
import secrets
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.record import AuditAction, record_act
from server.company.webhooks import repository, schemas
from server.company.webhooks.repository import StoredWebhook
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Context, Unit

MOST_WEBHOOKS: Final = 10
PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
# As long the secret before signs too, so that a receiver changes its own in time.
FORMER_LIFE: Final = timedelta(days=1)
WRONG_URL: Final = "The address must begin with https:// and hold no user name or fragment"


class WebhookConflictError(ConflictError):
    """`current` is the webhook as it is now."""

    message = "This webhook was changed meanwhile. Check the current version, then try again."


class TooManyWebhooksError(ConflictError):
    message = f"A company has {MOST_WEBHOOKS} webhooks at most"


async def list_webhooks(context: Context) -> schemas.WebhooksResponse:
    async with context.services.database.reading() as connection:
        found = await repository.list_webhooks(connection, company_id=context.company_id)
    return schemas.WebhooksResponse(webhooks=[schemas.Webhook.model_validate(each) for each in found])


async def create_webhook(context: Context, request: schemas.CreateWebhookRequest) -> schemas.WebhookWithSecret:
    """Raises StepUpRequiredError, TooManyWebhooksError; ValidationFailedError: the address cannot be called."""
    values, webhook_id = _read(context, request), uuid4()
    secret, sealed = make_secret(context.services.keys, webhook_id)
    async with context.unit_of_work() as unit:
        await _lock(unit)
        if len(await repository.list_webhooks(unit.connection, company_id=context.company_id)) >= MOST_WEBHOOKS:
            raise TooManyWebhooksError
        values["sealed_secret"] = sealed
        await repository.add_webhook(unit.connection, webhook_id, company_id=context.company_id, values=values)
        made = await _find(unit, webhook_id)
        await record_act(unit, AuditAction.WEBHOOK_CREATED, **made.subject, after=_seen(made))
    return schemas.WebhookWithSecret(**vars(made), secret=secret)


async def change_webhook(
    context: Context, request: schemas.ChangeWebhookRequest, *, webhook_id: UUID
) -> schemas.Webhook:
    """Raises NotFoundError, StepUpRequiredError, WebhookConflictError; ValidationFailedError as create_webhook."""
    values = _read(context, request)
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, webhook_id, version=request.version)
        if request.starts:
            values |= {"stopped_at": None, "stopped_why": None}
        await repository.change_webhook(unit.connection, webhook_id, company_id=context.company_id, values=values)
        after = await _find(unit, webhook_id)
        seen = _seen(before), _seen(after)
        await record_act(unit, AuditAction.WEBHOOK_CHANGED, **after.subject, before=seen[0], after=seen[1])
    return schemas.Webhook.model_validate(after)


async def rotate_secret(context: Context, *, webhook_id: UUID) -> schemas.WebhookWithSecret:
    """Make another secret; for a day both sign. Raises NotFoundError, StepUpRequiredError."""
    secret, sealed = make_secret(context.services.keys, webhook_id)
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, webhook_id)
        values = {
            "sealed_secret": sealed,
            "former_secret": before.sealed_secret,
            "former_until": utc_now() + FORMER_LIFE,
        }
        await repository.change_webhook(unit.connection, webhook_id, company_id=context.company_id, values=values)
        after = await _find(unit, webhook_id)
        await record_act(unit, AuditAction.WEBHOOK_CHANGED, **after.subject, after={"secret": "***"})
    return schemas.WebhookWithSecret(**vars(after), secret=secret)


async def delete_webhook(context: Context, *, webhook_id: UUID) -> None:
    """Its deliveries go with it. Raises NotFoundError, StepUpRequiredError."""
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, webhook_id)
        await repository.delete_webhook(unit.connection, webhook_id, company_id=context.company_id)
        await record_act(unit, AuditAction.WEBHOOK_DELETED, **before.subject, before=_seen(before))


async def list_deliveries(
    context: Context, query: schemas.DeliveriesQuery, *, webhook_id: UUID
) -> schemas.DeliveryPage:
    """Raises NotFoundError."""
    company_id = context.company_id
    async with context.services.database.reading() as connection:
        existing(await repository.find_webhook(connection, webhook_id, company_id=company_id))
        found, total = await repository.list_deliveries(connection, query, company_id=company_id, webhook_id=webhook_id)
    return schemas.DeliveryPage.of(query, found, total=total)


async def replay_delivery(context: Context, *, webhook_id: UUID, delivery_id: UUID) -> schemas.WebhookDelivery:
    """Raises NotFoundError."""
    of_delivery = {"webhook_id": webhook_id, "delivery_id": delivery_id}
    async with context.unit_of_work() as unit:
        found = existing(await repository.replay(unit.connection, company_id=context.company_id, **of_delivery))
        webhook = await _find(unit, webhook_id)
        replayed = {"delivery": str(delivery_id)}
        await record_act(unit, AuditAction.WEBHOOK_CHANGED, **webhook.subject, after=replayed)
    return found


def make_secret(keys: Keyring, webhook_id: UUID) -> tuple[str, bytes]:
    """(a secret as its receiver enters it, the same sealed)."""
    secret = PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
    return secret, keys.seal(Purpose.WEBHOOK, secret, context=webhook_id.bytes)


async def _lock(unit: Unit[Context]) -> None:
    """Ask for a fresh proof, and change the company's webhooks one at a time."""
    await require_fresh_proof(unit.connection, unit.context)
    await unit.connection.hold_lock(f"waymark webhooks {unit.context.company_id}")


async def _find(unit: Unit[Context], webhook_id: UUID, *, version: int | None = None) -> StoredWebhook:
    """Raises NotFoundError; WebhookConflictError: it has another version."""
    company_id = unit.context.company_id
    found = existing(await repository.find_webhook(unit.connection, webhook_id, company_id=company_id, locks=True))
    if version not in {None, found.version}:
        current = schemas.Webhook.model_validate(found)
        raise WebhookConflictError(met={"current": current.model_dump(mode="json")})
    return found


def _read(context: Context, request: schemas.CreateWebhookRequest) -> dict[str, Any]:
    if not context.services.outbound.allows(request.url):
        raise ValidationFailedError(errors={"url": WRONG_URL})
    return {"url": request.url, "events": sorted(set(request.events))}


def _seen(webhook: StoredWebhook) -> dict[str, Any]:
    return {"host": webhook.host, "events": webhook.events, "isStopped": webhook.stopped_at is not None}
