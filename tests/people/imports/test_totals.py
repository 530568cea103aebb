"""A total below a table whose word stands in a column that is no field."""

from typing import Final

from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.row_rules import NEEDS_EMAIL, TOTALS
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, person
from tests.fixtures.imports import Office

UNNAMED: Final = dict.fromkeys(("fullName", "email", "phone", "dateOfBirth"), "")


async def test_a_total_beside_the_fields_stays_one_until_its_row_names_a_person(caller: Caller, office: Office) -> None:
    """Nothing of a row but its fields is stored: the rest is read from the file where it may matter."""
    owner = caller.as_person(office.person)
    content = csv_file(["1", *person(1)], ["Grand Total", *person(2, **UNNAMED)], header=["S.No", *HEADER])
    import_id = await office.upload(content)
    await check_import(office.services, import_id=import_id)

    async def errors() -> list[tuple[str, str]]:
        one, two = (await owner.get(f"{import_id}/rows")).body["data"]
        assert one["errors"] == []
        return [(each["field"], each["message"]) for each in two["errors"]]

    async def edit(version: int, **values: str) -> None:
        answer = await owner.call("PATCH", f"{import_id}/rows/2", json={"values": values, "version": version})
        assert answer.status == 200

    total, person_found = [("row", TOTALS)], [("email", NEEDS_EMAIL), ("phone", "Invalid phone format")]
    person_found.append(("dateOfBirth", "Missing date of birth"))
    assert await errors() == total
    await edit(1, phone="12")
    assert await errors() == total
    await edit(2, fullName="Asha Rao")
    assert await errors() == person_found
    await edit(3, fullName="")
    assert await errors() == total
    for expected in (person_found, total, total):
        assert (await owner.post(f"{import_id}/rows/undo")).status == 200
        assert await errors() == expected
