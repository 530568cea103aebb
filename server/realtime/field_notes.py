"""What each field of a payload means, with its unit; a subclass adds to what its base has."""

from typing import Final

from pydantic import BaseModel

from server.imports.schemas import DateExample, ImportSnapshot, ImportSummary, RecentRow, StartedBy
from server.notifications.schemas import NotificationNew
from server.realtime.events import (
    SessionChanged,
    SessionEnded,
    SessionExpired,
    SessionExpiring,
    SessionState,
    UsersChanged,
)
from server.realtime.schemas import Authenticate, Watched, WatchImport
from server.verification.schemas import CodeAnswer, FlowStateAnswer

Notes = dict[str, str]

SERVER_TIME: Final = "the server's clock when this was said, to correct the client's by"

FIELD_NOTES: Final[dict[type[BaseModel], Notes]] = {
    SessionState: {
        "expiresAt": "end of the access token",
        "idleExpiresAt": "end of the session when it is not refreshed or extended",
        "absoluteExpiresAt": "end of the session whatever is done",
        "serverTime": SERVER_TIME,
        "version": "rises with every refresh and extension",
        "quietMs": "on connect: for how long nothing was published that the socket would have received; else null",
    },
    SessionExpiring: {
        "secondsLeft": "seconds to `expiresAt`",
        "expiresAt": "end of the access token",
        "serverTime": SERVER_TIME,
    },
    SessionExpired: {"serverTime": SERVER_TIME},
    SessionEnded: {"reason": "why"},
    SessionChanged: {"role": "the role of now", "profile": "the profile of now; null for an applicant"},
    CodeAnswer: {
        "maskedContact": "where the code goes, mostly hidden",
        "channel": "the way in use",
        "channels": "the ways that may be chosen",
        "delivery": "of the newest code; null while none was asked for",
        "resendAt": "from when a new code may be asked for; null at once",
        "expiresAt": "end of the newest code",
        "attemptsRemaining": "guesses left",
        "codeLength": "digits of the code: 6, or 12 for a contact that is asked for too often",
        "codeNumber": "which code of the flow is asked for, from 1",
        "codeCount": "how many codes lead through the flow",
        "version": "rises with every change of the flow",
        "serverTime": SERVER_TIME,
    },
    FlowStateAnswer: {
        "state": "where the flow stands",
        "fullName": "the account's, once a code was typed and a new password is due; else null",
        "nextStep": "what the client has to do next",
    },
    StartedBy: {"id": "of the account", "fullName": "its name"},
    DateExample: {
        "value": "as in the file",
        "day": "the day that it is where the day comes first; null where it is none",
        "month": "the day that it is where the month comes first; null where it is none",
    },
    RecentRow: {
        "row": "number in the file, from 1",
        "email": "as in the file",
        "status": "what became of it",
        "message": "the same as a sentence",
    },
    ImportSummary: {
        "id": "of the import",
        "state": "where it stands",
        "reason": "why it failed; else null",
        "fileName": "as it was uploaded",
        "totalRows": "rows of the file",
        "checkedRows": "rows judged so far",
        "validRows": "rows that can be created, warned ones included",
        "warningRows": "rows with a warning",
        "invalidRows": "rows with an error",
        "processed": "rows tried so far",
        "successCount": "accounts created",
        "errorCount": "rows invalid or failed",
        "failedCount": "rows that failed while being created",
        "invite": "false where it was started without inviting and its people are not invited since",
        "invited": "invitations sent",
        "ratePerSecond": "rows a second since the start; null before the first",
        "etaSeconds": "seconds left; null before the first row and at the end",
        "createdAt": "when it was uploaded",
        "startedAt": "when it was started",
        "finishedAt": "when it ended",
        "timestamp": "the same as `finishedAt`",
        "uploadedBy": "who; null once the account is deleted",
        "startedBy": "who; null before the start",
        "version": "rises with every change",
        "serverTime": SERVER_TIME,
    },
    ImportSnapshot: {
        "recent": "the last ten rows tried, newest first",
        "remarks": "sentences about the whole file",
        "dateOrder": "what comes first in its dates: the day or the month; null as long as nothing decides",
        "dateExample": "a date that waits for the order, which must be chosen before the start; else null",
        "unknownHeaders": "columns that are kept aside; a long list is cut",
    },
    UsersChanged: {
        "kind": "what was done",
        "ids": "of the accounts; empty where more than a hundred changed: then everything may have",
    },
    NotificationNew: {
        "id": "of the notification",
        "kind": "what it tells of",
        "title": "one line",
        "body": "a sentence or two",
        "link": "path of the client; null where there is nothing to see",
        "createdAt": "when",
        "unread": "how many of the user's are not read now",
    },
    Authenticate: {"token": "an access token"},
    WatchImport: {"importId": "of the import"},
    Watched: {"snapshot": "where the import stands"},
}


def notes_of(schema: type[BaseModel]) -> Notes:
    notes: Notes = {}
    for base in reversed(schema.__mro__):
        notes |= FIELD_NOTES.get(base, {}) if issubclass(base, BaseModel) else {}
    return notes
