from dataclasses import dataclass
from typing import Final

from server.errors import ConflictError

EMAIL_TAKEN: Final = "Email already registered"
PHONE_TAKEN: Final = "Phone already registered"
BOTH_TAKEN: Final = "Email and phone already registered"


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
