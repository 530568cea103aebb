"""Webhooks on the wire."""

from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from server.company.webhooks.events import WebhookEvent
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import Moment, Page, PageQuery, RequestSchema, ResponseSchema

LONGEST_URL: Final = 500
Url = Annotated[str, Field(min_length=1, max_length=LONGEST_URL, description="https, at a public address")]
Events = Annotated[list[WebhookEvent], Field(min_length=1, max_length=len(WebhookEvent))]


class DeliveryState(OpenEnum):
    QUEUED = "queued"
    DELIVERED = "delivered"
    FAILED = "failed"


class CreateWebhookRequest(RequestSchema):
    url: Url
    events: Events


class ChangeWebhookRequest(CreateWebhookRequest):
    version: int
    starts: bool = Field(default=False, description="a webhook that was stopped goes on, from where it was stopped")


class Webhook(ResponseSchema):
    id: UUID
    url: str
    events: list[WebhookEvent]
    former_until: Moment | None = Field(description="until when the secret before signs too")
    stopped_at: Moment | None
    stopped_why: str | None
    waiting: int = Field(description="deliveries that will be tried (again)")
    version: int
    created_at: Moment


class WebhookWithSecret(Webhook):
    """Its secret is shown once: `whsec_` and 32 bytes in base64, as Standard Webhooks write it."""

    secret: str


class WebhooksResponse(ResponseSchema):
    webhooks: list[Webhook]


class WebhookDelivery(ResponseSchema):
    id: UUID
    event: str
    body: dict[str, Any] = Field(description="as it is sent")
    state: DeliveryState
    attempts: int
    next_attempt_at: Moment | None
    answered: int | None = Field(description="the status of the last answer; null: there was none")
    error: str | None
    created_at: Moment
    delivered_at: Moment | None


class DeliveriesQuery(PageQuery):
    state: DeliveryState | None = None


class DeliveryPage(Page[WebhookDelivery]):
    """The newest first; they are kept for 30 days."""


# A text or number that an event has beside its ids.
Stated = Field(default=None, exclude_if=lambda stated: stated is None)


class WebhookItem(ResponseSchema):
    id: UUID | None = Field(description="the person, import or training session")
    by_id: UUID | None = Field(description="the account that did it")
    work_id: UUID | None = Field(description="the import or change of many people that it belongs to")
    at: Moment
    changed: list[str] = Field(description="names of fields")
    state: str | None = Stated
    created: int | None = Stated
    updated: int | None = Stated
    failed: int | None = Stated
    offer: str | None = Stated
    marks: int | None = Stated
    present: int | None = Stated
    people: int | None = Stated


class WebhookItems(ResponseSchema):
    items: list[WebhookItem]


class WebhookBody(ResponseSchema):
    """Sent in the form of Standard Webhooks; it has ids and names of fields, and no data of a person."""

    type: WebhookEvent
    timestamp: Moment
    data: WebhookItems
