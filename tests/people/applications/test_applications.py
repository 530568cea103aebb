"""Applications: who is notified, who may decide, and what the applicant sees."""

from typing import Any, Final
from uuid import UUID

import pytest
from quart import Quart

from server.messaging.messages.kinds import Providers
from server.people.applications.mail_applications import mail_applications
from server.people.applications.repository import take_decided
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import Answer, execute, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.user_calls import Desk, Desks

REASON: Final = "The course is full; the next one begins in July."
TRAINEE: Final = {"profile": "TRAINEE", "role": "TRAINEE"}


@pytest.fixture
async def applicant(visitor: Visitor, services: Services, company: Company) -> Visitor:
    await visitor.apply(await slug_of(services, company))
    assert (await visitor.complete()).status == 200
    return visitor


async def own_state(applicant: Visitor) -> Any:
    return (await applicant.get("users/application")).body


async def id_of(services: Services, applicant: Visitor) -> str:
    return str(await fetch_value(services, "SELECT id FROM users WHERE email = $1", applicant.email))


async def listed(desk: Desk, state: str = "waiting") -> list[str]:
    answer = await desk.browser.get("users", query={"application": state})
    assert answer.status == 200, answer.body
    return [each["email"] for each in answer.body["data"]]


async def shown(desk: Desk, user_id: str) -> Any:
    return (await desk.browser.get(f"users/{user_id}")).body["application"]


async def decide(desk: Desk, decision: str, *ids: object, **form: object) -> Answer:
    return await desk.browser.post(f"users/applications/{decision}", json={"ids": [str(each) for each in ids], **form})


async def add_applications(services: Services, company: Company, count: int, *, prefix: str = "more") -> list[UUID]:
    statement = """
        WITH people AS (
            INSERT INTO users (company_id, full_name, role, email, phone)
            SELECT $1, 'Person ' || n, 'APPLICANT', CAST($2 AS text) || n || '@apply.example', '+9170000' || 9999 + n
              FROM generate_series(1, $3) AS n RETURNING company_id, id),
        added AS (INSERT INTO applications (company_id, user_id) SELECT company_id, id FROM people)
        SELECT array_agg(id) FROM people
    """
    found: list[UUID] = await fetch_value(services, statement, company.id, prefix, count)
    return found


async def test_an_applicant_sees_each_step_and_is_mailed_the_decision(
    applicant: Visitor, desk: Desk, services: Services, company: Company, *, smtp: Providers, mail_server: MailServer
) -> None:
    await send_all(services, smtp)
    waiting = await own_state(applicant)
    assert (waiting["state"], waiting["reason"], waiting["decidedAt"]) == ("waiting", None, None)
    assert await listed(desk) == [applicant.email]
    user_id = await id_of(services, applicant)
    assert await shown(desk, user_id) == waiting

    assert (await decide(desk, "decline", user_id, reason=f"  {REASON}  ")).body == {"decided": 1}
    declined = await own_state(applicant)
    assert await shown(desk, user_id) == declined
    assert (declined["state"], declined["reason"]) == ("declined", REASON)
    assert (await decide(desk, "decline", user_id, reason="Another")).body == {"decided": 0}
    assert (await listed(desk), await listed(desk, state="declined")) == ([], [applicant.email])
    assert (await decide(desk, "accept", user_id, **TRAINEE)).body == {"decided": 1}
    assert (await own_state(applicant))["state"] == "accepted"
    assert (await listed(desk, state="accepted"), await shown(desk, user_id)) == ([applicant.email], None)
    assert (await applicant.get("users/profile")).body["profile"] == "TRAINEE"

    await mail_applications(services)
    await mail_applications(services)
    await send_all(services, smtp)
    (mail,) = [each for each in mail_server.received if "was decided" in each.content["Subject"]]
    assert mail.to == applicant.email
    assert f"{company.name} has accepted your application." in mail.text


