"""Refusals of a preview grouped by cause, and the filters of its rows by them."""

from typing import Any

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office


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
