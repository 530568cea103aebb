"""What a client has to know of each event beside its payload: who gets it, when, how often, and what a lost one does.

The pages docs/events.md and docs/asyncapi.json are made of this and of the schemas.
"""

from dataclasses import dataclass
from typing import Final

from server.realtime.events import Event
from server.realtime.schemas import ClientEvent


@dataclass(frozen=True, kw_only=True)
class Pushed:
    """`lost` is how a client catches up that has missed one."""

    to: str
    when: str
    rate: str
    lost: str


@dataclass(frozen=True, kw_only=True)
class Asked:
    """`refusals` are codes of docs/errors.md that come beside those of every event."""

    says: str
    answer: str
    refusals: tuple[str, ...]


PUSHED: Final[dict[Event, Pushed]] = {
    Event.SESSION_STATE: Pushed(
        to="the socket that connects; after a refresh or an extension every socket of the session",
        when="on connect, after `session:authenticate`, and after every refresh or extension of the session",
        rate="as it happens",
        lost="`GET /auth/session-status` says the same; the next connection is told anew. The greatest version counts.",
    ),
    Event.SESSION_EXPIRING: Pushed(
        to="the socket whose token is about to end",
        when="five minutes and one minute before the end of the socket's token; on connect where one of them is past",
        rate="at most twice a token",
        lost="A client that keeps `expiresAt` and the difference to `serverTime` can count down by itself.",
    ),
    Event.SESSION_EXPIRED: Pushed(
        to="the socket whose token has ended",
        when="at the end of the socket's token; the socket is closed after it",
        rate="once",
        lost="The next call answers 401.",
    ),
    Event.SESSION_ENDED: Pushed(
        to="every socket of the session",
        when="when the session is ended by anybody; the sockets are closed after it",
        rate="once",
        lost="Every process asks Postgres once a minute which of its sockets' sessions are alive, and says it then "
        "with the reason `revoked`. The next call answers 401.",
    ),
    Event.SESSION_CHANGED: Pushed(
        to="every socket of the user",
        when="when the user's role or profile was changed; the sockets are in the rooms of the new one already, and "
        "have received nothing of a company in between",
        rate="as it happens",
        lost="Found by the same look once a minute. The next refresh of the token carries the new role. The server "
        "judges every call by the present one.",
    ),
    Event.OTP_STATE: Pushed(
        to="the sockets of the flow",
        when="on connect, and whenever a code is sent, delivered, guessed at or replaced, or the flow takes a step",
        rate="as it happens",
        lost="`GET /verification/state` says the same; the next connection is told anew. When the flow is over, "
        "completed, replaced or expired, its sockets are closed, the next handshake is refused with `flow_expired`.",
    ),
    Event.IMPORT_PROGRESS: Pushed(
        to="the sockets that watch the import",
        when="while the import is checked, created and invited, and at every change of its state",
        rate="at most 10 a second, and one at every change of state",
        lost="The next one holds absolute values. `import:watch` and `GET /users/imports/{id}` answer the same. "
        "The greater `version` counts.",
    ),
    Event.IMPORT_SUMMARY: Pushed(
        to="everybody of the company who may create users",
        when="while any import of the company goes on, and at every change of its state",
        rate="at most 1 a second for an import, and one at every change of state",
        lost="The next one holds absolute values. `GET /users/imports` answers the same.",
    ),
    Event.USERS_CHANGED: Pushed(
        to="everybody of the company who may view users",
        when="after people were created, changed, deleted or imported, or the state of a single invitation changed",
        rate="at most 2 a second for a company, from all processes together; the rest is told together",
        lost="Whatever list is shown is fetched again after every connection.",
    ),
    Event.NOTIFICATION_NEW: Pushed(
        to="every socket of the user",
        when="when the user gets a notification",
        rate="as it happens",
        lost="`GET /notifications` has it; the next event's `unread` is right again.",
    ),
}

ASKED: Final[dict[ClientEvent, Asked]] = {
    ClientEvent.SESSION_AUTHENTICATE: Asked(
        says="A new access token of the same session: the socket lives as long as that, with the rights of now.",
        answer="Nothing more; a `session:state` follows.",
        refusals=("not_signed_in", "another_session", "validation_failed"),
    ),
    ClientEvent.IMPORT_WATCH: Asked(
        says="From now on the socket hears `import:progress` of this import; at most 20 imports a socket.",
        answer="Where the import stands.",
        refusals=("not_signed_in", "forbidden", "not_found", "too_many_watched", "validation_failed"),
    ),
    ClientEvent.IMPORT_UNWATCH: Asked(
        says="No more of this import.",
        answer="Nothing more.",
        refusals=("validation_failed",),
    ),
}
