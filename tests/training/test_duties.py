"""S144, S145: a trainer sees own batches, and of their people names and codes."""

from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from server.people.duplicates.merge_users import end_merges
from server.platform.database.connections import Database
from server.platform.schemas import PageQuery
from server.platform.services import Services
from server.training.repository import find_batch, list_batches, list_people
from server.training.schemas import MOST_TRAINERS
from server.vocabulary.duties import Duty
from server.vocabulary.profiles import ADMINISTRATORS, Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.user_calls import Desk, Desks
from tests.people.duplicates.test_merge_users import A_DAY, PROVED, merge

PROFILES: Final = (*Profile, None)


async def choose(browser: Browser, batch_id: object, *add: object, remove: tuple[object, ...] = ()) -> Answer:
    form = {"add": [str(each) for each in add], "remove": [str(each) for each in remove]}
    return await browser.call("PUT", f"training/batches/{batch_id}/trainers", json=form)


async def names(browser: Browser) -> list[str]:
    answer = await browser.get("training/batches")
    assert answer.status == 200, answer.body
    return [each["name"] for each in answer.body["data"]]


async def statuses(browser: Browser, batch_id: object) -> list[int]:
    """Return the statuses of all calls that name a batch."""
    calls = [await browser.get(f"training/batches/{batch_id}{part}") for part in ("", "/people")]
    return [each.status for each in (*calls, await choose(browser, batch_id))]


