"""What a client may say, and what it is answered beside `ok`."""

from enum import StrEnum
from typing import Final
from uuid import UUID

from pydantic import Field

from server.imports.schemas import ImportSnapshot
from server.schemas import RequestSchema, ResponseSchema


class ClientEvent(StrEnum):
    SESSION_AUTHENTICATE = "session:authenticate"
    IMPORT_WATCH = "import:watch"
    IMPORT_UNWATCH = "import:unwatch"


class Authenticate(RequestSchema):
    token: str = Field(max_length=8_192)


class WatchImport(RequestSchema):
    import_id: UUID


class Done(ResponseSchema):
    """Nothing to say but that it was done."""


class Watched(ResponseSchema):
    snapshot: ImportSnapshot


REQUESTS: Final[dict[ClientEvent, tuple[type[RequestSchema], type[ResponseSchema]]]] = {
    ClientEvent.SESSION_AUTHENTICATE: (Authenticate, Done),
    ClientEvent.IMPORT_WATCH: (WatchImport, Watched),
    ClientEvent.IMPORT_UNWATCH: (WatchImport, Done),
}
