"""Every route declares who may call it, and permissions are read at every call."""

from dataclasses import replace

import pytest
from quart import Quart
from quart.typing import TestClientProtocol as Client
from werkzeug.routing import Rule

from server.access.sessions.access_token import identify
from server.platform.http.authentication import EXTENSION, declare, route_of
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Permission, Profile
from tests.fixtures.people import SignIn
from tests.fixtures.tokens import end_in_database


def test_every_route_declares_access_limit_and_answer(app: Quart) -> None:
    silent: dict[str, list[str]] = {}
    for rule in app.url_map.iter_rules():
        missing = _missing(app, rule)
        if missing:
            silent[rule.rule] = missing
    assert len(list(app.url_map.iter_rules())) > 20
    assert silent == {}


def test_route_without_declarations_is_detected(odd_app: Quart) -> None:
    rule = next(rule for rule in odd_app.url_map.iter_rules() if rule.rule == "/api/odd/undeclared")
    assert _missing(odd_app, rule) == ["access", "limit", "answer"]


def test_a_route_that_says_twice_who_may_call_it_is_refused_at_the_start() -> None:
    with pytest.raises(TypeError, match="public, requires"):
        declare(public=True, requires=Permission.USER_EDIT)


def _missing(app: Quart, rule: Rule) -> list[str]:
    view = app.view_functions[rule.endpoint]
    route = route_of(view)
    answers = route.is_hidden or route.files or getattr(view, "_quart_schema_response_schemas", None)
    declared = {"access": route.is_declared, "limit": route.limit, "answer": answers}
    return [name for name, value in declared.items() if not value]


async def test_token_names_its_holder(odd_client: Client, sign_in: SignIn) -> None:
    person = await sign_in(Profile.TRAINEE)
    answer = await odd_client.get("/api/odd/me", headers=person.headers)
    assert (answer.status_code, await answer.get_json()) == (200, {"message": str(person.id)})


async def test_without_a_valid_token_the_caller_is_not_signed_in(odd_client: Client) -> None:
    cases: list[str | None] = [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer x.y.z",
        "Basic dTpw",
        "bearer \x7f",
        "Bearer " + "a" * 9000,
    ]
    for authorization in cases:
        headers = {} if authorization is None else {"Authorization": authorization}
        answer = await odd_client.get("/api/odd/me", headers=headers)
        assert answer.status_code == 401, authorization
        assert await answer.get_json() == {
            "message": "Session expired. Please log in again.",
            "code": "not_signed_in",
        }, authorization


async def test_a_token_in_the_query_is_refused(odd_client: Client, sign_in: SignIn) -> None:
    person = await sign_in()
    answer = await odd_client.get("/api/odd/me", query_string={"token": person.token, "access_token": person.token})
    assert answer.status_code == 400


async def test_a_credential_of_another_kind_is_known_by_its_beginning_and_brings_no_session(
    odd_app: Quart, sign_in: SignIn
) -> None:
    """The value of such a credential names an account here, by the access token that follows its beginning."""
    person = await sign_in(Profile.SUPER_ADMIN)

    async def identify_key(services: Services, *, token: str) -> Identity:
        return Identity(actor=(await identify(services, token=token.removeprefix("key_"))).actor, session=None)

    known = odd_app.extensions[EXTENSION]
    odd_app.extensions[EXTENSION] = replace(known, identifiers={"key_": identify_key, **known.identifiers})
    client = odd_app.test_client()
    keyed = {"Authorization": f"Bearer key_{person.token}"}
    for headers, status in ((person.headers, 200), (keyed, 403)):
        answer = await client.get("/api/odd/me", headers=headers)
        assert (answer.status_code, await answer.get_json()) == (200, {"message": str(person.id)})
        assert (await client.get("/api/odd/managers", headers=headers)).status_code == 200
        assert (await client.get("/api/v1/auth/session-status", headers=headers)).status_code == status
    wrong = await client.get("/api/odd/me", headers={"Authorization": "Bearer key_x.y.z"})
    assert wrong.status_code == 401


async def test_ended_session_is_refused_at_the_next_call(
    odd_client: Client, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in()
    assert (await odd_client.get("/api/odd/me", headers=person.headers)).status_code == 200
    await end_in_database(services, person)
    assert (await odd_client.get("/api/odd/me", headers=person.headers)).status_code == 401


@pytest.mark.parametrize(
    ("profile", "status"),
    [
        (Profile.SUPER_ADMIN, 200),
        (Profile.ADMIN, 200),
        (Profile.MANAGEMENT, 200),
        (Profile.TRAINER, 403),
        (Profile.INTERVIEW_PANELIST, 403),
        (Profile.PLACEMENT, 403),
        (Profile.TRAINEE, 403),
        (None, 403),
    ],
)
async def test_permission_decides(odd_client: Client, sign_in: SignIn, profile: Profile | None, status: int) -> None:
    person = await sign_in(profile)
    answer = await odd_client.get("/api/odd/managers", headers=person.headers)
    assert answer.status_code == status
    if status == 403:
        assert (await answer.get_json())["message"] == (
            "Access denied. You do not have permission to perform this action."
        )


async def test_demotion_acts_on_the_next_call(odd_client: Client, sign_in: SignIn, services: Services) -> None:
    person = await sign_in(Profile.ADMIN)
    assert (await odd_client.get("/api/odd/managers", headers=person.headers)).status_code == 200
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE' WHERE id = :id", id=person.id
        )
    assert (await odd_client.get("/api/odd/managers", headers=person.headers)).status_code == 403
