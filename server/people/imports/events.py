"""Events about an import: to the sockets that watch it, and to the accounts of its company that may import."""

from typing import Final

from server.people.imports.schemas import ImportRowsChanged, ImportSnapshot, ImportSummary
from server.platform.events import CompanyRoom, Event, Room
from server.vocabulary.profiles import Permission

# The sockets that watch the import.
IMPORT: Final = Room(name="import", permission=Permission.USER_CREATE)
IMPORTERS: Final = CompanyRoom(name="importers", permission=Permission.USER_CREATE)

IMPORT_PROGRESS: Final = Event(
    name="import:progress",
    payload=ImportSnapshot,
    room=IMPORT,
    to="the sockets that watch the import",
    when="while the import is checked, created and invited, and at every change of its state",
    rate="at most 10 a second, and one at every change of state",
    lost="The next one holds absolute values. `import:watch` and `GET /users/imports/{id}` answer the same. "
    "The greater `version` counts.",
)
IMPORT_SUMMARY: Final = Event(
    name="import:summary",
    payload=ImportSummary,
    room=IMPORTERS,
    to="accounts of the company that may create users",
    when="while any import of the company runs, and at every change of its state",
    rate="at most 1 a second for an import, and one at every change of state",
    lost="The next one holds absolute values. `GET /users/imports` answers the same.",
)
IMPORT_ROWS: Final = Event(
    name="import:rows",
    payload=ImportRowsChanged,
    room=IMPORT,
    to="the sockets that watch the import",
    when="after rows of its preview were edited, mapped, deleted or restored",
    rate="one for each change",
    lost="`GET /users/imports/{id}/rows` has the rows, with their versions.",
)
