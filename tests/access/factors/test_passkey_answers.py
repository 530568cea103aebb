"""S67: an answer of a passkey counts for the challenge, the browser, the origin and the use that it was made for."""

from typing import Any

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.authenticator import PRESENT, VERIFIED, Authenticator, decode, encode
from tests.fixtures.passkey_calls import add_passkey, log_in, login_options, new_options, send
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Answer, Browser, execute

FORGERIES: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "http://waymark.test.evil.example"},
    "another port": {"origin": "http://waymark.test:8080"},
    "another scheme": {"origin": "https://waymark.test"},
    "another rp id": {"rp_id": "evil.example"},
    "no user verification": {"flags": PRESENT},
    "no user presence": {"flags": VERIFIED},
    "in a foreign frame": {"cross_origin": True},
    "below another site": {"top_origin": "http://evil.example"},
    "another user handle": {"user_handle": bytes(16)},
    "another key": {"key": Authenticator().key},
    "another credential": {"credential_id": bytes(32)},
}


@pytest.fixture
def stranger(app: Quart, services: Services) -> Browser:
    return Browser(app=app, services=services, address="198.51.100.20")


def refused(answer: Answer) -> bool:
    return (answer.status, answer.code) == (401, "passkey_refused") and "set-cookie" not in answer.headers


@pytest.mark.security("S67")
@pytest.mark.security("S142")
async def test_a_forged_answer_opens_nothing(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in)
    for forgery, parts in FORGERIES.items():
        assert refused(await log_in(stranger, authenticator.copy(**parts))), forgery
        assert (await log_in(stranger, authenticator)).status == 200, forgery


@pytest.mark.security("S67")
async def test_a_changed_or_foreign_challenge_opens_nothing(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    options = await login_options(stranger)
    own = decode(options["challenge"])
    other = Browser(app=app, services=services, address="198.51.100.21")
    challenges = [
        (await login_options(other))["challenge"],
        (await new_options(signed_in))["challenge"],
        encode(own[:-1] + bytes([own[-1] ^ 1])),
        encode(own[:20] + bytes([own[20] ^ 1]) + own[21:]),
        encode(own + b"\0"),
        encode(b"\0" * len(own)),
    ]
    for challenge in challenges:
        await execute(services, "DELETE FROM login_failures")
        assert refused(await send(stranger, authenticator.answer({"challenge": challenge})))
    # The answer in another browser than that of the challenge, and in one without any cookie.
    assert refused(await send(other, authenticator.answer(options)))
    assert refused(await send(Browser(app=app, services=services), authenticator.answer(options)))


@pytest.mark.security("S67")
async def test_a_registration_is_no_login_and_a_login_no_registration(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in)
    options = await login_options(stranger)
    options["user"] = {"id": encode(b"x" * 16)}
    created = authenticator.copy().register(options)
    created["response"] |= authenticator.answer(options)["response"] | {
        "clientDataJSON": created["response"]["clientDataJSON"]
    }
    assert refused(await send(stranger, created))


@pytest.mark.security("S67")
@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
async def test_changed_bytes_open_nothing(signed_in: Browser, stranger: Browser, part: str) -> None:
    authenticator = await add_passkey(signed_in)
    for change in (lambda text: text[:-4], lambda text: f"{text}AAAA", lambda _text: "AAAA"):
        credential = authenticator.answer(await login_options(stranger))
        credential["response"][part] = change(credential["response"][part])
        assert refused(await send(stranger, credential))


@pytest.mark.security("S67")
async def test_what_is_no_credential_is_refused(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in)
    cases: list[dict[str, Any]] = [
        {"id": "a"},
        {"id": ""},
        {"id": "ä"},
        {"id": "A" * 2_000},
        {"type": "password"},
        {"response": {}},
        {"rawId": 7},
    ]
    for change in cases:
        answer = await send(stranger, authenticator.answer(await login_options(stranger)) | change)
        assert answer.status in {401, 422}, change


@pytest.mark.security("S71")
async def test_the_passkey_of_another_account_is_no_second_factor(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services, company: Company, account: Account
) -> None:
    await add_passkey(signed_in)
    colleague = await add_account(services.database, company)
    theirs = await add_passkey(await Browser(app=app, services=services).sign_in(colleague))
    await stranger.authenticate(account.email)
    handle = stranger.user_id
    assert refused(await log_in(stranger, theirs, user_id=handle))
    assert refused(await log_in(stranger, theirs.copy(user_handle=account.id.bytes), user_id=handle))
    assert (await stranger.state()).body["state"] == "factor_required"
    assert (await stranger.complete()).code == "flow_expired"


@pytest.mark.security("S71")
async def test_a_challenge_of_one_use_is_none_for_another(
    signed_in: Browser, stranger: Browser, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    await stranger.authenticate(account.email)
    handle = stranger.user_id
    to_log_in, to_prove = await login_options(stranger), await login_options(stranger, user_id=handle)
    assert refused(await send(stranger, authenticator.answer(to_log_in), user_id=handle))
    assert refused(await send(stranger, authenticator.answer(to_prove)))
    assert (await send(stranger, authenticator.answer(to_prove), user_id=handle)).status == 200


@pytest.mark.security("S71")
async def test_the_flow_of_another_browser_is_not_proved(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    await stranger.authenticate(account.email)
    handle = stranger.user_id
    credential = authenticator.answer(await login_options(stranger, user_id=handle))
    other = Browser(app=app, services=services, address="198.51.100.21")
    asked = await other.post("login/passkey/options", json={"userId": handle})
    assert (asked.status, asked.code) == (401, "flow_expired")
    assert (await send(other, credential, user_id=handle)).code == "flow_expired"
    assert (await send(stranger, credential, user_id=str(account.company.id))).code == "flow_expired"


@pytest.mark.security("S71")
async def test_a_second_factor_is_asked_for_at_its_step_alone(
    signed_in: Browser, stranger: Browser, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    await stranger.authenticate(account.email)
    handle = stranger.user_id
    first = await login_options(stranger, user_id=handle)
    assert (await send(stranger, authenticator.answer(first), user_id=handle)).status == 200
    asked = await stranger.post("login/passkey/options", json={"userId": handle})
    assert asked.code == "flow_expired"
    assert (await send(stranger, authenticator.answer(first), user_id=handle)).code == "flow_expired"
