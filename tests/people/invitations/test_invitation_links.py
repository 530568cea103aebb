"""S73 to S76: the link of an invitation opens its own account until that has a password, and nothing else.

Mails are read at a real SMTP server.
"""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from typing import Final
from uuid import UUID

import pytest
from redis.asyncio import Redis

from server.platform.process.crypto import Keyring
from server.platform.services import Services
from server.vocabulary.link_tokens import LinkSubject, make_link_token
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.invitation_links import Guest, token_of
from tests.fixtures.outbox import send_all
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, execute, newest_code
from tests.fixtures.user_calls import TYPED

INVALID: Final = (400, "invitation_link_invalid", {"message", "code"})

End = Callable[[Guest], Awaitable[None]]


def refusal(answer: Answer) -> tuple[int, str | None, set[str]]:
    return answer.status, answer.code, set(answer.body)


async def subject_of(guest: Guest) -> LinkSubject:
    row = await guest.row()
    return LinkSubject(
        company_id=row["company_id"],
        user_id=row["id"],
        contact=row["email"],
        until=row["temporary_password_expires_at"],
    )


@pytest.mark.security("S73")
async def test_it_leads_to_a_session_without_a_code(guest: Guest) -> None:
    browser = guest.browser()
    opened = await browser.open_invitation(guest.token)
    assert (opened.status, opened.body["nextStep"]) == (200, "PASSWORD_RESET_REQUIRED")
    assert (opened.body["email"], opened.body["fullName"]) == (guest.email, "Meera Nair")
    assert (await browser.complete()).code == "password_change_required"
    assert (await browser.set_password()).body["nextStep"] == "LOGIN_COMPLETE"
    assert (await browser.complete()).status == 200
    row = await guest.row()
    assert (row["invitation"], row["email_verified_at"] is not None) == ("accepted", True)
    assert row["temporary_password_expires_at"] is None
    # The link has proved the mailbox as a code would have: the browser is remembered.
    again = await browser.authenticate(guest.email, NEW_PASSWORD)
    assert again.body["nextStep"] == "VERIFICATION_NOT_REQUIRED"


@pytest.mark.security("S73")
async def test_it_sets_one_password(guest: Guest) -> None:
    token, browser = guest.token, guest.browser()
    await browser.open_invitation(token)
    assert (await browser.set_password()).status == 200
    assert refusal(await browser.open_invitation(token)) == INVALID
    assert refusal(await guest.open(token)) == INVALID
    assert (await browser.set_password("Another-Harbour-48")).status == 401
    assert (await browser.authenticate(guest.email, NEW_PASSWORD)).status == 200


@pytest.mark.security("S73")
async def test_of_ten_who_have_opened_it_one_sets_the_password(guest: Guest) -> None:
    browsers = [guest.browser() for _ in range(10)]
    opened = await asyncio.gather(*(browser.open_invitation(guest.token) for browser in browsers))
    assert {answer.status for answer in opened} == {200}
    answers = await asyncio.gather(*(browser.set_password() for browser in browsers))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 9
    completed = await asyncio.gather(*(browser.complete() for browser in browsers))
    assert [answer.status for answer in completed].count(200) == 1


@pytest.mark.security("S73")
async def test_a_flow_of_it_completes_once(guest: Guest) -> None:
    browser = guest.browser()
    await browser.open_invitation(guest.token)
    await browser.set_password()
    answers = await asyncio.gather(*(browser.complete() for _ in range(10)))
    assert [answer.status for answer in answers].count(200) == 1


async def set_by_temporary_password(guest: Guest) -> None:
    browser = guest.browser()
    await browser.authenticate(guest.email, guest.temporary_password)
    await browser.initiate()
    await browser.verify(await newest_code(guest.services, recipient=guest.email))
    assert (await browser.set_password()).status == 200


async def set_by_reset(guest: Guest) -> None:
    forgetful = Forgetful(app=guest.desk.app, services=guest.services)
    await forgetful.pass_code(guest.email)
    assert (await forgetful.choose()).status == 200


async def deactivate(guest: Guest) -> None:
    assert (await guest.desk.edit(guest.id, isActive=False)).status == 200


