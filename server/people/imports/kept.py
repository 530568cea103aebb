"""Why undoing an import leaves what one of its rows has done: as stored, and as a sentence."""

from enum import StrEnum
from typing import Final


class KeptBecause(StrEnum):
    DELETED = "deleted"
    SIGNED_IN = "signed_in"
    CHANGED = "changed"
    NOT_ALLOWED = "not_allowed"


REASONS: Final = {
    KeptBecause.SIGNED_IN: "The person has signed in",
    KeptBecause.CHANGED: "The account has been changed since",
    KeptBecause.DELETED: "The account has been deleted already",
    KeptBecause.NOT_ALLOWED: "Your profile may not delete this account",
}
REASONS_OF_UPDATES: Final = REASONS | {KeptBecause.NOT_ALLOWED: "Your profile may not change this account"}
# In the results, which others read, too.
NOT_ALLOWED: Final = "It was undone by a profile that may not delete this account"
NOT_ALLOWED_TO_CHANGE: Final = "It was undone by a profile that may not change this account"


def describe_kept(reason: str, *, is_update: bool) -> str:
    """The sentence for a row of the results."""
    if reason == KeptBecause.NOT_ALLOWED:
        return NOT_ALLOWED_TO_CHANGE if is_update else NOT_ALLOWED
    return REASONS[KeptBecause(reason)]
