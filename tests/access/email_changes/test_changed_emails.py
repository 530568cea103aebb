"""S60: changing an email takes over no account, finds none elsewhere, and mails strangers no more than inviting.

Mails are counted at a real SMTP server.
"""

import asyncio
from dataclasses import replace
from typing import Any, Final

import asyncpg
import pytest

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.email_changes import Mover
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import end_cooldown, send_all
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Answer, Browser, execute
from tests.fixtures.user_calls import Desk, Desks

NEW: Final = "new.address@example.org"


def refusal(answer: Answer) -> tuple[int, str | None, set[str]]:
    return answer.status, answer.code, set(answer.body)


INVALID: Final = (400, "email_link_invalid", {"message", "code"})
NOT_USABLE: Final = (409, "email_not_usable", {"message", "code"})


async def another(mover: Mover, **columns: Any) -> Mover:
    return mover.of(await add_account(mover.services.database, mover.account.company, **columns))


@pytest.mark.security("S60")
async def test_no_forged_replayed_or_expired_token_confirms(mover: Mover, services: Services) -> None:
    token = await mover.asked(NEW)
    stored = await mover.desk.value("SELECT encode(token_hash, 'hex') FROM email_changes")
    for forged in (token[:-1], token + "A", token.swapcase(), stored, str(mover.account.id), "' OR true --", "\u0000"):
        assert (await mover.confirm(forged)).status in {400, 422}
    await execute(services, "UPDATE email_changes SET expires_at = now()")
    assert refusal(await mover.confirm(token)) == INVALID
    await execute(services, "UPDATE email_changes SET expires_at = now() + interval '1 hour'")
    assert (await mover.confirm(token)).status == 200
    assert refusal(await mover.confirm(token)) == INVALID
    assert await mover.email() == NEW


@pytest.mark.security("S60")
async def test_of_twenty_confirmations_at_once_one_counts(mover: Mover) -> None:
    token = await mover.asked(NEW)
    answers = await asyncio.gather(*(mover.confirm(token) for _ in range(20)))
    assert sorted(answer.status for answer in answers) == [200] + [400] * 19
    assert (await mover.desk.row(mover.account.id))["version"] == 2


@pytest.mark.security("S60")
async def test_of_two_who_confirm_one_address_at_once_one_has_it(mover: Mover, services: Services) -> None:
    """The other keeps the former, and learns no more than that this one cannot be used."""
    other = await another(mover)
    first = await mover.asked(NEW)
    await end_cooldown(services)
    second = await other.asked(NEW)
    answers = await asyncio.gather(mover.confirm(first), other.confirm(second))
    assert sorted(answer.status for answer in answers) == [200, 409]
    [refused] = [answer for answer in answers if answer.status == 409]
    assert refusal(refused) == NOT_USABLE
    assert sorted([await mover.email() == NEW, await other.email() == NEW]) == [False, True]
    assert await mover.waits() == 0, "the link is used up"
    assert await mover.desk.value("SELECT count(*) FROM audit_entries WHERE action = 'email_change_failed'") == 1


@pytest.mark.security("S60")
async def test_an_address_that_is_registered_meanwhile_is_found_by_its_own_recipient_alone(
    mover: Mover, services: Services, add_company: AddCompany
) -> None:
    token = await mover.asked(NEW)
    elsewhere = await add_account(services.database, await add_company(), email=NEW)
    refused = await mover.confirm(token)
    assert refusal(refused) == NOT_USABLE
    assert refused.body["message"] == ("This address cannot be used for your account. Please ask your administrator.")
    assert await mover.email() == mover.account.email
    assert (await mover.desk.row(elsewhere.id))["email"] == NEW
    assert refusal(await mover.confirm(token)) == INVALID


@pytest.mark.security("S60")
async def test_a_confirmation_and_a_creation_of_one_address_at_once(mover: Mover, desks: Desks) -> None:
    """Whichever comes first: one account has it, and no call fails otherwise."""
    token = await mover.asked(NEW)
    confirmed, created = await asyncio.gather(mover.confirm(token), mover.desk.create(email=NEW))
    assert (confirmed.status, created.status) in {(200, 409), (409, 201)}
    assert await mover.desk.value("SELECT count(*) FROM users WHERE email = $1", NEW) == 1


