"""S165: a directory keeps people and batches by the rights of its key, and takes no account over."""

import json
import time
from typing import Any, Final
from uuid import uuid4

import pytest
import scim2_models as scim
from quart import Response
from quart.testing.utils import sentinel

from server.people.scim.answers import MEDIA_TYPE
from server.people.scim.resources import make_service
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.email_changes import Mover
from tests.fixtures.factors import let_proofs_age
from tests.fixtures.field_calls import Form
from tests.fixtures.key_calls import PEOPLE, KeyDesk
from tests.fixtures.loop_lag import is_too_long
from tests.fixtures.neighbour import Neighbour
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.user_calls import Desks

USER: Final = "urn:ietf:params:scim:schemas:core:2.0:User"
ENTERPRISE: Final = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
FIELDS: Final = "urn:waymark:params:scim:schemas:extension:fields:1.0:User"
PATCH: Final = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
ERROR: Final = "urn:ietf:params:scim:api:messages:2.0:Error"


class Directory:
    """A directory that calls by a key."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    async def call(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        return await self.browser.call(
            method,
            f"scim/v2/{path}",
            json=body,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )

    async def send(self, method: str, path: str, text: str = "", **headers: str) -> Response:
        """Send a text as it is."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers |= {"Authorization": f"Bearer {self.browser.token}"} | (
            {"Content-Type": f"{MEDIA_TYPE}; charset=utf-8"} if text else {}
        )
        return await self.browser.client.open(
            f"/api/v1/scim/v2/{path}", method=method, data=text or None, json=sentinel, headers=headers
        )

    async def find(self, text: str, *, kind: str = "Users", **query: Any) -> Answer:
        return await self.browser.get(f"scim/v2/{kind}", query={"filter": text, **query})

    async def ids(self, text: str, **query: Any) -> set[str]:
        found = await self.find(text, **query)
        assert found.status == 200, found.body
        return {each["id"] for each in found.body["Resources"]}

    async def patch(self, path: str, *operations: dict[str, Any], **headers: str) -> Answer:
        return await self.call("PATCH", path, {"schemas": [PATCH], "Operations": list(operations)}, **headers)

    async def add(self, email: str, **more: Any) -> str:
        made = await self.call("POST", "Users", {"userName": email, "displayName": "Meera Nair", **more})
        assert made.status == 201, made.body
        return str(made.body["id"])


@pytest.fixture
async def directory(key_desk: KeyDesk) -> Directory:
    return Directory((await key_desk.make(scopes=PEOPLE))[1])


def refused(answer: Answer, status: int, kind: str | None = None) -> bool:
    """Whether an answer is an error of SCIM with this status and keyword."""
    body = answer.body
    told = (answer.status, body["status"], body.get("scimType"), body["schemas"], answer.headers["Content-Type"])
    assert told == (status, str(status), kind, [ERROR], "application/scim+json"), body
    return bool(body["detail"])


@pytest.mark.security("S165")
async def test_entra_adds_changes_disables_and_removes_people(directory: Directory, key_desk: KeyDesk) -> None:
    """As Entra ID writes it: operations in capitals, booleans as texts, attributes that are not asked for."""
    call = directory.call
    assert (await directory.find('userName eq "meera@example.org"')).body["totalResults"] == 0
    body = {
        "schemas": [USER, ENTERPRISE],
        "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        "userName": "Meera@example.org",
        "active": True,
        "displayName": "Meera Nair",
        "title": "Fitter",
        "emails": [{"primary": True, "type": "work", "value": "meera@example.org"}],
        "meta": {"resourceType": "User", "version": "forged"},
        "id": str(uuid4()),
        "groups": [{"value": str(uuid4())}],
        "name": {"formatted": "Meera Nair", "familyName": "Nair", "givenName": "Meera"},
        "addresses": [{"type": "work", "locality": "Pune"}],
        ENTERPRISE: {"employeeNumber": "E-17", "department": "Plant"},
    }
    raw = await directory.send("POST", "Users", json.dumps(body))
    made = await raw.get_json()
    assert raw.status_code == 201, made
    path = f"Users/{made['id']}"
    assert raw.headers["Location"].endswith(f"/api/v1/scim/v2/{path}")
    shown = {name: made[name] for name in ("userName", "externalId", "active", "userType", "roles")}
    assert shown == {
        "userName": "meera@example.org",
        "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        "active": True,
        "userType": "TRAINEE",
        "roles": [{"value": "TRAINEE"}],
    }
    assert made["name"] == {"formatted": "Meera Nair", "givenName": "Meera", "familyName": "Nair"}
    assert made[ENTERPRISE] == {"employeeNumber": "E-17"}
    assert made["id"] != body["id"]
    assert "groups" not in made
    waiting = await fetch_value(key_desk.services, "SELECT count(*) FROM messages WHERE kind = 'invitation'")
    assert waiting == 1
    refused(await call("POST", "Users", body), 409, "uniqueness")

    changed = await directory.patch(
        path,
        {"op": "Replace", "path": 'emails[type eq "work"].value', "value": "meera.shah@example.org"},
        {"op": "Add", "path": 'phoneNumbers[type eq "mobile"].value', "value": "098000 00001"},
        {"op": "Replace", "path": "name.familyName", "value": "Shah"},
        {"op": "Replace", "path": 'addresses[type eq "work"].locality', "value": "Pune"},
        {"op": "Replace", "path": f"{ENTERPRISE}:department", "value": "Office"},
        {"op": "Add", "value": {f"{ENTERPRISE}:employeeNumber": "E-18"}},
    )
    assert changed.status == 200, changed.body
    assert (changed.body["userName"], changed.body["displayName"]) == ("meera.shah@example.org", "Meera Shah")
    assert changed.body["phoneNumbers"][0]["value"] == "+919800000001"
    assert changed.body[ENTERPRISE] == {"employeeNumber": "E-18"}
    removed = await directory.patch(path, {"op": "Remove", "path": 'phoneNumbers[type eq "mobile"].value'})
    assert "phoneNumbers" not in removed.body


