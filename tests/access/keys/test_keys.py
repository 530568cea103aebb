"""S160: a key for servers may what its scopes and its profile say, from its networks, until it ends, and no more."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from quart import Quart
from quart.testing.utils import sentinel
from structlog.testing import capture_logs

from server.people.bulk.run_job import run_bulk_job
from server.platform.http.authentication import route_of
from server.vocabulary.duties import KEY_PROFILES, scopes_of
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.key_calls import LATER, PATH, PEOPLE, KeyDesk, key_form
from tests.fixtures.one_minute import in_one_minute
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.url_map import rules_of
from tests.fixtures.user_calls import user_form

# The ends of paths of calls on ways in, and on what people arrange for themselves.
PERSONAL = (
    "/sessions",
    "/factors",
    "/sso-link",
    "/pending-email",
    "/password",
    "/views",
    "/columns",
    "/policy",
    "/sso",
)
ALL = {each.value: [str(scope) for scope in scopes_of(each)] for each in KEY_PROFILES}


async def test_a_key_acts_as_an_account_that_is_in_no_list(key_desk: KeyDesk) -> None:
    desk, boss = key_desk, key_desk.browser
    path, server = await desk.make(scopes=PEOPLE)

    made = await server.post("users/create", json=user_form(), headers={"Idempotency-Key": "1"})
    again = await server.post("users/create", json=user_form(), headers={"Idempotency-Key": "1"})
    assert (made.status, again.status, again.code) == (201, 409, "idempotency_key_reused")
    other = await (await desk.make(scopes=PEOPLE))[1].post(
        "users/create", json=user_form(), headers={"Idempotency-Key": "1"}
    )
    assert other.status == 201, "an Idempotency-Key belongs to one key"

    trail = (await boss.get("audit", query={"action": "user_created"})).body["data"]
    assert [each["actorName"] for each in trail] == ["Key: Payroll", "Key: Payroll"]
    account = trail[0]["actorId"]
    people = await server.get("users")
    assert people.body["total"] == 3
    assert account not in {each["id"] for each in people.body["data"]}
    assert (await boss.get("users/summary")).body["total"] == 3
    for status in ("active", "inactive"):
        assert account not in str((await boss.get("users", query={"status": status})).body)
    for call, path_of in (("GET", account), ("DELETE", account), ("POST", f"{account}/invite")):
        assert (await boss.call(call, f"users/{path_of}")).status == 404
    edited = await boss.call("PUT", f"users/{account}", json={"isActive": True, "email": "in@example.com"})
    assert edited.status == 404
    await execute(desk.services, "UPDATE server_keys SET last_used_at = now() - interval '61 seconds'")
    own = await server.get(f"{PATH}/own")
    shown = {name: own.body[name] for name in ("name", "profile", "scopes", "expiresAt", "formerUntil", "version")}
    assert shown["scopes"] == ["user.create", "user.view", "user.edit"]
    assert shown["profile"] == "ADMIN"
    assert own.body["lastUsedAt"] is not None
    assert (await boss.get(f"{PATH}/own")).status == 404
    assert path.endswith(own.body["id"])


@pytest.mark.security("S160")
async def test_postgres_refuses_a_key_s_account_that_would_be_a_way_in(key_desk: KeyDesk) -> None:
    await key_desk.make()
    for change in ("is_active = true", "email = 'in@example.com'", "phone = '+919800000001'", "password_hash = 'x'"):
        with pytest.raises(asyncpg.CheckViolationError):
            await execute(key_desk.services, f"UPDATE users SET {change} WHERE invitation = 'key'")  # noqa: S608
    with pytest.raises(asyncpg.CheckViolationError):
        await execute(key_desk.services, "UPDATE users SET email = NULL, phone = '' WHERE invitation <> 'key'")


@pytest.mark.security("S160")
@pytest.mark.settings(rate_limit_scale=1000)
@pytest.mark.parametrize("profile", KEY_PROFILES)
async def test_every_call_admits_a_key_by_its_scopes_alone(app: Quart, key_desk: KeyDesk, profile: Profile) -> None:
    """With all scopes that there are, with none of the call's, and none of those that belong to people."""
    _, whole = await key_desk.make(profile=profile, scopes=ALL[profile.value])
    _, least = await key_desk.make(profile=profile, scopes=["attendance.mark"])
    wrong: list[tuple[object, ...]] = []
    admitted: set[str] = set()
    without_scope: set[tuple[str, str]] = set()
    for call, rule in rules_of(app):
        route = route_of(app.view_functions[rule.endpoint])
        if not route.signed_in or call.method == "HEAD":
            continue
        given = str(route.right) in ALL[profile.value]
        may = route.admits_keys and (given or route.right is None)
        few = may and (str(route.right) == "attendance.mark" or route.right is None)
        answers = [
            (
                await server.client.open(
                    call.path,
                    method=call.method,
                    headers={"Authorization": f"Bearer {server.token}"}
                    | ({} if call.method == "GET" else {"Content-Type": "text/plain"}),
                    data=None if call.method == "GET" else b"a",
                    json=sentinel,
                )
            ).status_code
            for server in (whole, least)
        ]
        if [status == 403 for status in answers] != [not may, not few]:
            wrong.append((call, *answers))
        if may:
            admitted.add(rule.rule)
        if may and route.right is None:
            without_scope.add((call.method, rule.rule))

    assert wrong == []
    assert without_scope == {("GET", "/api/v1/companies/current/keys/own"), ("GET", "/api/v1/fields")}
    assert len(admitted) > 90
    assert not [
        each for each in admitted if "/auth/" in each or "/me/" in each or each.endswith(("/sessions/", "/factors"))
    ]


