"""The OpenAPI document covers every route, and is shown on a page of the server."""

import re
from typing import Any

import pytest
from quart import Quart
from quart.typing import TestClientProtocol as Client

from server.app import create_app
from server.platform.http.authentication import route_of
from server.platform.http.openapi import DuplicateOperationError, build_document
from server.platform.process.metrics import watch_pool
from server.platform.services import Services

PRODUCTION = {
    "app_env": "production",
    "public_url": "https://waymark.test",
    "email_url": "smtp://127.0.0.1:1",
    "dev_otp_code": None,
}


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for methods in document["paths"].values() for operation in methods.values()]


def test_every_route_is_in_it_once(app: Quart) -> None:
    document = build_document(app)
    documented = {(path, method) for path, methods in document["paths"].items() for method in methods}
    routes = {
        (re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if not route_of(app.view_functions[rule.endpoint]).is_hidden
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert documented == routes
    names = [operation["operationId"] for operation in operations(document)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9]+", name) for name in names)


def test_what_has_a_successor_is_deprecated(app: Quart) -> None:
    paths = build_document(app)["paths"]
    deprecated = {path for path, methods in paths.items() for each in methods.values() if each.get("deprecated")}
    assert deprecated == {"/api/v1/users/locations"}


def test_every_operation_declares_its_errors_as_the_envelope(app: Quart) -> None:
    for operation in operations(build_document(app)):
        statuses = set(operation["responses"])
        assert {"429", "500", "503"} <= statuses
        assert statuses & {"200", "201"}
        if operation["security"]:
            assert {"401", "403"} <= statuses
        if "requestBody" in operation:
            assert {"400", "413", "415", "422"} <= statuses
        for status, answer in operation["responses"].items():
            if int(status) >= 400 and operation["tags"] != ["health"]:
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}


def test_every_reference_can_succeed(app: Quart) -> None:
    document = build_document(app)
    references = set(re.findall(r"'\$ref': '#/components/schemas/(\w+)'", str(document)))
    assert references
    assert references <= set(document["components"]["schemas"])


def test_upload_is_declared_as_a_file(app: Quart) -> None:
    upload = build_document(app)["paths"]["/api/v1/users/imports"]["post"]
    schema = upload["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert schema["properties"]["file"]["format"] == "binary"
    assert schema["required"] == ["file"]
    assert "201" in upload["responses"]


def test_fields_have_their_names_on_the_wire(app: Quart) -> None:
    schemas = build_document(app)["components"]["schemas"]
    names = {name for schema in schemas.values() for name in schema.get("properties", {})}
    assert "totalRows" in names
    assert not [name for name in names if "_" in name]


def test_two_views_of_one_name_are_refused(services: Services) -> None:
    async def again() -> str:
        return ""

    app = create_app(services)
    app.add_url_rule("/one", "first.again", again)
    app.add_url_rule("/two", "second.again", again)
    with pytest.raises(DuplicateOperationError):
        build_document(app)


async def test_document_and_page_are_served_in_development(client: Client) -> None:
    document = await (await client.get("/openapi.json")).get_json()
    assert document["openapi"] == "3.1.0"
    page = await (await client.get("/docs")).get_data(as_text=True)
    files = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert {"/docs/docs.js", "/docs/docs.css", "/openapi.json"} == set(files)
    for file in files:
        assert (await client.get(file)).status_code == 200


@pytest.mark.settings(**PRODUCTION)
@pytest.mark.parametrize("path", ["/openapi.json", "/docs", "/docs/docs.js", "/metrics"])
async def test_nothing_of_it_is_served_in_production(client: Client, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, (await answer.get_json())["code"]) == (404, "not_found")


@pytest.mark.settings(**PRODUCTION, api_docs=True, metrics_token="f3b0c44298fc1c149afbf4c8996fb92427ae41e4")
async def test_production_serves_what_the_settings_open(client: Client) -> None:
    assert (await client.get("/openapi.json")).status_code == 200
    assert (await client.get("/docs")).status_code == 200
    assert (await client.get("/metrics")).status_code == 401
    assert (await client.get("/metrics", headers={"Authorization": "Bearer wrong"})).status_code == 401
    answer = await client.get("/metrics", headers={"Authorization": "Bearer f3b0c44298fc1c149afbf4c8996fb92427ae41e4"})
    assert answer.status_code == 200


async def test_metrics_name_routes_not_people(client: Client) -> None:
    await client.get("/api/v1/users/imports/01890000-0000-7000-8000-000000000000/rows")
    text = await (await client.get("/metrics")).get_data(as_text=True)
    assert 'route="/api/v1/users/imports/<uuid:import_id>/rows",status="401"' in text
    assert "01890000" not in text


async def test_metrics_count_the_connections_to_postgres(client: Client, services: Services) -> None:
    watch_pool(services.database.usage)
    async with services.database.reading():
        text = await (await client.get("/metrics")).get_data(as_text=True)
    gauges = dict(re.findall(r"^waymark_database_connections_(\w+) (\S+)$", text, re.MULTILINE))
    assert (gauges["in_use"], gauges["limit"], gauges["waiting"]) == ("1.0", "8.0", "0.0")
