"""Text messages by signed webhook to the installation's own endpoint."""

import hmac
from collections.abc import AsyncIterator

import pytest

from server.messaging.messages.kinds import Providers
from server.platform.process.clock import utc_now
from server.platform.services import Services
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.outbox import CODE, QueueCode
from tests.fixtures.sms import PHONE, SECRET, providers_of, try_code


class TestWebhook:
    """The receiver verifies each request as docs/messages.md says."""

    @pytest.fixture
    async def hooked(self, services: Services, http_endpoint: HttpEndpoint) -> AsyncIterator[Providers]:
        self.taken: dict[str, dict[str, str]] = {}
        self.answers: list[Response] = []
        http_endpoint.reply = self.receive
        providers = providers_of(services, f"webhook+http://{SECRET}@{http_endpoint.host}/sms?team=a")
        yield providers
        await providers.close()

    async def receive(self, request: Request) -> Response:
        if not is_signed(request, secret=SECRET):
            return Response(status=403, body={"error": "signature"})
        if self.answers:
            return self.answers.pop(0)
        self.taken[request.json["id"]] = request.json
        return Response(status=202, body={"id": "their-own-7"})

    async def test_a_code_is_handed_over_signed(
        self, services: Services, hooked: Providers, queue_code: QueueCode, http_endpoint: HttpEndpoint
    ) -> None:
        message = await try_code(services, hooked, queue_code)
        assert (message.state, message.provider_id) == ("sent", "their-own-7")
        [payload] = self.taken.values()
        assert payload["text"].endswith(f"\n@waymark.test #{CODE}")
        assert payload == {
            "id": str(message.id),
            "to": PHONE,
            "text": payload["text"],
            "kind": "code",
            "variables": {"code": CODE, "minutes": "10"},
        }
        [request] = http_endpoint.requests
        assert (request.path, request.headers["idempotency-key"]) == ("/sms?team=a", str(message.id))
        assert SECRET not in str(request)

    @pytest.mark.settings(sms_templates="code=1107160000000012345", sms_entity_id="1101400000000012345")
    async def test_the_ids_of_a_registered_template_travel_with_it(
        self, services: Services, hooked: Providers, queue_code: QueueCode
    ) -> None:
        assert (await try_code(services, hooked, queue_code)).state == "sent"
        [payload] = self.taken.values()
        assert (payload["templateId"], payload["entityId"]) == ("1107160000000012345", "1101400000000012345")
        assert list(payload["variables"]) == ["code", "minutes"]

    async def test_a_signature_under_another_secret_is_not_taken(
        self, services: Services, hooked: Providers, http_endpoint: HttpEndpoint, queue_code: QueueCode
    ) -> None:
        assert hooked is not None
        forging = providers_of(services, f"webhook+http://another-secret-0000@{http_endpoint.host}/sms")
        message = await try_code(services, forging, queue_code)
        await forging.close()
        assert (message.state, message.error) == ("failed", "The SMS webhook answered 403")
        assert self.taken == {}

    async def test_a_signature_covers_the_time_and_the_body(
        self, services: Services, hooked: Providers, queue_code: QueueCode, http_endpoint: HttpEndpoint
    ) -> None:
        await try_code(services, hooked, queue_code)
        [request] = http_endpoint.requests
        header = request.headers["x-waymark-signature"]
        moment, _, signature = header.partition(",")
        assert abs(int(moment.removeprefix("t=")) - utc_now().timestamp()) < 60
        later = request.headers | {"x-waymark-signature": f"t={int(moment[2:]) + 1},{signature}"}
        for changed in (
            Request(method="POST", path="/sms", headers=later, content=request.content),
            Request(method="POST", path="/sms", headers=request.headers, content=request.content + b" "),
        ):
            assert not is_signed(changed, secret=SECRET)

    @pytest.mark.parametrize(("status", "state"), [(302, "queued"), (408, "queued"), (410, "failed"), (502, "queued")])
    async def test_the_endpoint_s_answer_decides(
        self, services: Services, hooked: Providers, queue_code: QueueCode, status: int, state: str
    ) -> None:
        self.answers = [Response(status=status, headers={"Location": "http://127.0.0.1:1/"})]
        message = await try_code(services, hooked, queue_code)
        assert (message.state, message.error) == (state, f"The SMS webhook answered {status}")

    async def test_an_answer_without_an_id_is_accepted(
        self, services: Services, hooked: Providers, queue_code: QueueCode
    ) -> None:
        self.answers = [Response(status=200, body=b"ok")]
        message = await try_code(services, hooked, queue_code)
        assert (message.state, message.provider_id) == ("sent", "")


def is_signed(request: Request, *, secret: str) -> bool:
    """The check of the signature in docs/messages.md."""
    fields = dict(part.split("=", 1) for part in request.headers["x-waymark-signature"].split(","))
    expected = hmac.digest(secret.encode(), f"{fields['t']}.".encode() + request.content, "sha256").hex()
    return hmac.compare_digest(expected, fields["v1"])
