"""S31: fields that the form does not have are refused, whatever their name."""

from typing import Any

import pytest
from sqlalchemy import Table

from server.people.account.schemas import EditUserRequest
from server.people.account.tables import users
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.url_map import calls_of
from tests.fixtures.user_calls import Desk, user_form

SOUGHT: dict[str, Any] = {
    "companyId": "01900000-0000-7000-8000-000000000000",
    "company_id": "01900000-0000-7000-8000-000000000000",
    "id": "01900000-0000-7000-8000-000000000000",
    "passwordHash": "$argon2id$",
    "password_hash": "$argon2id$",
    "invitation": "accepted",
    "emailVerifiedAt": "2020-01-01T00:00:00Z",
    "version ": 7,
    "isactive": True,
    "__proto__": {"role": "ADMIN"},
}
NOT_THERE = {"message": "Validation failed", "code": "validation_failed"}


@pytest.fixture
async def trainee(sign_in: SignIn) -> Person:
    return await sign_in(Profile.TRAINEE)


def columns(table: Table) -> set[str]:
    return {column.name for column in table.columns}


@pytest.mark.security("S31")
async def test_create_refuses_unknown_fields(desk: Desk) -> None:
    for field, value in SOUGHT.items():
        form = user_form()
        answer = await desk.send({**form, field: value})
        assert (answer.status, answer.body) == (422, NOT_THERE | {"errors": {field: "Unknown field"}}), field
        assert await desk.value("SELECT count(*) FROM users WHERE email = $1", form["email"]) == 0, field


@pytest.mark.security("S31")
async def test_edit_refuses_unknown_fields(desk: Desk, trainee: Person) -> None:
    for field, value in SOUGHT.items():
        answer = await desk.edit(trainee.id, **{"isActive": False, field: value})
        assert (answer.status, answer.body) == (422, NOT_THERE | {"errors": {field: "Unknown field"}}), field
        assert (await desk.row(trainee.id))["is_active"], field


@pytest.mark.security("S31")
async def test_only_columns_of_the_form_can_be_written(desk: Desk, trainee: Person) -> None:
    """By its name in Postgres, and by its name on the wire."""
    form = {str(each.alias or name) for name, each in EditUserRequest.model_fields.items()}
    refused = 0
    before = dict(await desk.row(trainee.id))
    for name in columns(users):
        first, *rest = name.split("_")
        for spelling in {name, first + "".join(map(str.capitalize, rest))}:
            if spelling in form:
                continue
            answer = await desk.edit(trainee.id, **{spelling: None})
            assert (answer.status, answer.body.get("errors")) == (422, {spelling: "Unknown field"}), spelling
            refused += 1
    assert dict(await desk.row(trainee.id)) == before
    assert refused > 25


@pytest.mark.security("S31")
@pytest.mark.parametrize("path", ["invite", ""])
async def test_calls_without_a_payload_refuse_fields(desk: Desk, trainee: Person, path: str) -> None:
    url = f"users/{trainee.id}/{path}".rstrip("/")
    method = "POST" if path else "DELETE"
    answer = await desk.browser.call(method, url, json={"companyId": str(trainee.company.id)})
    assert (answer.status, answer.body["errors"]) == (422, {"companyId": "Unknown field"})
    assert await desk.row(trainee.id) is not None


@pytest.mark.security("S31")
async def test_fields_in_the_query_are_ignored(desk: Desk, add_company: AddCompany) -> None:
    other, form = await add_company(), user_form()
    query = {"companyId": str(other.id), "role": "ADMIN", "profile": "SUPER_ADMIN"}
    answer = await desk.browser.post("users/create", json=form, query=query)
    assert (answer.status, answer.body["profile"]) == (201, "TRAINEE")
    assert (await desk.row(answer.body["id"]))["company_id"] == desk.person.company.id


@pytest.mark.security("S31")
@pytest.mark.parametrize("body", [[], [user_form()], "x", 7, None, True])
async def test_a_body_that_is_no_object_is_refused(desk: Desk, body: object) -> None:
    before = await desk.value("SELECT count(*) FROM users")
    answer = await desk.send(body)
    assert answer.status == 422
    assert await desk.value("SELECT count(*) FROM users") == before


@pytest.mark.security("S31")
@pytest.mark.settings(rate_limit_scale=1000)
async def test_no_route_takes_a_field_that_it_does_not_name(desk: Desk) -> None:
    sought = {"companyId": SOUGHT["companyId"], "id": SOUGHT["id"], "passwordHash": SOUGHT["passwordHash"]}
    calls = [call for call in calls_of(desk.app) if call.method not in {"GET", "HEAD"}]
    assert len(calls) > 25
    for call in calls:
        answer = await desk.browser.call(call.method, call.path, json=sought)
        # They take a file.
        if call.path == "/api/v1/users/imports" or call.path.endswith(("/attendance/file", "/file")):
            assert answer.status == 415
        elif call.path.endswith("/backchannel-logout"):
            # A form of the standard, of which only the signed token is read.
            assert answer.status == 400
        elif call.path.endswith("/announcements/stop"):
            # A form of the standard, of which nothing is read: the signed code stands in the address.
            assert (answer.status, answer.body.get("errors", {}).keys() & set(sought)) == (422, set())
        elif "/scim/" in call.path:
            # What SCIM does not know it leaves out; tests/people/scim/ tries what only we may write.
            assert answer.status in {200, 400, 404, 501}, call
        else:
            assert answer.status == 422, call
            unknown = {name for name, text in answer.body["errors"].items() if text == "Unknown field"}
            assert unknown == set(sought), call
