"""The words of columns, constants and codes, as people read them in files and on pages, before they are translated."""

from typing import Final

from pydantic.alias_generators import to_snake

# What the names of columns and codes do not say by their own words.
_NAMES: Final = {
    "hr": "HR",
    "id": "ID",
    "sms": "SMS",
    "sso": "Single sign-on",
    "totp": "Authenticator app",
    "otp": "Code",
    "pwd": "Password",
    "super admin": "Super Admin",
    "interview panelist": "Interview Panelist",
    "lapsed": "Expired",
    "queued": "Waiting",
    "none": "Not invited",
    "is active": "Active",
    "last sign in at": "Last login",
    "subject label": "About",
    "stepped up": "Confirmed again",
    "step up failed": "Confirmation failed",
    "idle": "No activity",
    "lifetime": "Longest time reached",
}


def words_of(name: str) -> str:
    """`emailVerifiedAt` becomes "Email verified at", SUPER_ADMIN "Super Admin", and user_created "Person created"."""
    words = (name.lower() if name.isupper() else to_snake(name)).replace("_", " ")
    return (
        _NAMES.get(words, words.capitalize())
        .replace("Sso ", "Single sign-on ")
        .replace("User ", "Person ")
        .replace("Users ", "People ")
    )
