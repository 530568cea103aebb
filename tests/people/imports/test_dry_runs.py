"""S112: what only counts waits for no one, and reads the rows of a preview once."""

from typing import Final

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office
from tests.fixtures.work import counted_statements

VALUES: Final = {
    "role": ["TRAINEE", "HR"],
    "fullName": ["Imported 1", *(f"Nobody {number}" for number in range(97))],
}


@pytest.mark.security("S112")
async def test_a_dry_run_waits_for_no_change_and_reads_the_rows_once(office: Office, caller: Caller) -> None:
    import_id = await office.check(*people(3))
    changes = [{"field": field, "from": value, "to": "X"} for field, values in VALUES.items() for value in values]
    async with (
        counted_statements(office.services) as statements,
        office.services.unit_of_work() as unit,
    ):
        await unit.connection.execute("SELECT FROM imports WHERE id = :id FOR UPDATE", id=import_id)
        statements.clear()
        counted = await caller.as_person(office.person).post(
            f"{import_id}/values/changes", {"changes": changes, "dryRun": True}
        )
        assert (counted.status, counted.body["rows"]) == (200, 3)
        assert sum("import_rows" in statement for statement in statements) == 1
