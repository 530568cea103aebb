"""S80: where a company demands a second factor, a session that has proved none can set one up, and nothing else."""

from typing import Final

import pytest
from quart import Quart

from server.platform.errors import FactorSetupRequiredError
from server.platform.http.authentication import route_of
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account
from tests.fixtures.factors import App
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import Person, SignIn
from tests.fixtures.policy_calls import PolicyDesk
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.socket_client import open_socket

REFUSED: Final = (403, "factor_setup_required")
ADD: Final = """
    INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, credential_id, public_key, confirmed_at)
    SELECT company_id, id, $2, 'Key', CASE WHEN $2 = 'totp' THEN '\\x00'::bytea END,
           CASE WHEN $2 = 'passkey' THEN convert_to(id::text, 'UTF8') END,
           CASE WHEN $2 = 'passkey' THEN '\\x00'::bytea END, now() FROM users WHERE id = $1
"""
PROVED: Final = "UPDATE sessions SET verified_at = now() WHERE id = $1"


async def give(desk: PolicyDesk, person: Person, *kinds: str) -> None:
    """Factors that the person's session has not proved."""
    for kind in kinds:
        await execute(desk.services, ADD, person.id, kind)


@pytest.fixture
async def protected(policy_desk: PolicyDesk) -> PolicyDesk:
    """A Super Admin who has both kinds, and a session that has proved them."""
    await give(policy_desk, policy_desk.person, "totp", "passkey")
    await execute(policy_desk.services, PROVED, policy_desk.person.session_id)
    return policy_desk


def browser_of(desk: PolicyDesk, person: Person) -> Browser:
    return desk.at(desk.address, person=person).browser


@pytest.mark.security("S80")
async def test_only_what_sets_a_factor_up_is_answered(protected: PolicyDesk, sign_in: SignIn, app: Quart) -> None:
    person = await sign_in(Profile.ADMIN)
    browser = browser_of(protected, person)
    assert (await browser.get("users")).status == 200
    await protected.set(secondFactor="administrators")

    answered = set()
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        route = route_of(view)
        if not route.signed_in or rule.arguments:
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            answer = await browser.call(method, rule.rule)
            # SCIM has errors of its own form.
            is_refused = (answer.status, answer.code) == REFUSED or FactorSetupRequiredError.message in str(answer.body)
            if not is_refused:
                answered.add(rule.rule)
            assert is_refused != route.serves_setup, rule.rule
    assert {"/api/v1/auth/session-status", "/api/v1/auth/factors/passkeys/options"} <= answered
    assert not {path for path in answered if not path.startswith(("/api/v1/auth/", "/api/v1/users/profile"))}


@pytest.mark.security("S80")
async def test_a_factor_that_the_session_has_proved_opens_it(protected: PolicyDesk, sign_in: SignIn) -> None:
    person = await sign_in(Profile.TRAINEE)
    browser = browser_of(protected, person)
    await protected.set(secondFactor="everyone", factors=["passkey"], passkeysOnly=True)

    async def answer() -> tuple[int, str | None]:
        found = await browser.get("notifications")
        return found.status, found.code

    assert await answer() == REFUSED
    await give(protected, person, "totp")
    await execute(protected.services, PROVED, person.session_id)
    assert await answer() == REFUSED, "of a kind that does not count"
    await give(protected, person, "passkey")
    assert await answer() == REFUSED, "added in another session"
    await execute(protected.services, "UPDATE sessions SET verified_at = NULL WHERE id = $1", person.session_id)
    assert await answer() == REFUSED
    await execute(protected.services, PROVED, person.session_id)
    assert await answer() == (200, None)
    await execute(protected.services, "UPDATE factors SET copied_at = now() WHERE user_id = $1", person.id)
    assert await answer() == REFUSED, "a copied passkey"
    await execute(protected.services, "DELETE FROM factors WHERE user_id = $1", person.id)
    assert await answer() == REFUSED, "deleted"


@pytest.mark.security("S80")
async def test_who_is_not_concerned_works_on(protected: PolicyDesk, sign_in: SignIn) -> None:
    trainer, applicant = await sign_in(Profile.TRAINER), await sign_in(None)
    await protected.set(secondFactor="administrators")
    for person in (trainer, applicant):
        assert (await browser_of(protected, person).get("notifications")).status == 200
    await execute(protected.services, "UPDATE users SET role = 'HR', profile = 'MANAGEMENT' WHERE id = $1", trainer.id)
    raised = await browser_of(protected, trainer).get("notifications")
    assert (raised.status, raised.code) == REFUSED
    await protected.set(secondFactor="everyone")
    assert (await browser_of(protected, applicant).get("notifications")).code == "factor_setup_required"


@pytest.mark.security("S80")
async def test_its_sockets_are_dropped_and_refused(server: LiveServer, protected: PolicyDesk, sign_in: SignIn) -> None:
    person = await sign_in(Profile.MANAGEMENT)
    async with open_socket(server.url, {"token": person.token}) as dropped:
        await dropped.receive("session:state")
        await protected.set(secondFactor="administrators")
        await server.gateway.held.recheck()
        await dropped.closed()
        assert dropped.payloads("session:ended") == []
    async with open_socket(server.url, {"token": person.token}) as refused:
        assert refused.refusal is not None
        assert refused.refusal["data"]["code"] == "factor_setup_required"


@pytest.mark.security("S80")
async def test_its_author_needs_a_factor_of_the_kind(policy_desk: PolicyDesk) -> None:
    await give(policy_desk, policy_desk.person, "totp")
    await execute(policy_desk.services, PROVED, policy_desk.person.session_id)
    refused = await policy_desk.change(secondFactor="everyone", factors=["passkey"])
    assert (refused.status, set(refused.body["errors"])) == (422, {"secondFactor"})
    await policy_desk.set(secondFactor="everyone", factors=["totp"])
    await give(policy_desk, policy_desk.person, "passkey")
    await policy_desk.set(secondFactor="everyone", factors=["passkey"], passkeysOnly=True)


@pytest.mark.security("S80")
async def test_a_sign_in_proves_a_factor_that_counts(
    app: Quart, protected: PolicyDesk, app_of_account: App, account: Account
) -> None:
    """No downgrade: who has a passkey is not asked for less where passkeys alone count."""
    await protected.set(secondFactor="everyone", factors=["passkey"], passkeysOnly=True)
    browser = Browser(app=app, services=protected.services)
    started = await browser.authenticate(account.email)
    assert started.body["factors"] == ["totp", "recovery"], "until there is one that counts"

    await execute(protected.services, ADD, account.id, "passkey")
    started = await browser.authenticate(account.email)
    assert started.body["factors"] == ["passkey", "recovery"]
    refused = await browser.verify(await app_of_account.code(), channel="TOTP")
    assert (refused.status, refused.code) == (400, "otp_invalid")

    await protected.set(factors=["totp", "passkey"], passkeysOnly=False)
    accepted = await browser.verify(await app_of_account.code(), channel="TOTP")
    assert accepted.status == 200
