"""Calls on the company's webhooks."""

from typing import Final
from uuid import UUID

from quart import Blueprint

from server.company.webhooks import keep_webhooks, schemas
from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Profile

DELETED: Final = "Webhook deleted successfully"
OWNER: Final = (Profile.SUPER_ADMIN,)

routes = Routes(Blueprint("webhooks", __name__, url_prefix="/companies/current/webhooks"), "Companies")


@routes.get("", reserved_for=OWNER, limit=600)
async def list_webhooks() -> schemas.WebhooksResponse:
    """List the addresses that are told of what happens."""
    return await keep_webhooks.list_webhooks(current_context())


@routes.post("", reserved_for=OWNER, limit=60, status=201)
async def create_webhook(data: schemas.CreateWebhookRequest) -> tuple[schemas.WebhookWithSecret, int]:
    """Name an address that is told from now on. The secret by which it verifies deliveries is shown this once."""
    return await keep_webhooks.create_webhook(current_context(), data), 201


@routes.put("/<uuid:webhook_id>", reserved_for=OWNER, limit=60)
async def change_webhook(webhook_id: UUID, data: schemas.ChangeWebhookRequest) -> schemas.Webhook:
    """Change the address or its events, or start it again."""
    return await keep_webhooks.change_webhook(current_context(), data, webhook_id=webhook_id)


@routes.post("/<uuid:webhook_id>/secret", reserved_for=OWNER, limit=60)
async def rotate_webhook_secret(webhook_id: UUID) -> schemas.WebhookWithSecret:
    """Make another secret. The one before signs too for a day."""
    return await keep_webhooks.rotate_secret(current_context(), webhook_id=webhook_id)


@routes.delete("/<uuid:webhook_id>", reserved_for=OWNER, limit=60)
async def delete_webhook(webhook_id: UUID) -> MessageResponse:
    """Delete a webhook with its deliveries."""
    await keep_webhooks.delete_webhook(current_context(), webhook_id=webhook_id)
    return MessageResponse(message=DELETED)


@routes.get("/<uuid:webhook_id>/deliveries", reserved_for=OWNER, limit=600)
async def list_webhook_deliveries(webhook_id: UUID, query_args: schemas.DeliveriesQuery) -> schemas.DeliveryPage:
    """What was and will be sent."""
    return await keep_webhooks.list_deliveries(current_context(), query_args, webhook_id=webhook_id)


@routes.post("/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/replay", reserved_for=OWNER, limit=300)
async def replay_webhook_delivery(webhook_id: UUID, delivery_id: UUID) -> schemas.WebhookDelivery:
    """Send a delivery once more, with the same id."""
    return await keep_webhooks.replay_delivery(current_context(), webhook_id=webhook_id, delivery_id=delivery_id)
