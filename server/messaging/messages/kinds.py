"""Kinds of messages, their channels and states."""

from enum import StrEnum
from typing import Final


class MessageKind(StrEnum):
    """Each names what its text needs among a message's `parameters`, and what its `secret` is.

    CODE: context (SIGNUP, LOGIN, PASSWORD_RESET), minutes; the secret is the code.
    INVITATION: full_name, company_name, stop_code and opens (what its link is signed for), written when the secret, the
        temporary password, is made; by SMS also company_slug and login, by which the person logs in.
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
    SSO_UNLINKED: full_name, provider (its name, or several), by_administrator where it was one.
    Those after it have a link ("That was not me") for which `notice` says what it is signed for.
    FACTOR_ADDED: full_name, factor (its name), factor_kind ("passkey").
    FACTOR_REMOVED: full_name, factor (its name, or several), by_administrator where it was one.
    RECOVERY_CODE_USED: full_name, left.
    RECOVERY_CODES_RENEWED: full_name.
    NEW_DEVICE: full_name, device, address, is_last where no more are sent that day.
    ACCOUNT_SECURED: full_name, factor where that link has removed one; it has no link itself.
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
    SSO_UNLINKED = "sso_unlinked"
    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    RECOVERY_CODE_USED = "recovery_code_used"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    NEW_DEVICE = "new_device"
    ACCOUNT_SECURED = "account_secured"


# About the account itself. Acts that cause them are limited instead, so that no flood of others keeps them back.
SECURITY_NOTICES: Final = frozenset(
    {
        MessageKind.PASSKEY_COPIED,
        MessageKind.SSO_UNLINKED,
        MessageKind.FACTOR_ADDED,
        MessageKind.FACTOR_REMOVED,
        MessageKind.RECOVERY_CODE_USED,
        MessageKind.RECOVERY_CODES_RENEWED,
        MessageKind.NEW_DEVICE,
        MessageKind.ACCOUNT_SECURED,
    }
)


class Channel(StrEnum):
    EMAIL = "EMAIL"
    SMS = "SMS"

    @property
    def shown(self) -> str:
        """Name it within a sentence."""
        return "SMS" if self is Channel.SMS else "email"


def channel_of(contact: str) -> Channel:
    """How a contact is reached: an email has an at sign, a phone has none."""
    return Channel.EMAIL if "@" in contact else Channel.SMS


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
