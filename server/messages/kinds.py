"""What can be sent, by which way, and how far it has come."""

from enum import StrEnum


class MessageKind(StrEnum):
    """Each names what its text needs among a message's `parameters`, and what its `secret` is.

    CODE: context (SIGNUP, LOGIN, PASSWORD_RESET), minutes; the secret is the code.
    INVITATION: full_name, company_name and stop_code, written when the secret, the temporary password, is made.
    PASSWORD_CHANGED: full_name; keeps_a_session where the one that changed it goes on, which after a reset none does.
    WELCOME: full_name, company_name.
    IMPORT_FINISHED: full_name, file_name, created, failed, invite; the import is the message's `import_id`.
    """

    CODE = "code"
    INVITATION = "invitation"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no secret
    WELCOME = "welcome"
    IMPORT_FINISHED = "import_finished"


class Channel(StrEnum):
    EMAIL = "EMAIL"
    SMS = "SMS"


class MessageState(StrEnum):
    """A message that is queued will be tried (again); the other states are final."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    EXPIRED = "expired"


class Delivery(StrEnum):
    """What a person is told about a code on its way: one that expired unsent has failed."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