@pytest.mark.security("S160")
async def test_only_a_super_admin_with_a_fresh_proof_makes_and_changes_keys(key_desk: KeyDesk, sign_in: SignIn) -> None:
    path, server = await key_desk.make(profile="ADMIN", scopes=ALL["ADMIN"])
    admin = key_desk.by((await sign_in(Profile.ADMIN)).token)
    calls: list[tuple[str, str, Any]] = [
        ("GET", PATH, None),
        ("POST", PATH, key_form(profile="ADMIN")),
        ("PUT", path, key_form(version=1)),
        ("POST", f"{path}/rotate", None),
        ("DELETE", f"{path}/former", None),
        ("DELETE", path, None),
    ]
    for method, of, form in calls:
        for caller in (server, admin):
            assert (await caller.call(method, of, json=form)).status == 403, (method, of)
    await execute(key_desk.services, "UPDATE sessions SET verified_at = now() - interval '11 minutes'")
    for method, of, form in calls[1:]:
        refused = await key_desk.browser.call(method, of, json=form)
        assert (refused.status, refused.code) == (403, "step_up_required"), (method, of)
    assert (await server.get(f"{PATH}/own")).body["version"] == 1


@pytest.mark.security("S160")
async def test_a_secret_is_shown_once_and_is_nowhere(key_desk: KeyDesk) -> None:
    with capture_logs() as lines:
        path, server = await key_desk.make(scopes=PEOPLE)
        await server.get("users")
        rotated = await key_desk.browser.post(f"{path}/rotate")
    trail = await key_desk.browser.get("audit")
    found = str([lines, (await key_desk.browser.get(PATH)).body, trail.body])
    async with key_desk.services.database.reading() as connection:
        for table in ("server_keys", "users", "audit_entries", "idempotency_keys"):
            found += str(await connection.raw.fetch(f"SELECT CAST(t AS text) FROM {table} t"))  # noqa: S608
    for secret in (str(server.token), rotated.body["secret"]):
        assert secret.startswith("wm_")
        assert len(secret) == 46
        assert secret not in found
        assert secret[3:] not in found


