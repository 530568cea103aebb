"""The job that sends invitations and notices."""

import asyncio
from collections import Counter
from uuid import UUID

import pytest
from aiosmtpd.smtp import Envelope
from structlog.testing import capture_logs

from server.access.passwords.set_password import temporary_password_mac
from server.messaging.messages.kinds import Channel, MessageKind, Providers
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.read_inbox import read_inbox
from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.platform.events import VIEWERS
from server.platform.services import Services
from tests.fixtures.mail_server import MailServer, content_of
from tests.fixtures.outbox import Invite, fetch_message, make_due, send_all, send_messages
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.publisher import RecordingPublisher


async def _users(services: Services) -> dict[UUID, dict[str, object]]:
    async with services.database.reading() as connection:
        rows = await connection.raw.fetch("SELECT *, temporary_password_expires_at - now() AS password_life FROM users")
    return {row["id"]: dict(row) for row in rows}


async def _import(services: Services, company: Company, *, state: str = "completed") -> UUID:
    async with services.database.reading() as connection:
        import_id: UUID = await connection.raw.fetchval(
            """
            INSERT INTO imports (company_id, state, file_name, delimiter, encoding)
            VALUES ($1, $2, 'people.csv', ',', 'utf-8') RETURNING id
            """,
            company.id,
            state,
        )
    return import_id


async def _invited_count(services: Services, import_id: UUID) -> tuple[int, int]:
    async with services.database.reading() as connection:
        row = await connection.raw.fetchrow("SELECT invited, version FROM imports WHERE id = $1", import_id)
    assert row is not None
    return row["invited"], row["version"]


