"""S151: the photo of a person: who chooses, sees and removes it, and what becomes of it."""

from base64 import b64decode
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

import pytest
from quart import Quart

from server.people.duplicates.merge_users import end_merges
from server.platform.services import Services
from server.vocabulary.profiles import ADMINISTRATORS, Profile, covers
from tests.fixtures.accounts import add_account
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.images import encoded, jpeg, lossy, png, segment, webp
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.user_calls import Desk
from tests.people.duplicates.test_merge_users import A_DAY, PROVED, merge, undo

OWN: Final = "/api/v1/users/profile/photo"
PROFILES: Final = (*Profile, None)
GPS: Final = segment(0xE1, b"Exif\0\0MM\0*GPS 18.5204 73.8567")


async def put(app: Quart, person: Person, content: object) -> tuple[int, dict[str, Any]]:
    response = await app.test_client().put(OWN, json={"content": content}, headers=person.headers)
    return response.status_code, await response.get_json()


async def get(app: Quart, caller: Person, person: Person | None = None) -> Any:
    path = OWN if person is None else f"/api/v1/users/{person.id}/photo"
    return await app.test_client().get(path, headers=caller.headers)


async def remove(app: Quart, caller: Person, person: Person | None = None) -> int:
    path = OWN if person is None else f"/api/v1/users/{person.id}/photo"
    return (await app.test_client().delete(path, headers=caller.headers)).status_code


async def photo_id_of(app: Quart, caller: Person, path: str = "profile") -> str | None:
    answer = await (await app.test_client().get(f"/api/v1/users/{path}", headers=caller.headers)).get_json()
    photo_id: str | None = answer["photoId"]
    return photo_id


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.security("S151")
async def test_every_profile_chooses_replaces_and_removes_its_own(
    app: Quart, services: Services, sign_in: SignIn, profile: Profile | None
) -> None:
    person = await sign_in(profile)
    assert await photo_id_of(app, person) is None
    assert (await get(app, person)).status_code == 404
    status, answer = await put(app, person, encoded(jpeg(more=GPS, behind=b"<script>")))
    assert (status, answer["photoId"]) == (200, await photo_id_of(app, person))
    response = await get(app, person)
    assert (response.status_code, await response.get_data()) == (200, jpeg()), "where it was taken is not stored"
    assert response.headers.get_all("Content-Type") == ["image/jpeg"]
    assert response.headers.get_all("Content-Security-Policy") == ["default-src 'none'; sandbox"]
    assert response.headers.get_all("Cross-Origin-Resource-Policy") == ["same-origin"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"

    assert (await put(app, person, encoded(webp(lossy()))))[1]["photoId"] != answer["photoId"]
    assert (await get(app, person)).headers["Content-Type"] == "image/webp"
    assert [await remove(app, person), await remove(app, person)] == [200, 200]
    assert await photo_id_of(app, person) is None
    assert await fetch_value(services, "SELECT count(*) FROM people_photos") == 0
    entries = await fetch_value(
        services,
        "SELECT jsonb_agg(jsonb_build_array(before, after) ORDER BY id) FROM audit_entries WHERE action = $1",
        "user_edited",
    )
    sizes = [{"photo": f"{len(content)} bytes"} for content in (jpeg(), webp(lossy()))]
    assert entries == [[None, sizes[0]], [None, sizes[1]], [{"photo": "an image"}, None]]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.security("S151")
async def test_others_see_it_as_they_see_the_person_and_remove_it_as_they_edit(
    app: Quart, services: Services, sign_in: SignIn, add_company: AddCompany, profile: Profile | None
) -> None:
    trainee, admin = await sign_in(Profile.TRAINEE), await sign_in(Profile.ADMIN)
    caller, stranger = await sign_in(profile), await sign_in(company=await add_company())
    for each in (trainee, admin, stranger):
        await put(app, each, encoded(png()))
    page = await app.test_client().get(f"/api/v1/users/{trainee.id}", headers=caller.headers)
    expected = HTTPStatus.OK if profile in ADMINISTRATORS else HTTPStatus.FORBIDDEN
    assert page.status_code == expected
    for person in (trainee, admin):
        assert (await get(app, caller, person)).status_code == expected
    unknown = Person(**{**vars(stranger), "id": uuid4()})
    for foreign in (stranger, unknown):
        outside = 404 if profile in ADMINISTRATORS else 403
        assert [(await get(app, caller, foreign)).status_code, await remove(app, caller, foreign)] == [outside] * 2
    if profile in ADMINISTRATORS:
        assert await photo_id_of(app, caller, str(trainee.id)) is not None
        listed = await (await app.test_client().get("/api/v1/users", headers=caller.headers)).get_json()
        assert "photo" not in str(listed)

    for person in (trainee, admin):
        may = profile in ADMINISTRATORS and covers(profile, Profile.TRAINEE if person is trainee else Profile.ADMIN)
        assert await remove(app, caller, person) == (200 if may else 403)
        assert (await get(app, person)).status_code == (404 if may else 200)
    assert (await get(app, stranger)).status_code == 200
    actors = "SELECT count(*) FROM audit_entries WHERE actor_id = $1 AND before ? 'photo'"
    assert await fetch_value(services, actors, caller.id) == {"SUPER_ADMIN": 2, "ADMIN": 1, "MANAGEMENT": 1}.get(
        str(profile), 0
    )


@pytest.mark.security("S145")
async def test_a_trainer_sees_no_photos_of_own_batches(app: Quart, shelf: Shelf, desk: Desk, sign_in: SignIn) -> None:
    trainer, trainee = await sign_in(Profile.TRAINER), await sign_in(Profile.TRAINEE)
    batch_id = await shelf.make("Own")
    await shelf.put_in(batch_id, [trainee.id])
    form = {"add": [str(trainer.id)], "remove": []}
    assert (await desk.browser.call("PUT", f"training/batches/{batch_id}/trainers", json=form)).status == 200
    await put(app, trainee, encoded(png()))
    assert (await get(app, trainer, trainee)).status_code == 403


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        (encoded(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), 422, "Choose a PNG, JPEG or WebP image"),
        ("data:image/png;base64," + encoded(png()), 422, "Choose a PNG, JPEG or WebP image"),
        (encoded(png(513, 64)), 422, "The image must have 16 to 512 pixels on each side"),
        (encoded(png(60_000, 60_000)), 422, "The image must have 16 to 512 pixels on each side"),
        (encoded(png() + bytes(40_960)), 422, "The image has more than 40 KB: make it smaller"),
        (encoded(jpeg()[:-2]), 422, "The image is damaged: save it again, as PNG"),
        ("", 422, None),
        (None, 422, None),
        ([1], 422, None),
        ("A" * 60_001, 422, None),
        ("A" * 70_000, 413, None),
    ],
)
@pytest.mark.security("S151")
async def test_what_is_no_small_image_is_refused_and_the_former_one_stays(
    app: Quart, sign_in: SignIn, content: object, status: int, message: str | None
) -> None:
    person = await sign_in(Profile.TRAINEE)
    await put(app, person, encoded(png()))
    refused, answer = await put(app, person, content)
    assert refused == status
    assert message is None or (answer["message"], answer["errors"]) == (message, {"content": message})
    assert await (await get(app, person)).get_data() == png()


