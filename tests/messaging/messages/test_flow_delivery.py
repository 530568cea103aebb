"""The delivery of a code as its page sees it."""

from datetime import timedelta
from uuid import UUID

from aiosmtpd.smtp import Envelope

from server.access.flows.flow import FlowState
from server.access.flows.own_flow import OTP_STATE
from server.access.flows.repository import SharedCode, keep_code, open_login_flow
from server.messaging.messages.kinds import Channel, Providers
from server.messaging.messages.repository import expire_messages
from server.platform.events import FLOW
from server.platform.process.clock import utc_now
from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import QueueCode, fetch_message, send_code
from tests.fixtures.people import Company
from tests.fixtures.publisher import RecordingPublisher


async def _flow(services: Services, company: Company) -> UUID:
    account = await add_account(services.database, company)
    async with services.unit_of_work() as unit:
        flow = await open_login_flow(
            unit.connection,
            secret="the secret of a browser",
            company_id=company.id,
            user_id=account.id,
            state=FlowState.CODE_REQUIRED,
            channel=Channel.EMAIL,
            address="127.0.0.1",
        )
    assert flow is not None
    return flow.id


async def _code_of(services: Services, flow_id: UUID, queue_code: QueueCode) -> UUID:
    message_id = await queue_code(flow_id=flow_id)
    async with services.unit_of_work() as unit:
        await keep_code(
            unit.connection,
            SharedCode(code_mac=b"mac", message_id=message_id),
            flow_id=flow_id,
            channel=Channel.EMAIL,
            code_digits=6,
            code_expires_at=utc_now() + timedelta(minutes=10),
            cooldown=120,
        )
    return message_id


async def _states(services: Services, flow_id: UUID) -> list[tuple[str, int]]:
    await services.database.settle()
    publisher = services.publisher
    assert isinstance(publisher, RecordingPublisher)
    return [
        (published.payload.delivery, published.payload.version)  # type: ignore[attr-defined] # OtpState has them
        for published in publisher.published
        if published.event is OTP_STATE and published.room == FLOW.of(flow_id)
    ]


async def test_the_page_is_notified_that_its_code_was_sent(
    services: Services,
    smtp: Providers,
    company: Company,
    queue_code: QueueCode,
) -> None:
    flow_id = await _flow(services, company)
    message_id = await _code_of(services, flow_id, queue_code)
    await send_code(services, smtp, message_id=message_id)
    assert await _states(services, flow_id) == [("sent", 3)]


async def test_the_page_is_notified_that_its_code_could_not_be_delivered(
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
    company: Company,
    queue_code: QueueCode,
) -> None:
    async def refuse(_: Envelope) -> str:
        return "550 no such mailbox"

    mail_server.reply = refuse
    flow_id = await _flow(services, company)
    message_id = await _code_of(services, flow_id, queue_code)
    await send_code(services, smtp, message_id=message_id)
    assert [delivery for delivery, _ in await _states(services, flow_id)] == ["failed"]


async def test_a_code_that_a_newer_one_replaced_is_not_sent_any_more(
    services: Services, smtp: Providers, mail_server: MailServer, company: Company, queue_code: QueueCode
) -> None:
    flow_id = await _flow(services, company)
    old = await _code_of(services, flow_id, queue_code)
    new = await _code_of(services, flow_id, queue_code)
    await send_code(services, smtp, message_id=old)
    assert mail_server.tries == 0
    async with services.unit_of_work() as unit:
        assert await expire_messages(unit.connection, limit=10) == [flow_id]
    assert (await fetch_message(services, old)).state == "expired"
    await send_code(services, smtp, message_id=new)
    assert mail_server.tries == 1
