"""One-time codes: requesting, verifying, and their limits."""

from datetime import datetime, timedelta

import pytest
from quart import Quart

from server.access.flows.own_flow import OTP_STATE
from server.company.audit.record import AuditAction
from server.messaging.messages.repository import claim_one
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Answer, Browser, another_code, execute, fetch_value, newest_code, seconds_until

END_OF_COOLDOWN = "SELECT resend_at FROM flows"
COOLDOWN_IS_OVER = "UPDATE flows SET resend_at = now() - interval '1 second'"


@pytest.fixture
async def asked(browser: Browser, account: Account) -> Browser:
    """A browser that has requested a code by email."""
    await browser.authenticate(account.email)
    return browser


@pytest.fixture
async def asked_with_a_phone(browser: Browser, services: Services, account: Account) -> Browser:
    """The same, with a verified phone: in development SMS may be chosen."""
    await execute(services, "UPDATE users SET phone_verified_at = now()")
    await browser.authenticate(account.email)
    return browser


async def guess_wrongly(browser: Browser, services: Services, times: int) -> list[Answer]:
    wrong = another_code(await newest_code(services))
    return [await browser.verify(wrong) for _ in range(times)]


def seconds(first: str, second: str) -> float:
    return (datetime.fromisoformat(second) - datetime.fromisoformat(first)).total_seconds()


async def test_a_code_is_valid_for_ten_minutes_with_a_cooldown_of_two(browser: Browser, account: Account) -> None:
    body = (await browser.authenticate(account.email)).body
    assert seconds(body["serverTime"], body["expiresAt"]) == 600
    assert seconds(body["serverTime"], body["resendAt"]) == 120


async def test_a_wrong_guess_shows_how_many_are_left_and_the_fifth_locks(asked: Browser, services: Services) -> None:
    answers = await guess_wrongly(asked, services, 6)
    assert [answer.status for answer in answers] == [400] * 4 + [429] * 2
    assert [answer.body["attemptsRemaining"] for answer in answers] == [4, 3, 2, 1, 0, 0]
    assert {answer.code for answer in answers[:4]} == {"otp_invalid"}
    assert {answer.code for answer in answers[4:]} == {"otp_locked"}
    assert answers[4].body["message"] == "Too many failed attempts. Please request a new code."
    assert "Retry-After" in answers[4].headers
    actions = await fetch_value(services, "SELECT array_agg(action ORDER BY id) FROM audit_entries")
    assert actions == [AuditAction.CODE_LOCKED]


async def test_a_locked_code_is_refused_even_when_right(asked: Browser, services: Services) -> None:
    await guess_wrongly(asked, services, 5)
    assert (await asked.verify(await newest_code(services))).code == "otp_locked"


async def test_the_right_code_at_the_fifth_guess_is_accepted(asked: Browser, services: Services) -> None:
    await guess_wrongly(asked, services, 4)
    assert (await asked.verify(await newest_code(services))).status == 200


async def test_a_new_code_gives_five_new_guesses_and_kills_the_old(asked: Browser, services: Services) -> None:
    old = await newest_code(services)
    await guess_wrongly(asked, services, 5)
    await execute(services, COOLDOWN_IS_OVER)
    resent = await asked.resend()
    assert resent.body["attemptsRemaining"] == 5
    new = await newest_code(services)
    if new != old:
        assert (await asked.verify(old)).code == "otp_invalid"
    assert (await asked.verify(new)).status == 200


async def test_a_code_expires(asked: Browser, services: Services) -> None:
    await execute(services, "UPDATE flows SET code_expires_at = now() - interval '1 second'")
    late = await asked.verify(await newest_code(services))
    assert late.status == 400
    assert late.code == "otp_expired"


async def test_a_code_works_once(asked: Browser, services: Services) -> None:
    code = await newest_code(services)
    assert (await asked.verify(code)).status == 200
    assert (await asked.verify(code)).code == "flow_expired"


@pytest.mark.parametrize("first_digit", ["0", "\u0966", "\u0660", "\uff10"])
async def test_a_code_is_taken_in_digits_of_every_script_with_spaces_around_it(
    asked: Browser, services: Services, first_digit: str
) -> None:
    code = await newest_code(services)
    typed = "".join(chr(ord(first_digit) + int(digit)) for digit in code)
    assert (await asked.verify(f"\u00a0{typed}\u200b ")).status == 200


