"""Text messages handed to an endpoint of the installation's own, as signed JSON.

The endpoint checks `X-Waymark-Signature: t=<unix time>,v1=<hex>`, where the hex is HMAC-SHA-256 of `<t>.<body>` under
the secret of SMS_URL, and knows by `id`, or `Idempotency-Key`, what it has taken before.
"""

import hmac
import json
import time
from typing import Any, Final

import httpx2

from server.messaging.messages.delivery import Outgoing
from server.messaging.messages.render import RenderedMessage
from server.messaging.messages.sms import SmsRequest, SmsTemplates
from server.platform.configuration.message_providers import SmsWebhook

SIGNATURE_HEADER: Final = "X-Waymark-Signature"


class WebhookGateway:
    def __init__(self, webhook: SmsWebhook, *, templates: SmsTemplates) -> None:
        self._webhook = webhook
        self._templates = templates

    def write(self, message: Outgoing, rendered: RenderedMessage) -> SmsRequest:
        payload: dict[str, Any] = {
            "id": str(message.id),
            "to": message.recipient,
            "text": rendered.text,
            "kind": message.kind.value,
            "variables": rendered.variables,
        }
        if (template_id := self._templates.id_of(message.kind)) is not None:
            payload |= {"templateId": template_id, "entityId": self._templates.entity_id}
        body = json.dumps(payload, ensure_ascii=False).encode()
        return SmsRequest(
            url=self._webhook.url,
            content=body,
            headers={
                "Content-Type": "application/json",
                "Idempotency-Key": str(message.id),
                SIGNATURE_HEADER: sign(body, secret=self._webhook.secret, at=int(time.time())),
            },
        )

    def provider_id(self, answer: httpx2.Response) -> str | None:
        """The `id` of its answer, if it gives one."""
        try:
            body = answer.json()
        except ValueError:
            return None
        given = body.get("id") if isinstance(body, dict) else None
        return given if isinstance(given, str) else None

    def reason(self, answer: httpx2.Response) -> str:
        return f"The SMS webhook answered {answer.status_code}"


def sign(body: bytes, *, secret: str, at: int) -> str:
    signature = hmac.digest(secret.encode(), b"%d." % at + body, "sha256").hex()
    return f"t={at},v1={signature}"