async def delete(guest: Guest) -> None:
    assert (await guest.desk.delete(guest.id)).status in {200, 204}


async def change_email(guest: Guest) -> None:
    assert (await guest.desk.edit(guest.id, email="moved@example.org")).status == 200


async def change_email_and_send(guest: Guest) -> None:
    await change_email(guest)
    await send_all(guest.services, guest.smtp)
    assert [mail.to for mail in guest.mails.received][-1] == "moved@example.org"


async def expire(guest: Guest) -> None:
    life = "temporary_password_expires_at - now() BETWEEN interval '71 hours' AND interval '72 hours'"
    assert await guest.desk.value(f"SELECT {life} FROM users WHERE id = $1", UUID(guest.id))  # noqa: S608 - a constant
    await execute(
        guest.services, "UPDATE users SET temporary_password_expires_at = now() WHERE email = $1", guest.email
    )


@pytest.mark.security("S74")
@pytest.mark.parametrize(
    "end",
    [
        *(set_by_temporary_password, set_by_reset, deactivate, delete, change_email, change_email_and_send, expire),
        Guest.invite_again,
    ],
)
async def test_it_ends_with_what_it_was_made_for(guest: Guest, end: End) -> None:
    """Also for a browser that has opened it before, where that could set a password of another mailbox or account."""
    token, before = guest.token, guest.browser()
    assert (await before.open_invitation(token)).status == 200
    await end(guest)
    assert refusal(await guest.open(token)) == INVALID
    if end not in {Guest.invite_again, expire}:
        assert (await before.set_password()).status == 401
        assert (await before.complete()).status in {401, 403}


@pytest.mark.security("S74")
async def test_a_new_invitation_brings_a_new_one(guest: Guest) -> None:
    former = guest.token
    await guest.invite_again()
    assert guest.token != former
    assert (await guest.open()).status == 200


@pytest.mark.security("S74")
async def test_a_typed_password_s_mail_has_one_too(guest: Guest) -> None:
    created = (await guest.desk.create()).body
    await send_all(guest.services, guest.smtp)
    mail = guest.mails.received[-1]
    assert (mail.to, TYPED in mail.text) == (created["email"], True)
    browser = guest.browser()
    assert (await browser.open_invitation(token_of(mail))).body["email"] == created["email"]
    same = await browser.set_password(TYPED)
    assert same.body["errors"] == {"newPassword": "Please choose a password other than the temporary one"}
    assert (await browser.set_password()).status == 200


@pytest.mark.security("S75")
async def test_no_forged_one_opens_anything(guest: Guest, account: Account) -> None:
    token, subject = guest.token, await subject_of(guest)
    raw = base64.urlsafe_b64decode(token + "==")
    other_keys = Keyring(("kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o",))

    def encoded(content: bytes) -> str:
        return base64.urlsafe_b64encode(content).rstrip(b"=").decode()

    forged = [
        *(token[:-2], token + "A", token.swapcase(), token[:86], "x", "\u00e4" * 86, "' OR true --", "\u0000"),
        encoded(raw[:32] + bytes(32)),
        encoded(account.company.id.bytes + account.id.bytes + raw[32:]),
        encoded(bytes(16) + raw[16:]),
        make_link_token(other_keys, subject),
        guest.mail.text.partition("/stop-invitations#")[2].split()[0],
        str(account.id),
        guest.temporary_password,
    ]
    for each in forged:
        if each != token:
            assert (await guest.open(each)).status in {400, 422}, each
    assert await guest.desk.value("SELECT count(*) FROM flows WHERE 'link' = ANY(methods)") == 0


@pytest.mark.security("S75")
async def test_every_refusal_is_alike(guest: Guest, account: Account) -> None:
    subject = await subject_of(guest)
    of_a_user = LinkSubject(
        company_id=account.company.id, user_id=account.id, contact=account.email, until=subject.until
    )
    of_nobody = LinkSubject(
        company_id=subject.company_id, user_id=UUID(int=1), contact="x@example.org", until=subject.until
    )
    keys = guest.services.keys
    answers = [await guest.open(make_link_token(keys, each)) for each in (of_a_user, of_nobody)]
    assert [refusal(answer) for answer in answers] == [INVALID] * 2
    assert answers[0].body == answers[1].body


