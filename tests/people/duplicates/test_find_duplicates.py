"""Accounts that are probably of one person: found for a person who is typed, and listed as pairs."""

import asyncio
from typing import Any, Final
from uuid import UUID

import pytest

from server.people.duplicates.find_duplicates import MOST_PAIRS, compare_people
from server.people.duplicates.likeness import MOST_COMPARED
from server.people.duplicates.repository import begin_list
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks

BORN: Final = "2001-05-21"
PHONE: Final = "+919812345678"


async def add(
    services: Services, company: Company, full_name: str, *, born: str | None = None, phone: str = "", email: str = ""
) -> UUID:
    async with services.unit_of_work() as unit:
        user_id: UUID = await unit.connection.fetch_value(
            """
            INSERT INTO users (company_id, email, phone, full_name, role, profile, date_of_birth)
            SELECT :company_id, coalesce(nullif(CAST(:email AS text), ''), id || '@example.org'), :phone, :full_name,
                   'TRAINEE', 'TRAINEE', CAST(CAST(:born AS text) AS date) FROM waymark_uuid7() AS id
            RETURNING id
            """,
            company_id=company.id,
            email=email,
            phone=phone,
            full_name=full_name,
            born=born,
        )
    return user_id


async def listed(desk: Desk) -> Any:
    """The list once a worker has compared all people."""
    await compare_people(desk.services, company_id=desk.person.company.id)
    answer = await desk.browser.get("users/duplicates")
    assert (answer.status, answer.body["isOutdated"]) == (200, False)
    return answer.body


def ids_of(found: Any) -> list[tuple[str, str]]:
    return [(each["older"]["id"], each["newer"]["id"]) for each in found["pairs"]]


async def find(desk: Desk, **person: Any) -> list[tuple[str, list[str]]]:
    answer = await desk.browser.post("users/duplicates", json=person)
    assert answer.status == 200, answer.body
    return [(each["fullName"], each["evidence"]) for each in answer.body["duplicates"]]


async def test_a_typed_person_is_found_by_birth_date_or_phone_and_a_name_alike(desk: Desk) -> None:
    company = desk.person.company
    own = await add(desk.services, company, "राजेश्वरी देवी", born=BORN, phone="+919800000001")
    await add(desk.services, company, "Rajeswari", born=BORN, phone=PHONE, email="raji@example.org")
    await add(desk.services, company, "Devi Rajeshwari", phone=PHONE)
    await add(desk.services, company, "Sunita Devi", born=BORN, phone=PHONE)

    assert await find(desk, fullName=" Rajeshwari  Devi", dateOfBirth=BORN, phone="98123 45678") == [
        ("Rajeswari", ["dateOfBirth", "phone"]),
        ("राजेश्वरी देवी", ["dateOfBirth"]),
        ("Devi Rajeshwari", ["phone"]),
    ]
    assert await find(desk, fullName="Rajeshwari", dateOfBirth=BORN, userId=str(own)) == [
        ("Rajeswari", ["dateOfBirth"])
    ]
    answer = await desk.browser.post("users/duplicates", json={"fullName": "Rajeshwari", "phone": PHONE})
    assert answer.body["duplicates"][0]["label"] == "raji@example.org"
    assert await find(desk, fullName="Rajeshwari", dateOfBirth="", phone="12") == []
    assert await find(desk, fullName="", dateOfBirth=BORN, phone=PHONE) == []


@pytest.mark.security("S131")
@pytest.mark.parametrize("profile", [Profile.TRAINER, Profile.TRAINEE, None])
async def test_only_people_whom_the_caller_may_view_are_named(
    desks: Desks, sign_in: SignIn, add_company: AddCompany, profile: Profile | None
) -> None:
    """A profile without the right is refused; an administrator sees those of the own company alone."""
    desk, other = desks.of(await sign_in(Profile.MANAGEMENT)), await add_company()
    for _ in range(2):
        await add(desk.services, other, "Rajeshwari", born=BORN, phone=PHONE)

    assert await find(desk, fullName="Rajeshwari", dateOfBirth=BORN, phone=PHONE) == []
    found = await listed(desk)
    assert (found["pairs"], found["isWhole"]) == ([], True)

    refused = desks.of(await sign_in(profile)).browser
    assert (await refused.get("users/duplicates")).status == 403
    assert (await refused.post("users/duplicates", json={"fullName": "R", "phone": PHONE})).status == 403


@pytest.mark.security("S131")
@pytest.mark.parametrize(
    "person",
    [
        {"fullName": "R" * 1025},
        {"fullName": "R\nkarj", "dateOfBirth": BORN},
        {"fullName": "R\u0000", "dateOfBirth": BORN},
        {"fullName": ["Rajeshwari"]},
        {"fullName": "Rajeshwari", "dateOfBirth": "21/05/2001"},
        {"fullName": "Rajeshwari", "userId": "me"},
        {"fullName": "Rajeshwari", "companyId": "another"},
        {},
    ],
)
async def test_what_is_no_person_is_refused(desk: Desk, person: dict[str, object]) -> None:
    assert (await desk.browser.post("users/duplicates", json=person)).status == 422


