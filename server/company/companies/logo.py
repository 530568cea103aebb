"""What a company's logo may be: a still PNG, JPEG or WebP image, looked at by its headers and never decoded.

The image is taken apart and written anew of the parts that draw it: texts, profiles, places where a photo was taken,
animations and whatever else could follow an image are not stored.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

MOST_BYTES: Final = 100 * 1024
LEAST_PIXELS: Final = 16
MOST_PIXELS: Final = 2_000

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_PARTS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"sBIT"})
_JPEG: Final = b"\xff\xd8"
# Frames of 8 bits by Huffman's code, sequential or progressive: what browsers and mail programs draw.
_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2})
_ALL_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MARK, _SCAN, _END = 0xFF, 0xDA, 0xD9
_LENGTH_BYTES: Final = 2
_RESTARTS: Final = range(0xD0, 0xD8)
_JPEG_PARTS: Final = _FRAMES | {0xC4, 0xDB, 0xDD, _SCAN}
# JFIF without a thumbnail, and Adobe's mark of the colours: a longer one holds something else.
_JPEG_MARKS: Final = frozenset({0xE0, 0xEE})
_LONGEST_MARK: Final = 18
# Programs write ten. Each is drawn over the whole image: thousands of a few bytes take a browser half a minute.
_MOST_SCANS: Final = 32
_WEBP_PARTS: Final = frozenset({b"VP8 ", b"VP8L", b"ALPH"})


def logo_path(logo_id: UUID) -> str:
    """Return where the logo of a verified company is served."""
    return f"/api/v1/companies/logos/{logo_id}"


class LogoError(ValueError):
    """The text is for the person who chose the file."""


NO_IMAGE: Final = "Choose a PNG, JPEG or WebP image"
BROKEN: Final = "The image is damaged: save it again, as PNG"
TOO_LONG: Final = f"The image has more than {MOST_BYTES // 1024} KB: make it smaller"


@dataclass(frozen=True, kw_only=True)
class Logo:
    media_type: str
    content: bytes


def read_logo(content: bytes) -> Logo:
    """Raises LogoError: it is too long, of another kind, damaged, animated, or too small or large to be drawn."""
    if len(content) > MOST_BYTES:
        raise LogoError(TOO_LONG)
    try:
        if content.startswith(_PNG):
            return Logo(media_type="image/png", content=_read_png(content))
        if content.startswith(_JPEG):
            return Logo(media_type="image/jpeg", content=_read_jpeg(content))
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return Logo(media_type="image/webp", content=_read_webp(content))
    except IndexError:
        raise LogoError(BROKEN) from None
    raise LogoError(NO_IMAGE)


def _check_size(width: int, height: int) -> None:
    if not all(LEAST_PIXELS <= side <= MOST_PIXELS for side in (width, height)):
        raise LogoError(f"The image must have {LEAST_PIXELS} to {MOST_PIXELS:,} pixels on each side")


def _number(content: bytes, begin: int, length: int, *, little: bool = False) -> int:
    """Raises IndexError: the content ends before."""
    if begin + length > len(content):
        raise IndexError
    return int.from_bytes(content[begin : begin + length], "little" if little else "big")


def _read_png(content: bytes) -> bytes:
    kept, place, kinds = [_PNG], len(_PNG), list[bytes]()
    while not kinds or kinds[-1] != b"IEND":
        end = place + 12 + _number(content, place, 4)
        kind = content[place + 4 : place + 8]
        if end > len(content) or (not kinds) != (kind == b"IHDR"):
            raise LogoError(BROKEN)
        if kind == b"IHDR":
            _check_size(_number(content, place + 8, 4), _number(content, place + 12, 4))
        if kind in _PNG_PARTS:
            kept.append(content[place:end])
        kinds.append(kind)
        place = end
    if b"IDAT" not in kinds:
        raise LogoError(BROKEN)
    return b"".join(kept)


def _read_jpeg(content: bytes) -> bytes:
    kept, markers = [_JPEG], list[int]()
    for marker, place, end in _segments(content):
        if marker in _FRAMES:
            _check_size(_number(content, place + 7, 2), _number(content, place + 5, 2))
        if marker in _JPEG_PARTS or (marker in _JPEG_MARKS and end - place <= _LONGEST_MARK):
            kept.append(content[place:end])
        markers.append(marker)
    has_one_frame = sum(marker in _ALL_FRAMES for marker in markers) == 1
    if not has_one_frame or _FRAMES.isdisjoint(markers) or not 0 < markers.count(_SCAN) <= _MOST_SCANS:
        raise LogoError(BROKEN)
    return b"".join([*kept, bytes((_MARK, _END))])


def _segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (marker, where it begins, where the next one does) up to the end of the image."""
    place = len(_JPEG)
    while (marker := _number(content, place + 1, 1)) != _END:
        length = _number(content, place + 2, 2)
        end = place + 2 + length
        if content[place] != _MARK or end > len(content) or length < _LENGTH_BYTES:
            raise LogoError(BROKEN)
        end = _end_of_scan(content, end) if marker == _SCAN else end
        yield marker, place, end
        place = end
    if content[place] != _MARK:
        raise LogoError(BROKEN)


def _end_of_scan(content: bytes, place: int) -> int:
    """Find the next marker that is none of the scan's own. Raises IndexError: there is none."""
    while True:
        place = content.find(_MARK, place)
        if place < 0:
            raise IndexError
        following = _number(content, place + 1, 1)
        if following != 0 and following not in _RESTARTS:
            return place
        place += 2


def _read_webp(content: bytes) -> bytes:
    kept = dict(_webp_parts(content))
    if b"VP8 " in kept:
        size = kept[b"VP8 "]
        if size[3:6] != b"\x9d\x01\x2a":
            raise LogoError(BROKEN)
        _check_size(_number(size, 6, 2, little=True) & 0x3FFF, _number(size, 8, 2, little=True) & 0x3FFF)
    elif b"VP8L" in kept:
        bits = _number(kept[b"VP8L"], 1, 4, little=True)
        _check_size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    else:
        raise LogoError(BROKEN)
    body = b"".join(kind + len(part).to_bytes(4, "little") + part + bytes(len(part) % 2) for kind, part in kept.items())
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def _webp_parts(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts that draw; the extended header comes with them where there is transparency, without any other flag."""
    end, place, has_alpha = 8 + _number(content, 4, 4, little=True), 12, False
    if end > len(content):
        raise LogoError(BROKEN)
    while place < end:
        kind, length = content[place : place + 4], _number(content, place + 4, 4, little=True)
        part = content[place + 8 : place + 8 + length]
        if len(part) != length or kind in {b"ANIM", b"ANMF"}:
            raise LogoError(BROKEN)
        if kind == b"VP8X":
            has_alpha = bool(_number(part, 0, 1) & 0x10)
            if has_alpha:
                _check_size(_number(part, 4, 3, little=True) + 1, _number(part, 7, 3, little=True) + 1)
                yield kind, b"\x10\0\0\0" + part[4:10]
        elif kind in _WEBP_PARTS and (kind != b"ALPH" or has_alpha):
            yield kind, part
        place += 8 + length + length % 2