@pytest.mark.security("S165")
async def test_who_is_removed_there_is_inactive_here_and_can_come_back(directory: Directory, key_desk: KeyDesk) -> None:
    call = directory.call
    user_id = await directory.add("meera.shah@example.org", displayName="Meera Shah", externalId="m")
    path = f"Users/{user_id}"
    off = await directory.patch(path, {"op": "Replace", "path": "active", "value": "False"})
    assert off.body["active"] is False
    on = await directory.patch(path, {"op": "Replace", "value": {"active": "True"}})
    assert on.body["active"] is True

    assert (await call("DELETE", path)).status == 204
    refused(await call("GET", path), 404)
    refused(await call("DELETE", path), 404)
    refused(await directory.patch(path, {"op": "Replace", "path": "active", "value": "True"}), 404)
    assert (await directory.find('userName eq "meera.shah@example.org"')).body["totalResults"] == 0
    person = await key_desk.browser.get(f"users/{user_id}")
    assert (person.status, person.body["isActive"], person.body["fullName"]) == (200, False, "Meera Shah")
    back = await call("POST", "Users", {"userName": "MEERA.SHAH@example.org", "displayName": "Meera Nair"})
    assert (back.status, back.body["id"], back.body["active"]) == (201, user_id, True)
    assert back.body["displayName"] == "Meera Nair"
    trail = [each for each in (await key_desk.browser.get("audit")).body["data"] if each["subjectId"] == user_id]
    assert {each["actorName"] for each in trail} == {"Key: Payroll"}
    assert len(trail) > 4


@pytest.mark.security("S165")
async def test_okta_replaces_people_without_taking_what_it_does_not_know(
    directory: Directory, key_desk: KeyDesk
) -> None:
    """As Okta writes it: a whole person by PUT, with what it has."""
    body = {
        "schemas": [USER],
        "userName": "ravi@example.org",
        "name": {"givenName": "Ravi", "familyName": "Iyer"},
        "emails": [{"primary": True, "value": "ravi@example.org", "type": "work"}],
        "phoneNumbers": [{"value": "+919800000002", "type": "work"}],
        "locale": "en-US",
        "externalId": "00ujl29u0le5T6Aj10h7",
        "groups": [],
        "password": "1mz050nq",
        "active": True,
    }
    made = await directory.call("POST", "Users", body)
    assert made.status == 201, made.body
    assert made.body["displayName"] == "Ravi Iyer"
    path = f"Users/{made.body['id']}"
    listing = await directory.call("GET", "Users?startIndex=1&count=1&sortBy=meta.created&sortOrder=descending")
    assert [each["id"] for each in listing.body["Resources"]] == [made.body["id"]]
    assert (listing.body["totalResults"], listing.body["itemsPerPage"]) == (2, 1)

    put = {
        "userName": "ravi@example.org",
        "name": {"givenName": "Ravi", "familyName": "Menon"},
        "active": False,
        "id": "x",
    }
    replaced = await directory.call("PUT", path, put)
    assert replaced.status == 200, replaced.body
    kept = {name: replaced.body[name] for name in ("displayName", "externalId", "active", "userType")}
    assert kept == {
        "displayName": "Ravi Menon",
        "externalId": "00ujl29u0le5T6Aj10h7",
        "active": False,
        "userType": "TRAINEE",
    }
    assert replaced.body["phoneNumbers"] == [{"value": "+919800000002", "type": "mobile", "primary": True}]
    cleared = await directory.call("PUT", path, {**put, "phoneNumbers": [], "externalId": None})
    assert cleared.body.keys().isdisjoint({"phoneNumbers", "externalId"})
    refused(await directory.call("PUT", path, {**put, "active": None}), 400, "mutability")
    staff = await directory.call("PUT", path, {**put, "userType": "Trainer"})
    assert (staff.body["userType"], staff.body["roles"]) == ("TRAINER", [{"value": "FACULTY"}])
    only = await directory.call("GET", f"{path}?attributes=userName,emails.value")
    assert set(only.body) == {"schemas", "id", "userName", "emails"}
    assert only.body["emails"] == [{"value": "ravi@example.org"}]
    assert "emails" not in (await directory.call("GET", "Users?excludedAttributes=emails")).body["Resources"][-1]
    hashed = await fetch_value(key_desk.services, "SELECT password_hash FROM users WHERE email = 'ravi@example.org'")
    assert hashed is None


