"""Every event of the sockets, and the gateway made of them."""

from functools import partial
from typing import Final

from server.access.flows.live import FlowSocket
from server.access.flows.own_flow import OTP_STATE
from server.access.sessions.events import SESSION_EVENTS
from server.access.sessions.live import SESSION_AUTHENTICATE, SessionSocket
from server.interviews.board_events import ROUND_UNWATCH, ROUND_WATCH
from server.interviews.interview_events import INTERVIEW_MINE, INTERVIEWS_CHANGED, PANEL_CHANGED, ROUND_BOARD
from server.messaging.announcements.announcement_events import ANNOUNCEMENT_NEW, ANNOUNCEMENTS_CHANGED
from server.messaging.notifications.notify import NOTIFICATION_NEW
from server.people.account.events import USERS_CHANGED
from server.people.batches.change_batches import BATCHES_CHANGED
from server.people.bulk.read_job import BULK_PROGRESS, BULK_SUMMARY, BULK_UNWATCH, BULK_WATCH
from server.people.fields.define_fields import FIELDS_CHANGED
from server.people.imports.read_import import IMPORT_PROGRESS, IMPORT_ROWS, IMPORT_SUMMARY, IMPORT_UNWATCH, IMPORT_WATCH
from server.people.stages.stage_events import STAGES_CHANGED, WAY_CHANGED
from server.placement.placement_events import OFFER_MINE, OPENING_CHANGED
from server.platform.live.client_events import Catalogue
from server.platform.live.gateway import Gateway
from server.training.session_events import ATTENDANCE_MINE, SESSION_CHANGED

# In the order of docs/events.md.
CATALOGUE: Final = Catalogue(
    pushed=(
        *SESSION_EVENTS,
        OTP_STATE,
        IMPORT_PROGRESS,
        IMPORT_ROWS,
        IMPORT_SUMMARY,
        BULK_PROGRESS,
        BULK_SUMMARY,
        USERS_CHANGED,
        BATCHES_CHANGED,
        FIELDS_CHANGED,
        STAGES_CHANGED,
        WAY_CHANGED,
        SESSION_CHANGED,
        ATTENDANCE_MINE,
        INTERVIEW_MINE,
        INTERVIEWS_CHANGED,
        PANEL_CHANGED,
        ROUND_BOARD,
        OPENING_CHANGED,
        OFFER_MINE,
        ANNOUNCEMENT_NEW,
        ANNOUNCEMENTS_CHANGED,
        NOTIFICATION_NEW,
    ),
    asked=(SESSION_AUTHENTICATE, IMPORT_WATCH, IMPORT_UNWATCH, BULK_WATCH, BULK_UNWATCH, ROUND_WATCH, ROUND_UNWATCH),
)

make_gateway: Final = partial(Gateway, catalogue=CATALOGUE, session_socket=SessionSocket, flow_socket=FlowSocket)
