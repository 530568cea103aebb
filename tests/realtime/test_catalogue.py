"""docs/events.md and docs/asyncapi.json say what the code does: `make events` writes them."""

import json
from pathlib import Path

import pytest

from server.error_codes import ErrorCode
from server.realtime.asyncapi import build_asyncapi, schemas
from server.realtime.catalogue import ASKED, PUSHED
from server.realtime.events import PAYLOADS, Event
from server.realtime.events_page import build_page
from server.realtime.field_notes import FIELD_NOTES
from server.realtime.schemas import REQUESTS, ClientEvent
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import open_socket

DOCS = Path(__file__).parents[2] / "docs"


def test_page_is_what_the_code_says() -> None:
    assert (DOCS / "events.md").read_text() == build_page(), "make events"


def test_document_is_what_the_code_says() -> None:
    assert json.loads((DOCS / "asyncapi.json").read_text()) == build_asyncapi(), "make events"


def test_every_event_is_in_it() -> None:
    assert set(PUSHED) == set(PAYLOADS) == set(Event)
    assert set(ASKED) == set(REQUESTS) == set(ClientEvent)


def test_every_field_is_explained() -> None:
    unexplained = {
        f"{model}.{name}"
        for model, schema in schemas().items()
        for name, field in schema.get("properties", {}).items()
        if "description" not in field and model != "Refused"
    }
    assert unexplained == set()


def test_no_field_is_explained_that_does_not_exist() -> None:
    for model, notes in FIELD_NOTES.items():
        assert set(notes) <= {field.alias for field in model.model_fields.values()}, model


def test_refusals_have_codes_that_exist() -> None:
    told = {code for asked in ASKED.values() for code in asked.refusals}
    assert told <= {code.value for code in ErrorCode}


def test_every_reference_leads_somewhere() -> None:
    document = build_asyncapi()
    found = 0
    waiting: list[object] = [document]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "$ref" in part:
                found += 1
                target: object = document
                for step in part["$ref"].removeprefix("#/").split("/"):
                    assert isinstance(target, dict)
                    target = target[step]
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    assert found


@pytest.mark.parametrize("event", ClientEvent)
async def test_every_event_of_a_client_is_heard(server: LiveServer, sign_in: SignIn, event: ClientEvent) -> None:
    async with open_socket(server.url, {"token": (await sign_in()).token}) as socket:
        answer = await socket.ask(event.value, {})
    assert (answer["ok"], answer["code"]) == (False, "validation_failed")
