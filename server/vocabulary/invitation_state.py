"""The states of an invitation."""

from server.platform.process.open_enum import OpenEnum


class Invitation(OpenEnum):
    """How far a person's invitation has come; NONE for accounts that were never invited.

    LAPSED is not stored: it is SENT once the temporary password has ended without a sign-in.
    """

    NONE = "none"
    QUEUED = "queued"
    SENT = "sent"
    LAPSED = "lapsed"
    FAILED = "failed"
    ACCEPTED = "accepted"

    @property
    def word(self) -> str:
        """Return the state as people read it, on pages and in files."""
        return {Invitation.QUEUED: "waiting", Invitation.LAPSED: "expired"}.get(self, self.value)
