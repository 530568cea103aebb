"""Who may see and manage batches."""

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf, Shelves
from tests.fixtures.people import AddCompany, SignIn


@pytest.mark.parametrize("profile", [Profile.TRAINER, Profile.PLACEMENT, Profile.TRAINEE, None])
async def test_profiles_without_the_right_are_refused(
    shelf: Shelf, shelves: Shelves, sign_in: SignIn, profile: Profile | None
) -> None:
    batch = await shelf.make()
    theirs = shelves.of(await sign_in(profile))

    answers = [
        await theirs.add("X"),
        await theirs.page(),
        await theirs.read(batch),
        await theirs.change(batch, name="X"),
    ]
    assert [answer.status for answer in answers] == [403] * 4


@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT])
async def test_those_who_may_create_users_manage_batches(shelves: Shelves, sign_in: SignIn, profile: Profile) -> None:
    theirs = shelves.of(await sign_in(profile))

    batch = await theirs.make()
    assert (await theirs.change(batch, archived=True)).status == 200


@pytest.mark.security("S32")
async def test_another_company_s_batch_is_not_found_and_its_names_are_free(
    shelf: Shelf, shelves: Shelves, sign_in: SignIn, add_company: AddCompany
) -> None:
    batch = await shelf.make("July 2026", code="7")
    theirs = shelves.of(await sign_in(company=await add_company()))

    assert (await theirs.read(batch)).status == 404
    assert (await theirs.change(batch, name="Mine", archived=True)).status == 404
    assert await theirs.names() == []
    await theirs.make("July 2026", code="7")
    assert (await shelf.read(batch)).body["name"] == "July 2026"
