from enum import StrEnum


class Invitation(StrEnum):
    """How far a person's invitation has come; NONE for whoever was never invited."""

    NONE = "none"
    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    ACCEPTED = "accepted"
