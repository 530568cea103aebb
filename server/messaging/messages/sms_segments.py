"""How many parts a text message is sent in (3GPP TS 23.038 and 23.040): each part is paid for."""

from dataclasses import dataclass
from math import ceil
from typing import Final

_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Two septets each.
_EXTENDED: Final = frozenset("\f^{}\\[~]|€")

GSM_7: Final = "GSM-7"
UCS_2: Final = "UCS-2"
# A single part, and each of several, which lose room to the header that joins them.
_ROOM: Final = {GSM_7: (160, 153), UCS_2: (70, 67)}


@dataclass(frozen=True, kw_only=True)
class Segments:
    """`length` is in septets of GSM-7, or in UTF-16 units."""

    encoding: str
    length: int
    parts: int


def is_gsm(text: str) -> bool:
    return not set(text) - _BASIC - _EXTENDED


def count_segments(text: str) -> Segments:
    """One letter outside GSM-7 makes the whole text UCS-2."""
    if is_gsm(text):
        encoding, length = GSM_7, len(text) + sum(letter in _EXTENDED for letter in text)
    else:
        encoding, length = UCS_2, len(text.encode("utf-16-le")) // 2
    whole, each = _ROOM[encoding]
    return Segments(encoding=encoding, length=length, parts=1 if length <= whole else ceil(length / each))