@pytest.mark.security("S160")
async def test_two_secrets_count_while_a_key_rotates_then_one(key_desk: KeyDesk) -> None:
    path, first = await key_desk.make()

    async def works(*tokens: str | None) -> list[int]:
        return [(await key_desk.by(str(token)).get("users")).status for token in tokens]

    second = (await key_desk.browser.post(f"{path}/rotate")).body["secret"]
    assert await works(first.token, second) == [200, 200]
    ended = await key_desk.browser.delete(f"{path}/former")
    assert ended.body["formerUntil"] is None
    assert await works(first.token, second) == [401, 200]
    third = (await key_desk.browser.post(f"{path}/rotate")).body["secret"]
    fourth = (await key_desk.browser.post(f"{path}/rotate")).body["secret"]
    assert await works(second, third, fourth) == [401, 200, 200]
    await execute(key_desk.services, "UPDATE server_keys SET former_until = now()")
    assert await works(third, fourth) == [401, 200]
    assert (await key_desk.browser.delete(path)).status == 200
    assert await works(fourth) == [401]
    assert (await key_desk.browser.post(f"{path}/rotate")).status == 404
    assert [(await key_desk.browser.get(PATH)).body["keys"]] == [[]]
    actions = {each["action"] for each in (await key_desk.browser.get("audit")).body["data"]}
    assert {"key_created", "key_rotated", "key_changed", "key_revoked"} <= actions


@pytest.mark.security("S160")
async def test_an_expired_key_and_what_is_none_are_refused_alike(key_desk: KeyDesk) -> None:
    path, server = await key_desk.make()
    await execute(key_desk.services, "UPDATE server_keys SET expires_at = now()")
    expired = await server.get("users")
    token = str(server.token)
    for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), "wm_", "wm_" + "x" * 100_00, token + "a", "wm_é"):
        refused = await key_desk.by(wrong).get("users")
        assert (refused.status, refused.body["message"]) == (401, expired.body["message"])
    assert expired.status == 401
    form = key_form(version=1)
    assert (await key_desk.browser.call("PUT", path, json=form)).status == 200
    assert (await server.get("users")).status == 200


@pytest.mark.security("S160")
async def test_a_key_calls_from_its_networks_and_those_of_its_company(key_desk: KeyDesk) -> None:
    _, server = await key_desk.make(networks=["192.0.2.7/24", "203.0.113.7"])
    token = str(server.token)

    async def statuses() -> list[int]:
        addresses = ("203.0.113.7", "192.0.2.200", "198.51.100.1")
        return [(await key_desk.by(token, address=each).get("users")).status for each in addresses]

    assert await statuses() == [200, 200, 403]
    policy = (await key_desk.browser.get("companies/current/policy")).body
    form = {name: value for name, value in policy.items() if name not in {"limits", "people", "yourAddress"}}
    changed = await key_desk.browser.call(
        "PUT", "companies/current/policy", json=form | {"administratorNetworks": ["203.0.113.0/24", "198.51.100.1"]}
    )
    assert changed.status == 200
    assert await statuses() == [200, 403, 403]
    refused = (await key_desk.browser.get("audit", query={"action": "network_refused"})).body["data"]
    assert len(refused) == 2
    listed = (await key_desk.browser.get(PATH)).body["keys"][0]
    assert listed["networks"] == ["192.0.2.0/24", "203.0.113.7/32"]


@pytest.mark.security("S160")
async def test_a_key_of_another_company_is_unknown_here(
    key_desk: KeyDesk, sign_in: SignIn, add_company: AddCompany
) -> None:
    stranger = KeyDesk(app=key_desk.app, services=key_desk.services, person=await sign_in(company=await add_company()))
    path, server = await key_desk.make(scopes=PEOPLE)
    for method, of, form in (
        ("PUT", path, key_form(version=1)),
        ("POST", f"{path}/rotate", None),
        ("DELETE", path, None),
    ):
        assert (await stranger.browser.call(method, of, json=form)).status == 404
    assert (await stranger.browser.get(PATH)).body["keys"] == []
    theirs = await add_account(key_desk.services.database, stranger.person.company, profile=Profile.TRAINEE)
    assert (await server.get(f"users/{theirs.id}")).status == 404
    assert (await server.get("users")).body["total"] == 1