@pytest.mark.security("S144")
@pytest.mark.parametrize("profile", PROFILES)
async def test_every_call_reaches_as_far_as_the_duty_of_its_caller(
    profile: Profile | None, shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    own, other, neighbour = await shelf.make("Own"), await shelf.make("Other"), await add_company()
    person = await sign_in(profile)
    caller, stranger = desks.of(person).browser, desks.of(await sign_in(company=neighbour)).browser
    theirs = (await stranger.post("batches", json={"name": "Theirs"})).body["id"]
    teaches = (await choose(desk.browser, own, person.id)).status == 200
    assert teaches is (profile is Profile.TRAINER)

    for batch_id, reached in ((own, teaches), (other, False), (theirs, None), (uuid4(), None)):
        if profile in ADMINISTRATORS:
            expected = [404] * 3 if reached is None else [200] * 3
        elif profile is Profile.TRAINER:
            expected = [200 if reached else 404] * 2 + [403]
        else:
            expected = [403] * 3
        assert await statuses(caller, batch_id) == expected, (profile, batch_id)
    if profile in ADMINISTRATORS:
        assert await names(caller) == ["Other", "Own"]
    elif profile is Profile.TRAINER:
        assert await names(caller) == ["Own"]
    else:
        assert (await caller.get("training/batches")).status == 403
    assert await names(stranger) == ["Theirs"]
    unknown = (await caller.get(f"training/batches/{uuid4()}")).body
    assert (await caller.get(f"training/batches/{theirs}")).body == unknown


@pytest.mark.security("S144")
async def test_a_duty_without_a_reach_finds_nothing(
    shelf: Shelf, desk: Desk, sign_in: SignIn, database: Database
) -> None:
    """As a call would have it whose route admits everybody."""
    batch_id, trainer = await shelf.make(), await sign_in(Profile.TRAINER)
    await shelf.put_in(batch_id, [trainer.id])
    assert (await choose(desk.browser, batch_id, trainer.id)).status == 200

    duty = Duty(company_id=shelf.company.id)
    async with database.reading() as connection:
        assert await list_batches(connection, PageQuery(), duty=duty) == ([], 0)
        assert await find_batch(connection, batch_id, duty=duty) is None
        assert await list_people(connection, PageQuery(), batch_id=batch_id, duty=duty) == ([], 0)


@pytest.mark.security("S145")
async def test_a_card_holds_nothing_but_name_and_code(
    shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn, services: Services
) -> None:
    member = await add_account(
        services.database, shelf.company, profile=Profile.TRAINEE, full_name="Asha Rao", code="21CS042", gender="FEMALE"
    )
    await execute(services, "UPDATE users SET date_of_birth = '2003-02-06' WHERE id = $1", member.id)
    trainer, batch_id = await sign_in(Profile.TRAINER), await shelf.make(location="Pune")
    await shelf.put_in(batch_id, [member.id, desk.person.id])
    assert (await choose(desk.browser, batch_id, trainer.id)).status == 200
    browser = desks.of(trainer).browser

    people = (await browser.get(f"training/batches/{batch_id}/people")).body
    assert people["data"][0] == {"id": str(member.id), "fullName": "Asha Rao", "code": "21CS042", "stageId": None}
    assert (people["total"], [set(each) for each in people["data"]]) == (2, [{"id", "fullName", "code", "stageId"}] * 2)
    batch = (await browser.get(f"training/batches/{batch_id}")).body
    assert (batch["people"], batch["location"], [each["id"] for each in batch["trainers"]]) == (
        2,
        "Pune",
        [str(trainer.id)],
    )
    assert [set(each) for each in batch["trainers"]] == [{"id", "fullName", "code"}]
    assert (await browser.get(f"users/{member.id}")).status == 403
    assert (await browser.get(f"batches/{batch_id}")).status == 403


async def test_management_sees_the_people_that_it_covers(
    shelf: Shelf, desks: Desks, sign_in: SignIn, services: Services
) -> None:
    batch_id = await shelf.make()
    profiles = (Profile.TRAINEE, Profile.TRAINER, None)
    people = [(await add_account(services.database, shelf.company, profile=each)).id for each in profiles]
    await shelf.put_in(batch_id, people)

    seen = {}
    for profile in (Profile.ADMIN, Profile.MANAGEMENT):
        browser = desks.of(await sign_in(profile)).browser
        page = (await browser.get(f"training/batches/{batch_id}/people")).body
        seen[profile] = {UUID(each["id"]) for each in page["data"]}
        assert page["total"] == len(seen[profile])
    assert seen == {Profile.ADMIN: set(people), Profile.MANAGEMENT: {people[0], people[2]}}


@pytest.mark.security("S144")
async def test_a_duty_sleeps_while_its_trainer_is_none(
    shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn, services: Services
) -> None:
    trainer, batch_id = await sign_in(Profile.TRAINER), await shelf.make("Own")
    browser = desks.of(trainer).browser
    assert (await choose(desk.browser, batch_id, trainer.id)).status == 200
    # Also where the reach is still that of a trainer.
    duty = Duty(company_id=shelf.company.id, owner_id=trainer.id)
    for change in (
        "profile = 'PLACEMENT', role = 'EMPLOYEE'",
        "profile = 'TRAINER', role = 'FACULTY', is_active = false",
    ):
        await execute(services, f"UPDATE users SET {change} WHERE id = $1", trainer.id)  # noqa: S608 - constants
        async with services.database.reading() as connection:
            assert await list_batches(connection, PageQuery(), duty=duty) == ([], 0)
        assert (await desk.browser.get(f"training/batches/{batch_id}")).body["trainers"] == []
    await execute(services, "UPDATE users SET is_active = true WHERE id = $1", trainer.id)
    assert await names(browser) == ["Own"]

    assert (await choose(desk.browser, batch_id, remove=(trainer.id,))).body["trainers"] == []
    assert await names(browser) == []


async def test_choosing_is_audited_once_and_named_with_the_batch(shelf: Shelf, desk: Desk, sign_in: SignIn) -> None:
    trainer, batch_id = await sign_in(Profile.TRAINER), await shelf.make("July")
    for _ in range(2):
        answer = await choose(desk.browser, batch_id, trainer.id, trainer.id)
        assert [each["id"] for each in answer.body["trainers"]] == [str(trainer.id)]
    for _ in range(2):
        assert (await choose(desk.browser, batch_id, remove=(trainer.id, uuid4()))).body["trainers"] == []

    trail = (await desk.browser.get("audit", query={"subject": str(trainer.id)})).body["data"]
    found: list[tuple[Any, ...]] = [(each["action"], each["before"], each["after"]) for each in trail]
    assert found == [
        ("trainer_removed", {"batch": "July"}, {"batch": None}),
        ("trainer_added", {"batch": None}, {"batch": "July"}),
    ]


async def test_only_active_trainers_of_the_company_are_chosen_and_not_too_many(
    shelf: Shelf, desk: Desk, sign_in: SignIn, services: Services, add_company: AddCompany
) -> None:
    batch_id, neighbour = await shelf.make(), await add_company()
    wrong = [
        (await sign_in(Profile.TRAINEE)).id,
        (await sign_in(Profile.TRAINER, company=neighbour)).id,
        (await add_account(services.database, shelf.company, profile=Profile.TRAINER, is_active=False)).id,
        uuid4(),
    ]
    right = (await sign_in(Profile.TRAINER)).id
    for each in wrong:
        refused = await choose(desk.browser, batch_id, right, each)
        assert (refused.status, list(refused.body["errors"])) == (422, ["add"])
    many = [(await sign_in(Profile.TRAINER)).id for _ in range(MOST_TRAINERS)]
    assert (await choose(desk.browser, batch_id, *many)).status == 200
    # Also where one of them is away for now.
    for is_active in (False, True):
        await execute(services, "UPDATE users SET is_active = $2 WHERE id = $1", many[1], is_active)
        assert (await choose(desk.browser, batch_id, right)).status == 422
    assert (await choose(desk.browser, batch_id, right, remove=(many[0],))).status == 200

    await shelf.change(batch_id, archived=True)
    assert (await choose(desk.browser, batch_id, many[0], remove=(right,))).status == 409
    assert len((await choose(desk.browser, batch_id, remove=(right,))).body["trainers"]) == MOST_TRAINERS - 1


async def test_a_merged_trainer_teaches_nothing_and_the_survivor_teaches_after_the_day(
    shelf: Shelf, desk: Desk, sign_in: SignIn, services: Services
) -> None:
    survivor, merged, batch_id = await sign_in(Profile.TRAINER), await sign_in(Profile.TRAINER), await shelf.make()
    await execute(services, PROVED, desk.person.session_id)
    assert (await choose(desk.browser, batch_id, merged.id)).status == 200
    assert (await merge(desk, survivor.id, merged.id)).status == 200
    assert (await desk.browser.get(f"training/batches/{batch_id}")).body["trainers"] == []
    await execute(services, A_DAY)
    await end_merges(services)

    [trainer] = (await desk.browser.get(f"training/batches/{batch_id}")).body["trainers"]
    assert trainer["id"] == str(survivor.id)
    data = (await desk.browser.get(f"users/{survivor.id}/data.json")).body
    assert [row["name"] for row in data["taughtBatches"]] == ["July 2026"]
    assert (await desk.delete(survivor.id)).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM batch_trainers") == 0


@pytest.mark.parametrize("page", [{"pageSize": 1}, {"page": 2, "pageSize": 1}])
async def test_open_batches_come_first(shelf: Shelf, desk: Desk, company: Company, page: dict[str, int]) -> None:
    assert company.id == shelf.company.id
    old, new = await shelf.make("Old"), await shelf.make("New")
    await shelf.change(new, archived=True)
    answer = (await desk.browser.get("training/batches", query=page)).body
    expected = new if "page" in page else old
    assert ([each["id"] for each in answer["data"]], answer["total"]) == ([str(expected)], 2)
