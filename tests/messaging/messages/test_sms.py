"""Text messages by Twilio, against a fake of its API on loopback."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from email.utils import format_datetime
from typing import Final

import pytest

from server.messaging.messages.kinds import Channel, Providers
from server.platform.process.clock import utc_now
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.eventually import eventually
from tests.fixtures.forks import Fork
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.outbox import CODE, QueueCode, fetch_message, make_due, send_code
from tests.fixtures.sign_in import Browser, execute, fetch_value
from tests.fixtures.sms import PHONE, SECRET, providers_of, try_code
from tests.fixtures.worker_process import StartWorker

SID: Final = "AC0123456789abcdef0123456789abcdef"
TOKEN: Final = "canary-token-51c7"
CONTENT: Final = "HX" + "0f" * 16
TAKEN: Final = "SM0123456789abcdef0123456789abcdef"


class Twilio:
    """A fake of Twilio: basic auth, form fields, 201 with a sid, errors with a code."""

    def __init__(self) -> None:
        self.answers: list[Response] = []

    async def reply(self, request: Request) -> Response:
        login = base64.b64decode(request.headers["authorization"].removeprefix("Basic ")).decode()
        if request.path != f"/2010-04-01/Accounts/{SID}/Messages.json":
            return Response(status=404, body={"code": 20404, "message": "Not found", "status": 404})
        if login != f"{SID}:{TOKEN}":
            return Response(status=401, body={"code": 20003, "message": "Authenticate", "status": 401})
        if self.answers:
            return self.answers.pop(0)
        return Response(status=201, body={"sid": TAKEN, "status": "queued", "body": request.form.get("Body")})


@pytest.fixture
def twilio(http_endpoint: HttpEndpoint) -> Twilio:
    twilio = Twilio()
    http_endpoint.reply = twilio.reply
    return twilio


def url_of(endpoint: HttpEndpoint, *, token: str = TOKEN, sender: str = "%2B15005550006") -> str:
    return f"twilio://{SID}:{token}@{endpoint.host}?from={sender}"


@pytest.fixture
async def texting(services: Services, http_endpoint: HttpEndpoint, twilio: Twilio) -> AsyncIterator[Providers]:
    assert twilio.answers == []
    providers = providers_of(services, url_of(http_endpoint))
    yield providers
    await providers.close()


class TestTwilio:
    async def test_a_code_is_sent_and_the_id_is_kept(
        self, services: Services, texting: Providers, queue_code: QueueCode, http_endpoint: HttpEndpoint
    ) -> None:
        message = await try_code(services, texting, queue_code)
        assert (message.state, message.provider_id, message.secret) == ("sent", TAKEN, None)
        [request] = http_endpoint.requests
        assert (request.method, request.form["To"], request.form["From"]) == ("POST", PHONE, "+15005550006")
        assert set(request.form) == {"To", "From", "Body"}
        assert CODE in request.form["Body"]
        assert request.headers["content-type"] == "application/x-www-form-urlencoded"

    @pytest.mark.settings(sms_templates=f"code={CONTENT}")
    async def test_a_registered_template_is_named_by_its_id_with_its_variables(
        self, services: Services, texting: Providers, queue_code: QueueCode, http_endpoint: HttpEndpoint
    ) -> None:
        message = await try_code(services, texting, queue_code)
        assert (message.state, message.provider_id) == ("sent", TAKEN)
        [request] = http_endpoint.requests
        assert set(request.form) == {"To", "From", "ContentSid", "ContentVariables"}
        assert request.form["ContentSid"] == CONTENT
        assert json.loads(request.form["ContentVariables"]) == {"1": CODE, "2": "10"}

    async def test_a_messaging_service_may_be_the_sender(
        self, services: Services, http_endpoint: HttpEndpoint, twilio: Twilio, queue_code: QueueCode
    ) -> None:
        assert twilio.answers == []
        providers = providers_of(services, url_of(http_endpoint, sender="MG0123"))
        await try_code(services, providers, queue_code)
        await providers.close()
        assert http_endpoint.requests[0].form["MessagingServiceSid"] == "MG0123"
        assert "From" not in http_endpoint.requests[0].form

    async def test_a_wrong_number_is_final(
        self, services: Services, texting: Providers, twilio: Twilio, queue_code: QueueCode
    ) -> None:
        refusal = {"code": 21211, "message": "The 'To' number is not a valid phone number.", "status": 400}
        twilio.answers = [Response(status=400, body=refusal)]
        message = await try_code(services, texting, queue_code)
        assert (message.state, message.next_attempt_at, message.secret) == ("failed", None, None)
        assert message.error == "Twilio answered 400 21211: The 'To' number is not a valid phone number."

    async def test_wrong_credentials_are_final_and_logged(
        self, services: Services, http_endpoint: HttpEndpoint, twilio: Twilio, queue_code: QueueCode
    ) -> None:
        assert twilio.answers == []
        providers = providers_of(services, url_of(http_endpoint, token="another"))
        message = await try_code(services, providers, queue_code)
        await providers.close()
        assert (message.state, message.error) == ("failed", "Twilio answered 401 20003: Authenticate")

    @pytest.mark.parametrize("status", [408, 429, 500, 503])
    async def test_a_transient_error_is_retried_with_the_same_text(
        self,
        services: Services,
        texting: Providers,
        twilio: Twilio,
        queue_code: QueueCode,
        http_endpoint: HttpEndpoint,
        status: int,
    ) -> None:
        twilio.answers = [Response(status=status, body=b"<html>")]
        message = await try_code(services, texting, queue_code)
        assert (message.state, message.attempts, message.error) == ("queued", 1, f"Twilio answered {status}")
        await make_due(services)
        await send_code(services, texting, message_id=message.id)
        assert (await fetch_message(services, message.id)).state == "sent"
        first, second = http_endpoint.requests
        assert first.content == second.content
        assert first.headers["idempotency-key"] == second.headers["idempotency-key"] == str(message.id)

    @pytest.mark.parametrize(
        ("given", "seconds"),
        [
            ("40", 40),
            ("999999", 3600),
            ("-5", 2),
            ("soon", 2),
        ],
    )
    async def test_a_retry_waits_as_long_as_retry_after_says(
        self,
        services: Services,
        texting: Providers,
        twilio: Twilio,
        queue_code: QueueCode,
        given: str,
        seconds: int,
    ) -> None:
        twilio.answers = [Response(status=429, body={"code": 20429}, headers={"Retry-After": given})]
        message = await try_code(services, texting, queue_code)
        assert message.state == "queued"
        assert timedelta(seconds=seconds - 2) < message.wait <= timedelta(seconds=seconds)

    async def test_retry_after_may_be_a_date(
        self, services: Services, texting: Providers, twilio: Twilio, queue_code: QueueCode
    ) -> None:
        moment = format_datetime(utc_now() + timedelta(seconds=50), usegmt=True)
        twilio.answers = [Response(status=503, headers={"Retry-After": moment})]
        message = await try_code(services, texting, queue_code)
        assert timedelta(seconds=30) < message.wait <= timedelta(seconds=50)

    async def test_a_refused_connection_is_retried(self, services: Services, queue_code: QueueCode) -> None:
        providers = providers_of(services, f"twilio://{SID}:{TOKEN}@127.0.0.1:1?from=x")
        message = await try_code(services, providers, queue_code)
        await providers.close()
        assert (message.state, message.error) == ("queued", "The SMS provider cannot be reached (ConnectError)")

    async def test_a_provider_that_hangs_is_given_up(
        self, services: Services, http_endpoint: HttpEndpoint, queue_code: QueueCode
    ) -> None:
        over = asyncio.Event()

        async def hang(_: Request) -> Response:
            await over.wait()
            return Response()

        http_endpoint.reply = hang
        providers = providers_of(services, url_of(http_endpoint), send_seconds=0.2)
        message = await try_code(services, providers, queue_code)
        over.set()
        await providers.close()
        assert message.state == "queued"
        assert message.error.startswith("The SMS provider cannot be reached (")

    async def test_a_code_in_the_provider_s_answer_is_not_stored(
        self, services: Services, texting: Providers, twilio: Twilio, queue_code: QueueCode
    ) -> None:
        twilio.answers = [Response(status=400, body={"code": 21617, "message": f"Too long: {CODE} is your code"})]
        message = await try_code(services, texting, queue_code)
        assert message.error == "Twilio answered 400 21617: Too long: … is your code"


@pytest.mark.settings(sms_url="capture:")
@pytest.mark.parametrize(("status", "delivery"), [(201, "sent"), (400, "failed"), (503, "queued")])
async def test_the_page_is_notified_of_the_delivery_of_the_code(
    browser: Browser,
    services: Services,
    account: Account,
    texting: Providers,
    twilio: Twilio,
    *,
    status: int,
    delivery: str,
) -> None:
    """Where the text message fails, a mail may be requested at once."""
    await execute(services, "UPDATE users SET phone_verified_at = now()")
    started = (await browser.authenticate(account.email)).body
    assert (started["channel"], started["delivery"]) == ("SMS", "queued")
    twilio.answers = [Response(status=status, body={"sid": TAKEN, "code": 21211, "message": "Refused"})]
    await send_code(services, texting, message_id=await fetch_value(services, "SELECT id FROM messages"))
    state = (await browser.state()).body
    assert (state["delivery"], state["channels"]) == (delivery, ["SMS", "EMAIL"])
    assert state["version"] > 1
    assert (await browser.change_type("EMAIL")).status == 200


@pytest.mark.long
@pytest.mark.security("S41")
@pytest.mark.slow
async def test_no_secret_reaches_a_worker_s_log(
    services: Services,
    http_endpoint: HttpEndpoint,
    twilio: Twilio,
    queue_code: QueueCode,
    start_worker: StartWorker,
) -> None:
    """One provider accepts, defers and refuses it; the other cannot be reached."""
    twilio.answers = [Response(status=500), Response(status=400, body={"code": 1, "message": CODE})]
    output = ""
    for url, tries in ((url_of(http_endpoint), 4), (f"webhook+http://{SECRET}@127.0.0.1:1/", 1)):
        worker = await start_worker(SMS_URL=url)
        for _ in range(3):
            await queue_code(PHONE, channel=Channel.SMS)

        async def tried(worker: Fork = worker, tries: int = tries) -> bool:
            return worker.output().count("code_tried") >= tries

        await eventually(tried, within=30, what="the codes are tried")
        assert await worker.stop() == 0
        output += worker.output()
    states = await fetch_value(services, "SELECT array_agg(DISTINCT state) FROM messages")
    assert {"sent", "failed"} <= set(states)
    assert [canary for canary in (TOKEN, SECRET, CODE, PHONE) if canary in output] == []
