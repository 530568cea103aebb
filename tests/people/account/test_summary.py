"""A company's people in numbers."""

from asyncio import gather
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any, Final
from uuid import UUID

import pytest
from quart import Quart

from server.company.audit.record import AuditAction, record
from server.people.account.people_repository import merge_people_figures
from server.platform.database.connections import Database
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks
from tests.fixtures.user_list import Reader, add_crowd, add_people

PROFILES = ["SUPER_ADMIN", "ADMIN", "MANAGEMENT", "TRAINER", "INTERVIEW_PANELIST", "PLACEMENT", "TRAINEE", None]


async def test_every_user_is_counted_once(reader: Reader, database: Database, company: Company) -> None:
    await add_people(
        database,
        company,
        ("A", "MENTOR", "TRAINER"),
        ("B", "FACULTY", "TRAINER"),
        ("C", "APPLICANT", None),
        ("D", "TRAINEE", "TRAINEE"),
    )
    today = datetime.now(UTC).date()
    async with database.reading() as connection:
        for name, days, invitation in (("A", 13, "sent"), ("B", 14, "queued"), ("C", 1, "failed"), ("D", 0, "sent")):
            await connection.raw.execute(
                "UPDATE users SET created_at = $2, invitation = $3, is_active = ($1 <> 'B') WHERE full_name = $1",
                name,
                datetime.combine(today - timedelta(days=days), datetime.min.time(), tzinfo=UTC),
                invitation,
            )
        await connection.raw.execute("UPDATE users SET temporary_password_expires_at = now() WHERE full_name = 'D'")
    summary = await (await reader.ask("/summary")).get_json()
    assert (summary["total"], summary["active"]) == (5, 4)
    assert [each["profile"] for each in summary["byProfile"]] == PROFILES
    assert [each["count"] for each in summary["byProfile"]] == [1, 0, 0, 2, 0, 0, 1, 1]
    assert summary["invitations"] == {
        "none": 1,
        "queued": 1,
        "sent": 1,
        "lapsed": 1,
        "failed": 1,
        "accepted": 0,
    }
    by_day = {each["day"]: each["count"] for each in summary["createdByDay"]}
    assert list(by_day) == [str(today - timedelta(days=ago)) for ago in range(13, -1, -1)]
    assert [by_day[str(today - timedelta(days=ago))] for ago in (13, 12, 1, 0)] == [1, 0, 1, 2]
    assert summary["serverTime"].endswith("Z")


COUNTED_ANEW: Final = """
    SELECT profile, invitation, is_active, CAST(created_at AT TIME ZONE 'UTC' AS date) AS day, count(*) AS people
      FROM users WHERE company_id = $1 GROUP BY 1, 2, 3, 4
"""
KEPT: Final = """
    SELECT profile, invitation, is_active, day, sum(people) AS people
      FROM people_figures WHERE company_id = $1 GROUP BY 1, 2, 3, 4 HAVING sum(people) <> 0
"""


async def test_the_numbers_follow_every_change_and_are_merged_meanwhile(
    services: Services, database: Database, company: Company, add_company: AddCompany
) -> None:
    await add_crowd(database, company, count=40)
    await add_people(database, await add_company(), ("A", "MENTOR", "TRAINER"))

    async def merge() -> None:
        async with services.unit_of_work() as unit:
            await merge_people_figures(unit.connection)

    changes = (
        "UPDATE users SET is_active = NOT is_active WHERE id = $1",
        "UPDATE users SET invitation = 'sent', full_name = 'X' WHERE id = $1",
        "UPDATE users SET profile = NULL WHERE id = $1",
        "UPDATE users SET full_name = 'Y' WHERE id = $1",
        "DELETE FROM users WHERE id = $1",
    )
    async with database.reading() as connection:

        async def rows(query: str) -> set[Any]:
            return {*map(tuple, await connection.raw.fetch(query, company.id))}

        people = [person for person, _ in await rows("SELECT id, email FROM users WHERE company_id = $1")]
        for person, change in zip(people, cycle(changes), strict=False):
            await gather(execute(services, change, person), merge(), merge())
        assert len(await rows(COUNTED_ANEW)) == len(changes) - 1
        assert await rows(KEPT) == await rows(COUNTED_ANEW)

        await execute(services, "UPDATE users SET profile = 'TRAINER' WHERE company_id = $1", company.id)
        for _ in range(80):
            await execute(services, "UPDATE users SET is_active = NOT is_active WHERE company_id = $1", company.id)
        await merge()
        assert await rows(KEPT) == await rows(COUNTED_ANEW)
        (stored,) = (await rows("SELECT count(*) FROM people_figures WHERE company_id = $1")).pop()
        assert stored == len(await rows(COUNTED_ANEW))