@pytest.mark.security("S165")
async def test_a_key_does_by_scim_what_its_scopes_say(key_desk: KeyDesk) -> None:
    desk = key_desk
    viewer = Directory((await desk.make(scopes=["user.view"]))[1])
    maker = Directory((await desk.make(scopes=["user.view", "user.create"]))[1])
    other = Directory((await desk.make(scopes=["training.view"]))[1])
    new = {"userName": "x@example.org", "displayName": "X Y"}
    for path in ("Users", "Schemas", f"Users/{desk.person.id}", "Groups"):
        refused(await other.call("GET", path), 403)
    refused(await other.call("POST", "Bulk", {"Operations": []}), 403)
    refused(await viewer.call("GET", "Groups"), 403)
    for kind in ("Users", "Groups"):
        refused(await viewer.call("POST", kind, new), 403)
    made = await maker.call("POST", "Users", new)
    path = f"Users/{made.body['id']}"
    for method in ("PUT", "PATCH", "DELETE"):
        refused(await maker.call(method, path, {}), 403)
    refused(await maker.call("POST", "Groups", {"displayName": "A", "members": [{"value": made.body["id"]}]}), 403)
    assert (await maker.call("POST", "Groups", {"displayName": "A"})).status == 201
    bulk = {
        "Operations": [
            {"method": "DELETE", "path": path},
            {"method": "POST", "path": "/Groups", "bulkId": "b", "data": {"displayName": "B"}},
        ]
    }
    done = (await maker.call("POST", "Bulk", bulk)).body["Operations"]
    assert [each["status"] for each in done] == ["403", "201"]


@pytest.mark.security("S165")
async def test_no_key_gives_or_changes_who_manages_people(key_desk: KeyDesk, sign_in: SignIn) -> None:
    office = Directory((await key_desk.make(profile="MANAGEMENT", scopes=PEOPLE))[1])
    whole = Directory((await key_desk.make(scopes=PEOPLE))[1])
    new = {"userName": "x@example.org", "displayName": "X Y"}
    path = f"Users/{await whole.add('x@example.org')}"
    for profile in ("SUPER_ADMIN", "ADMIN", "MANAGEMENT"):
        refused(await whole.call("POST", "Users", {**new, "userName": "a@example.org", "userType": profile}), 403)
        refused(await whole.patch(path, {"op": "replace", "path": "userType", "value": profile}), 403)
    refused(await office.patch(path, {"op": "replace", "path": "userType", "value": "TRAINER"}), 403)
    refused(await whole.patch(path, {"op": "replace", "path": "userType", "value": "EMPEROR"}), 400, "invalidValue")
    admin = await sign_in(Profile.ADMIN)
    for person in (key_desk.person, admin):
        refused(await whole.patch(f"Users/{person.id}", {"op": "replace", "path": "active", "value": False}), 403)
        refused(await whole.call("DELETE", f"Users/{person.id}"), 403)
    group = (await whole.call("POST", "Groups", {"displayName": "C"})).body["id"]
    member = {"op": "add", "path": "members", "value": [{"value": str(key_desk.person.id)}]}
    refused(await whole.patch(f"Groups/{group}", member), 403)


@pytest.mark.security("S140")
@pytest.mark.security("S165")
async def test_a_person_who_calls_proves_themselves_as_on_a_page(key_desk: KeyDesk) -> None:
    boss = Directory(key_desk.browser)
    new = {"userName": "x@example.org", "displayName": "X Y", "userType": "ADMIN"}
    user_id = await boss.add("y@example.org")
    await let_proofs_age(key_desk.services)
    rise = {"op": "replace", "path": "userType", "value": "ADMIN"}
    rename = {"op": "replace", "path": "userName", "value": "z@example.org"}
    refused(await boss.call("POST", "Users", new), 403)
    bulk = {"Operations": [{"method": "POST", "path": "/Users", "bulkId": "1", "data": new}]}
    assert (await boss.call("POST", "Bulk", bulk)).body["Operations"][0]["status"] == "403"
    for operation in (rise, rename):
        refused(await boss.patch(f"Users/{user_id}", operation), 403)
    refused(await boss.call("PUT", f"Users/{user_id}", {**new, "userName": "y@example.org"}), 403)
    await execute(key_desk.services, "UPDATE sessions SET verified_at = now()")
    assert (await boss.patch(f"Users/{user_id}", rise)).body["userType"] == "ADMIN"


@pytest.mark.security("S165")
async def test_another_company_s_people_and_batches_are_none(
    directory: Directory, key_desk: KeyDesk, neighbour: Neighbour
) -> None:
    group = (await directory.call("POST", "Groups", {"displayName": "C"})).body["id"]
    theirs = [
        *neighbour.ids("user_id"),
        await fetch_value(key_desk.services, "SELECT id FROM users WHERE invitation = 'key' LIMIT 1"),
    ]
    for user_id in theirs:
        for method in ("GET", "PUT", "PATCH", "DELETE"):
            body = {"schemas": [PATCH], "Operations": [{"op": "add", "path": "active", "value": False}]}
            answer = await directory.call(
                method,
                f"Users/{user_id}",
                {"userName": "a@b.example"} if method == "PUT" else body if method == "PATCH" else None,
            )
            refused(answer, 404)
        refused(await directory.patch(f"Groups/{group}", _member(user_id)), 400, "invalidValue")
        assert await directory.ids(f'id eq "{user_id}"') == set()
    refused(await directory.call("GET", f"Groups/{neighbour.batch_id}"), 404)
    refused(await directory.patch(f"Groups/{neighbour.batch_id}", _member(uuid4())), 404)
    assert await directory.ids(f'groups.value eq "{neighbour.batch_id}"') == set()
    seen = str([(await directory.call("GET", kind)).body for kind in ("Users", "Groups", "Schemas")])
    assert not [mark for mark in neighbour.marks if mark in seen]


