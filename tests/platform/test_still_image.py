"""What an image may be that people choose, and what is kept of it."""

import struct
from typing import Final

import pytest

from server.company.companies.logo import LOGO_LIMITS
from server.people.account.photos import PHOTO_LIMITS
from server.platform.still_image import ImageError, ImageLimits, read_image
from tests.fixtures.images import chunk, jpeg, lossy, png, segment, webp

SCRIPT: Final = b"<script>alert(1)</script>"
# An image that photos are made of on phones: it holds where it was taken.
EXIF: Final = segment(0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x88\x25GPS 18.52 73.85" + SCRIPT)
BOTH: Final = pytest.mark.parametrize("limits", [LOGO_LIMITS, PHOTO_LIMITS])


LOSSLESS: Final = (b"VP8L", b"\x2f" + struct.pack("<I", 63 | 31 << 14) + b"pixels")
EXTENDED: Final = (b"VP8X", b"\x3e\0\0\0" + b"\x3f\0\0\x1f\0\0")


@BOTH
@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (png(), "image/png"),
        (jpeg(), "image/jpeg"),
        (webp(lossy()), "image/webp"),
        (webp(LOSSLESS), "image/webp"),
    ],
)
def test_an_image_is_stored_as_it_is(content: bytes, media_type: str, limits: ImageLimits) -> None:
    image = read_image(content, limits=limits)
    assert (image.media_type, image.content) == (media_type, content)


@BOTH
@pytest.mark.parametrize(
    ("content", "stored"),
    [
        (png(more=chunk(b"tEXt", b"Comment\0" + SCRIPT), behind=SCRIPT), png()),
        (png(more=chunk(b"acTL", bytes(8)) + chunk(b"fcTL", SCRIPT)), png()),
        (jpeg(more=EXIF + segment(0xFE, SCRIPT), behind=b"PK\3\4" + SCRIPT), jpeg()),
        (jpeg(more=segment(0xE0, b"JFIF\0" + SCRIPT)), jpeg()),
        (webp(EXTENDED, (b"ICCP", SCRIPT), (b"ALPH", b"a"), lossy(), (b"XMP ", SCRIPT)) + SCRIPT, None),
    ],
)
@pytest.mark.security("S52")
def test_what_is_hidden_in_an_image_is_not_stored(content: bytes, stored: bytes | None, limits: ImageLimits) -> None:
    """Comments, profiles, places, animations, and files that follow: only what draws the image is kept."""
    kept = read_image(content, limits=limits).content
    assert SCRIPT not in kept
    assert b"GPS" not in kept
    assert kept == (stored or webp((b"VP8X", b"\x10\0\0\0" + b"\x3f\0\0\x1f\0\0"), (b"ALPH", b"a"), lossy()))


NO_IMAGES: Final = (
    b"",
    b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    b"<html>" + SCRIPT,
    b"GIF89a" + bytes(64),
    b"BM" + bytes(64),
    b"\0\0\1\0" + bytes(64),
    b"%PDF-1.7",
    b"\xff\xfe<\0s\0v\0g\0",
    SCRIPT + png(),
)
BROKEN: Final = (
    *(each[:end] for each in (png(), jpeg(), webp(lossy())) for end in (12, 20, len(each) // 2, len(each) - 3)),
    png(more=chunk(b"IHDR", struct.pack(">II", 64, 64))),
    b"\x89PNG\r\n\x1a\n" + chunk(b"IEND", b""),
    b"\x89PNG\r\n\x1a\n" + b"\xff\xff\xff\xffIHDR" + bytes(64),
    # The size of its first frame is small, that of the one that is drawn is not.
    jpeg(more=segment(0xC0, struct.pack(">BHHB", 8, 32, 32, 1))),
    jpeg(more=segment(0xC3, struct.pack(">BHHB", 8, 60_000, 60_000, 1))),
    jpeg(more=b"\xff\xe0\0\0"),
    jpeg(more=SCRIPT),
    # Each scan is drawn over the whole image.
    jpeg(more=(segment(0xDA, b"\1\1\0\0\x3f\0") + b"\1") * 32),
    b"\xff\xd8\xff\xd9",
    webp(EXTENDED, (b"ANIM", bytes(6)), (b"ANMF", bytes(24))),
    webp((b"VP8 ", b"\0\0\0\0\0\0" + struct.pack("<HH", 64, 64))),
    webp(EXTENDED),
    b"RIFF" + struct.pack("<I", 9_999) + b"WEBP" + bytes(16),
)
SIZES: Final = (
    png(60_000, 60_000),
    png(2**31, 1),
    png(0, 64),
    png(8, 64),
    jpeg(65_535, 65_535),
    jpeg(64, 0),
    webp(lossy(16_383, 16_383)),
    webp((b"VP8X", b"\x10\0\0\0" + b"\xff" * 6), (b"ALPH", b"a"), lossy()),
    webp((b"VP8L", b"\x2f" + struct.pack("<I", 16_383 | 16_383 << 14))),
)


@BOTH
@pytest.mark.parametrize("content", [*NO_IMAGES, *BROKEN, *SIZES, png() + bytes(100 * 1024)])
@pytest.mark.security("S52")
def test_all_else_is_refused(content: bytes, limits: ImageLimits) -> None:
    with pytest.raises(ImageError):
        read_image(content, limits=limits)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (png(513, 512), "The image must have 16 to 512 pixels on each side"),
        (jpeg(512, 15), "The image must have 16 to 512 pixels on each side"),
        (png() + bytes(40 * 1024), "The image has more than 40 KB: make it smaller"),
        (b"GIF89a", "Choose a PNG, JPEG or WebP image"),
        (png()[:60], "The image is damaged: save it again, as PNG"),
    ],
)
def test_a_refusal_says_how_to_mend_it(content: bytes, message: str) -> None:
    with pytest.raises(ImageError, match=f"^{message}$"):
        read_image(content, limits=PHOTO_LIMITS)
    assert read_image(png(512, 512), limits=PHOTO_LIMITS).content == png(512, 512)
