"""The page docs/events.md, made from the same declarations as the AsyncAPI document."""

from typing import Any, Final

from pydantic import BaseModel

from server.platform.events import Event
from server.platform.live.asyncapi import schemas_of
from server.platform.live.catalogue import Catalogue
from server.platform.live.client_events import ClientEvent

HEAD: Final = """\
# Live events

Made by `make events` from `server/*/events.py` and `server/*/live.py`; a test keeps it true. `docs/asyncapi.json` is
the same for machines.

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


def build_page(catalogue: Catalogue) -> str:
    page = Page(catalogue)
    sections = [HEAD, PUSHED_HEAD, *map(page.pushed, catalogue.pushed), ASKED_HEAD, *map(page.asked, catalogue.asked)]
    return "\n".join(sections)


class Page:
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
