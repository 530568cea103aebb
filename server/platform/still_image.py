"""Images that people choose: a still PNG, JPEG or WebP image, looked at by its headers and never decoded.

The image is taken apart and written anew of the parts that draw it: texts, profiles, places where a photo was taken,
animations and whatever else could follow an image are not stored.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from server.platform.errors import ValidationFailedError

IMAGE_TYPES: Final = ("image/png", "image/jpeg", "image/webp")
# An image stays what it is: it is no page, loads nothing and runs nothing, whatever a browser takes it for.
IMAGE_HEADERS: Final = {"Content-Security-Policy": "default-src 'none'; sandbox"}

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
_WEBP_PARTS: Final = frozenset({b"VP8 ", b"VP8L", b"ALPH"})


NO_IMAGE: Final = "Choose a PNG, JPEG or WebP image"
BROKEN: Final = "The image is damaged: save it again, as PNG"


class ImageError(ValueError):
    """The text is for the person who chose the file."""


@dataclass(frozen=True, kw_only=True)
class ImageLimits:
    """How long an image may be, and of how many pixels on each side.

    Each scan of a JPEG is drawn over the whole image: programs write ten, and thousands of a few bytes take a browser
    half a minute.
    """

    kilobytes: int
    least_pixels: int
    most_pixels: int
    most_scans: int = 32

    def check_size(self, width: int, height: int) -> None:
        if not all(self.least_pixels <= side <= self.most_pixels for side in (width, height)):
            raise ImageError(f"The image must have {self.least_pixels} to {self.most_pixels:,} pixels on each side")


@dataclass(frozen=True, kw_only=True)
class StillImage:
    media_type: str
    content: bytes


def read_field(content: str, *, limits: ImageLimits) -> StillImage:
    """Read the field `content` of a form: an image in base64. Raises ValidationFailedError, as read_image does."""
    try:
        return read_image(b64decode(content, validate=True), limits=limits)
    except (Base64Error, ValueError) as error:
        message = str(error) if isinstance(error, ImageError) else NO_IMAGE
        raise ValidationFailedError(message, errors={"content": message}) from error


def read_image(content: bytes, *, limits: ImageLimits) -> StillImage:
    """Raises ImageError: it is too long, of another kind, damaged, animated, or too small or large to be drawn."""
    if len(content) > limits.kilobytes * 1024:
        raise ImageError(f"The image has more than {limits.kilobytes} KB: make it smaller")
    try:
        if content.startswith(_PNG):
            return StillImage(media_type="image/png", content=_read_png(content, limits))
        if content.startswith(_JPEG):
            return StillImage(media_type="image/jpeg", content=_read_jpeg(content, limits))
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return StillImage(media_type="image/webp", content=_read_webp(content, limits))
    except IndexError:
        raise ImageError(BROKEN) from None
    raise ImageError(NO_IMAGE)


def _number(content: bytes, begin: int, length: int, *, little: bool = False) -> int:
    """Raises IndexError: the content ends before."""
    if begin + length > len(content):
        raise IndexError
    return int.from_bytes(content[begin : begin + length], "little" if little else "big")


def _read_png(content: bytes, limits: ImageLimits) -> bytes:
    kept, place, kinds = [_PNG], len(_PNG), list[bytes]()
    while not kinds or kinds[-1] != b"IEND":
        end = place + 12 + _number(content, place, 4)
        kind = content[place + 4 : place + 8]
        if end > len(content) or (not kinds) != (kind == b"IHDR"):
            raise ImageError(BROKEN)
        if kind == b"IHDR":
            limits.check_size(_number(content, place + 8, 4), _number(content, place + 12, 4))
        if kind in _PNG_PARTS:
            kept.append(content[place:end])
        kinds.append(kind)
        place = end
    if b"IDAT" not in kinds:
        raise ImageError(BROKEN)
    return b"".join(kept)


def _read_jpeg(content: bytes, limits: ImageLimits) -> bytes:
    kept, markers = [_JPEG], list[int]()
    for marker, place, end in _segments(content):
        if marker in _FRAMES:
            limits.check_size(_number(content, place + 7, 2), _number(content, place + 5, 2))
        if marker in _JPEG_PARTS or (marker in _JPEG_MARKS and end - place <= _LONGEST_MARK):
            kept.append(content[place:end])
        markers.append(marker)
    has_one_frame = sum(marker in _ALL_FRAMES for marker in markers) == 1
    if not has_one_frame or _FRAMES.isdisjoint(markers) or not 0 < markers.count(_SCAN) <= limits.most_scans:
        raise ImageError(BROKEN)
    return b"".join([*kept, bytes((_MARK, _END))])


def _segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (marker, where it begins, where the next one does) up to the end of the image."""
    place = len(_JPEG)
    while (marker := _number(content, place + 1, 1)) != _END:
        length = _number(content, place + 2, 2)
        end = place + 2 + length
        if content[place] != _MARK or end > len(content) or length < _LENGTH_BYTES:
            raise ImageError(BROKEN)
        end = _end_of_scan(content, end) if marker == _SCAN else end
        yield marker, place, end
        place = end
    if content[place] != _MARK:
        raise ImageError(BROKEN)


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


def _read_webp(content: bytes, limits: ImageLimits) -> bytes:
    kept = dict(_webp_parts(content, limits))
    if b"VP8 " in kept:
        size = kept[b"VP8 "]
        if size[3:6] != b"\x9d\x01\x2a":
            raise ImageError(BROKEN)
        limits.check_size(_number(size, 6, 2, little=True) & 0x3FFF, _number(size, 8, 2, little=True) & 0x3FFF)
    elif b"VP8L" in kept:
        bits = _number(kept[b"VP8L"], 1, 4, little=True)
        limits.check_size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    else:
        raise ImageError(BROKEN)
    body = b"".join(kind + len(part).to_bytes(4, "little") + part + bytes(len(part) % 2) for kind, part in kept.items())
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def _webp_parts(content: bytes, limits: ImageLimits) -> Iterator[tuple[bytes, bytes]]:
    """The parts that draw; the extended header comes with them where there is transparency, without any other flag."""
    end, place, has_alpha = 8 + _number(content, 4, 4, little=True), 12, False
    if end > len(content):
        raise ImageError(BROKEN)
    while place < end:
        kind, length = content[place : place + 4], _number(content, place + 4, 4, little=True)
        part = content[place + 8 : place + 8 + length]
        if len(part) != length or kind in {b"ANIM", b"ANMF"}:
            raise ImageError(BROKEN)
        if kind == b"VP8X":
            has_alpha = bool(_number(part, 0, 1) & 0x10)
            if has_alpha:
                limits.check_size(_number(part, 4, 3, little=True) + 1, _number(part, 7, 3, little=True) + 1)
                yield kind, b"\x10\0\0\0" + part[4:10]
        elif kind in _WEBP_PARTS and (kind != b"ALPH" or has_alpha):
            yield kind, part
        place += 8 + length + length % 2
