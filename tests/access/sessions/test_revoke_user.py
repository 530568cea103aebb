"""An administrator revokes all sessions of a user."""

import pytest
from quart import Quart

from server.access.sessions.events import SessionEndReason
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.position_rules import may
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Answer, Browser, fetch_value

UNKNOWN_ID = "01900000-0000-7000-8000-000000000000"


def browser_of(app: Quart, services: Services, person: Person) -> Browser:
    return Browser(app=app, services=services, token=person.token)


async def sign_out(browser: Browser, user_id: object) -> Answer:
    return await browser.delete(f"users/{user_id}/sessions")


async def test_every_session_of_the_person_ends_and_no_other(
    app: Quart, services: Services, sign_in: SignIn, publisher: RecordingPublisher
) -> None:
    admin, trainee = await sign_in(Profile.ADMIN), await sign_in(Profile.TRAINEE)
    other = await sign_in(Profile.TRAINEE)
    done = await sign_out(browser_of(app, services, admin), trainee.id)
    assert (done.status, done.body) == (200, {"message": "The person has been logged out everywhere"})
    assert (await browser_of(app, services, trainee).status()).status == 401
    assert (await browser_of(app, services, other).status()).status == 200
    assert (await browser_of(app, services, admin).status()).status == 200
    await services.database.settle()
    assert publisher.ended == [(trainee.session_id, SessionEndReason.REVOKED)]


async def test_it_is_audited(app: Quart, services: Services, sign_in: SignIn) -> None:
    admin, trainee = await sign_in(Profile.ADMIN), await sign_in(Profile.TRAINEE)
    await sign_out(browser_of(app, services, admin), trainee.id)
    entry = await fetch_value(
        services,
        "SELECT (company_id, actor_id, subject_id, after) FROM audit_entries WHERE action = 'session_revoked'",
    )
    after = {"sessions": [str(trainee.session_id)]}
    assert tuple(entry) == (admin.company.id, admin.id, trainee.id, after)


async def test_revoking_again_succeeds_and_ends_nothing_more(
    app: Quart, services: Services, sign_in: SignIn, publisher: RecordingPublisher
) -> None:
    admin, trainee = await sign_in(Profile.ADMIN), await sign_in(Profile.TRAINEE)
    browser = browser_of(app, services, admin)
    assert [(await sign_out(browser, trainee.id)).status for _ in range(2)] == [200, 200]
    await services.database.settle()
    assert [session_id for session_id, _ in publisher.ended] == [trainee.session_id]


@pytest.mark.security("S29")
@pytest.mark.parametrize("actor", [*Profile, None])
async def test_the_matrix_holds_for_every_pair(
    app: Quart, services: Services, sign_in: SignIn, actor: Profile | None
) -> None:
    browser = browser_of(app, services, await sign_in(actor))
    for profile in [*Profile, None]:
        person = await sign_in(profile)
        allowed = may(actor, profile)
        answer = await sign_out(browser, person.id)
        assert (answer.status, answer.code) == ((200, None) if allowed else (403, "forbidden")), profile
        assert (await browser_of(app, services, person).status()).status == (401 if allowed else 200)


@pytest.mark.security("S32")
async def test_another_company_s_people_are_not_there(
    app: Quart, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    admin, stranger = await sign_in(), await sign_in(Profile.TRAINEE, company=await add_company())
    browser = browser_of(app, services, admin)
    foreign, unknown = await sign_out(browser, stranger.id), await sign_out(browser, UNKNOWN_ID)
    assert (foreign.status, foreign.body) == (unknown.status, unknown.body)
    assert foreign.status == 404
    assert (await browser_of(app, services, stranger).status()).status == 200
