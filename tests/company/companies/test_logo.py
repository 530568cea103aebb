"""The logo of a company: what it may be, who may change it, and where it is shown."""

import struct
import zlib
from base64 import b64decode, b64encode
from typing import Any, Final
from uuid import UUID

import pytest
from quart import Quart

from server.access.sessions.notices import notify_of_new_codes
from server.company.companies.logo import LogoError, read_logo
from server.messaging.messages.kinds import Providers
from server.messaging.messages.read_inbox import read_inbox
from server.platform.services import Services
from server.vocabulary.identity import AccountOwner
from server.vocabulary.profiles import Profile
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import execute, fetch_value

PATH: Final = "/api/v1/companies/logo"
SCRIPT: Final = b"<script>alert(1)</script>"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int = 64, height: int = 32, *, more: bytes = b"", behind: bytes = b"") -> bytes:
    pixels = zlib.compress((b"\0" + b"\x0b\x64\x78" * min(width, 64)) * min(height, 64))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + more + chunk(b"IDAT", pixels) + chunk(b"IEND", b"") + behind


def segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def jpeg(width: int = 64, height: int = 32, *, more: bytes = b"", behind: bytes = b"") -> bytes:
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
    return b"\xff\xd8" + more + frame + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\1\xff\0\xff\xd0\2\xff\xd9" + behind


def webp(*parts: tuple[bytes, bytes]) -> bytes:
    body = b"".join(kind + struct.pack("<I", len(part)) + part + bytes(len(part) % 2) for kind, part in parts)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def lossy(width: int = 64, height: int = 32) -> tuple[bytes, bytes]:
    return b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"pixels"


LOSSLESS: Final = (b"VP8L", b"\x2f" + struct.pack("<I", 63 | 31 << 14) + b"pixels")
EXTENDED: Final = (b"VP8X", b"\x3e\0\0\0" + b"\x3f\0\0\x1f\0\0")


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (png(), "image/png"),
        (jpeg(), "image/jpeg"),
        (webp(lossy()), "image/webp"),
        (webp(LOSSLESS), "image/webp"),
    ],
)
def test_an_image_is_stored_as_it_is(content: bytes, media_type: str) -> None:
    logo = read_logo(content)
    assert (logo.media_type, logo.content) == (media_type, content)


@pytest.mark.parametrize(
    ("content", "stored"),
    [
        (png(more=chunk(b"tEXt", b"Comment\0" + SCRIPT), behind=SCRIPT), png()),
        (png(more=chunk(b"acTL", bytes(8)) + chunk(b"fcTL", SCRIPT)), png()),
        (jpeg(more=segment(0xE1, b"Exif\0\0" + SCRIPT) + segment(0xFE, SCRIPT), behind=b"PK\3\4" + SCRIPT), jpeg()),
        (jpeg(more=segment(0xE0, b"JFIF\0" + SCRIPT)), jpeg()),
        (webp(EXTENDED, (b"ICCP", SCRIPT), (b"ALPH", b"a"), lossy(), (b"XMP ", SCRIPT)) + SCRIPT, None),
    ],
)
@pytest.mark.security("S52")
def test_what_is_hidden_in_an_image_is_not_stored(content: bytes, stored: bytes | None) -> None:
    """Comments, profiles, places, animations, and files that follow: only what draws the image is kept."""
    kept = read_logo(content).content
    assert SCRIPT not in kept
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


@pytest.mark.parametrize("content", [*NO_IMAGES, *BROKEN, *SIZES, png() + bytes(100 * 1024)])
@pytest.mark.security("S52")
def test_all_else_is_refused(content: bytes) -> None:
    with pytest.raises(LogoError):
        read_logo(content)


async def put(app: Quart, person: Person | None, content: object) -> tuple[int, dict[str, Any]]:
    headers = {} if person is None else person.headers
    response = await app.test_client().put(PATH, json={"content": content}, headers=headers)
    return response.status_code, await response.get_json()


def encoded(content: bytes) -> str:
    return b64encode(content).decode()


async def shown(app: Quart, logo_id: UUID | None) -> Any:
    return await app.test_client().get(f"/api/v1/companies/logos/{logo_id}")


