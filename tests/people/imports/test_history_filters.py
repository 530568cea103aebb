"""The history of imports and its filters."""

from datetime import timedelta
from typing import Final

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany

MANY: Final = """
    INSERT INTO imports (company_id, file_name, delimiter, encoding, uploaded_by, started_by, state,
                         created_at)
    SELECT $1, 'list ' || n || '.csv', ',', 'utf-8', $2::uuid, CASE WHEN n % 100 = 0 THEN $2::uuid END,
           CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'completed' END, now() - n * interval '1 hour'
      FROM generate_series(1, 10000) AS n
"""


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def names(caller: Caller, **query: str | int) -> list[str]:
    listed = await caller.get(**query)
    assert listed.status == 200, listed.body
    assert listed.body["total"] == len(listed.body["data"])
    return [each["fileName"] for each in listed.body["data"]]


async def test_filters_are_combined(owner: Caller, office: Office, offices: Offices) -> None:
    colleague = await offices.open()
    spring = await office.upload(csv_file(*people(1)), name="Spring 100%.csv")
    summer = await office.upload(csv_file(*people(1)), name="summer_list.csv")
    await office.upload(csv_file(*people(1)), name="SUMMER.csv")
    for starter, started in ((office, spring), (colleague, summer)):
        await office.execute(
            "UPDATE imports SET state = 'completed', started_by = $1 WHERE id = $2", starter.person.id, started
        )
    assert await names(owner) == ["SUMMER.csv", "summer_list.csv", "Spring 100%.csv"]
    assert await names(owner, search="Summer") == ["SUMMER.csv", "summer_list.csv"]
    assert await names(owner, search="100%") == ["Spring 100%.csv"]
    assert await names(owner, search="r_l") == ["summer_list.csv"], "no wildcard"
    assert await names(owner, search="\\") == []
    assert await names(owner, state="completed") == ["summer_list.csv", "Spring 100%.csv"]
    assert await names(owner, state="completed", startedBy=str(office.person.id)) == ["Spring 100%.csv"]
    assert await names(owner, state="completed", search="sum") == ["summer_list.csv"]
    assert await names(owner, state="", search="", startedBy="", **{"from": "", "to": ""}) == await names(owner)


async def test_days_are_included_and_a_moment_ends_before_itself(owner: Caller, office: Office) -> None:
    for name, hour in (("a", -1), ("b", 0), ("c", 20)):
        import_id = await office.upload(csv_file(*people(1)), name=name)
        await office.execute(
            "UPDATE imports SET created_at = '2026-03-02 00:00+00'::timestamptz + $2 WHERE id = $1",
            import_id,
            timedelta(hours=hour),
        )
    assert await names(owner, **{"from": "2026-03-02"}) == ["c", "b"]
    assert await names(owner, to="2026-03-01") == ["a"]
    assert await names(owner, **{"from": "2026-03-01", "to": "2026-03-02"}) == ["c", "b", "a"]
    assert await names(owner, **{"from": "2026-03-02T00:00+05:30", "to": "2026-03-02T00:00Z"}) == ["a"]
    assert await names(owner, **{"from": "2026-03-02T00:00:00Z"}) == ["c", "b"]


async def test_a_filter_that_cannot_be_read_is_refused(owner: Caller) -> None:
    cases: list[dict[str, str]] = [
        {"state": "sleeping"},
        {"startedBy": "me"},
        {"from": "yesterday"},
        {"from": "2026-03-02T10:00"},
        {"from": "0001-01-01T00:00+14:00"},
        {"to": "9999-12-31T23:59-14:00"},
        {"to": "2026-13-01"},
        {"to": "9999-12-31"},
        {"search": "x" * 201},
        {"search": "\x00"},
    ]
    for query in cases:
        refused = await owner.get(**query)
        assert (refused.status, refused.body["code"]) == (422, "validation_failed"), query


async def test_the_filters_find_nothing_of_another_company(
    caller: Caller, office: Office, offices: Offices, add_company: AddCompany
) -> None:
    import_id = await office.check(*people(1))
    await office.start(import_id)
    stranger = caller.as_person((await offices.open(company=await add_company())).person)
    for query in ({"search": "people"}, {"startedBy": str(office.person.id)}, {"state": "processing"}):
        assert await names(stranger, **query) == []


async def test_a_history_of_ten_thousand_is_filtered_by_indexes(owner: Caller, office: Office) -> None:
    await office.execute(MANY, office.person.company.id, office.person.id)
    await office.execute("ANALYZE imports")
    listed = await owner.get(startedBy=str(office.person.id), state="failed", search="list 1")
    assert (listed.status, listed.body["total"]) == (200, 12)
    for condition, index in {
        "state = 'failed'": "by_state",
        f"started_by = '{office.person.id}'": "starte",
        "created_at >= now() - interval '3 hours'": "by_day",
    }.items():
        plan = await office.fetch(
            f"EXPLAIN SELECT count(*) FROM imports WHERE company_id = $1 AND {condition}",  # noqa: S608 - constants
            office.person.company.id,
        )
        assert f"ix_imports_{index}" in "\n".join(line["QUERY PLAN"] for line in plan)
