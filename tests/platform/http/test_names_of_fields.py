"""S31, S43: bodies accept exactly the names and values that the document declares."""

import re
from typing import Final

import pytest
from quart import Quart
from quart.testing.utils import sentinel

from server.app import API
from server.platform.http.openapi import build_document, operations_of
from tests.fixtures.people import SignIn

UNKNOWN: Final = "Unknown field"


def snake_case(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


@pytest.mark.security("S31")
async def test_no_body_has_names_in_snake_case(app: Quart, sign_in: SignIn) -> None:
    person, client, tried = await sign_in(), app.test_client(), 0
    for operation in operations_of(app):
        if operation.body is None:
            continue
        wire = [field.alias for field in operation.body.model_fields.values() if field.alias is not None]
        given = {snake_case(name): "x" for name in wire if snake_case(name) != name}
        if not given:
            continue
        path = re.sub(r"\{\w+\}", str(person.id), operation.path)
        answer = await client.open(path, method=operation.method, json=given, headers=person.headers)
        assert answer.status_code == 422, operation.operation_id
        errors = (await answer.get_json())["errors"]
        assert {name: errors.get(name) for name in given} == dict.fromkeys(given, UNKNOWN), operation.operation_id
        tried += 1
    assert tried > 5


@pytest.mark.security("S31")
async def test_a_profile_is_not_changed_by_a_name_of_the_code(app: Quart, sign_in: SignIn) -> None:
    person, client = await sign_in(), app.test_client()
    answer = await client.put(f"{API}/users/profile", json={"full_name": "Other Name"}, headers=person.headers)
    assert (answer.status_code, (await answer.get_json())["errors"]) == (422, {"full_name": UNKNOWN})


@pytest.mark.security("S43")
async def test_an_empty_filter_is_none_in_answer_and_document(app: Quart, sign_in: SignIn) -> None:
    person, client = await sign_in(), app.test_client()
    document = build_document(app)
    for path in ("/users", "/users/export.csv"):
        parameters = {each["name"]: each for each in document["paths"][f"{API}{path}"]["get"]["parameters"]}
        for name in ("role", "profile", "invitation", "sort"):
            answer = await client.get(f"{API}{path}?{name}=", headers=person.headers)
            assert answer.status_code == 200, name
            assert {"enum": [""], "type": "string"} in parameters[name]["schema"]["anyOf"], name
            assert (await client.get(f"{API}{path}?{name}=x", headers=person.headers)).status_code == 422


@pytest.mark.security("S43")
async def test_an_empty_body_is_taken_where_the_document_requires_none(app: Quart, sign_in: SignIn) -> None:
    person, client = await sign_in(), app.test_client()
    document = build_document(app)
    found = {}
    for operation in operations_of(app):
        if operation.body is not None and "{" not in operation.path:
            described = document["paths"][operation.path][operation.method.lower()]
            answer = await client.open(operation.path, method=operation.method, headers=person.headers, json=sentinel)
            found[operation.operation_id] = (described["requestBody"]["required"], answer.status_code == 422)
    assert found["editOwnProfile"] == (False, False)
    assert found["changeOwnPassword"] == (True, True)
    assert {name: each for name, each in found.items() if each[0] and not each[1]} == {}
