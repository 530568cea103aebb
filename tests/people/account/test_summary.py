"""A company's people in numbers."""

from datetime import UTC, datetime, timedelta

import pytest
from quart import Quart

from server.company.audit.record import AuditAction, record
from server.platform.database.connections import Database
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.user_calls import Desk
from tests.fixtures.user_list import Reader, add_people

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
