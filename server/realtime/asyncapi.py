"""The AsyncAPI 3.0 document of the sockets: every event either side may send, made from the schemas."""

from typing import Any, Final, TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from typing_extensions import override

from server.realtime.catalogue import ASKED, PUSHED
from server.realtime.events import PAYLOADS
from server.realtime.field_notes import notes_of
from server.realtime.schemas import REQUESTS
from server.schemas import ResponseSchema
from server.version import VERSION

Json: TypeAlias = dict[str, Any]

CHANNEL: Final = {"$ref": "#/channels/socket"}
# Every schema that stands in the document under its own name.
SCHEMAS: Final[tuple[type[BaseModel], ...]] = (
    *PAYLOADS.values(),
    *(schema for pair in REQUESTS.values() for schema in pair),
)
ABOUT: Final = (
    "Socket.IO over WebSocket at `/socket.io`. The handshake's `auth` is `{token}` (an access token) or `{flow}` (the "
    "secret of a verification flow; its cookie counts too). docs/events.md says the same for people."
)


class EventSchema(GenerateJsonSchema):
    """A payload always has all of its fields, also those with a default."""

    @override
    def field_is_required(self, field: Any, total: bool) -> bool:
        return True


class Refused(ResponseSchema):
    """An acknowledgement that refuses; the codes are those of docs/errors.md."""

    ok: bool
    message: str
    code: str


def schemas() -> Json:
    """JSON Schema by the model's name, with a description for every field."""
    models: list[type[BaseModel]] = sorted({*SCHEMAS, Refused}, key=lambda model: model.__name__)
    _, document = models_json_schema(
        [(model, "validation") for model in models],
        ref_template="#/components/schemas/{model}",
        schema_generator=EventSchema,
    )
    found: Json = document["$defs"]
    for model in _with_parts(models):
        notes = notes_of(model)
        for name, field in found[model.__name__].get("properties", {}).items():
            field.pop("title", None)
            if name in notes:
                field["description"] = notes[name]
    return found


def _with_parts(models: list[type[BaseModel]]) -> set[type[BaseModel]]:
    """The models and those that stand inside them."""
    every: set[type[BaseModel]] = set()
    waiting: list[Any] = list(models)
    while waiting:
        found = waiting.pop()
        if isinstance(found, type) and issubclass(found, BaseModel):
            if found not in every:
                every.add(found)
                waiting += [field.annotation for field in found.model_fields.values()]
        else:
            waiting += getattr(found, "__args__", ())
    return every


def build_asyncapi() -> Json:
    messages = _pushed_messages() | _asked_messages()
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
        "operations": _pushed_operations() | _asked_operations(),
        "components": {"messages": messages, "schemas": schemas()},
    }


def _pushed_messages() -> Json:
    return {
        _key(event): {
            "name": event.value,
            "summary": f"To {told.to}.",
            "description": f"When: {told.when}. Rate: {told.rate}. Lost: {told.lost}",
            "payload": _schema(PAYLOADS[event]),
        }
        for event, told in PUSHED.items()
    }


def _asked_messages() -> Json:
    messages: Json = {}
    for event, told in ASKED.items():
        request, answer = REQUESTS[event]
        messages[_key(event)] = {"name": event.value, "summary": told.says, "payload": _schema(request)}
        accepted = {"allOf": [{"type": "object", "properties": {"ok": {"const": True}}}, _schema(answer)]}
        messages[f"{_key(event)}.ack"] = {
            "name": f"{event.value} (acknowledgement)",
            "summary": told.answer,
            "description": f"Refusals: {', '.join(told.refusals)}.",
            "payload": {"oneOf": [accepted, _schema(Refused)]},
        }
    return messages


def _pushed_operations() -> Json:
    return {
        f"send.{_key(event)}": {"action": "send", "channel": CHANNEL, "messages": [_message(_key(event))]}
        for event in PUSHED
    }


def _asked_operations() -> Json:
    return {
        f"receive.{_key(event)}": {
            "action": "receive",
            "channel": CHANNEL,
            "messages": [_message(_key(event))],
            "reply": {"channel": CHANNEL, "messages": [_message(f"{_key(event)}.ack")]},
        }
        for event in ASKED
    }


def _key(event: str) -> str:
    """AsyncAPI's keys hold no colon."""
    return str(event).replace(":", ".")


def _message(key: str) -> Json:
    return {"$ref": f"#/channels/socket/messages/{key}"}


def _schema(model: type[BaseModel]) -> Json:
    return {"$ref": f"#/components/schemas/{model.__name__}"}
