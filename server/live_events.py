"""Every event of the sockets, and the gateway made of them."""

from typing import Final

from server.batches.events import BATCHES_CHANGED
from server.bulk.events import BULK_PROGRESS, BULK_SUMMARY
from server.bulk.live import BULK_UNWATCH, BULK_WATCH
from server.flows.events import OTP_STATE
from server.flows.live import FlowSockets
from server.imports.events import IMPORT_PROGRESS, IMPORT_ROWS, IMPORT_SUMMARY
from server.imports.live import IMPORT_UNWATCH, IMPORT_WATCH
from server.notifications.events import NOTIFICATION_NEW
from server.realtime.catalogue import Catalogue
from server.realtime.gateway import Gateway
from server.realtime.sockets import Sockets
from server.services import Services
from server.sessions.events import SESSION_CHANGED, SESSION_ENDED, SESSION_EXPIRED, SESSION_EXPIRING, SESSION_STATE
from server.sessions.live import SESSION_AUTHENTICATE, SessionSockets
from server.users.events import USERS_CHANGED

# In the order of docs/events.md.
CATALOGUE: Final = Catalogue(
    pushed=(
        SESSION_STATE,
        SESSION_EXPIRING,
        SESSION_EXPIRED,
        SESSION_ENDED,
        SESSION_CHANGED,
        OTP_STATE,
        IMPORT_PROGRESS,
        IMPORT_ROWS,
        IMPORT_SUMMARY,
        BULK_PROGRESS,
        BULK_SUMMARY,
        USERS_CHANGED,
        BATCHES_CHANGED,
        NOTIFICATION_NEW,
    ),
    asked=(SESSION_AUTHENTICATE, IMPORT_WATCH, IMPORT_UNWATCH, BULK_WATCH, BULK_UNWATCH),
)


def make_gateway(services: Services, *, sockets: Sockets) -> Gateway:
    return Gateway(
        services,
        catalogue=CATALOGUE,
        sessions=SessionSockets(services),
        flows=FlowSockets(services),
        sockets=sockets,
    )
