"""S97: text messages cost money, and numbers abroad pay their owner a share of it."""

from typing import Final
from uuid import UUID

import phonenumbers
import pytest
from phonenumbers import PhoneNumberType
from quart import Quart

from server.messaging.messages.kinds import Channel, Providers
from server.platform.services import Services
from tests.fixtures.outbox import QueueCode, fetch_message, send_code
from tests.fixtures.people import AddCompany
from tests.fixtures.sign_in import fetch_value
from tests.fixtures.sign_up import Visitor

HOME: Final = "+919876543210"
ABROAD: Final = "As many text messages as a day allows were sent to this country (SMS_ABROAD_DAILY)"


@pytest.mark.security("S97")
@pytest.mark.settings(sms_url="capture:", sms_abroad_daily=2)
async def test_sign_ups_send_few_text_messages_to_a_country_abroad(
    app: Quart, services: Services, capturing: Providers
) -> None:
    """Each from a network, an email and a number of its own: no other limit counts them together."""
    deliveries, errors = [], []
    for number in range(3):
        visitor = Visitor(app=app, services=services, address=f"198.51.{100 + number}.7")
        assert (await visitor.register(phone=f"+9477123456{number}")).status == 200
        message_id = await fetch_value(services, "SELECT id FROM messages ORDER BY created_at DESC, id DESC LIMIT 1")
        await send_code(services, capturing, message_id=message_id)
        deliveries.append((await visitor.state()).body["delivery"])
        errors.append((await fetch_message(services, message_id)).error)
    assert deliveries == ["sent", "sent", "failed"]
    assert errors == [None, None, ABROAD]
    assert await fetch_value(services, "SELECT count(*) FROM captured_messages") == 2


@pytest.mark.security("S97")
@pytest.mark.settings(sms_abroad_daily=0, company_daily_sms=2)
async def test_a_company_sends_so_many_text_messages_a_day(
    services: Services, capturing: Providers, queue_code: QueueCode, add_company: AddCompany
) -> None:
    """At home too; another company still has its own."""
    one, other = await add_company(), await add_company()
    states = []
    for company in (one, one, one, other):
        message_id = await queue_code(HOME, channel=Channel.SMS, company_id=company.id)
        await send_code(services, capturing, message_id=message_id)
        states.append((await fetch_message(services, message_id)).state)
    assert states == ["sent", "sent", "failed", "sent"]


@pytest.mark.security("S123")
@pytest.mark.settings(sms_abroad_daily=8)
async def test_strangers_leave_a_country_s_messages_to_others(
    services: Services, capturing: Providers, queue_code: QueueCode, add_company: AddCompany
) -> None:
    """However many they ask for: what was refused to them takes nothing from others."""
    company = await add_company()

    async def delivered(number: int, company_id: UUID | None) -> str:
        message_id = await queue_code(f"+9477123456{number}", channel=Channel.SMS, company_id=company_id)
        await send_code(services, capturing, message_id=message_id)
        message = await fetch_message(services, message_id)
        return str(message.state)

    states = [await delivered(number, None) for number in range(10)]
    assert states == ["sent"] * 6 + ["failed"] * 4
    assert await delivered(0, company.id) == "sent"


@pytest.mark.security("S124")
@pytest.mark.parametrize(
    ("region", "kind"), [("GB", PhoneNumberType.PREMIUM_RATE), ("IN", PhoneNumberType.SHARED_COST)]
)
async def test_numbers_that_cost_what_their_owner_likes_are_no_phones(
    app: Quart, services: Services, region: str, kind: int
) -> None:
    number = phonenumbers.example_number_for_type(region, kind)
    assert number is not None
    phone = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    refused = await Visitor(app=app, services=services).register(phone=phone)
    assert (refused.status, list(refused.body["errors"])) == (422, ["phone"])


@pytest.mark.security("S129")
@pytest.mark.parametrize("phone", ["98765\u096a\u0969\u0968\u0967\u0966", "+91 98765\uff14\uff13\uff12\uff11\uff10"])
async def test_a_number_is_written_in_one_way(app: Quart, services: Services, phone: str) -> None:
    """In digits of other scripts it is the same number, with the same limits."""
    assert (await Visitor(app=app, services=services).register(phone=phone)).status == 200
    assert await fetch_value(services, "SELECT phone FROM signups") == "+919876543210"
