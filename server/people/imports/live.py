"""The events by which a client watches an import."""

from typing import Final
from uuid import UUID

from pydantic import Field

from server.people.imports.errors import TooManyImportsWatchedError
from server.people.imports.events import IMPORT_PROGRESS
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.schemas import ImportSnapshot
from server.platform.live.client_events import Watched
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Services
from server.vocabulary.identity import Identity


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
    too_many=TooManyImportsWatchedError,
)
IMPORT_WATCH, IMPORT_UNWATCH = _WATCHED.events()
