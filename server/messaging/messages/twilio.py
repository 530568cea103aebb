"""Twilio's Messages API, as its documentation of 2010-04-01 has it."""

import json
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx2

from server.messaging.messages.delivery import Outgoing
from server.messaging.messages.render import RenderedMessage
from server.messaging.messages.sms import SmsRequest, SmsTemplates
from server.platform.configuration.message_providers import TwilioAccount

FORM: Final = "application/x-www-form-urlencoded"


class TwilioGateway:
    """Twilio's API is not idempotent: after a lost answer a message can be sent twice."""

    def __init__(self, account: TwilioAccount, *, templates: SmsTemplates) -> None:
        self._templates = templates
        self._url = f"{account.base_url}/2010-04-01/Accounts/{quote(account.sid, safe='')}/Messages.json"
        self._login = httpx2.BasicAuth(account.sid, account.token)
        self._sender = {"MessagingServiceSid" if account.sends_by_service else "From": account.sender}

    def write(self, message: Outgoing, rendered: RenderedMessage) -> SmsRequest:
        form = {"To": message.recipient, **self._sender, **self._content(message, rendered)}
        headers = {"Content-Type": FORM, "Accept": "application/json", "Idempotency-Key": str(message.id)}
        unsigned = httpx2.Request("POST", self._url, headers=headers)
        signed = next(self._login.sync_auth_flow(unsigned))
        return SmsRequest(
            url=self._url,
            content=urlencode(form).encode(),
            headers={**headers, "Authorization": signed.headers["Authorization"]},
        )

    def _content(self, message: Outgoing, rendered: RenderedMessage) -> dict[str, str]:
        """A template (Content API) with its variables by number, or the text. Twilio knows the entity by the sender."""
        template_id = self._templates.id_of(message.kind)
        if template_id is None:
            return {"Body": rendered.text}
        numbered = {str(number): value for number, value in enumerate(rendered.variables.values(), start=1)}
        return {"ContentSid": template_id, "ContentVariables": json.dumps(numbered)}

    def provider_id(self, answer: httpx2.Response) -> str | None:
        sid = _body(answer).get("sid")
        return sid if isinstance(sid, str) else None

    def reason(self, answer: httpx2.Response) -> str:
        body = _body(answer)
        reason = f" {body.get('code')}: {body.get('message')}" if body.get("code") else ""
        return f"Twilio answered {answer.status_code}{reason}"


def _body(answer: httpx2.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
