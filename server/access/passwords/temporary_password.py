"""Temporary passwords made by the server: 72 random bits, stored as a keyed hash instead of a slow one."""

import secrets
import string
from typing import Final
from uuid import UUID

from server.platform.process.crypto import Keyring, Purpose

SYMBOLS: Final = "@#$"
ALPHABET: Final = string.ascii_letters + string.digits + SYMBOLS
LENGTH: Final = 12
CLASSES: Final = tuple(map(frozenset, (string.ascii_lowercase, string.ascii_uppercase, string.digits, SYMBOLS)))
# Beside its length, two kinds of characters make a password of medium strength.
LEAST_CLASSES: Final = 2

# So many more bits than 65**12 has that the remainder favours no password noticeably (by less than 2**-55).
_RANDOM_BITS: Final = 128


def generate_temporary_password() -> str:
    """12 characters of 65, each password as likely as any other that meets the password policy."""
    while True:
        password = _random_password()
        if sum(not group.isdisjoint(password) for group in CLASSES) >= LEAST_CLASSES:
            return password


def temporary_password_mac(keys: Keyring, user_id: UUID, password: str) -> bytes:
    """The stored form: useless without the key, and for any other account."""
    return keys.mac(Purpose.TEMPORARY_PASSWORD, user_id.bytes, password.encode())


def is_temporary_password(keys: Keyring, user_id: UUID, password: str, *, mac: bytes) -> bool:
    return keys.verify_mac(Purpose.TEMPORARY_PASSWORD, mac, user_id.bytes, password.encode())


def _random_password() -> str:
    number = secrets.randbits(_RANDOM_BITS)
    characters = []
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[index])
    return "".join(characters)
