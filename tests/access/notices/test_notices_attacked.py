"""S90 to S92: notices of an account reach its owner, and their link "That was not me" helps no one else."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final
from uuid import UUID

import pytest
from quart import Quart

from server.messaging.messages.kinds import Providers
from server.messaging.messages.outbox import NOTICE_SCOPE, NOTICES_A_DAY
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services
from server.vocabulary.link_tokens import NoticeAct, NoticeSubject, make_notice_token
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.factors import App, add_app, confirm, register
from tests.fixtures.mail_server import MailServer
from tests.fixtures.notices import belled, mailed, press, token_of
from tests.fixtures.outbox import send_all
from tests.fixtures.passkey_calls import add_passkey, log_in
from tests.fixtures.people import Company
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, execute, fetch_value, newest_code
from tests.fixtures.user_calls import Desk

INVALID: Final = (400, "notice_link_invalid", {"message", "code"})
Change = Callable[[Desk, Account], Awaitable[object]]


@pytest.fixture
def owner(app: Quart, services: Services) -> Browser:
    """The browser in which the mail is read."""
    return Browser(app=app, services=services, address="198.51.100.77")


def refusal(answer: Answer) -> tuple[int, str | None, set[str]]:
    return answer.status, answer.code, set(answer.body)


async def subject_of(services: Services, account: Account, act: NoticeAct, *, about: UUID | None) -> NoticeSubject:
    now = await fetch_value(services, "SELECT now()")
    return NoticeSubject(company_id=account.company.id, user_id=account.id, act=act, about=about, at=now)


async def factor_names(services: Services, account: Account) -> set[str]:
    async with services.database.reading() as connection:
        return {
            row["name"] for row in await connection.raw.fetch("SELECT name FROM factors WHERE user_id = $1", account.id)
        }


@pytest.mark.security("S90")
async def test_no_forged_link_does_anything(
    owner: Browser, signed_in: Browser, account: Account, app_of_account: App, company: Company, services: Services
) -> None:
    token = await token_of(services, account, "factor_added")
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    other = await add_account(services.database, company)
    subject = await subject_of(services, account, NoticeAct.FACTOR_ADDED, about=app_of_account.id)

    def encoded(content: bytes) -> str:
        return base64.urlsafe_b64encode(content).rstrip(b"=").decode()

    forged = [
        *(token[:-2], token + "AAAA", token.swapcase(), "x", "\u00e4" * 119, "' OR true --", "\u0000", str(account.id)),
        encoded(raw[:-32] + bytes(32)),
        encoded(raw[:16] + other.id.bytes + raw[32:]),
        encoded(raw[:32] + UUID(int=1).bytes + raw[48:]),
        encoded(raw[:48] + bytes([NoticeAct.RECOVERY_CODES_RENEWED]) + raw[49:]),
        encoded(raw[:48] + bytes([99]) + raw[49:]),
        encoded(raw[:49] + b"\xff" * 8 + raw[57:]),
        make_notice_token(Keyring(("kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o",)), subject, email=account.email),
        make_notice_token(services.keys, subject, email="else@example.org"),
        make_notice_token(services.keys, subject.model_copy(update={"user_id": UUID(int=1)}), email=account.email),
    ]
    refusals = [refusal(await press(owner, each)) for each in forged]
    assert {each[0] for each in refusals} <= {400, 422}
    assert refusals[-9:] == [INVALID] * 9
    assert (await signed_in.status()).status == 200
    assert await factor_names(services, account) == {"Authenticator app"}


@pytest.mark.security("S90")
async def test_it_is_good_for_72_hours(
    owner: Browser, signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    subject = await subject_of(services, account, NoticeAct.FACTOR_ADDED, about=app_of_account.id)
    for hours, status in ((73, 400), (71, 200)):
        token = make_notice_token(
            services.keys, subject.model_copy(update={"at": subject.at - timedelta(hours=hours)}), email=account.email
        )
        assert (await press(owner, token)).status == status
        assert (await signed_in.status()).status == (401 if status == 200 else 200)


async def change_email(desk: Desk, account: Account) -> None:
    await execute(desk.browser.services, "UPDATE users SET email = 'moved@example.org' WHERE id = $1", account.id)


async def deactivate(desk: Desk, account: Account) -> None:
    assert (await desk.edit(account.id, isActive=False)).status == 200


async def delete(desk: Desk, account: Account) -> None:
    assert (await desk.delete(account.id)).status in {200, 204}


@pytest.mark.security("S90")
@pytest.mark.parametrize("change", [change_email, deactivate, delete])
async def test_it_ends_with_the_email_and_the_account(
    desk: Desk, signed_in: Browser, owner: Browser, *, account: Account, services: Services, change: Change
) -> None:
    await add_app(signed_in)
    token = await token_of(services, account, "factor_added")
    await change(desk, account)
    assert refusal(await press(owner, token)) == INVALID


@pytest.mark.security("S90")
async def test_it_removes_no_factor_of_another_account(
    app: Quart, owner: Browser, account: Account, app_of_account: App, company: Company, services: Services
) -> None:
    """Also if one were signed for it."""
    other = await add_account(services.database, company)
    theirs = await add_app(await Browser(app=app, services=services).sign_in(other))
    subject = await subject_of(services, account, NoticeAct.FACTOR_ADDED, about=theirs.id)
    pressed = await press(owner, make_notice_token(services.keys, subject, email=account.email))
    assert (pressed.status, pressed.body["factorRemoved"]) == (200, None)
    assert await factor_names(services, other) == {"Authenticator app"}
    assert app_of_account.id != theirs.id


@pytest.mark.security("S90")
async def test_used_ten_times_at_once_it_acts_once(
    app: Quart, account: Account, app_of_account: App, services: Services
) -> None:
    token = await token_of(services, account, "factor_added")
    browsers = [Browser(app=app, services=services, address=f"198.51.100.{number}") for number in range(10)]
    answers = await asyncio.gather(*(press(browser, token) for browser in browsers))
    assert {answer.status for answer in answers} == {200}
    assert [answer.body["factorRemoved"] for answer in answers].count("Authenticator app") == 1
    assert [answer.body["sessionsEnded"] for answer in answers].count(1) == 1
    audited = "SELECT count(*) FROM audit_entries WHERE action = 'account_secured' AND subject_id = $1"
    assert await fetch_value(services, audited, account.id) == 1
    assert [each.kind for each in await mailed(services, account)] == ["factor_added", "account_secured"]
    assert app_of_account.recovery_codes


@pytest.mark.security("S90")
async def test_only_a_post_acts_and_the_token_is_nowhere_but_in_the_mail(
    signed_in: Browser,
    account: Account,
    app_of_account: App,
    *,
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
    capfd: pytest.CaptureFixture[str],
) -> None:
    await send_all(services, smtp)
    (mail,) = [each for each in mail_server.received if each.to == account.email and "/not-me#" in each.text]
    token = mail.text.partition("/not-me#")[2].split()[0]
    assert token == await token_of(services, account, "factor_added")
    for path, status in (("auth/not-me", 405), (f"auth/not-me?token={token}", 400)):
        assert (await signed_in.get(path)).status == status
    assert (await signed_in.status()).status == 200
    assert (await press(signed_in, token)).body["factorRemoved"] == "Authenticator app"
    for table in ("messages", "notifications", "audit_entries", "captured_messages"):
        stored = await fetch_value(services, f"SELECT json_agg(t)::text FROM {table} t")  # noqa: S608 - names of tables
        assert token not in str(stored), table
    output = capfd.readouterr()
    assert token not in output.out + output.err
    assert app_of_account.id is not None


@pytest.mark.security("S91")
async def test_other_mails_of_the_day_keep_no_notice_back(
    signed_in: Browser, account: Account, services: Services
) -> None:
    subject = services.keys.mac(Purpose.THROTTLE, account.email.encode())
    full = "INSERT INTO send_quotas VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, $3)"
    await execute(services, full, NOTICE_SCOPE, subject, NOTICES_A_DAY)
    await add_app(signed_in)
    assert [(each.kind, each.state) for each in await mailed(services, account)] == [("factor_added", "queued")]


@pytest.mark.security("S91")
async def test_acts_are_refused_before_a_notice_would_be_left_out(
    signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    await execute(services, "UPDATE send_quotas SET sends = 30 WHERE scope = 'account:FACTOR_ADDED'")
    registered = await register(signed_in, name="One too many")
    assert (await confirm(signed_in, registered)).code == "changes_used_up"
    assert (await signed_in.post("auth/factors/recovery-codes")).status == 200
    await execute(services, "UPDATE send_quotas SET sends = 10 WHERE scope = 'account:RECOVERY_CODES_RENEWED'")
    refused = await signed_in.post("auth/factors/recovery-codes")
    assert (refused.status, refused.code, refused.body["retryAfter"] > 0) == (429, "changes_used_up", True)
    assert [each.kind for each in await mailed(services, account)] == ["factor_added", "recovery_codes_renewed"]
    listed = (await signed_in.get("auth/factors")).body["factors"]
    assert [each["id"] for each in listed] == [str(app_of_account.id)]


@pytest.mark.security("S91")
async def test_new_devices_send_twenty_mails_a_day_and_the_last_says_so(
    app: Quart, signed_in: Browser, account: Account, services: Services
) -> None:
    for sends in (0, 19, 20):
        await execute(services, "UPDATE send_quotas SET sends = $1 WHERE scope = 'account:NEW_DEVICE'", sends)
        await Browser(app=app, services=services).sign_in(account)
    assert ["is_last" in each.text for each in await mailed(services, account)] == [False, True]
    assert len(await belled(signed_in)) == 2


@pytest.mark.security("S91")
async def test_a_client_s_own_name_is_no_message_to_the_owner(
    signed_in: Browser, owner: Browser, account: Account, services: Services
) -> None:
    await owner.authenticate(account.email)
    await owner.verify(await newest_code(services))
    agent = {"User-Agent": "Call-0800-123-456-or-open-evil.example"}
    assert (await owner.post("login/complete", query={"userId": owner.user_id}, headers=agent)).status == 200
    (notice,) = await mailed(services, account)
    assert notice.text["device"] == "Unknown device"
    assert "evil" not in json.dumps(await belled(signed_in))


@pytest.mark.security("S92")
async def test_it_opens_nothing_and_ends_all(
    owner: Browser,
    signed_in: Browser,
    forgetful: Forgetful,
    *,
    account: Account,
    app_of_account: App,
    services: Services,
) -> None:
    await owner.authenticate(account.email)
    assert (await signed_in.post("users/profile/email-change", json={"email": "thief@example.org"})).status == 200
    token = await token_of(services, account, "factor_added")
    pressed = await press(owner, token)
    assert pressed.status == 200
    assert pressed.body == {
        "email": account.email,
        "sessionsEnded": 1,
        "passwordEnded": True,
        "factorRemoved": "Authenticator app",
        "recoveryCodesEnded": True,
    }
    assert "Set-Cookie" not in pressed.headers
    assert (await signed_in.status()).status == 401
    assert (await owner.complete()).code == "flow_expired"
    assert await fetch_value(services, "SELECT count(*) FROM sessions WHERE ended_at IS NULL") == 0
    assert await fetch_value(services, "SELECT count(*) FROM remembered_devices") == 0
    assert await fetch_value(services, "SELECT count(*) FROM email_changes") == 0
    assert (await signed_in.authenticate(account.email, PASSWORD)).code == "invalid_credentials"
    await forgetful.pass_code(account.email)
    assert (await forgetful.choose()).status == 200
    assert (await owner.authenticate(account.email, NEW_PASSWORD)).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert app_of_account.recovery_codes


@pytest.mark.security("S92")
async def test_a_factor_of_more_than_72_hours_stays_and_is_asked_for(
    owner: Browser,
    signed_in: Browser,
    forgetful: Forgetful,
    *,
    account: Account,
    app_of_account: App,
    services: Services,
) -> None:
    """Who has the mailbox alone gets in by none of the links."""
    await add_passkey(signed_in, name="Planted")
    await execute(
        services, "UPDATE factors SET confirmed_at = now() - interval '73 hours' WHERE id = $1", app_of_account.id
    )
    subject = await subject_of(services, account, NoticeAct.FACTOR_ADDED, about=app_of_account.id)
    for token in (
        make_notice_token(services.keys, subject, email=account.email),
        await token_of(services, account, "factor_added"),
    ):
        assert (await press(owner, token)).status == 200
    assert await factor_names(services, account) == {"Authenticator app"}
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes WHERE used_at IS NULL") == 10
    await forgetful.pass_code(account.email)
    assert (await forgetful.choose()).status == 200
    assert (await owner.authenticate(account.email, NEW_PASSWORD)).body["nextStep"] == "FACTOR_REQUIRED"
    assert (await owner.complete()).code == "flow_expired"


@pytest.mark.security("S92")
async def test_it_takes_back_its_own_act_alone(
    owner: Browser, signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    planted = await add_passkey(signed_in, name="Planted")
    assert (await signed_in.post("auth/factors/recovery-codes")).status == 200
    for kind, codes, names in (
        ("factor_added", 10, {"Authenticator app"}),
        ("recovery_codes_renewed", 0, {"Authenticator app"}),
    ):
        assert (await press(owner, await token_of(services, account, kind))).status == 200
        assert await fetch_value(services, "SELECT count(*) FROM recovery_codes") == codes
        assert await factor_names(services, account) == names
    assert (await log_in(owner, planted)).code == "passkey_refused"
    assert app_of_account.recovery_codes
