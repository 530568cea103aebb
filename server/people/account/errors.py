"""Refusals of changes to accounts."""

from dataclasses import dataclass
from typing import Any, Final

from server.platform.errors import ConflictError, ForbiddenError

HAS_SIGNED_IN: Final = "This user has already logged in."
IS_INACTIVE: Final = "This user is inactive. The invitation is sent when the account is activated."
EMAIL_TAKEN: Final = "Email already registered"
PHONE_TAKEN: Final = "Phone already registered"
BOTH_TAKEN: Final = "Email and phone already registered"
CODE_TAKEN: Final = "Another person of your company has this code"
NEEDS_CODE: Final = "Without an email this person needs a code to log in with"
SHARED_PHONE: Final = (
    "Another person of your company has this phone number. Without an email this person needs a code to log in with"
)
NEEDS_EMAIL: Final = "An administrator needs an email"


class SelfForbiddenError(ForbiddenError):
    code = "self_forbidden"
    message = "You cannot change your own profile, role or active state, or delete yourself."


class LastSuperAdminError(ConflictError):
    code = "last_super_admin"
    message = "This is the company's last active Super Admin. Make another user one first."


class EditConflictError(ConflictError):
    code = "edit_conflict"
    message = "Another administrator has changed this user. Check the current values, then save again."

    def __init__(self, met: dict[str, Any]) -> None:
        """`met` is what the edit has met, as it is sent."""
        super().__init__()
        self.met = met


class NotInvitableError(ConflictError):
    """The account cannot be invited (yet); the text names the reason."""

    code = "not_invitable"


class CodeTakenError(ConflictError):
    code = "code_taken"
    message = CODE_TAKEN

    def __init__(self) -> None:
        super().__init__(errors={"code": CODE_TAKEN})


@dataclass(frozen=True, kw_only=True)
class Taken:
    """Which of two contacts an account has already."""

    email: bool
    phone: bool

    def __bool__(self) -> bool:
        return self.email or self.phone


class ContactTakenError(ConflictError):
    code = "contact_taken"

    def __init__(self, taken: Taken) -> None:
        errors = {"email": EMAIL_TAKEN} if taken.email else {}
        if taken.phone:
            errors["phone"] = PHONE_TAKEN
        super().__init__(BOTH_TAKEN if len(errors) > 1 else next(iter(errors.values()), None), errors=errors)
