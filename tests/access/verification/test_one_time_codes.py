"""S06 to S11 and S13: codes cannot be read, guessed, requested without limit, or sent to another recipient."""

import ast
import asyncio
import hashlib
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from quart import Quart

from server.platform.process.crypto import Purpose, random_code
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.sign_in import Browser, another_code, execute, fetch_value, newest_code

SERVER = Path(__file__).parents[3] / "server"
COOLDOWN_IS_OVER = "UPDATE flows SET resend_at = now() - interval '1 second'"


@pytest.fixture
async def asked(browser: Browser, account: Account) -> Browser:
    await browser.authenticate(account.email)
    return browser


@pytest.mark.security("S06")
async def test_a_code_is_kept_as_a_keyed_hash(asked: Browser, services: Services) -> None:
    code = await newest_code(services)
    kept = await fetch_value(services, "SELECT code_mac FROM flows")
    assert len(kept) == 32
    flow_id = await fetch_value(services, "SELECT id FROM flows")
    unkeyed = {hashlib.sha256(text).digest() for text in (code.encode(), flow_id.bytes + code.encode())}
    assert kept not in unkeyed
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE messages::text LIKE $1", f"%{code}%") == 0


@pytest.mark.security("S06")
async def test_codes_are_random_and_may_begin_with_zeros(asked: Browser, services: Services) -> None:
    codes = [random_code(6) for _ in range(5_000)]
    assert len(set(codes)) > 4_900
    assert {len(code) for code in codes} == {6}
    assert {code[0] for code in codes} == set("0123456789")
    flow_id = await fetch_value(services, "SELECT id FROM flows")
    await execute(services, "UPDATE flows SET code_mac = $1", services.keys.mac(Purpose.CODE, flow_id.bytes, b"000042"))
    assert (await asked.verify("000042")).status == 200


@pytest.mark.security("S07")
async def test_codes_expire_by_the_clock_of_the_database(asked: Browser, services: Services) -> None:
    state = (await asked.state()).body
    kept = await fetch_value(services, "SELECT code_expires_at FROM flows")
    assert abs(datetime.fromisoformat(state["expiresAt"]) - kept) < timedelta(milliseconds=1)
    await execute(services, "UPDATE flows SET code_expires_at = now() - interval '1 millisecond'")
    assert (await asked.verify(await newest_code(services))).code == "otp_expired"


@pytest.mark.security("S07")
@pytest.mark.parametrize("feature", ["verification", "login", "signup", "password_reset", "messages/outbox.py"])
def test_no_step_of_a_flow_uses_the_clock_of_its_process(feature: str) -> None:
    place = SERVER / feature
    for path in [place] if place.is_file() else set(place.glob("*.py")) - {place / "tables.py"}:
        tree = ast.parse(path.read_text())
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not {"now", "utcnow", "today", "monotonic"} & names, path
        assert not {"server.platform.process.clock", "time"} & modules, path


@pytest.mark.security("S08")
@pytest.mark.settings(database_pool_size=56)
async def test_of_fifty_concurrent_guesses_five_are_checked(asked: Browser, services: Services) -> None:
    wrong = another_code(await newest_code(services))
    answers = await asyncio.gather(*(asked.verify(wrong) for _ in range(50)))
    assert sorted(answer.body["attemptsRemaining"] for answer in answers) == [0] * 46 + [1, 2, 3, 4]
    assert [answer.code for answer in answers].count("otp_invalid") == 4
    assert await fetch_value(services, "SELECT attempts FROM flows") == 5


@pytest.mark.security("S09")
async def test_guesses_over_repeated_codes_are_bounded(app: Quart, services: Services, account: Account) -> None:
    judged, codes = 0, 0
    for _ in range(8):
        browser = Browser(app=app, services=services)
        if (await browser.authenticate(account.email)).status == 429:
            break
        while True:
            codes += 1
            judged += await guess_until_locked(browser, services)
            await execute(services, COOLDOWN_IS_OVER)
            if (await browser.resend()).status == 429:
                break
    assert codes == 30
    assert judged <= 150


async def guess_until_locked(browser: Browser, services: Services) -> int:
    """The number of wrong guesses that were checked."""
    wrong = another_code(await newest_code(services))
    answers = [await browser.verify(wrong) for _ in range(5)]
    assert answers[-1].code == "otp_locked"
    return len(answers)


@pytest.mark.security("S10")
async def test_resend_initiate_and_change_type_share_one_cooldown(asked: Browser, services: Services) -> None:
    for refused in (await asked.resend(), await asked.initiate(), await asked.change_type("EMAIL")):
        assert (refused.status, refused.code) == (429, "resend_too_soon")
        assert 0 < int(refused.headers["Retry-After"]) <= 120
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1


@pytest.mark.security("S10")
@pytest.mark.settings(database_pool_size=24)
async def test_of_twenty_requests_at_once_one_is_sent(asked: Browser, services: Services) -> None:
    await execute(services, COOLDOWN_IS_OVER)
    answers = await asyncio.gather(*(asked.resend() for _ in range(20)))
    assert sorted(answer.status for answer in answers) == [200] + [429] * 19
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 2


@pytest.mark.security("S11")
@pytest.mark.parametrize(
    ("scope", "allowed"),
    [("account:LOGIN", 30), ("destination", 60), ("address:LOGIN", 3_000), ("company:LOGIN", 300_000)],
)
async def test_codes_of_a_day_are_bounded(
    app: Quart, services: Services, account: Account, scope: str, allowed: int
) -> None:
    await Browser(app=app, services=services).authenticate(account.email)
    await execute(services, "UPDATE send_quotas SET sends = $2 WHERE scope = $1", scope, allowed)
    refused = await Browser(app=app, services=services).authenticate(account.email)
    assert (refused.status, refused.code) == (429, "send_quota_reached")
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1


@pytest.mark.security("S13")
@pytest.mark.settings(sms_url="capture:")
async def test_a_code_goes_only_to_stored_contacts(browser: Browser, services: Services, account: Account) -> None:
    await execute(services, "UPDATE users SET phone_verified_at = now()")
    await browser.authenticate(account.email)
    elsewhere = {"userId": browser.user_id, "newVerificationType": "EMAIL", "context": "LOGIN"}
    refused = await browser.post("verification/change-type", json=elsewhere | {"email": "mallory@example.com"})
    assert refused.status == 422
    assert (await browser.change_type("EMAIL")).status == 200
    recipients = await fetch_value(services, "SELECT array_agg(recipient ORDER BY created_at) FROM messages")
    assert recipients == [account.phone, account.email]
