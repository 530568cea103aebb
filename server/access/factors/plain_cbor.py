"""CBOR as authenticators write it: the canonical form of CTAP2, checked before a general decoder reads it.

That follows tags, by which one value can stand for many others: of a few hundred bytes it makes gigabytes, or a hash
that takes hours.
"""

from typing import Final

DEEPEST: Final = 4
_INTEGERS: Final = (0, 1)
_STRINGS: Final = (2, 3)
_ARRAY, _MAP, _TAG, _SIMPLE = 4, 5, 6, 7
_KEYS: Final = (*_INTEGERS, 3)
# False, true and null; what follows in this kind is floats, and other values that no authenticator writes.
_SIMPLE_VALUES: Final = range(20, 23)
_LONG: Final = {24: 1, 25: 2, 26: 4, 27: 8}
_FIRST_LONG: Final = 24


def is_plain(content: bytes) -> bool:
    """Whether these are items in canonical form, one after another: each is as long when it is written again."""
    try:
        at = 0
        while at < len(content):
            at = _end_of(content, at, depth=0)
    except (IndexError, ValueError):
        return False
    return at == len(content)


def _end_of(content: bytes, at: int, *, depth: int) -> int:
    """Raises ValueError, IndexError: it is no plain item, or ends too early."""
    kind, value = content[at] >> 5, content[at] & 0x1F
    at += 1
    if kind == _TAG or depth > DEEPEST or (kind == _SIMPLE and value not in _SIMPLE_VALUES):
        raise ValueError
    if value >= _FIRST_LONG and kind != _SIMPLE:
        value, at = _long_value(content, at, width=_LONG.get(value, 0))
    if kind in _STRINGS:
        return at + value
    for number in range({_ARRAY: value, _MAP: 2 * value}.get(kind, 0)):
        if kind == _MAP and number % 2 == 0 and content[at] >> 5 not in _KEYS:
            raise ValueError
        at = _end_of(content, at, depth=depth + 1)
    return at


def _long_value(content: bytes, at: int, *, width: int) -> tuple[int, int]:
    """The value of so many bytes, and where it ends; the shortest width counts, and no indefinite length."""
    value = int.from_bytes(content[at : at + width], "big")
    if not width or value < (_FIRST_LONG if width == 1 else 1 << (4 * width)):
        raise ValueError
    return value, at + width