def _member(user_id: object) -> dict[str, Any]:
    return {"op": "add", "path": "members", "value": [{"value": str(user_id)}]}


@pytest.mark.security("S165")
async def test_errors_have_one_form_whatever_refuses(directory: Directory, key_desk: KeyDesk) -> None:
    new, whole, desk = {"userName": "x@example.org", "displayName": "X Y"}, directory, key_desk
    maker = Directory((await desk.make(scopes=PEOPLE))[1])
    refused(await whole.call("GET", "Nothing"), 404)
    refused(await whole.call("GET", "Users/none"), 404)
    refused(await whole.call("PUT", "Users", {}), 405)
    refused(await whole.call("GET", "Me"), 501)
    refused(await whole.call("POST", "Users", {"userName": "x" * 70_000}), 413)
    limited = [await whole.call("POST", "Bulk", {"Operations": []}) for _ in range(13)][-1]
    refused(limited, 429)
    assert int(limited.headers["Retry-After"]) > 0
    refused(await whole.call("POST", "Users", {"displayName": "No name"}), 400, "invalidValue")
    refused(await whole.call("POST", "Users", {**new, "schemas": "x"}), 400, "invalidValue")
    whole.browser.token = "wm_" + "x" * 43
    refused(await whole.call("GET", "Users"), 401)
    await execute(desk.services, "UPDATE companies SET suspended_at = now() WHERE id = $1", desk.person.company.id)
    refused(await maker.call("GET", "Users"), 401)


@pytest.mark.security("S165")
@pytest.mark.settings(sign_in_by="email,phone,code")
async def test_a_directory_leads_no_account_to_another_mailbox(key_desk: KeyDesk, mover: Mover) -> None:
    """Who has signed in confirms another email at the present address first, whatever a key says."""
    directory = Directory((await key_desk.make(scopes=PEOPLE))[1])
    person = mover.account
    await execute(
        key_desk.services,
        "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE', email_verified_at = now() WHERE id = $1",
        person.id,
    )
    rename = {"op": "Replace", "path": "userName", "value": "thief@example.org"}
    for _ in range(2):
        asked = await directory.patch(f"Users/{person.id}", rename)
        assert asked.status == 200, asked.body
        assert asked.body["userName"] == person.email
    assert await fetch_value(key_desk.services, "SELECT count(*) FROM messages WHERE kind = 'email_change_asked'") == 1
    assert await fetch_value(key_desk.services, "SELECT count(*) FROM messages WHERE kind = 'email_change'") == 0
    first = await mover.token(person.email)
    assert "your company's directory" in mover.mails.received[-1].text
    assert (await mover.confirm(first)).status == 200
    assert await mover.email() == person.email
    assert (await mover.confirm(await mover.token("thief@example.org"))).status == 200
    assert await mover.email() == "thief@example.org"

    # Who manages people, and who logs in by a code or a phone, is renamed by people alone.
    await execute(key_desk.services, "UPDATE users SET profile = 'MANAGEMENT', role = 'HR' WHERE id = $1", person.id)
    refused(await directory.patch(f"Users/{person.id}", {**rename, "value": "again@example.org"}), 403)
    await execute(
        key_desk.services,
        "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE', email = NULL, code = 'A1' WHERE id = $1",
        person.id,
    )
    for operation in (
        {**rename, "value": "A2"},
        rename,
        {"op": "replace", "path": "phoneNumbers", "value": [{"value": "+919800000009"}]},
    ):
        refused(await directory.patch(f"Users/{person.id}", operation), 403)


@pytest.mark.security("S165")
async def test_a_deactivation_ends_sessions_at_once(key_desk: KeyDesk, directory: Directory, sign_in: SignIn) -> None:
    person = await sign_in(Profile.TRAINEE)
    theirs = key_desk.by(person.token)
    assert (await theirs.get("users/profile")).status == 200
    off = await directory.patch(f"Users/{person.id}", {"op": "replace", "path": "active", "value": False})
    assert off.body["active"] is False
    assert (await theirs.get("users/profile")).status == 401
    again = await sign_in(Profile.TRAINEE)
    assert (await directory.call("DELETE", f"Users/{again.id}")).status == 204
    assert (await key_desk.by(again.token).get("users/profile")).status == 401