async def test_a_verified_companys_logo_is_served_as_an_image_and_nothing_else(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    owner = await sign_in()
    status, answer = await put(app, owner, encoded(png()))
    assert status == 200
    assert answer["logo"] == f"data:image/png;base64,{encoded(png())}"
    first = await fetch_value(services, "SELECT id FROM company_logos")
    response = await shown(app, first)
    assert (response.status_code, await response.get_data()) == (200, png())
    assert response.headers.get_all("Content-Type") == ["image/png"]
    assert response.headers.get_all("Content-Security-Policy") == ["default-src 'none'; sandbox"]
    assert response.headers.get_all("Cross-Origin-Resource-Policy") == ["cross-origin"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"

    await put(app, owner, encoded(jpeg()))
    second = await fetch_value(services, "SELECT id FROM company_logos")
    assert second != first
    assert (await shown(app, first)).status_code == 404, "an address shows one image for good"
    assert (await app.test_client().delete(PATH, headers=owner.headers)).status_code == 200
    assert (await shown(app, second)).status_code == 404


@pytest.mark.security("S48")
async def test_a_company_that_is_not_verified_shows_its_logo_to_itself_alone(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    """Otherwise a new company could send the logo of a bank to strangers."""
    owner = await sign_in()
    await put(app, owner, encoded(png()))
    logo_id = await fetch_value(services, "SELECT id FROM company_logos")
    await execute(services, "UPDATE companies SET name = 'National Bank'")
    assert (await shown(app, logo_id)).status_code == 404
    own = await (await app.test_client().get("/api/v1/companies/settings", headers=owner.headers)).get_json()
    assert (b64decode(own["logo"].partition(",")[2]), own["showsLogo"]) == (png(), False)


@pytest.mark.security("S48")
async def test_mails_show_the_logo_of_a_verified_company_alone(
    app: Quart, services: Services, capturing: Providers, sign_in: SignIn
) -> None:
    owner = await sign_in()
    await put(app, owner, encoded(png()))
    account = AccountOwner(company_id=owner.company.id, user_id=owner.id, email=owner.email, full_name="Asha")
    for name in (owner.company.name, "National Bank"):
        await execute(services, "UPDATE companies SET name = $1", name)
        async with services.unit_of_work() as unit:
            await notify_of_new_codes(unit, account)
        await send_all(services, capturing)
    renamed, verified = (each.rendered.html or "" for each in await read_inbox(services, to=owner.email))
    logo_id = await fetch_value(services, "SELECT id FROM company_logos")
    assert f'src="{services.settings.effective_public_url}/api/v1/companies/logos/{logo_id}"' in verified
    assert "<img" not in renamed


@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE, None])
async def test_only_a_super_admin_changes_the_logo_of_the_own_company(
    app: Quart, services: Services, sign_in: SignIn, add_company: AddCompany, profile: Profile | None
) -> None:
    owner, stranger = await sign_in(), await sign_in(company=await add_company())
    person = await sign_in(profile)
    await put(app, owner, encoded(png()))
    await put(app, stranger, encoded(jpeg()))
    assert (await put(app, person, encoded(jpeg())))[0] == 403
    assert (await put(app, None, encoded(jpeg())))[0] == 401
    for refused, status in ((person.headers, 403), ({}, 401)):
        assert (await app.test_client().delete(PATH, headers=refused)).status_code == status
    assert (await app.test_client().delete(PATH, headers=stranger.headers)).status_code == 200
    left = await fetch_value(services, "SELECT array_agg(company_id) FROM company_logos")
    assert left == [owner.company.id]
    await execute(services, AGES_AGO)
    assert (await put(app, owner, encoded(jpeg())))[1]["code"] == "step_up_required"


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (encoded(b"<svg/>"), 422),
        ("data:image/png;base64," + encoded(png()), 422),
        ("*", 422),
        ("", 422),
        (None, 422),
        ([1], 422),
        ("A" * 140_001, 422),
        ("A" * 200_000, 413),
    ],
)
async def test_what_is_no_logo_is_refused(
    app: Quart, services: Services, sign_in: SignIn, content: object, status: int
) -> None:
    assert (await put(app, await sign_in(), content))[0] == status
    assert await fetch_value(services, "SELECT count(*) FROM company_logos") == 0