@pytest.mark.security("S60")
async def test_an_edit_does_not_say_whether_an_address_is_registered_elsewhere(
    mover: Mover, services: Services, add_company: AddCompany
) -> None:
    """Nor does the trail, before its recipient has used the link."""
    elsewhere = await add_account(services.database, await add_company())
    answers = []
    for email in (elsewhere.email, "not.there@example.com"):
        answer = await mover.ask(email)
        answers.append((answer.status, answer.body | {"pendingEmail": None}))
        entry = await mover.desk.audit_entry("email_change_requested")
        assert entry["after"].keys() == {"email"}
    assert answers[0] == answers[1]
    await send_all(services, mover.smtp)
    assert len(mover.mails.received) == 1, "the first was replaced before it left"


@pytest.mark.security("S60")
async def test_an_email_is_changed_by_the_matrix_and_never_one_s_own(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany, mover: Mover
) -> None:
    admin = await sign_in(Profile.ADMIN)
    stranger = await sign_in(Profile.TRAINEE, company=await add_company())
    management = desks.of(await sign_in(Profile.MANAGEMENT))
    await desk.edit(admin.id, email="admin.new@example.org")
    for user_id, status, code in (
        (admin.id, 403, "forbidden"),
        (desk.person.id, 403, "forbidden"),
        (management.person.id, 403, "self_forbidden"),
        (stranger.id, 404, "not_found"),
    ):
        for answer in (
            await management.edit(user_id, email=NEW),
            await management.browser.delete(f"users/{user_id}/pending-email"),
        ):
            assert (answer.status, answer.code) == (status, code)
    trainer = desks.of(await sign_in(Profile.TRAINER))
    assert (await trainer.browser.delete(f"users/{admin.id}/pending-email")).status == 403
    assert await desk.value("SELECT array_agg(email) FROM email_changes") == ["admin.new@example.org"]


@pytest.mark.security("S60")
async def test_an_account_that_has_risen_is_not_taken_over_by_a_link_from_before(
    desks: Desks, sign_in: SignIn, mover: Mover
) -> None:
    """An ADMIN enters an address of their own for a trainer, who becomes a SUPER_ADMIN before the link is used."""
    trainer = replace(await another(mover, profile=Profile.TRAINER), desk=desks.of(await sign_in(Profile.ADMIN)))
    token = await trainer.asked(NEW)
    await mover.desk.edit(trainer.account.id, profile="SUPER_ADMIN", role="ADMIN")
    assert refusal(await mover.confirm(token)) == INVALID
    assert await trainer.email() == trainer.account.email
    await mover.desk.edit(trainer.account.id, profile="TRAINER", role="MENTOR")
    assert (await mover.confirm(token)).status == 200


@pytest.mark.security("S60")
@pytest.mark.parametrize(
    "change", ["UPDATE users SET is_active = false WHERE id = $1", "DELETE FROM users WHERE id = $1"]
)
async def test_an_account_that_has_left_gets_no_email(mover: Mover, services: Services, change: str) -> None:
    token = await mover.asked(NEW)
    await execute(services, change, mover.account.id)
    assert refusal(await mover.confirm(token)) == INVALID
    assert await mover.desk.value("SELECT count(*) FROM users WHERE email = $1", NEW) == 0


@pytest.mark.security("S60")
async def test_a_thief_s_session_and_reset_end_with_the_email(
    mover: Mover, browser: Browser, forgetful: Any, services: Services
) -> None:
    """Who reads the former mailbox gets nothing more: no session, no token, no code."""
    thief = await browser.sign_in(mover.account)
    await forgetful.pass_code(mover.account.email)
    await mover.confirm(await mover.asked(NEW))
    assert (await thief.status()).status == 401
    refreshed = await thief.post("auth/refresh-token", json={"refreshToken": thief.refresh_token})
    assert refreshed.status == 401
    assert (await forgetful.choose()).status == 401
    asked = await forgetful.ask(mover.account.email)
    assert (asked.status, asked.body["nextStep"]) == (200, "EMAIL_VERIFICATION_REQUIRED"), "as for an unknown email"
    await send_all(services, mover.smtp)
    assert [mail.to for mail in mover.mails.received].count(mover.account.email) <= 1, "the code before the change"