@pytest.mark.security("S160")
async def test_calls_are_limited_by_key_and_unknown_keys_by_address(key_desk: KeyDesk) -> None:
    """A call that is limited to 60 a minute; there is no such round."""
    limit, path = 60, f"interviews/rounds/{uuid4()}/close"

    async def call(address: str) -> list[int]:
        (_, one), (_, two) = await key_desk.make(scopes=["round.manage"]), await key_desk.make(scopes=["round.manage"])
        wrong = key_desk.by("wm_" + "a" * 43, address=address)
        callers = [*[one] * (limit + 1), two, *[wrong] * (limit + 1), two]
        return [(await each.post(path, json={"version": 1})).status for each in callers]

    assert await in_one_minute(call) == [404] * limit + [429, 404] + [401] * limit + [429, 404]


@pytest.mark.security("S160")
async def test_a_key_proves_no_person_and_so_gives_no_administrator(key_desk: KeyDesk) -> None:
    _, server = await key_desk.make(scopes=PEOPLE)
    person = await add_account(key_desk.services.database, key_desk.person.company, profile=Profile.TRAINEE)

    for form in ({"email": "mine@example.com"}, {"profile": "MANAGEMENT", "role": "HR"}):
        assert (await server.call("PUT", f"users/{person.id}", json=form)).status == 403, form
    manager = user_form(profile="MANAGEMENT", role="HR")
    assert (await server.post("users/create", json=manager)).status == 403
    assert (await server.call("PUT", f"users/{key_desk.person.id}", json={"fullName": "Mine"})).status == 403
    assert (await server.call("PUT", f"users/{person.id}", json={"fullName": "Meera Nair"})).status == 200


async def test_what_a_key_has_begun_goes_on_until_it_is_revoked(key_desk: KeyDesk) -> None:
    path, server = await key_desk.make(scopes=PEOPLE)
    services = key_desk.services
    clipboard = Clipboard(services=services, browser=server, person=key_desk.person)
    people = await clipboard.add_people(3)
    await clipboard.run("deactivate", people)
    active = "SELECT count(*) FROM users WHERE is_active AND profile = 'TRAINEE'"
    assert await fetch_value(services, active) == 0

    job = await clipboard.start("activate", people)
    assert (await key_desk.browser.delete(path)).status == 200
    await run_bulk_job(services, job_id=job)
    assert await fetch_value(services, active) == 0
    ended = (await key_desk.browser.get(f"users/bulk/{job}")).body
    assert ended["startedBy"]["fullName"] == "Key: Payroll"


async def test_a_key_is_changed_by_version_and_refused_by_field(key_desk: KeyDesk) -> None:
    path, server = await key_desk.make(scopes=PEOPLE)
    changed = await key_desk.browser.call("PUT", path, json=key_form(name="Sync", version=1))
    assert (changed.body["name"], changed.body["scopes"], changed.body["version"]) == ("Sync", ["user.view"], 2)
    assert (await server.post("users/create", json=user_form())).status == 403
    stale = await key_desk.browser.call("PUT", path, json=key_form(version=1))
    assert (stale.status, stale.code, stale.body["current"]["name"]) == (409, "edit_conflict", "Sync")
    now = datetime.now(UTC)
    cases: list[tuple[str, Any]] = [
        ("name", "  "),
        ("scopes", []),
        ("scopes", ["system.admin"]),
        ("scopes", ["user.delete"]),
        ("scopes", ["interview.score"]),
        ("scopes", ["user.edit"]),
        ("networks", ["0.0.0.0/0"]),
        ("networks", ["everywhere"]),
        ("expiresAt", now.isoformat()),
        ("expiresAt", (now + timedelta(days=732)).isoformat()),
        ("expiresAt", LATER.removesuffix("+00:00")),
    ]
    for field, value in cases:
        refused = await key_desk.browser.call("PUT", path, json=key_form(version=2) | {field: value})
        assert (refused.status, [*refused.body["errors"]]) == (422, [field]), (field, value)
    for profile in set(Profile) - set(KEY_PROFILES):
        refused = await key_desk.browser.post(PATH, json=key_form(profile=profile.value))
        assert (refused.status, "profile" in refused.body["errors"]) == (422, True)
    entry = (await key_desk.browser.get("audit", query={"action": "key_changed"})).body["data"][0]
    assert entry["before"] == {"name": "Payroll", "scopes": ["user.create", "user.view", "user.edit"]}
    assert entry["after"] == {"name": "Sync", "scopes": ["user.view"]}