@pytest.mark.security("S151")
async def test_an_image_of_the_greatest_length_is_stored(app: Quart, sign_in: SignIn) -> None:
    person, room = await sign_in(None), 40 * 1024 - len(jpeg())
    longest = jpeg().replace(b"\1\xff\0", b"\1" * (room + 1) + b"\xff\0")
    assert len(longest) == 40 * 1024
    assert (await put(app, person, encoded(longest)))[0] == 200


async def test_an_export_has_it_and_a_removed_account_leaves_none(
    app: Quart, services: Services, desk: Desk, sign_in: SignIn
) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    await put(app, trainee, encoded(png()))
    client = app.test_client()
    path = "/api/v1/users/profile/data.json"
    [section] = (await (await client.get(path, headers=trainee.headers)).get_json())["photo"]
    assert b64decode(section["photo"].removeprefix("data:image/png;base64,")) == png()
    page = await (await client.get(f"{path}?format=html", headers=trainee.headers)).get_data(as_text=True)
    assert f'<img alt="" src="data:image/png;base64,{encoded(png())}">' in page
    assert (await desk.delete(trainee.id)).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM people_photos") == 0


@pytest.mark.parametrize("survivor_has_one", [True, False])
async def test_a_merge_keeps_the_survivor_s_and_else_takes_the_other_s_at_its_end(
    services: Services, desk: Desk, *, survivor_has_one: bool
) -> None:
    await execute(services, PROVED, desk.person.session_id)
    survivor, merged = [
        await add_account(services.database, desk.person.company, profile=Profile.TRAINEE) for _ in range(2)
    ]
    add = "INSERT INTO people_photos (company_id, user_id, media_type, content) VALUES ($1, $2, 'image/png', $3)"
    for account, content in ((survivor, png()), (merged, jpeg())):
        if account is merged or survivor_has_one:
            await execute(services, add, desk.person.company.id, account.id, content)
    assert (await merge(desk, survivor.id, merged.id)).status == 200
    assert (await undo(desk)).status == 200
    assert await fetch_value(services, "SELECT content FROM people_photos WHERE user_id = $1", merged.id) == jpeg()

    assert (await merge(desk, survivor.id, merged.id)).status == 200
    await execute(services, A_DAY)
    await end_merges(services)
    left = await fetch_value(services, "SELECT array_agg(content) FROM people_photos")
    assert left == [png() if survivor_has_one else jpeg()]
    owner = await fetch_value(services, "SELECT user_id FROM people_photos")
    assert owner == survivor.id