async def test_another_company_s_people_are_not_counted(
    reader: Reader, database: Database, add_company: AddCompany
) -> None:
    """S32."""
    await add_people(database, await add_company(), ("A", "MENTOR", "TRAINER"))
    assert (await (await reader.ask("/summary")).get_json())["total"] == 1


@pytest.mark.parametrize(("profile", "seen"), [(Profile.SUPER_ADMIN, 8), (Profile.ADMIN, 8), (Profile.MANAGEMENT, 0)])
async def test_the_last_entries_need_the_permission_to_read_the_audit_trail(
    app: Quart, database: Database, sign_in: SignIn, company: Company, profile: Profile, seen: int
) -> None:
    async with database.unit_of_work() as unit:
        for number in range(9):
            await record(
                unit.connection, action=AuditAction.USER_EDITED, company_id=company.id, subject_label=str(number)
            )
    reader = Reader(app=app, person=await sign_in(profile))
    recent = (await (await reader.ask("/summary")).get_json())["recent"]
    assert [entry["subjectLabel"] for entry in recent] == [str(number) for number in range(8, 8 - seen, -1)]


async def test_the_ten_newest_open_batches_are_named_with_their_figures(shelf: Shelf, desk: Desk) -> None:
    numbers = [await shelf.make(f"Batch {number}") for number in range(12)]
    await shelf.change(numbers[-1], archived=True)
    await shelf.put_in(numbers[-2], [desk.person.id])

    summary = (await desk.browser.get("users/summary")).body
    assert [each["name"] for each in summary["batches"]] == [f"Batch {number}" for number in reversed(range(1, 11))]
    assert summary["batches"][0] == (await shelf.read(numbers[-2])).body
    assert (summary["batches"][0]["people"], summary["batches"][1]["people"]) == (1, 0)


STEPS: Final = ("hasDetails", "hasColleagues", "hasFile", "hasFactor", "hasInvited")
DISMISS: Final = "users/first-steps/dismiss"


async def first_steps(desk: Desk) -> Any:
    return (await desk.browser.get("users/summary")).body["firstSteps"]


async def test_the_first_steps_are_ticked_by_what_is_true(
    desk: Desk, desks: Desks, services: Services, company: Company, sign_in: SignIn, add_company: AddCompany
) -> None:
    """What another company has done, and the factor of another account, tick nothing."""
    other = desks.of(await sign_in(company=await add_company()))
    trainee = (await desk.create()).body["id"]
    factor = """
        INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, confirmed_at)
        VALUES ($1, $2, 'totp', 'App', 's', now())
    """
    await execute(services, factor, company.id, UUID(trainee))
    assert await first_steps(desk) == dict.fromkeys(STEPS, False)

    assert (await desk.browser.call("PUT", "companies/settings", json={"region": "IN"})).status == 200
    assert not (await first_steps(desk))["hasDetails"]
    # What suits as it is has been looked at, too.
    assert (await desk.browser.call("PUT", "companies/settings", json={})).status == 200
    await sign_in(Profile.ADMIN)
    file = "INSERT INTO imports (company_id, file_name, delimiter, encoding) VALUES ($1, 'a.csv', ',', 'utf-8')"
    await execute(services, file, company.id)
    await execute(services, factor, company.id, desk.person.id)
    await execute(services, "UPDATE users SET invitation = 'sent' WHERE id = $1", UUID(trainee))
    assert await first_steps(desk) == dict.fromkeys(STEPS, True) | {"hasFile": False}
    await execute(services, "UPDATE imports SET state = 'completed'")
    assert await first_steps(desk) == dict.fromkeys(STEPS, True)
    assert await first_steps(other) == dict.fromkeys(STEPS, False)


async def test_the_first_steps_are_dismissed_for_good_by_their_own_super_admin(
    desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    colleague = desks.of(await sign_in())
    for profile in (Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE, None):
        other = desks.of(await sign_in(profile))
        assert (await other.browser.post(DISMISS)).status == 403, profile
    assert await first_steps(desks.of(await sign_in(Profile.ADMIN))) is None
    assert {(await desk.browser.post(DISMISS)).status for _ in range(2)} == {200}
    assert await first_steps(desk) is None
    assert await first_steps(colleague) is not None
