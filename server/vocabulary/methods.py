"""The methods by which a sign-in proves its user."""

from collections.abc import Collection
from enum import StrEnum
from typing import Final


class Method(StrEnum):
    """What a flow or a session was opened by; `link` is that of an invitation."""

    PASSWORD = "pwd"  # noqa: S105 - a name, no secret
    CODE = "otp"
    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY = "recovery"
    SSO = "sso"
    LINK = "link"


class FactorMethod(StrEnum):
    """A second factor that a page may ask for."""

    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY = "recovery"


FACTOR_METHODS: Final = frozenset({Method.TOTP, Method.PASSKEY, Method.RECOVERY})


def proves_device(methods: Collection[Method]) -> bool:
    """Whether a browser is remembered without a code: the mailbox or a second factor was proved otherwise."""
    return proves_factor(methods) or Method.LINK in methods


def proves_factor(methods: Collection[Method]) -> bool:
    return not FACTOR_METHODS.isdisjoint(methods)