@pytest.mark.parametrize(
    ("otp", "sentence"),
    [("12345", "Please enter a valid 6-digit OTP"), ("12345a", "OTP must contain only numbers"), ("", "")],
)
async def test_a_malformed_code_is_refused_and_not_counted(
    asked: Browser, services: Services, otp: str, sentence: str
) -> None:
    refused = await asked.verify(otp)
    assert refused.status == 422
    assert refused.body["errors"] == {"otp": sentence or "Please enter a valid 6-digit OTP"}
    assert await fetch_value(services, "SELECT attempts FROM flows") == 0


async def test_the_form_has_to_name_the_channel_of_the_code(asked: Browser, services: Services) -> None:
    refused = await asked.verify(await newest_code(services), channel="SMS")
    assert refused.status == 422
    assert refused.body["errors"] == {"verificationType": "The last code was sent by email."}


async def test_the_code_of_development_is_accepted_in_development(asked: Browser, services: Services) -> None:
    assert services.settings.dev_otp_code == "123456"
    assert (await asked.verify("123456")).status == 200


@pytest.mark.settings(dev_otp_code="")
async def test_without_a_code_of_development_none_is_accepted(asked: Browser, services: Services) -> None:
    code = await newest_code(services)
    if code != "123456":
        assert (await asked.verify("123456")).code == "otp_invalid"
    assert (await asked.verify(code)).status == 200


async def test_asking_again_too_soon_is_refused_with_the_seconds_left(asked: Browser, services: Services) -> None:
    before = await seconds_until(services, END_OF_COOLDOWN)
    refused = await asked.resend()
    assert refused.status == 429
    assert refused.code == "resend_too_soon"
    assert await seconds_until(services, END_OF_COOLDOWN) <= refused.body["retryAfter"] <= before


async def test_the_other_channel_is_free_once_and_shares_the_cooldown_after(
    asked_with_a_phone: Browser, services: Services, account: Account
) -> None:
    changed = await asked_with_a_phone.change_type("SMS")
    assert changed.status == 200
    assert changed.body["channel"] == "SMS"
    assert changed.body["maskedContact"] == f"+91********{account.phone[-2:]}"
    assert (await asked_with_a_phone.resend()).code == "resend_too_soon"
    assert (await asked_with_a_phone.change_type("SMS")).code == "resend_too_soon"
    verified = await asked_with_a_phone.verify(await newest_code(services, recipient=account.phone), channel="SMS")
    assert verified.status == 200


async def test_the_first_channel_can_be_chosen_again_while_its_code_is_valid(
    asked_with_a_phone: Browser, services: Services, account: Account
) -> None:
    first = await newest_code(services, recipient=account.email)
    await guess_wrongly(asked_with_a_phone, services, 2)
    before = (await asked_with_a_phone.state()).body
    await asked_with_a_phone.change_type("SMS")

    back = await asked_with_a_phone.change_type("EMAIL")

    assert (back.status, back.body["channel"], back.body["attemptsRemaining"]) == (200, "EMAIL", 3)
    assert (back.body["expiresAt"], back.body["maskedContact"]) == (before["expiresAt"], before["maskedContact"])
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 2
    assert (await asked_with_a_phone.verify(first)).status == 200


async def test_switching_channels_gives_no_more_guesses(
    asked_with_a_phone: Browser, services: Services, account: Account
) -> None:
    await asked_with_a_phone.change_type("SMS")
    sms = await newest_code(services, recipient=account.phone)
    refused = [await asked_with_a_phone.verify(another_code(sms), channel="SMS") for _ in range(5)]
    assert refused[-1].code == "otp_locked"
    assert (await asked_with_a_phone.change_type("EMAIL")).status == 200

    assert (await asked_with_a_phone.change_type("SMS")).code == "resend_too_soon"
    assert (await asked_with_a_phone.state()).body["channel"] == "EMAIL"


