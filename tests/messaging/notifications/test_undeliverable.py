"""Administrators are notified of undeliverable invitations: once for each import, not for each row."""

from typing import Any
from uuid import UUID

from aiosmtpd.smtp import Envelope

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import Invite, send_all
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import execute, fetch_value


async def refuse(envelope: Envelope) -> str:
    return "550 5.1.1 No such mailbox"


async def notices_by_user(services: Services) -> dict[UUID, list[dict[str, Any]]]:
    """The notifications of each user, in order."""
    async with services.database.reading() as connection:
        rows = await connection.raw.fetch("SELECT * FROM notifications WHERE kind = 'invitation_failed' ORDER BY id")
    found: dict[UUID, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["user_id"], []).append(dict(row))
    return found


async def add_import(services: Services, person: Person) -> UUID:
    import_id: UUID = await fetch_value(
        services,
        """
        INSERT INTO imports (company_id, state, file_name, delimiter, encoding)
        VALUES ($1, 'completed', 'people.csv', ',', 'utf-8') RETURNING id
        """,
        person.company.id,
    )
    return import_id


async def test_the_administrators_are_notified_of_a_single_invitation(
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
    invite: Invite,
    sign_in: SignIn,
    add_company: AddCompany,
) -> None:
    admins = [await sign_in(profile) for profile in (Profile.SUPER_ADMIN, Profile.ADMIN)]
    for profile in (Profile.MANAGEMENT, Profile.TRAINEE, None):
        await sign_in(profile)
    gone = await sign_in(Profile.ADMIN)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", gone.id)
    await sign_in(company=await add_company())
    mail_server.reply = refuse
    [invited] = await invite()
    await send_all(services, smtp)
    found = await notices_by_user(services)
    assert set(found) == {admin.id for admin in admins}
    [notice] = found[admins[0].id]
    assert notice["title"] == "An invitation could not be delivered"
    assert invited.email in notice["body"]
    assert notice["link"] == "/dashboard/users"


async def test_an_import_is_notified_once_however_many_rows_fail(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite, sign_in: SignIn
) -> None:
    admin = await sign_in()
    import_id = await add_import(services, admin)
    mail_server.reply = refuse
    await invite(70, import_id=import_id)
    await send_all(services, smtp)
    await invite(3, import_id=import_id)
    await send_all(services, smtp)
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'failed'") == 73
    [notice] = (await notices_by_user(services))[admin.id]
    assert notice["about"] == import_id
    assert notice["link"] == f"/dashboard/users/imports/{import_id}"
    assert "people.csv" in notice["body"]


async def test_each_single_failure_is_notified(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite, sign_in: SignIn
) -> None:
    admin = await sign_in()
    mail_server.reply = refuse
    await invite(2)
    await send_all(services, smtp)
    assert len((await notices_by_user(services))[admin.id]) == 2


async def test_delivered_and_retried_invitations_notify_no_one(
    services: Services, smtp: Providers, smtp_away: Providers, invite: Invite, sign_in: SignIn
) -> None:
    await sign_in()
    await invite(2)
    await send_all(services, smtp)
    await invite(2)
    await send_all(services, smtp_away)
    assert await notices_by_user(services) == {}