async def test_the_mail_of_a_declined_applicant_holds_the_reason_as_plain_text(
    applicant: Visitor, desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    lure = "<b>Pay</b> at https://evil.example/pay or mail thief@evil.example"
    assert (await decide(desk, "decline", await id_of(services, applicant), reason=lure)).body == {"decided": 1}
    await mail_applications(services)
    await send_all(services, smtp)
    mail = next(each for each in mail_server.received if "was decided" in each.content["Subject"])
    whole = mail.content.as_string()
    html = mail.content.get_body(("html",))
    assert html is not None
    assert "<b>" not in html.get_content()
    assert "<b>Pay</b> at https evil. example/pay or mail thief evil. example" in mail.text
    assert "evil.example" not in whole


async def test_a_profile_that_is_given_in_the_list_accepts_as_well(
    applicant: Visitor, desk: Desk, services: Services
) -> None:
    user_id = await id_of(services, applicant)
    edited = await desk.edit(user_id, **TRAINEE)
    assert edited.status == 200, edited.body
    assert (await own_state(applicant))["state"] == "accepted"


async def test_many_are_decided_at_once(desk: Desk, services: Services, company: Company) -> None:
    ids = await add_applications(services, company, 100)
    assert (await decide(desk, "accept", *ids[:40], **TRAINEE)).body == {"decided": 40}
    assert (await decide(desk, "decline", *ids, reason=REASON)).body == {"decided": 60}
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE profile = 'TRAINEE'") == 40
    actions = "SELECT count(*) FROM audit_entries WHERE action = 'application_declined'"
    assert await fetch_value(services, actions) == 60


async def test_administrators_are_notified_once_an_hour_and_mailed_once_a_day(
    app: Quart, desk: Desk, services: Services, company: Company, *, smtp: Providers, mail_server: MailServer
) -> None:
    """However many people apply."""
    for _ in range(2):
        await Visitor(app=app, services=services).apply(await slug_of(services, company))
    bell = "SELECT count(*) FROM notifications WHERE kind = 'applications'"
    assert await fetch_value(services, bell) == 1
    await add_applications(services, company, 30)
    for number in range(3):
        await mail_applications(services)
        await add_applications(services, company, 2, prefix=f"later{number}")
    await send_all(services, smtp)
    mails = [each for each in mail_server.received if each.to == desk.person.email]
    subject = f"{company.name}: Applications are waiting for your decision"
    assert [each.content["Subject"] for each in mails] == [subject]
    assert "decision: 32." in mails[0].text
    await execute(services, "UPDATE applications SET announced_at = announced_at - interval '25 hours'")
    await mail_applications(services)
    await send_all(services, smtp)
    assert len([each for each in mail_server.received if each.to == desk.person.email]) == 2


@pytest.mark.security("S32")
async def test_another_company_s_applications_are_not_seen_or_decided(
    applicant: Visitor, desks: Desks, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    stranger = desks.of(await sign_in(company=await add_company()))
    user_id = await id_of(services, applicant)
    assert await listed(stranger) == []
    assert (await decide(stranger, "decline", user_id, reason=REASON)).body == {"decided": 0}
    assert (await decide(stranger, "accept", user_id, **TRAINEE)).body == {"decided": 0}
    assert (await own_state(applicant))["state"] == "waiting"


async def test_only_who_may_edit_users_decides(
    applicant: Visitor, desks: Desks, services: Services, sign_in: SignIn
) -> None:
    user_id = await id_of(services, applicant)
    for profile in (Profile.TRAINER, Profile.TRAINEE, None):
        other = desks.of(await sign_in(profile))
        for answer in (
            await other.browser.get("users", query={"application": "waiting"}),
            await decide(other, "decline", user_id, reason=REASON),
            await decide(other, "accept", user_id, **TRAINEE),
        ):
            assert answer.status == 403, profile
    manager = desks.of(await sign_in(Profile.MANAGEMENT))
    assert (await decide(manager, "accept", user_id, profile="ADMIN", role="ADMIN")).status == 403
    assert (await decide(manager, "accept", user_id, profile="TRAINEE", role="ADMIN")).status == 422
    assert (await applicant.post("users/applications/accept", json={"ids": [user_id], **TRAINEE})).status == 403
    assert (await own_state(applicant))["state"] == "waiting"


@pytest.mark.parametrize(
    "form",
    [
        {"ids": [], "reason": REASON},
        {"ids": [str(UUID(int=number)) for number in range(1001)], "reason": REASON},
        {"ids": "all", "reason": REASON},
        {"ids": [str(UUID(int=1))], "reason": "   "},
        {"ids": [str(UUID(int=1))], "reason": "x" * 501},
        {"ids": [str(UUID(int=1))], "reason": "one\r\nBcc: two"},
        {"ids": [str(UUID(int=1))], "reason": "abc\u202egpj"},
        {"ids": [str(UUID(int=1))], "reason": 7},
        {"ids": [str(UUID(int=1))]},
    ],
)
async def test_a_wrong_decision_is_refused(desk: Desk, form: dict[str, object]) -> None:
    answer = await desk.browser.post("users/applications/decline", json=form)
    assert (answer.status, answer.code) == (422, "validation_failed")


async def test_who_has_not_applied_has_no_application(desk: Desk) -> None:
    assert (await desk.browser.get("users/application")).status == 404


@pytest.mark.security("S48")
async def test_the_apply_page_names_verified_companies_only(
    visitor: Visitor, services: Services, add_company: AddCompany
) -> None:
    """Unknown, unverified and renamed companies answer alike, so that short names cannot be enumerated by it."""
    trusted, other = await add_company(), await add_company(is_trusted=False)
    slug = await slug_of(services, trusted)

    async def named(slug: str) -> Any:
        return (await visitor.get(f"signup/companies/{slug}")).body

    nameless = {"companyName": None, "companyLogo": None, "takesApplications": True}
    assert await named(slug) == await named(slug.upper()) == nameless | {"companyName": trusted.name}
    assert await named(await slug_of(services, other)) == await named("nowhere") == nameless
    assert await named("x" * 5_000) == nameless
    await execute(services, "UPDATE companies SET name = 'Your parcel is held' WHERE id = $1", trusted.id)
    assert await named(slug) == nameless


async def test_the_decisions_of_one_company_hold_up_none_of_another(
    services: Services, company: Company, add_company: AddCompany
) -> None:
    other = await add_company()
    for each, count in ((company, 3), (other, 1)):
        await add_applications(services, each, count, prefix=f"{each.id}-")
        decided = "UPDATE applications SET state = 'declined', decided_at = clock_timestamp() WHERE company_id = $1"
        await execute(services, decided, each.id)

    async with services.unit_of_work() as unit:
        taken = await take_decided(unit.connection, limit=2)

    assert {each.company_id for each in taken} == {company.id, other.id}
