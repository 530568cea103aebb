"""Every event of the sockets, as the wiring collects them, and the documents that are made of them."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from typing_extensions import override

from server.platform.events import CompanyRoom, Event
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


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    pushed: tuple[Event[Any], ...]
    asked: tuple[ClientEvent[Any], ...]

    @property
    def company_rooms(self) -> frozenset[CompanyRoom]:
        return frozenset(event.room for event in self.pushed if isinstance(event.room, CompanyRoom))

    @property
    def schemas(self) -> set[type[BaseModel]]:
        return {event.payload for event in self.pushed} | {
            schema for event in self.asked for schema in (event.request, event.answer)
        }


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
    page = EventsPage(catalogue)
    sections = [HEAD, PUSHED_HEAD, *map(page.pushed, catalogue.pushed), ASKED_HEAD, *map(page.asked, catalogue.asked)]
    return "\n".join(sections)


class EventsPage:
    """The sections; a payload that stands inside another is not spelt out twice."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._schemas = schemas_of(catalogue)
        self._payloads = {event.payload.__name__: f"payload of `{event.name}`" for event in catalogue.pushed}

    def pushed(self, event: Event[Any]) -> str:
        lines = [
            f"### `{event.name}`",
            "",
            f"- To: {event.to}.",
            f"- When: {event.when}.",
            f"- Rate: {event.rate}.",
            f"- Lost: {event.lost}",
            "",
            *self._table(event.payload),
        ]
        return "\n".join(lines)

    def asked(self, event: ClientEvent[Any]) -> str:
        refusals = ", ".join(f"`{code}`" for code in event.refusals)
        lines = [f"### `{event.name}`", "", event.effect, "", *self._table(event.request)]
        lines += [f"Answer: {event.answered}", "", *(self._table(event.answer) if event.answer.model_fields else ())]
        return "\n".join([*lines, f"Refusals: {refusals}.", ""])

    def _table(self, model: type[BaseModel]) -> list[str]:
        fields = self._schemas[model.__name__]["properties"]
        rows = [f"| `{name}` | {self._type(field)} | {field['description']} |" for name, field in fields.items()]
        return ["| field | type | meaning |", "|---|---|---|", *rows, ""]

    def _type(self, field: dict[str, Any]) -> str:
        if "anyOf" in field:
            return " or ".join(self._type(each) for each in field["anyOf"])
        if "$ref" in field:
            name = field["$ref"].rpartition("/")[2]
            return self._payloads.get(name) or self._named(self._schemas[name])
        if field["type"] == "array":
            return f"list of {self._type(field['items'])}"
        plain: str = field["type"]
        return {"uuid": "UUID", "date-time": "time"}.get(field.get("format", ""), plain)

    def _named(self, schema: dict[str, Any]) -> str:
        if "enum" in schema:
            return ", ".join(f"`{value}`" for value in schema["enum"])
        parts = ", ".join(f"`{name}` ({self._type(field)})" for name, field in schema["properties"].items())
        return f"object: {parts}"