FILTERS: Final = (
    'userName eq "PERSON1@example.org"',
    'userName ne "person1@example.org"',
    'userName sw "PERSON1"',
    'userName co "son2"',
    'userName ew "example.org" and active eq false',
    'not (userName eq "person1@example.org") and active eq true',
    'emails.value eq "Person3@Example.org" or emails[type eq "work" and value sw "person4"]',
    'emails[type eq "home"]',
    'displayName eq "person number 5"',
    'displayName co "ÉLISE"',
    'name.formatted sw "Person"',
    'externalId eq "Ext-1"',
    'externalId eq "ext-1"',
    "externalId pr",
    "not (externalId pr)",
    "phoneNumbers pr",
    'phoneNumbers[type eq "mobile"].value eq "+919800000003"',
    'userType eq "trainee"',
    'roles.value eq "TRAINEE"',
    'roles eq "MENTOR"',
    f'{ENTERPRISE}:employeeNumber eq "e-2"',
    f"{ENTERPRISE}:employeeNumber pr",
    'active eq true and (userName sw "person1" or userName sw "person2")',
    'meta.created gt "2020-01-01T00:00:00Z"',
    'meta.created lt "2020-01-01T00:00:00Z"',
    'id eq "none"',
    r'userName eq "\" or userName pr or \""',
    'userName eq "\'; DROP TABLE users; --"',
    'userName co "%"',
    'displayName co "_"',
    'userName eq ":company_id"',
    "externalId eq null",
)


@pytest.mark.security("S165")
async def test_filters_find_in_postgres_what_they_match(directory: Directory) -> None:
    """Each filter finds the people that the library finds by its own evaluation."""
    for number in range(8):
        name = "Élise O'Neil 100%" if number == 6 else f"Person Number {number}"
        more: dict[str, Any] = {"externalId": f"Ext-{number}"} if number < 3 else {}
        phones = [{"value": f"+91980000000{number}", "type": "mobile"}] if number < 5 else []
        await directory.add(
            f"person{number}@example.org",
            displayName=name.replace("100%", "Roy"),
            active=number % 3 > 0,
            phoneNumbers=phones,
            **({ENTERPRISE: {"employeeNumber": f"E-{number}"}} if number < 4 else {}),
            **more,
        )
    model = make_service(BUILT_IN, Profile.ADMIN).user
    listed = (await directory.call("GET", "Users?count=200")).body["Resources"]
    people = [model.model_validate(each) for each in listed]
    for text in FILTERS:
        matched = {str(each.id) for each in people if scim.ScimFilter[model](text).match(each)}  # type: ignore[valid-type]
        assert await directory.ids(text, count=200) == matched, text
    assert {text for text in FILTERS if not await directory.ids(text)} == {
        'emails[type eq "home"]',
        'externalId eq "ext-1"',
        'roles eq "MENTOR"',
        'meta.created lt "2020-01-01T00:00:00Z"',
        'id eq "none"',
        *FILTERS[-6:-1],
    }
    ordered = (await directory.call("GET", "Users?sortBy=userName&sortOrder=descending&count=500")).body
    names = [each["userName"] for each in ordered["Resources"]]
    assert names == sorted(names, reverse=True)
    page = (await directory.call("GET", "Users?startIndex=3&count=2&sortBy=displayName")).body
    assert (page["startIndex"], page["itemsPerPage"], page["totalResults"]) == (3, 2, 9)
    assert (await directory.call("GET", "Users?count=0")).body["totalResults"] == 9
    posted = await directory.call("POST", "Users/.search", {"filter": FILTERS[0], "attributes": ["userName"]})
    assert [set(each) for each in posted.body["Resources"]] == [{"schemas", "id", "userName"}]


@pytest.mark.security("S165")
async def test_what_is_no_filter_is_refused_quickly(directory: Directory) -> None:
    many = " or ".join(['userName eq "a"'] * 10_000)
    deep = "not (" * 3_000 + 'userName eq "a"' + ")" * 3_000
    begun = time.process_time()
    refused(await directory.call("POST", "Users/.search", {"FILTER": many}), 400, "invalidFilter")
    for text in (many, deep, "(" * 9_000, " or ".join(["active eq true"] * 51)):
        refused(await directory.call("POST", "Users/.search", {"filter": text}), 400, "invalidFilter")
        refused(
            await directory.call("POST", "Groups/.search", {"filter": text.replace("userName", "displayName")}),
            400,
            "invalidFilter",
        )
    assert not is_too_long(time.process_time() - begun, limit=0.5)
    wrong = (
        "userName",
        'userName eq "a" and',
        'password eq "x"',
        'name.familyName eq "x"',
        "secret pr",
        "groups pr",
        "active gt true",
        'meta.created gt "yesterday"',
        'meta.created eq "0001-01-01T00:00:00+14:00"',
        r'userName eq "a\u0000b"',
        'userName eq "\ud800"',
        f'{FIELDS}:salary eq "1"',
    )
    for text in wrong:
        refused(await directory.call("POST", "Users/.search", {"filter": text}), 400, "invalidFilter")
    for name in ("a\x00b", "\ud800"):
        for path, named in (("Users", "userName"), ("Groups", "displayName")):
            assert (await directory.call("POST", path, {named: name, "displayName": name})).status == 400
    for query in ("sortBy=password", "sortBy=roles", "sortBy=emails[0]"):
        refused(await directory.call("GET", f"Users?{query}"), 400, "invalidPath")
    for query in ("count=x", "sortOrder=sideways"):
        refused(await directory.call("GET", f"Users?{query}"), 400, "invalidValue")