async def test_the_pairs_of_a_company_are_listed_the_newest_first(desk: Desk) -> None:
    company = desk.person.company
    first = await add(desk.services, company, "Rajeshwari Devi", born=BORN, phone=PHONE)
    asha = await add(desk.services, company, "Asha Rao", born="2000-01-01")
    second = await add(desk.services, company, "राजेश्वरी", born=BORN, phone=PHONE)
    await add(desk.services, company, "Sunita Devi", born=BORN, phone=PHONE)
    third = await add(desk.services, company, "Asha", born="2000-01-01")

    found = await listed(desk)

    pairs = [(each["older"]["id"], each["newer"]["id"], each["evidence"]) for each in found["pairs"]]
    assert pairs == [
        (str(asha), str(third), ["dateOfBirth"]),
        (str(first), str(second), ["dateOfBirth", "phone"]),
    ]
    assert found["isWhole"] is True


async def test_of_very_many_pairs_the_newest_are_listed(desk: Desk) -> None:
    people = [await add(desk.services, desk.person.company, "Rajeshwari", born=BORN) for _ in range(15)]

    found = await listed(desk)

    assert (len(found["pairs"]), found["isWhole"]) == (MOST_PAIRS, False)
    assert [found["pairs"][0][each]["id"] for each in ("newer", "older")] == [str(people[-1]), str(people[-2])]


@pytest.mark.security("S131")
@pytest.mark.settings(rate_limit_scale=1_000_000)
async def test_people_who_are_deleted_while_pairs_are_listed_are_no_error(desk: Desk) -> None:
    for number in range(30):
        for _ in range(2):
            await add(desk.services, desk.person.company, "Rajeshwari", phone=f"+9198123456{number:02d}")

    async def delete() -> None:
        while await desk.value("SELECT count(*) FROM users WHERE full_name = 'Rajeshwari'"):
            await execute(
                desk.services,
                "DELETE FROM users WHERE id = (SELECT max(id::text)::uuid FROM users WHERE full_name = 'Rajeshwari')",
            )

    await listed(desk)
    deleting = asyncio.create_task(delete())
    while not deleting.done():
        assert (await desk.browser.get("users/duplicates")).status == 200
    await deleting


async def test_a_birth_date_and_a_phone_that_many_have_tell_nothing(desk: Desk) -> None:
    for _ in range(MOST_COMPARED + 1):
        await add(desk.services, desk.person.company, "Rajeshwari", born=BORN, phone=PHONE)

    found = await listed(desk)
    assert (found["pairs"], found["isWhole"]) == ([], True)
    assert len(await find(desk, fullName="Rajeshwari", dateOfBirth=BORN)) == 5


async def test_a_list_says_when_it_was_made_and_asks_for_a_newer_one_where_people_have_changed(
    desk: Desk, jobs: RecordingJobQueue
) -> None:
    company = desk.person.company
    older, newer = [await add(desk.services, company, "Rajeshwari", born=BORN) for _ in range(2)]

    first = (await desk.browser.get("users/duplicates")).body
    assert first == {"pairs": [], "isWhole": False, "asOf": None, "isOutdated": True}
    [asked] = jobs.jobs
    await compare_people.run(desk.services, *asked.arguments)
    made = (await desk.browser.get("users/duplicates")).body
    assert (ids_of(made), made["isOutdated"], jobs.jobs) == ([(str(older), str(newer))], False, [asked])

    await add(desk.services, company, "Asha", born=BORN)
    stale = (await desk.browser.get("users/duplicates")).body
    assert (ids_of(stale), stale["isOutdated"], stale["asOf"]) == (ids_of(made), True, made["asOf"])
    assert (await listed(desk))["asOf"] > made["asOf"]


@pytest.mark.parametrize("change", [{"fullName": "Sunita"}, {"dateOfBirth": "2001-05-22"}])
async def test_an_edit_is_seen_at_once(desk: Desk, change: dict[str, str]) -> None:
    company = desk.person.company
    _, edited = [await add(desk.services, company, "Rajeshwari", born=BORN, phone=PHONE) for _ in range(2)]
    before = await listed(desk)
    assert before["pairs"][0]["evidence"] == ["dateOfBirth", "phone"]

    assert (await desk.edit(edited, **change)).status == 200

    after = (await desk.browser.get("users/duplicates")).body
    assert [each["evidence"] for each in after["pairs"]] == ([["phone"]] if "dateOfBirth" in change else [])
    assert after["isOutdated"] is True


@pytest.mark.security("S141")
async def test_one_list_is_made_at_a_time_and_that_of_a_dead_worker_again(desk: Desk, add_company: AddCompany) -> None:
    other = await add_company()
    async with desk.services.unit_of_work() as unit:
        assert await begin_list(unit.connection, company_id=other.id)
    for company in (desk.person.company, other):
        await compare_people(desk.services, company_id=company.id)
        assert await desk.value("SELECT count(*) FROM duplicate_lists WHERE as_of IS NOT NULL") == 0

    await execute(desk.services, "UPDATE duplicate_lists SET begun_at = begun_at - interval '2 minutes'")
    assert (await listed(desk))["isWhole"] is True


async def test_titles_and_short_forms_hide_no_pair(desk: Desk) -> None:
    names = ["Dr. Neha Jain", "Neha Jain", "Mohd. Irfan", "Mohammed Irfan"]
    neha, her, irfan, his = [await add(desk.services, desk.person.company, name, born=BORN) for name in names]
    assert set(ids_of(await listed(desk))) == {(str(neha), str(her)), (str(irfan), str(his))}