@pytest.mark.security("S60")
async def test_the_token_is_stored_nowhere_once_the_mail_has_left(mover: Mover, services: Services) -> None:
    token = await mover.asked(NEW)
    async with services.database.reading() as connection:
        for table in ("email_changes", "messages", "audit_entries"):
            rows = await connection.raw.fetch(f"SELECT CAST(t AS text) AS text FROM {table} t")  # noqa: S608 - constants
            assert not any(token in row["text"] for row in rows)
        assert await connection.raw.fetchval("SELECT count(*) FROM messages WHERE secret IS NOT NULL") == 0


@pytest.mark.security("S60")
async def test_names_in_the_mail_are_no_links_and_no_headers(mover: Mover, services: Services) -> None:
    await execute(
        services,
        "UPDATE users SET full_name = $2 WHERE id = $1",
        mover.account.id,
        "Pay at https://evil.example/pay\r\nBcc: b@evil.example",
    )
    await execute(services, "UPDATE companies SET name = 'evil.example/x' WHERE id = $1", mover.account.company.id)
    await mover.asked(NEW)
    [mail] = mover.mails.received
    assert mail.recipients == [NEW]
    assert mail.content["Bcc"] is None
    assert "evil" not in str(mail.content["Subject"])
    assert "evil.example" not in mail.text
    assert "https://evil" not in mail.text


@pytest.mark.security("S60")
async def test_a_transaction_that_dies_leaves_all_as_it_was(mover: Mover, owner_url: str) -> None:
    """The link works afterwards."""
    token = await mover.asked(NEW)
    await break_audit(owner_url, "CREATE")
    assert (await mover.confirm(token)).status == 503
    assert (await mover.email(), await mover.waits()) == (mover.account.email, 1)
    await break_audit(owner_url, "DROP")
    assert (await mover.confirm(token)).status == 200
    assert await mover.email() == NEW


async def break_audit(owner_url: str, what: str) -> None:
    connection = await asyncpg.connect(owner_url)
    if what == "CREATE":
        await connection.execute(
            """
            CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                RAISE EXCEPTION USING ERRCODE = '40P01'; END $$;
            CREATE TRIGGER broken BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION broken()
            """
        )
    else:
        await connection.execute("DROP TRIGGER broken ON audit_entries; DROP FUNCTION broken()")
    await connection.close()


@pytest.mark.security("S60")
async def test_a_temporary_password_in_the_former_mailbox_opens_nothing(
    desk: Desk, browser: Browser, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    """Not even where its recipient has begun to sign in with it."""
    created = (await desk.create()).body
    await send_all(services, smtp)
    password = mail_server.received[0].text.partition("Temporary password")[2].split()[0]
    assert (await browser.authenticate(created["email"], password)).status == 200
    assert (await desk.edit(created["id"], email=NEW)).status == 200
    assert (await browser.authenticate(created["email"], password)).code == "invalid_credentials"
    assert (await browser.authenticate(NEW, password)).code == "invalid_credentials"
    assert await desk.value("SELECT count(*) FROM flows WHERE state NOT IN ('ended', 'completed')") == 0


@pytest.mark.security("S60")
@pytest.mark.settings(company_daily_taken=3)
async def test_a_company_learns_by_edits_of_no_more_people_elsewhere_than_by_creating(
    desk: Desk, services: Services, add_company: AddCompany
) -> None:
    other = await add_company()
    elsewhere = [await add_account(services.database, other) for _ in range(5)]
    created = (await desk.create()).body
    statuses = [(await desk.edit(created["id"], email=each.email)).status for each in elsewhere]
    assert statuses == [409] * 3 + [429] * 2
    assert (await desk.edit(created["id"], email=NEW)).status == 429, "nothing is tried any more"