@pytest.mark.security("S165")
async def test_paths_lead_to_declared_attributes_that_may_be_written(directory: Directory) -> None:
    user_id = await directory.add("meera@example.org")
    before = (await directory.call("GET", f"Users/{user_id}")).body
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"op": "replace", "path": "id", "value": "x"}, "mutability"),
        ({"op": "replace", "path": "meta.version", "value": "x"}, "mutability"),
        ({"op": "add", "path": "groups", "value": [{"value": str(uuid4())}]}, "mutability"),
        ({"op": "replace", "value": {"id": "x"}}, "mutability"),
        ({"op": "remove"}, "noTarget"),
        ({"op": "remove", "path": "userName"}, "mutability"),
        ({"op": "remove", "path": "displayName"}, "mutability"),
        ({"op": "remove", "path": "emails"}, "mutability"),
        ({"op": "replace", "path": "userName", "value": "no email"}, "invalidValue"),
        ({"op": "replace", "path": "a.b.c", "value": "x"}, "invalidPath"),
        ({"op": "replace", "path": "userName[", "value": "x"}, "invalidPath"),
        ({"op": "replace", "path": "active", "value": "perhaps"}, "invalidValue"),
        ({"op": "replace", "path": "active", "value": {"a": 1}}, "invalidValue"),
        ({"op": "frob", "path": "active", "value": True}, "invalidValue"),
        ({"op": "replace", "path": "externalId", "value": "a\x00b"}, "invalidValue"),
        ({"op": "replace", "path": "externalId", "value": "x" * 201}, "invalidValue"),
        ({"op": "replace", "path": "displayName", "value": "a\x00b"}, "invalidValue"),
        ({"op": "replace", "path": "displayName", "value": "x" * 2_000}, "invalidValue"),
        ({"op": "replace", "path": f"{ENTERPRISE}:employeeNumber", "value": "not a code!"}, "invalidValue"),
    ]
    for operation, kind in wrong:
        answer = await directory.patch(f"Users/{user_id}", operation)
        assert answer.status == 400, (operation, answer.body)
        assert answer.body.get("scimType") == kind, (operation, answer.body)
    for ignored in ("version", "passwordHash", "companyId", "isActive", "nickName"):
        assert (
            await directory.patch(f"Users/{user_id}", {"op": "replace", "path": ignored, "value": "1"})
        ).status == 200
    refused(await directory.call("PATCH", f"Users/{user_id}", {"schemas": [PATCH]}), 400, "invalidValue")
    refused(
        await directory.call("PATCH", f"Users/{user_id}", {"schemas": [PATCH], "Operations": "x"}), 400, "invalidValue"
    )
    many = [{"op": "add", "path": "emails", "value": [{"value": f"{n}@example.org"}]} for n in range(150)]
    refused(await directory.patch(f"Users/{user_id}", *many), 413)
    assert (await directory.call("GET", f"Users/{user_id}")).body == before
    for depth in (30, 500, 10_000):
        deep = '{"a":' * depth + "1" + "}" * depth
        sent = await directory.send(
            "POST", "Users", f'{{"userName": "a@example.org", "b": {deep}}}', Idempotency_Key="1"
        )
        assert sent.status_code == 400, depth


@pytest.mark.security("S165")
async def test_versions_keep_two_writers_apart(directory: Directory) -> None:
    user_id = await directory.add("meera@example.org")
    path, rename = f"Users/{user_id}", {"op": "replace", "path": "displayName", "value": "Meera Shah"}
    first = await directory.call("GET", path)
    tag = first.headers["ETag"]
    assert (first.body["meta"]["version"], tag[:3]) == (tag, 'W/"')
    assert (await directory.send("GET", path, If_None_Match=tag)).status_code == 304
    changed = await directory.patch(path, rename, If_Match=tag)
    assert (changed.status, changed.headers["ETag"] != tag) == (200, True)
    for call in (
        directory.patch(path, rename, If_Match=tag),
        directory.call("PUT", path, {"userName": "meera@example.org"}, If_Match=tag),
        directory.call("DELETE", path, If_Match=tag),
    ):
        refused(await call, 412)
    assert (await directory.call("GET", path, If_None_Match=tag)).status == 200
    outside = await directory.patch(path, {"op": "add", "path": "externalId", "value": "x1"}, If_Match="*")
    assert outside.headers["ETag"] != changed.headers["ETag"]
    refused(
        await directory.call("POST", "Users", {"userName": "b@example.org", "displayName": "B C", "externalId": "x1"}),
        409,
        "uniqueness",
    )
    group = (await directory.call("POST", "Groups", {"displayName": "July"})).body
    mine = f"Groups/{group['id']}"
    added = await directory.patch(
        mine, {"op": "add", "path": "members", "value": [{"value": user_id}]}, If_Match=group["meta"]["version"]
    )
    assert added.status == 204
    refused(await directory.patch(mine, {"op": "remove", "path": "members"}, If_Match=group["meta"]["version"]), 412)
    refused(await directory.call("DELETE", mine, If_Match=group["meta"]["version"]), 412)
    assert (await directory.call("GET", path)).headers["ETag"] != outside.headers["ETag"], (
        "its groups are in the answer"
    )


def members(*wanted: str) -> list[dict[str, str]]:
    return [{"value": each} for each in wanted]


