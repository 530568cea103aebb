"""Kinds of messages, their channels and states."""

from enum import StrEnum


class MessageKind(StrEnum):
    """Each names what its text needs among a message's `parameters`, and what its `secret` is.

    CODE: context (SIGNUP, LOGIN, PASSWORD_RESET), minutes; the secret is the code.
    INVITATION: full_name, company_name, stop_code and opens (what its link is signed for), written when the secret, the
        temporary password, is made.
    PASSWORD_CHANGED: full_name; keeps_a_session: the one that changed it continues (after a reset all have ended).
    WELCOME: full_name, company_name.
    IMPORT_FINISHED: full_name, file_name, created, failed, invite, changed where it updates; outcome (completed,
        cancelled with its cancelled_by, failed with its reason); the import is the message's `import_id`.
    BULK_FINISHED: full_name, job_id, did ("deactivated"), done, unchanged, failed; outcome (completed, or cancelled
        with its cancelled_by).
    EMAIL_CHANGE: full_name, company_name, stop_code; to the new address, the secret is the token of its link.
    EMAIL_CHANGED: full_name; to the former address.
    SSO_LINKED: full_name, company_name.
    PASSKEY_COPIED: full_name, passkey (its name).
    """

    CODE = "code"
    INVITATION = "invitation"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no secret
    WELCOME = "welcome"
    IMPORT_FINISHED = "import_finished"
    BULK_FINISHED = "bulk_finished"
    EMAIL_CHANGE = "email_change"
    EMAIL_CHANGED = "email_changed"
    SSO_LINKED = "sso_linked"
    PASSKEY_COPIED = "passkey_copied"


class Channel(StrEnum):
    EMAIL = "EMAIL"
    SMS = "SMS"


class MessageState(StrEnum):
    """A queued message will be attempted (again); the other states are final."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    EXPIRED = "expired"


class Delivery(StrEnum):
    """The state of a code as its page shows it: one that expired unsent has failed."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
