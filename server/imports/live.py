"""The events by which a client watches an import."""

from typing import Final
from uuid import UUID

from pydantic import Field

from server.identity.identity import Identity
from server.imports.errors import TooManyWatchedError
from server.imports.events import IMPORT_PROGRESS
from server.imports.read_import import watchable_snapshot
from server.imports.schemas import ImportSnapshot
from server.realtime.watching import Watched
from server.schemas import RequestSchema, ResponseSchema
from server.services import Services


class WatchImport(RequestSchema):
    import_id: UUID = Field(description="of the import")


class WatchedImport(ResponseSchema):
    snapshot: ImportSnapshot = Field(description="the present state of the import")


async def _read(services: Services, identity: Identity, import_id: UUID) -> WatchedImport:
    return WatchedImport(snapshot=await watchable_snapshot(services, identity=identity, import_id=import_id))


_WATCHED: Final = Watched(
    name="import",
    thing="import",
    most="20 imports and jobs",
    progress=IMPORT_PROGRESS,
    request=WatchImport,
    answer=WatchedImport,
    id_of=lambda request: request.import_id,
    read=_read,
    too_many=TooManyWatchedError,
)
IMPORT_WATCH, IMPORT_UNWATCH = _WATCHED.events()
