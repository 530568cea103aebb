"""A Bloom filter of passwords that breaches have made public; deploy/scripts/breached_passwords.py builds it."""

import hashlib
import struct
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

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
