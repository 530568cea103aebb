"""Refusals of a preview grouped by cause, and the filters of its rows by them."""

from typing import Any

from server.people.account.errors import EMAIL_TAKEN
from server.platform.errors import FORBIDDEN_MESSAGE
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices


async def test_refusals_are_grouped_by_cause(caller: Caller, office: Office) -> None:
    owner = caller.as_person(office.person)
    import_id = await office.check(
        person(1),
        person(1, role="Boss"),
        person(1),
        person(2, role="Boss", phone="12"),
        person(3, dateOfBirth="x"),
        person(4),
        person(4),
    )
    problems = (await owner.get(f"{import_id}/problems")).body["problems"]
    assert [(each["field"], each["message"], each["rows"]) for each in problems] == [
        ("email", "Duplicate email in file", 3),
        ("role", problems[1]["message"], 2),
        ("dateOfBirth", "Invalid date of birth format", 1),
        ("phone", "Invalid phone format", 1),
    ]

    async def found(**query: str) -> tuple[list[int], int]:
        body: dict[str, Any] = (await owner.get(f"{import_id}/rows", **query)).body
        return [row["row"] for row in body["data"]], body["total"]

    assert await found(status="invalid", field="email", problem="Duplicate email in file") == ([2, 3, 7], 3)
    assert await found(field="role") == ([2, 4], 2)
    assert await found(status="warning", field="phone") == ([], 0)
    assert await found(status="invalid", problem="'; --") == ([], 0)
    assert (await owner.get(f"{import_id}/rows", field="password")).status == 422


async def test_refusals_of_an_update_are_those_of_its_accounts(
    caller: Caller, offices: Offices, office: Office
) -> None:
    """Each cause is a filter of the rows in the same mode."""
    manager = await offices.open(Profile.MANAGEMENT)
    await office.add_user(office.person.company, email="imported1@example.org", phone="+919000000001")
    await office.add_user(office.person.company, email="imported2@example.org", phone="+919000000002")
    admin = await offices.open(Profile.ADMIN)
    import_id = await manager.check(
        person(1, fullName="Usha Rao"),
        person(2, phone="12"),
        person(3, email=admin.person.email, fullName="Another"),
        person(4, phone="13"),
        person(5),
    )
    one = caller.as_person(manager.person)

    async def problems(**query: str) -> list[tuple[str, str, int]]:
        body = (await one.get(f"{import_id}/problems", **query)).body
        return [(each["field"], each["message"], each["rows"]) for each in body["problems"]]

    async def rows(field: str, message: str, **query: str) -> list[int]:
        body = (await one.get(f"{import_id}/rows", field=field, problem=message, **query)).body
        return [row["row"] for row in body["data"]]

    taken, phone, beyond = ("email", EMAIL_TAKEN), ("phone", "Invalid phone format"), ("row", FORBIDDEN_MESSAGE)
    assert await problems() == await problems(mode="create") == [(*taken, 3), (*phone, 2)]
    assert await rows(*phone) == [2, 4]
    # An update asks nothing of a person without an account but the email.
    for mode, numbers in (("update", [2]), ("upsert", [2, 4])):
        assert await problems(mode=mode) == [(*phone, len(numbers)), (*beyond, 1)]
        assert await rows(*taken, mode=mode) == []
        assert await rows(*phone, mode=mode) == numbers
        assert await rows(*beyond, mode=mode, status="refused") == [3]
    assert (await one.get(f"{import_id}/problems", mode="delete")).status == 422


async def test_rows_that_a_process_of_the_previous_release_has_changed_are_counted_themselves(
    caller: Caller, office: Office
) -> None:
    owner = caller.as_person(office.person)
    import_id = await office.check(person(1, phone="12"), person(2, phone="12"))
    # It deletes a row, and knows nothing of what is counted.
    await office.execute("UPDATE import_rows SET status = 'deleted' WHERE import_id = $1 AND row = 1", import_id)
    await office.execute("UPDATE imports SET invalid_rows = 1, version = version + 1 WHERE id = $1", import_id)

    async def problems() -> set[tuple[str, int]]:
        body = (await owner.get(f"{import_id}/problems")).body
        return {(each["field"], each["rows"]) for each in body["problems"]}

    assert await problems() == {("phone", 1)}
    edited = await owner.call("PATCH", f"{import_id}/rows/2", json={"values": {"role": "Boss"}, "version": 1})
    assert edited.status == 200
    assert await problems() == {("phone", 1), ("role", 1)}
