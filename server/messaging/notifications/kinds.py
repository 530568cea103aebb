"""Kinds of notifications."""

from typing import Final

from server.platform.process.open_enum import OpenEnum


class NotificationKind(OpenEnum):
    """What a notification is about. Every account gets the first three at its first sign-in.

    INVITATION_FAILED is an invitation that could not be sent, or not today. DOMAIN_PROOF is about a domain whose DNS
    record is missing, or that is no longer proved.
    """

    WELCOME = "welcome"
    SECURE_ACCOUNT = "secure_account"
    WHAT_YOU_CAN_DO = "what_you_can_do"
    IMPORT_FINISHED = "import_finished"
    IMPORT_FAILED = "import_failed"
    IMPORT_CANCELLED = "import_cancelled"
    BULK_FINISHED = "bulk_finished"
    BULK_CANCELLED = "bulk_cancelled"
    INVITATION_FAILED = "invitation_failed"
    PASSKEY_COPIED = "passkey_copied"
    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    RECOVERY_CODE_USED = "recovery_code_used"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    NEW_DEVICE = "new_device"
    ACCOUNT_SECURED = "account_secured"
    SSO_UNLINKED = "sso_unlinked"
    DOMAIN_PROOF = "domain_proof"
    APPLICATIONS = "applications"
    STAGE_CHANGED = "stage_changed"
    ANNOUNCEMENT = "announcement"
    INTERVIEW = "interview"
    OFFER = "offer"
    WEBHOOK_STOPPED = "webhook_stopped"


# Their texts may name other people than their recipient; no other kind holds a copy of a person's data.
NAMING: Final = (
    NotificationKind.IMPORT_FINISHED,
    NotificationKind.IMPORT_FAILED,
    NotificationKind.IMPORT_CANCELLED,
    NotificationKind.BULK_FINISHED,
    NotificationKind.BULK_CANCELLED,
    NotificationKind.INVITATION_FAILED,
)
