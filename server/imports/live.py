"""The events by which a client watches an import."""

from typing import Final
from uuid import UUID

from pydantic import Field

from server.errors import ForbiddenError
from server.identity.profiles import Permission
from server.imports.errors import TooManyWatchedError
from server.imports.events import IMPORT
from server.imports.read_import import watchable_snapshot
from server.imports.schemas import ImportSnapshot
from server.realtime.client_events import ClientEvent, Done, Socket
from server.schemas import RequestSchema, ResponseSchema
from server.services import Services


class WatchImport(RequestSchema):
    import_id: UUID = Field(description="of the import")


class Watched(ResponseSchema):
    snapshot: ImportSnapshot = Field(description="the present state of the import")


async def watch(services: Services, socket: Socket, request: WatchImport) -> Watched:
    """Raises NotSignedInError, ForbiddenError, NotFoundError, TooManyWatchedError."""
    identity = await socket.identify()
    if not identity.may(Permission.USER_CREATE):
        raise ForbiddenError
    await watchable_snapshot(services, identity=identity, import_id=request.import_id)
    if not socket.watch(IMPORT, request.import_id):
        raise TooManyWatchedError
    # Read again: otherwise a change between the first read and joining the room would be lost.
    snapshot = await watchable_snapshot(services, identity=identity, import_id=request.import_id)
    return Watched(snapshot=snapshot)


async def unwatch(_services: Services, socket: Socket, request: WatchImport) -> Done:
    socket.unwatch(IMPORT, request.import_id)
    return Done()


IMPORT_WATCH: Final = ClientEvent(
    name="import:watch",
    request=WatchImport,
    answer=Watched,
    handler=watch,
    effect="From now on the socket receives `import:progress` of this import; at most 20 imports a socket.",
    answered="The snapshot of the import.",
    refusals=("not_signed_in", "forbidden", "not_found", "too_many_watched", "validation_failed"),
)
IMPORT_UNWATCH: Final = ClientEvent(
    name="import:unwatch",
    request=WatchImport,
    answer=Done,
    handler=unwatch,
    effect="No more of this import.",
    answered="Nothing more.",
    refusals=("validation_failed",),
)
