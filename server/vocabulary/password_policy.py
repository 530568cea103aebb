"""Which passwords are accepted: length, variety, and those that are common or that breaches have made public.

NOTICE says where the list and the filter are from; deploy/scripts/breached_passwords.py builds the filter.
"""

import gzip
import hashlib
import re
import struct
import unicodedata
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from server.platform.process.crypto import normalize_password

LIST: Final = Path(__file__).with_name("common_passwords.txt.gz")


def is_common(password: str) -> bool:
    """Whether the password is on the list, in any case; what is shorter than 8 characters never is."""
    return password.casefold() in load_common_passwords()


@cache
def load_common_passwords() -> frozenset[str]:
    """The list, case-folded; read once (about 50 ms and 10 MB)."""
    return frozenset(gzip.decompress(LIST.read_bytes()).decode().split("\n"))


FILTER: Final = Path(__file__).with_name("breached_passwords.bloom")
# The mark of the format, the number of positions an entry has, and the number of entries.
HEADER: Final = struct.Struct(">4sBI")
MARK: Final = b"WBF1"
_BYTE: Final = 8


class BloomFilter(NamedTuple):
    """What it does not contain was never added; of what was never added it contains one in many."""

    bits: bytes
    positions: int
    entries: int

    def contains(self, password: str) -> bool:
        size = len(self.bits) * _BYTE
        return all(
            self.bits[position // _BYTE] >> position % _BYTE & 1
            for position in bit_positions(password, count=self.positions, size=size)
        )


def is_breached(password: str) -> bool:
    """Whether the filter contains the password, in any case."""
    return load_filter().contains(password)


def bit_positions(password: str, *, count: int, size: int) -> list[int]:
    """The bits of a password in a filter of `size` bits; those of all its spellings in upper and lower case."""
    folded = unicodedata.normalize("NFC", password).casefold().encode()
    first, step = struct.unpack(">QQ", hashlib.blake2b(folded, digest_size=16).digest())
    return [(first + number * (step | 1)) % size for number in range(count)]


@cache
def load_filter() -> BloomFilter:
    """Read once a process: 2 MB."""
    content = FILTER.read_bytes()
    _, positions, entries = HEADER.unpack_from(content)
    return BloomFilter(bits=content[HEADER.size :], positions=positions, entries=entries)


LEAST_LENGTH: Final = 8
GREATEST_LENGTH: Final = 128
LEAST_CRITERIA: Final = 3
TEMPORARY_PASSWORD_LIFE: Final = timedelta(hours=72)

TOO_SHORT: Final = "Password must be at least 8 characters long"
TOO_LONG: Final = "Password must be at most 128 characters long"
TOO_WEAK: Final = "Password must be at least medium strength"
TOO_COMMON: Final = "This password is one of the most common ones. Please choose another."
BREACHED: Final = "This password has appeared in a data breach. Please choose another."
TOO_PERSONAL: Final = "Password must not be built from your name or email address"
NO_MATCH: Final = "Passwords do not match"

# Shorter names are part of too many innocent passwords; so many other letters make up for a name.
LEAST_NAME_LENGTH: Final = 3
LEAST_OWN_LETTERS: Final = 5

_LOOKALIKES: Final = str.maketrans("@4301!5$7", "aaeoiisst")
_NOT_LETTERS: Final = re.compile(r"[\W\d_]+")


def password_problem(password: str, *, full_name: str, email: str) -> str | None:
    """The sentence that says why this password is not acceptable, or None."""
    password = normalize_password(password)
    if len(password) < LEAST_LENGTH:
        return TOO_SHORT
    if len(password) > GREATEST_LENGTH:
        return TOO_LONG
    if _criteria_met(password) < LEAST_CRITERIA:
        return TOO_WEAK
    if is_common(password):
        return TOO_COMMON
    if is_breached(password):
        return BREACHED
    return TOO_PERSONAL if _is_built_from(password, full_name=full_name, email=email) else None


def new_password_errors(password: str, confirmation: str, *, full_name: str, email: str) -> dict[str, str]:
    """The errors of a form with newPassword and confirmPassword, by field; empty when it is acceptable."""
    problem = password_problem(password, full_name=full_name, email=email)
    errors = {} if problem is None else {"newPassword": problem}
    if normalize_password(password) != normalize_password(confirmation):
        errors["confirmPassword"] = NO_MATCH
    return errors


def _criteria_met(password: str) -> int:
    """How many of the five there are: length, a lower-case and an upper-case letter, a digit, a special character."""
    kinds = {unicodedata.category(character) for character in password}
    special = any(not c.isspace() and unicodedata.category(c) != "Nd" and not c.isalpha() for c in password)
    return sum((len(password) >= LEAST_LENGTH, "Ll" in kinds, "Lu" in kinds, "Nd" in kinds, special))


def _is_built_from(password: str, *, full_name: str, email: str) -> bool:
    """Whether few letters remain without the names in it, also where digits replace letters."""
    names = sorted(_names(full_name) | _names(email), key=len, reverse=True)
    for text in (password, password.translate(_LOOKALIKES)):
        letters = rest = _NOT_LETTERS.sub("", _plain(text))
        for name in names:
            rest = rest.replace(name, "")
        if rest != letters and len(rest) < LEAST_OWN_LETTERS:
            return True
    return False


def _names(text: str) -> set[str]:
    parts = re.split(r"[\W\d_]+", _plain(text))
    return {part for part in (*parts, "".join(parts)) if len(part) >= LEAST_NAME_LENGTH}


def _plain(text: str) -> str:
    """Case-folded and without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