@pytest.mark.security("S75")
async def test_an_account_without_an_email_has_none(guest: Guest) -> None:
    token = guest.token
    await execute(guest.services, "UPDATE users SET email = NULL, code = 'R-1' WHERE id = $1", UUID(guest.id))
    assert refusal(await guest.open(token)) == INVALID


@pytest.mark.security("S75")
async def test_it_can_be_read_nowhere_but_in_the_mail(
    guest: Guest,
    services: Services,
    *,
    publisher: RecordingPublisher,
    redis_url: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    token, browser = guest.token, guest.browser()
    answers = [await browser.open_invitation(token), await browser.state(), await guest.open("x" * 86)]
    answers += [await browser.set_password(), await browser.complete()]
    await services.database.settle()
    captured = capfd.readouterr()
    mac = base64.urlsafe_b64decode(token + "==")[32:].hex()
    places = {
        "answers": "".join(json.dumps(answer.body) + str(answer.headers) for answer in answers),
        "logs": captured.out + captured.err + caplog.text,
        "events": "".join(each.payload.model_dump_json() for each in publisher.published),
        "redis": await everything_in_redis(redis_url),
        "database": await everything_in_tables(services),
    }
    assert token in guest.mail.text
    for place, text in places.items():
        assert token not in text, place
        assert mac not in text, place


async def everything_in_redis(redis_url: str) -> str:
    async with Redis.from_url(redis_url) as redis:
        return "".join([repr(await redis.dump(key)) for key in await redis.keys("*")])


async def everything_in_tables(services: Services) -> str:
    async with services.database.reading() as connection:
        names = await connection.raw.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        texts = [
            await connection.raw.fetchval(f"SELECT string_agg(CAST(t AS text), '') FROM \"{row['tablename']}\" t")  # noqa: S608 - names of tables
            for row in names
        ]
    return "".join(filter(None, texts))


@pytest.mark.security("S76")
async def test_only_a_post_opens_it(guest: Guest) -> None:
    """Mail scanners open every link, but do not send its fragment; one that runs the page takes nothing away."""
    before = dict(await guest.row())
    for method, path in (("GET", "/invitation"), ("HEAD", "/invitation"), ("GET", "/api/v1/invitations/open")):
        await guest.browser().call(method, path)
    assert await guest.desk.value("SELECT count(*) FROM flows WHERE 'link' = ANY(methods)") == 0
    assert (await guest.open()).status == 200
    assert dict(await guest.row()) == before
    person = guest.browser()
    assert (await person.open_invitation(guest.token)).status == 200
    assert (await person.set_password()).status == 200


@pytest.mark.security("S76")
async def test_another_account_s_session_in_the_same_browser_is_left_as_it_is(
    guest: Guest, signed_in: Browser, account: Account
) -> None:
    before = await guest.desk.row(account.id)
    token, user_id = signed_in.token, signed_in.user_id
    opened = await signed_in.open_invitation(guest.token)
    assert opened.body["userId"] == guest.id
    signed_in.user_id = user_id
    assert (await signed_in.set_password()).status == 401
    assert (await signed_in.complete()).status == 401
    signed_in.user_id = guest.id
    assert (await signed_in.set_password()).status == 200
    assert (await signed_in.complete()).body["email"] == guest.email
    assert dict(await guest.desk.row(account.id)) == dict(before)
    assert (await signed_in.status(token=token)).status == 200
    other = Browser(app=guest.desk.app, services=guest.services)
    assert (await other.authenticate(account.email, PASSWORD)).status == 200


@pytest.mark.security("S76")
async def test_an_open_sign_in_of_the_browser_ends(guest: Guest, browser: Browser, account: Account) -> None:
    await browser.authenticate(account.email)
    handle = browser.user_id
    await browser.open_invitation(guest.token)
    browser.user_id = handle
    assert (await browser.verify(await newest_code(guest.services, recipient=account.email))).status == 401