@pytest.mark.security("S165")
async def test_groups_are_batches(directory: Directory) -> None:
    ids = [await directory.add(f"p{number}@example.org") for number in range(4)]

    made = await directory.call(
        "POST", "Groups", {"displayName": "July 2026", "externalId": "G-1", "members": members(*ids[:2])}
    )
    assert made.status == 201, made.body
    path = f"Groups/{made.body['id']}"
    assert {each["value"] for each in made.body["members"]} == set(ids[:2])
    refused(await directory.call("POST", "Groups", {"displayName": "JULY 2026"}), 409, "uniqueness")
    refused(await directory.call("POST", "Groups", {"displayName": "August", "externalId": "G-1"}), 409, "uniqueness")

    async def has(*operations: dict[str, Any]) -> set[int]:
        answer = await directory.patch(path, *operations)
        assert answer.status == 204, answer.body
        shown = (await directory.call("GET", path)).body.get("members", [])
        return {ids.index(each["value"]) for each in shown}

    assert await has({"op": "Add", "path": "members", "value": members(ids[2], ids[0])}) == {0, 1, 2}
    assert await has({"op": "Remove", "path": f'members[value eq "{ids[0]}"]'}) == {1, 2}
    assert await has({"op": "Remove", "path": "members", "value": members(ids[1])}) == {2}
    assert await has({"op": "replace", "path": "members", "value": members(ids[3])}) == {3}
    assert await has(
        {"op": "add", "value": {"members": members(ids[0])}},
        {"op": "replace", "value": {"id": made.body["id"], "displayName": "August 2026"}},
    ) == {0, 3}
    both = [{"op": "remove", "path": f'members[value eq "{ids[place]}"]'} for place in (0, 3)]
    assert await has(*both) == set()
    assert await has({"op": "remove", "path": "members", "value": members(ids[1])}) == set()
    assert (
        await has({"op": "add", "path": "members", "value": members(*ids)}, {"op": "remove", "path": "members"})
        == set()
    )
    refused(await directory.patch(path, {"op": "remove", "path": 'members[display eq "x"]'}), 400, "invalidFilter")
    refused(await directory.patch(path, {"op": "add", "path": "members", "value": members("x")}), 400, "invalidValue")
    refused(await directory.patch(path, {"op": "replace", "path": "displayName", "value": ""}), 400, "invalidValue")


@pytest.mark.security("S165")
async def test_a_group_is_replaced_archived_and_restored(directory: Directory, key_desk: KeyDesk) -> None:
    ids = [await directory.add(f"p{number}@example.org") for number in range(4)]
    made = await directory.call(
        "POST", "Groups", {"displayName": "July 2026", "externalId": "G-1", "members": members(*ids)}
    )
    path = f"Groups/{made.body['id']}"
    put = await directory.call("PUT", path, {"displayName": "August 2026", "members": members(*ids[:3])})
    assert len(put.body["members"]) == 3
    kept = await directory.call("PUT", path, {"displayName": "September"})
    assert (len(kept.body["members"]), kept.body["displayName"], kept.body["externalId"]) == (3, "September", "G-1")
    assert await directory.ids('displayName eq "september"', kind="Groups") == {made.body["id"]}
    assert await directory.ids(f'members.value eq "{ids[1]}"', kind="Groups") == {made.body["id"]}
    assert await directory.ids(f'groups.value eq "{made.body["id"]}"') == set(ids[:3])
    person = (await directory.call("GET", f"Users/{ids[0]}")).body
    assert [(each["value"], each["display"]) for each in person["groups"]] == [(made.body["id"], "September")]
    bare = await directory.find('externalId eq "G-1"', kind="Groups", excludedAttributes="members")
    assert "members" not in bare.body["Resources"][0]
    trail = (await key_desk.browser.get("audit", query={"action": "user_removed_from_batch"})).body
    assert trail["total"] > 0

    assert (await directory.call("DELETE", path)).status == 204
    refused(await directory.call("GET", path), 404)
    batch = await key_desk.browser.get(f"batches/{made.body['id']}")
    assert (batch.body["people"], batch.body["archivedAt"] is None) == (3, False)
    back = await directory.call("POST", "Groups", {"displayName": "September", "members": members(ids[3])})
    assert (back.status, back.body["id"]) == (201, made.body["id"])
    assert [each["value"] for each in back.body["members"]] == [ids[3]]


