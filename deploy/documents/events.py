"""The catalogue of live events: docs/events.md for people, docs/asyncapi.json for machines."""

from typing import Any, Final, Literal, TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from typing_extensions import override

from server.app import EXAMPLES
from server.platform.events import Event
from server.platform.live.client_events import Catalogue, ClientEvent
from server.platform.process.version import VERSION
from server.platform.schemas import ResponseSchema

Json: TypeAlias = dict[str, Any]

ACCEPTED: Final = {"type": "object", "properties": {"ok": {"const": True}}, "required": ["ok"]}
CHANNEL: Final = {"$ref": "#/channels/socket"}
ABOUT: Final = (
    "Socket.IO over WebSocket at `/socket.io`. The handshake's `auth` is `{token}` (an access token) or `{flow}` (the "
    "secret of a verification flow; its cookie counts too). docs/events.md is the same for people."
)
HEAD: Final = """\
# Live events

Made by `make events` from what `server/live_events.py` lists; a test keeps it true. `docs/asyncapi.json` is the same
for machines.

Socket.IO at `/socket.io`, over WebSocket alone. The handshake's `auth` is `{"token": …}`, an access token, or
`{"flow": …}`, the secret of a verification flow, for which a page of one of our origins may send its cookie instead.
Anything else is refused with `{message, data: {ok: false, code}}`; the codes are those of `docs/errors.md`. A
connection that has not authenticated in 5 seconds is closed. The server joins the rooms; a client names none.

A client sends one handshake, events with names of its own, answers to pings, and nothing else: names that are
Socket.IO's (`connect`, `disconnect`, …), binary packets, acknowledgements, other namespaces, or more than 120 frames
in ten seconds close the connection. An account has at most 60 sockets in a process, a flow 8, and the flows of one
network 200.

An event is a hint: it holds absolute values below 8 KB, may be lost or doubled, and what it holds can be fetched.
A client that connects, for the first time or again, fetches what it shows, unless by `session:state` nothing was
published since it fetched that. Times are UTC in ISO 8601 with a Z.
"""
PUSHED_HEAD: Final = "## From the server\n"
ASKED_HEAD: Final = """\
## From the client

Each is answered by an acknowledgement, `{ok: true, …}` or `{ok: false, message, code}`, with `retryAfter` in seconds
where the code is `too_many_requests`: 40 events in ten seconds are answered. Rights are looked up at every event.
"""


class EventSchema(GenerateJsonSchema):
    """A payload always has all of its fields, also those with a default, but for those that may be left out."""

    @override
    def field_is_required(self, field: Any, total: bool) -> bool:
        return "serialization_exclude_if" not in field


class Refused(ResponseSchema):
    """An acknowledgement that refuses; the codes are those of docs/errors.md."""

    ok: Literal[False]
    message: str
    code: str


def schemas_of(catalogue: Catalogue) -> Json:
    """JSON Schema by the model's name."""
    sent = {schema for event in catalogue.asked for schema in (event.request, event.answer)}
    found: set[type[BaseModel]] = {Refused, *sent, *(event.payload for event in catalogue.pushed)}
    models = sorted(found, key=lambda model: model.__name__)
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
    messages: Json = {}
    operations: Json = {}
    for pushed in catalogue.pushed:
        key = _key(pushed)
        messages[key] = {
            "name": pushed.name,
            "summary": f"To {pushed.to}.",
            "description": f"When: {pushed.when}. Rate: {pushed.rate}. Lost: {pushed.lost}",
            "payload": _schema(pushed.payload),
        }
        if pushed.name in EXAMPLES["events"]:
            messages[key]["examples"] = [{"payload": EXAMPLES["events"][pushed.name]}]
        operations[f"send.{key}"] = {"action": "send", "channel": CHANNEL, "messages": [_message(key)]}
    for asked in catalogue.asked:
        key = _key(asked)
        messages[key] = {"name": asked.name, "summary": asked.effect, "payload": _schema(asked.request)}
        messages[f"{key}.ack"] = {
            "name": f"{asked.name} (acknowledgement)",
            "summary": asked.answered,
            "description": f"Refusals: {', '.join(asked.refusals)}.",
            "payload": {"oneOf": [{"allOf": [ACCEPTED, _schema(asked.answer)]}, _schema(Refused)]},
        }
        reply = {"channel": CHANNEL, "messages": [_message(f"{key}.ack")]}
        received = {"action": "receive", "channel": CHANNEL, "messages": [_message(key)], "reply": reply}
        operations[f"receive.{key}"] = received
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
        "operations": operations,
        "components": {"messages": messages, "schemas": schemas_of(catalogue)},
    }


def _key(event: Event[Any] | ClientEvent[Any]) -> str:
    """AsyncAPI's keys hold no colon."""
    return event.name.replace(":", ".")


def _message(key: str) -> Json:
    return {"$ref": f"#/channels/socket/messages/{key}"}


def _schema(model: type[BaseModel]) -> Json:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def build_page(catalogue: Catalogue) -> str:
    """The page in Markdown; a payload that stands inside another is not spelt out twice."""
    schemas = schemas_of(catalogue)
    named = schemas | {each.payload.__name__: f"payload of `{each.name}`" for each in catalogue.pushed}

    def table(model: type[BaseModel]) -> list[str]:
        fields = schemas[model.__name__]["properties"]
        rows = [f"| `{name}` | {_type(field, named)} | {field['description']} |" for name, field in fields.items()]
        return ["| field | type | meaning |", "|---|---|---|", *rows, ""]

    lines = [HEAD, PUSHED_HEAD]
    for pushed in catalogue.pushed:
        lines += [f"### `{pushed.name}`", "", f"- To: {pushed.to}.", f"- When: {pushed.when}."]
        lines += [f"- Rate: {pushed.rate}.", f"- Lost: {pushed.lost}", "", *table(pushed.payload)]
    lines.append(ASKED_HEAD)
    for asked in catalogue.asked:
        lines += [f"### `{asked.name}`", "", asked.effect, "", *table(asked.request), f"Answer: {asked.answered}", ""]
        lines += table(asked.answer) if asked.answer.model_fields else []
        lines += ["Refusals: " + ", ".join(f"`{code}`" for code in asked.refusals) + ".", ""]
    return "\n".join(lines)


def _type(field: Json, named: Json) -> str:
    """The type of a field; `named` has the schema of each model, or the text that stands for it."""
    if "anyOf" in field:
        return " or ".join(_type(each, named) for each in field["anyOf"])
    if "$ref" in field:
        return _described(named[field["$ref"].rpartition("/")[2]], named)
    if field["type"] == "array":
        return f"list of {_type(field['items'], named)}"
    plain: str = field["type"]
    return {"uuid": "UUID", "date-time": "time"}.get(field.get("format", ""), plain)


def _described(model: Json | str, named: Json) -> str:
    if isinstance(model, str):
        return model
    if "enum" in model:
        return ", ".join(f"`{value}`" for value in model["enum"])
    return "object: " + ", ".join(f"`{name}` ({_type(field, named)})" for name, field in model["properties"].items())
