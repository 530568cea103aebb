"""docs/events.md and docs/asyncapi.json equal what `make events` writes."""

import importlib
import json
from pathlib import Path
from typing import TypeVar

import pytest

from deploy.documents.events import build_asyncapi, build_page, schemas_of
from server.live_events import CATALOGUE
from server.platform.errors import every_error
from server.platform.events import Event
from server.platform.live.client_events import ClientEvent
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import open_socket

Kind = TypeVar("Kind")
PROJECT = Path(__file__).parents[3]
DOCS = PROJECT / "docs"
FEATURES = ("access", "company", "interviews", "messaging", "people", "placement", "training")
MARKS = ("= Event(", "= ClientEvent(", "= Watched(")


def test_page_equals_the_declarations() -> None:
    assert (DOCS / "events.md").read_text() == build_page(CATALOGUE), "make events"


def test_document_equals_the_declarations() -> None:
    assert json.loads((DOCS / "asyncapi.json").read_text()) == build_asyncapi(CATALOGUE), "make events"


def declared(kind: type[Kind]) -> set[Kind]:
    """The declarations of this class in the features' modules."""
    paths = [path for room in FEATURES for path in (PROJECT / "server" / room).rglob("*.py")]
    declaring = [path for path in paths if any(mark in path.read_text() for mark in MARKS)]
    names = [".".join(path.relative_to(PROJECT).with_suffix("").parts) for path in declaring]
    found = [value for name in names for value in vars(importlib.import_module(name)).values()]
    return {value for value in found if isinstance(value, kind)}


def test_every_declared_event_is_in_it() -> None:
    assert set(CATALOGUE.pushed) == declared(Event)
    assert set(CATALOGUE.asked) == declared(ClientEvent)


def test_every_event_has_a_name_of_its_own() -> None:
    names = [event.name for event in CATALOGUE.pushed] + [event.name for event in CATALOGUE.asked]
    assert len(names) == len(set(names))


def test_every_field_is_explained() -> None:
    unexplained = {
        f"{model}.{name}"
        for model, schema in schemas_of(CATALOGUE).items()
        for name, field in schema.get("properties", {}).items()
        if "description" not in field and model != "Refused"
    }
    assert unexplained == set()


def test_refusals_have_codes_that_exist() -> None:
    refusals = {code for event in CATALOGUE.asked for code in event.refusals}
    assert refusals <= {error.code for error in every_error()}


def test_every_reference_can_succeed() -> None:
    document = build_asyncapi(CATALOGUE)
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


@pytest.mark.parametrize("event", [event.name for event in CATALOGUE.asked])
async def test_every_event_of_a_client_is_answered(server: LiveServer, sign_in: SignIn, event: str) -> None:
    async with open_socket(server.url, {"token": (await sign_in()).token}) as socket:
        answer = await socket.ask(event, {})
    assert (answer["ok"], answer["code"]) == (False, "validation_failed")