async def test_an_expired_first_code_is_replaced_when_its_channel_is_chosen_again(
    asked_with_a_phone: Browser, services: Services
) -> None:
    await execute(services, "UPDATE flows SET code_expires_at = now() - interval '1 second'")
    await asked_with_a_phone.change_type("SMS")
    assert (await asked_with_a_phone.change_type("EMAIL")).code == "resend_too_soon"

    await execute(services, COOLDOWN_IS_OVER)
    assert (await asked_with_a_phone.change_type("EMAIL")).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 3


async def test_a_code_is_sent_although_the_page_has_turned_to_the_other_channel(
    asked_with_a_phone: Browser, services: Services, account: Account
) -> None:
    await asked_with_a_phone.change_type("SMS")
    messages = await fetch_value(services, "SELECT array_agg(id) FROM messages")
    async with services.database.reading() as connection:
        claimed = [
            await claim_one(connection, message_id=message_id, lease=timedelta(minutes=1), keys=services.keys)
            for message_id in messages
        ]
    assert {message.recipient for message in claimed if message} == {account.email, account.phone}


async def test_a_flow_has_five_codes(asked: Browser, services: Services) -> None:
    for _ in range(4):
        await execute(services, COOLDOWN_IS_OVER)
        assert (await asked.resend()).status == 200
    await execute(services, COOLDOWN_IS_OVER)
    refused = await asked.resend()
    assert refused.status == 429
    assert refused.code == "too_many_sends"
    assert "Retry-After" in refused.headers


async def test_an_account_has_thirty_login_codes_a_day(app: Quart, services: Services, account: Account) -> None:
    await Browser(app=app, services=services).authenticate(account.email)
    await execute(services, "UPDATE send_quotas SET sends = 29 WHERE scope = 'account:LOGIN'")
    assert (await Browser(app=app, services=services).authenticate(account.email)).status == 200
    refused = await Browser(app=app, services=services).authenticate(account.email)
    assert refused.status == 429
    assert refused.code == "send_quota_reached"
    assert 0 < refused.body["retryAfter"] <= 24 * 3_600
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 2


async def test_a_wrong_password_uses_up_no_code(browser: Browser, services: Services, account: Account) -> None:
    await browser.authenticate(account.email, "Wrong-Password-1")
    assert await fetch_value(services, "SELECT count(*) FROM send_quotas") == 0


async def test_the_state_equals_the_answers(browser: Browser, account: Account) -> None:
    started = await browser.authenticate(account.email)
    state = await browser.state()
    for name in ("maskedContact", "channel", "delivery", "resendAt", "expiresAt", "attemptsRemaining", "nextStep"):
        assert state.body[name] == started.body[name]
    assert state.body["state"] == "code_required"


@pytest.mark.parametrize(("message", "delivery"), [("sent", "sent"), ("failed", "failed"), ("expired", "failed")])
async def test_the_state_has_the_result_of_the_delivery(
    asked: Browser, services: Services, message: str, delivery: str
) -> None:
    await execute(services, "UPDATE messages SET state = $1", message)
    assert (await asked.state()).body["delivery"] == delivery


async def test_every_change_of_the_flow_is_published_to_its_room_with_a_higher_version(
    asked: Browser, services: Services, publisher: RecordingPublisher
) -> None:
    await guess_wrongly(asked, services, 1)
    await asked.verify(await newest_code(services))
    await services.database.settle()
    flow_id = await fetch_value(services, "SELECT id FROM flows")
    published = [each for each in publisher.published if each.event is OTP_STATE]
    assert {each.room for each in published} == {f"flow:{flow_id}"}
    payloads = [each.payload.model_dump(mode="json", by_alias=True) for each in published]
    assert {payload["attemptsRemaining"] for payload in payloads} >= {5, 4}
    assert max(payloads, key=lambda payload: int(payload["version"]))["nextStep"] == "LOGIN_COMPLETE"


async def test_a_verified_channel_marks_its_contact(
    asked_with_a_phone: Browser, services: Services, account: Account
) -> None:
    await asked_with_a_phone.change_type("SMS")
    await asked_with_a_phone.verify(await newest_code(services, recipient=account.phone), channel="SMS")
    assert await fetch_value(services, "SELECT email_verified_at IS NULL FROM users")