@pytest.mark.security("S165")
async def test_thousands_of_members_come_and_go_at_once(directory: Directory, key_desk: KeyDesk) -> None:
    company_id = key_desk.person.company.id
    await execute(
        key_desk.services,
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile)
        SELECT $1, 'many' || n || '@example.org', '', 'Many People', 'TRAINEE', 'TRAINEE'
          FROM generate_series(1, 6000) n
        """,
        company_id,
    )
    async with key_desk.services.database.reading() as connection:
        ids = [
            str(each["id"])
            for each in await connection.raw.fetch(
                "SELECT id FROM users WHERE company_id = $1 AND email LIKE 'many%'", company_id
            )
        ]
    group = (await directory.call("POST", "Groups", {"displayName": "All"})).body["id"]
    begun = time.process_time()
    added = await directory.patch(
        f"Groups/{group}", {"op": "add", "path": "members", "value": [{"value": each} for each in ids]}
    )
    assert added.status == 204, added.body
    swapped = await directory.patch(
        f"Groups/{group}", {"op": "replace", "path": "members", "value": [{"value": each} for each in ids[:10]]}
    )
    assert swapped.status == 204
    by_one = [{"op": "Remove", "path": f'members[value eq "{each}"]'} for each in ids[:3000]]
    refused(
        await directory.patch(f"Groups/{group}", *by_one, {"op": "remove", "path": f"members[{'x' * 9_000}]"}),
        400,
        "invalidFilter",
    )
    names = [{"op": "replace", "path": "displayName", "value": f"All {number}"} for number in range(101)]
    refused(await directory.patch(f"Groups/{group}", *names), 413)
    assert (await directory.patch(f"Groups/{group}", *by_one[10:], *names[:2])).status == 204
    assert not is_too_long(time.process_time() - begun, limit=2)
    assert len((await directory.call("GET", f"Groups/{group}")).body["members"]) == 10


@pytest.mark.security("S165")
async def test_bulk_does_each_operation_by_itself(directory: Directory) -> None:
    def post(bulk_id: str, **data: Any) -> dict[str, Any]:
        return {"method": "POST", "path": "/Users", "bulkId": bulk_id, "data": {"displayName": "A B", **data}}

    body: dict[str, Any] = {
        "Operations": [
            post("one", userName="one@example.org"),
            post("bad", userName="not an email!"),
            {
                "method": "POST",
                "path": "/Groups",
                "bulkId": "g",
                "data": {"displayName": "Bulk", "members": [{"type": "User", "value": "bulkId:one"}]},
            },
            {
                "method": "PATCH",
                "path": "/Users/bulkId:one",
                "data": {"schemas": [PATCH], "Operations": [{"op": "replace", "path": "active", "value": False}]},
            },
            {"method": "GET", "path": "/Users"},
            {"method": "DELETE", "path": f"/Users/{uuid4()}"},
            {"method": "DELETE", "path": "/Users/bulkId:one", "version": 'W/"0"'},
        ]
    }
    done = (await directory.call("POST", "Bulk", body)).body["Operations"]
    assert [each["status"] for each in done] == ["201", "400", "201", "200", "400", "404", "412"]
    assert done[1]["response"]["schemas"] == [ERROR]
    group = (await directory.find('displayName eq "Bulk"', kind="Groups")).body["Resources"][0]
    assert done[0]["location"].endswith(group["members"][0]["value"])
    stopped = await directory.call(
        "POST",
        "Bulk",
        {"failOnErrors": 1, "Operations": [post("x", userName="!"), post("y", userName="y@example.org")]},
    )
    assert len(stopped.body["Operations"]) == 1
    refused(await directory.call("POST", "Bulk", {"Operations": [post(str(n)) for n in range(51)]}), 413)
    refused(await directory.call("POST", "Bulk", {"Operations": {}}), 400, "invalidSyntax")
    refused(await directory.call("POST", "Bulk", {"Operations": ["x" * 500_000]}), 413)


@pytest.mark.security("S165")
async def test_own_fields_are_an_extension_of_what_the_key_sees(key_desk: KeyDesk, desks: Desks, form: Form) -> None:
    admin = {"viewers": ["ADMIN"], "editors": ["ADMIN"]}
    browser = key_desk.browser
    for field in (
        {"label": "Course", "kind": "one", "choices": [{"label": "Fitter"}, {"label": "Welder"}], **admin},
        {"label": "Score", "kind": "number", **admin},
        {"label": "Skills", "kind": "many", "choices": [{"label": "Lathe"}, {"label": "Weld"}], **admin},
        {"label": "Bank", "kind": "text", "sensitive": True, **admin},
        {"label": "Roll no", "kind": "text", **admin},
        {"label": "Rollno", "kind": "text", **admin},
        {"label": "Secret", "kind": "text", "viewers": [], "editors": []},
        {"label": "Schemas", "kind": "text", **admin},
    ):
        assert (await browser.post("fields", json=field)).status == 201, field
    directory = Directory((await key_desk.make(scopes=PEOPLE))[1])
    [schema] = [each for each in (await directory.call("GET", "Schemas")).body["Resources"] if each["id"] == FIELDS]
    shown = {each["name"]: (each["type"], each["mutability"], each["returned"]) for each in schema["attributes"]}
    assert shown == {
        "course": ("string", "readWrite", "default"),
        "score": ("decimal", "readWrite", "default"),
        "skills": ("string", "readWrite", "default"),
        "bank": ("string", "writeOnly", "never"),
        "rollNo": ("string", "readWrite", "default"),
    }
    given = {"course": "Fitter", "score": 72.5, "skills": ["Weld"], "bank": "123456", "secret": "x"}
    user_id = await directory.add("meera@example.org", **{FIELDS: given})
    person = (await directory.call("GET", f"Users/{user_id}")).body
    assert person[FIELDS] == {"course": "Fitter", "score": 72.5, "skills": ["Weld"]}
    record = (await browser.get(f"users/{user_id}")).body["fields"]
    assert record == {**person[FIELDS], "bank": "••••"}
    changed = await directory.patch(
        f"Users/{user_id}",
        {"op": "replace", "path": f"{FIELDS}:course", "value": "Welder"},
        {"op": "remove", "path": f"{FIELDS}:score"},
        {"op": "add", "path": f"{FIELDS}:secret", "value": "x"},
    )
    assert changed.body[FIELDS] == {"course": "Welder", "skills": ["Weld"]}
    refused(
        await directory.patch(f"Users/{user_id}", {"op": "replace", "path": f"{FIELDS}:course", "value": "Baker"}),
        400,
        "invalidValue",
    )
    assert "123456" not in str((await directory.call("GET", "Users")).body)
