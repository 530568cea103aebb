"""The page docs/events.md, made from the same schemas as the AsyncAPI document."""

from typing import Any, Final

from pydantic import BaseModel

from server.realtime.asyncapi import schemas
from server.realtime.catalogue import ASKED, PUSHED, Asked, Pushed
from server.realtime.events import PAYLOADS, Event
from server.realtime.schemas import REQUESTS, ClientEvent

HEAD: Final = """\
# Live events

Made by `make events` from `server/realtime/`; a test keeps it true. `docs/asyncapi.json` says the same for machines.

Socket.IO at `/socket.io`, over WebSocket alone. The handshake's `auth` is `{"token": …}`, an access token, or
`{"flow": …}`, the secret of a verification flow, for which a page of one of our origins may send its cookie instead.
Anything else is refused with `{message, data: {ok: false, code}}`; the codes are those of `docs/errors.md`. A
connection that has not said in 5 seconds who it is, is closed. The server joins the rooms; a client names none.

A client sends one handshake, events with names of its own, answers to pings, and nothing else: names that are
Socket.IO's (`connect`, `disconnect`, …), binary packets, acknowledgements, other namespaces, or more than 120 frames
in ten seconds close the connection. An account has at most 60 sockets in a process, a flow 8, and the flows of one
network 200.

An event is a hint: it holds absolute values below 8 KB, may be lost or doubled, and whatever it says can be fetched.
A client that connects, for the first time or again, fetches what it shows, unless `session:state` says that nothing was
published since it fetched that. Times are UTC in ISO 8601 with a Z.
"""
PUSHED_HEAD: Final = "## From the server\n"
ASKED_HEAD: Final = """\
## From the client

Each is answered by an acknowledgement, `{ok: true, …}` or `{ok: false, message, code}`, with `retryAfter` in seconds
where the code is `too_many_requests`: 40 events in ten seconds are heard. Rights are looked up anew at every event.
"""
# A payload that stands inside another is not spelt out twice.
PAYLOAD_NAMES: Final = {model.__name__: f"payload of `{event.value}`" for event, model in PAYLOADS.items()}


def build_page() -> str:
    known = schemas()
    sections = [HEAD, PUSHED_HEAD]
    sections += [_pushed(event, told, known) for event, told in PUSHED.items()]
    sections.append(ASKED_HEAD)
    sections += [_asked(event, told, known) for event, told in ASKED.items()]
    return "\n".join(sections)


def _pushed(event: Event, told: Pushed, known: dict[str, Any]) -> str:
    lines = [
        f"### `{event.value}`",
        "",
        f"- To: {told.to}.",
        f"- When: {told.when}.",
        f"- Rate: {told.rate}.",
        f"- Lost: {told.lost}",
        "",
        *_table(PAYLOADS[event], known),
    ]
    return "\n".join(lines)


def _asked(event: ClientEvent, told: Asked, known: dict[str, Any]) -> str:
    request, answer = REQUESTS[event]
    refusals = ", ".join(f"`{code}`" for code in told.refusals)
    lines = [f"### `{event.value}`", "", told.says, "", *_table(request, known)]
    lines += [f"Answer: {told.answer}", "", *(_table(answer, known) if answer.model_fields else ())]
    return "\n".join([*lines, f"Refusals: {refusals}.", ""])


def _table(model: type[BaseModel], known: dict[str, Any]) -> list[str]:
    fields = known[model.__name__]["properties"]
    rows = [f"| `{name}` | {_type(field, known)} | {field['description']} |" for name, field in fields.items()]
    return ["| field | type | says |", "|---|---|---|", *rows, ""]


def _type(field: dict[str, Any], known: dict[str, Any]) -> str:
    if "anyOf" in field:
        return " or ".join(_type(each, known) for each in field["anyOf"])
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return PAYLOAD_NAMES.get(name) or _named(known[name], known)
    if field["type"] == "array":
        return f"list of {_type(field['items'], known)}"
    plain: str = field["type"]
    return {"uuid": "UUID", "date-time": "time"}.get(field.get("format", ""), plain)


def _named(schema: dict[str, Any], known: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    parts = ", ".join(f"`{name}` ({_type(field, known)})" for name, field in schema["properties"].items())
    return f"object: {parts}"