async def test_an_invitation_of_a_worker_of_the_version_before_is_bulk(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    [invited] = await invite(1)
    again = """
        WITH queued AS (DELETE FROM messages RETURNING company_id, user_id, kind, channel, recipient)
        INSERT INTO messages (company_id, user_id, kind, channel, recipient) SELECT * FROM queued RETURNING is_bulk
    """
    async with services.database.reading() as connection:
        assert await connection.fetch_value(again) is True
    await send_all(services, smtp)

    assert [each.to for each in mail_server.received] == [invited.email]


def _password_in(text: str) -> str:
    return next(line.split()[-1] for line in text.splitlines() if "Temporary password" in line)


async def test_each_invited_account_gets_one_mail_with_a_password_that_opens_it(
    services: Services, smtp: Providers, mail_server: MailServer, company: Company, invite: Invite
) -> None:
    import_id = await _import(services, company)
    invited = await invite(150, import_id=import_id)
    with capture_logs() as logs:
        await send_all(services, smtp)
    assert Counter(mail.to for mail in mail_server.received) == Counter(person.email for person in invited)
    users = await _users(services)
    passwords = {mail.to: _password_in(mail.text) for mail in mail_server.received}
    for person in invited:
        user = users[person.user_id]
        assert user["invitation"] == "sent"
        assert user["password_is_temporary"]
        assert str(user["password_life"]).startswith(("2 days, 23:59", "3 days"))
        mac = user["temporary_password_mac"]
        assert isinstance(mac, bytes)
        assert temporary_password_mac(services.keys, person.user_id, passwords[person.email]) == mac
    assert len(set(passwords.values())) == 150
    invited_count, version = await _invited_count(services, import_id)
    assert invited_count == 150
    assert version > 1
    assert not any(password in str(logs) for password in passwords.values())
    assert (await fetch_message(services, invited[0].message_id)).secret is None


async def test_two_workers_share_the_work_and_send_nothing_twice(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    invited = await invite(100)
    await asyncio.gather(*(send_all(services, smtp) for _ in range(3)))
    assert Counter(mail.to for mail in mail_server.received) == Counter(person.email for person in invited)


async def test_a_second_try_repeats_the_same_password(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    texts: list[bytes] = []

    async def refuse_first(envelope: Envelope) -> str:
        texts.append(content_of(envelope).partition(b"\r\n\r\n")[2])
        return "451 later" if len(texts) == 1 else "250 kept"

    mail_server.reply = refuse_first
    (person,) = await invite()
    await send_all(services, smtp)
    assert (await _users(services))[person.user_id]["invitation"] == "queued"
    await make_due(services)
    await send_all(services, smtp)
    assert texts[0] == texts[1]
    assert (await _users(services))[person.user_id]["invitation"] == "sent"


async def test_a_refused_address_is_shown_as_failed_and_not_counted(
    services: Services, smtp: Providers, mail_server: MailServer, company: Company, invite: Invite
) -> None:
    async def refuse_one(envelope: Envelope) -> str:
        return "550 unknown" if envelope.rcpt_tos == [invited[3].email] else "250 kept"

    mail_server.reply = refuse_one
    import_id = await _import(services, company)
    invited = await invite(10, import_id=import_id)
    await send_all(services, smtp)
    users = await _users(services)
    assert [users[person.user_id]["invitation"] for person in invited].count("sent") == 9
    assert users[invited[3].user_id]["invitation"] == "failed"
    assert (await _invited_count(services, import_id))[0] == 9


async def test_when_the_mail_server_is_away_only_one_message_a_connection_loses_a_try(
    services: Services, smtp_away: Providers, invite: Invite
) -> None:
    await invite(100)
    assert await send_messages(services, smtp_away) is False, "it would be asked for again at once"
    async with services.database.reading() as connection:
        rows = await connection.raw.fetch(
            "SELECT attempts, count(*) FROM messages WHERE state = 'queued' GROUP BY attempts"
        )
    assert {row["attempts"]: row["count"] for row in rows} == {0: 96, 1: 4}


async def test_a_server_that_admits_one_connection_gets_the_mails_over_it(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    mail_server.admits = 1
    await invite(40)
    await send_all(services, smtp)
    assert len(mail_server.received) == 40 - (mail_server.greeted - 1)
    assert 1 < mail_server.greeted <= 4


async def test_a_connection_cut_in_mid_mail_is_a_try_that_did_not_work(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    async def hang_up(_: Envelope) -> str:
        mail_server.hang_up()
        return "250 never received"

    mail_server.reply = hang_up
    (person,) = await invite()
    await send_all(services, smtp)
    message = await fetch_message(services, person.message_id)
    assert (message.state, message.attempts) == ("queued", 1)
    assert message.secret is not None


async def test_an_inactive_account_is_not_invited(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    (person,) = await invite(is_active=False)
    await send_all(services, smtp)
    assert mail_server.tries == 0
    assert (await fetch_message(services, person.message_id)).state == "expired"
    user = (await _users(services))[person.user_id]
    assert (user["invitation"], user["temporary_password_mac"]) == ("none", None)


async def test_a_user_who_has_signed_in_meanwhile_is_not_invited(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    (person,) = await invite()
    async with services.database.reading() as connection:
        await connection.raw.execute("UPDATE users SET invitation = 'accepted', password_hash = 'x'")
    await send_all(services, smtp)
    assert mail_server.tries == 0
    user = (await _users(services))[person.user_id]
    assert (user["invitation"], user["password_is_temporary"]) == ("accepted", False)


async def test_every_company_has_its_share_of_a_batch(
    services: Services, smtp: Providers, mail_server: MailServer, add_company: AddCompany, invite: Invite
) -> None:
    large, small = await add_company(), await add_company()
    await invite(120, company=large)
    (person,) = await invite(1, company=small)
    await send_all(services, smtp)
    order = [mail.to for mail in mail_server.received]
    assert order.index(person.email) < 64, "the small company waited for the large one"


async def test_a_company_waits_until_its_import_has_created_its_accounts(
    services: Services, capturing: Providers, company: Company, invite: Invite
) -> None:
    import_id = await _import(services, company, state="processing")
    await invite(3, import_id=import_id)
    await send_all(services, capturing)
    assert (await _invited_count(services, import_id))[0] == 0
    async with services.database.reading() as connection:
        await connection.raw.execute("UPDATE imports SET state = 'cancelled'")
    await send_all(services, capturing)
    assert (await _invited_count(services, import_id))[0] == 3


@pytest.mark.settings(company_daily_rows=10)
async def test_no_more_than_the_days_invitations_go_out_and_the_rest_is_due_tomorrow(
    services: Services, capturing: Providers, add_company: AddCompany, invite: Invite
) -> None:
    busy, other = await add_company(), await add_company()
    await invite(14, company=busy)
    await invite(4, company=other)
    await send_all(services, capturing)
    async with services.database.reading() as connection:
        rows = await connection.raw.fetch(
            """
            SELECT company_id, state, count(*) AS messages,
                   bool_and(next_attempt_at = date_trunc('day', now(), 'UTC') + interval '1 day') AS tomorrow
              FROM messages GROUP BY company_id, state
            """
        )
        usage = await connection.raw.fetch("SELECT company_id, invitations FROM company_daily_usage")
    counted = {(row["company_id"], row["state"]): (row["messages"], row["tomorrow"]) for row in rows}
    assert counted == {
        (busy.id, "sent"): (10, None),
        (busy.id, "queued"): (4, True),
        (other.id, "sent"): (4, None),
    }
    assert {row["company_id"]: row["invitations"] for row in usage} == {busy.id: 10, other.id: 4}


async def test_captured_invitations_can_be_read_with_their_passwords(
    services: Services, capturing: Providers, invite: Invite
) -> None:
    people = await invite(3)
    await send_all(services, capturing)
    users = await _users(services)
    (message,) = await read_inbox(services, to=people[0].email.upper())
    secret = message.sent.secret
    assert secret is not None
    assert secret in message.rendered.text
    mac = users[people[0].user_id]["temporary_password_mac"]
    assert isinstance(mac, bytes)
    assert temporary_password_mac(services.keys, people[0].user_id, secret) == mac


async def test_notices_do_not_wait_behind_invitations(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    await invite(100)
    async with services.unit_of_work() as unit:
        await queue_message(
            unit.connection,
            kind=MessageKind.PASSWORD_CHANGED,
            channel=Channel.EMAIL,
            recipient="asha@example.org",
            keys=services.keys,
            parameters={"full_name": "Asha Verma"},
        )
    await send_all(services, smtp)
    assert "asha@example.org" in [mail.to for mail in mail_server.received[:5]]


async def test_a_deleted_account_takes_its_invitation_with_it(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    people = await invite(20)

    async def delete_account(envelope: Envelope) -> str:
        async with services.database.reading() as connection:
            await connection.raw.execute("DELETE FROM users WHERE email = $1", envelope.rcpt_tos[0])
        return "250 kept"

    mail_server.reply = delete_account
    await send_all(services, smtp)
    assert len(mail_server.received) == len(people)
    async with services.database.reading() as connection:
        assert await connection.fetch_value("SELECT count(*) FROM messages") == 0


async def test_viewers_of_the_list_are_notified_of_the_result_of_single_invitations(
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
    company: Company,
    invite: Invite,
    publisher: RecordingPublisher,
) -> None:
    """Invitations of an import are counted by the import's own events."""

    async def refuse_one(envelope: Envelope) -> str:
        return "550 unknown" if envelope.rcpt_tos == [invited[1].email] else "250 kept"

    mail_server.reply = refuse_one
    invited = await invite(3)
    await invite(3, import_id=await _import(services, company))
    await send_all(services, smtp)
    published = [each for each in publisher.published if each.event is USERS_CHANGED]
    assert [each.room for each in published] == [VIEWERS.of(company.id)]
    assert isinstance(published[0].payload, UsersChanged)
    assert published[0].payload.kind is UsersChangeKind.UPDATED
    assert set(published[0].payload.ids) == {person.user_id for person in invited}
