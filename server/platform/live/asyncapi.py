"""The AsyncAPI 3.0 document of the sockets: every event that either side may send, made from the declarations."""

from typing import Any, Final, Literal, TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from typing_extensions import override

from server.platform.events import Event
from server.platform.live.catalogue import Catalogue
from server.platform.live.client_events import ClientEvent
from server.platform.process.version import VERSION
from server.platform.schemas import ResponseSchema

Json: TypeAlias = dict[str, Any]

ACCEPTED: Final = {"type": "object", "properties": {"ok": {"const": True}}, "required": ["ok"]}
CHANNEL: Final = {"$ref": "#/channels/socket"}
ABOUT: Final = (
    "Socket.IO over WebSocket at `/socket.io`. The handshake's `auth` is `{token}` (an access token) or `{flow}` (the "
    "secret of a verification flow; its cookie counts too). docs/events.md is the same for people."
)


class EventSchema(GenerateJsonSchema):
    """A payload always has all of its fields, also those with a default."""

    @override
    def field_is_required(self, field: Any, total: bool) -> bool:
        return True


class Refused(ResponseSchema):
    """An acknowledgement that refuses; the codes are those of docs/errors.md."""

    ok: Literal[False]
    message: str
    code: str


def schemas_of(catalogue: Catalogue) -> Json:
    """JSON Schema by the model's name."""
    models: list[type[BaseModel]] = sorted({*catalogue.schemas, Refused}, key=lambda model: model.__name__)
    _, document = models_json_schema(
        [(model, "validation") for model in models],
        ref_template="#/components/schemas/{model}",
        schema_generator=EventSchema,
    )
    schemas: Json = document["$defs"]
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            field.pop("title", None)
    return schemas


def build_asyncapi(catalogue: Catalogue) -> Json:
    messages = _pushed_messages(catalogue) | _asked_messages(catalogue)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Waymark live events", "version": VERSION, "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": "/socket.io",
                "description": "One connection; rooms are the server's own affair.",
                "messages": {key: {"$ref": f"#/components/messages/{key}"} for key in messages},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": _pushed_operations(catalogue) | _asked_operations(catalogue),
        "components": {"messages": messages, "schemas": schemas_of(catalogue)},
    }


def _pushed_messages(catalogue: Catalogue) -> Json:
    return {
        _key(event): {
            "name": event.name,
            "summary": f"To {event.to}.",
            "description": f"When: {event.when}. Rate: {event.rate}. Lost: {event.lost}",
            "payload": _schema(event.payload),
        }
        for event in catalogue.pushed
    }


def _asked_messages(catalogue: Catalogue) -> Json:
    messages: Json = {}
    for event in catalogue.asked:
        messages[_key(event)] = {"name": event.name, "summary": event.effect, "payload": _schema(event.request)}
        accepted = {"allOf": [ACCEPTED, _schema(event.answer)]}
        messages[f"{_key(event)}.ack"] = {
            "name": f"{event.name} (acknowledgement)",
            "summary": event.answered,
            "description": f"Refusals: {', '.join(event.refusals)}.",
            "payload": {"oneOf": [accepted, _schema(Refused)]},
        }
    return messages


def _pushed_operations(catalogue: Catalogue) -> Json:
    return {
        f"send.{_key(event)}": {"action": "send", "channel": CHANNEL, "messages": [_message(_key(event))]}
        for event in catalogue.pushed
    }


def _asked_operations(catalogue: Catalogue) -> Json:
    return {
        f"receive.{_key(event)}": {
            "action": "receive",
            "channel": CHANNEL,
            "messages": [_message(_key(event))],
            "reply": {"channel": CHANNEL, "messages": [_message(f"{_key(event)}.ack")]},
        }
        for event in catalogue.asked
    }


def _key(event: Event[Any] | ClientEvent[Any]) -> str:
    """AsyncAPI's keys hold no colon."""
    return event.name.replace(":", ".")


def _message(key: str) -> Json:
    return {"$ref": f"#/channels/socket/messages/{key}"}


def _schema(model: type[BaseModel]) -> Json:
    return {"$ref": f"#/components/schemas/{model.__name__}"}
