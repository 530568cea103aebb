"""Files as colleges send them, each with its verdict: tests/fixtures/files/verdicts.py."""

from typing import Any
from uuid import UUID

import pytest

from server.people.imports.checking.check_import import check_import
from tests.fixtures.files.make_files import HERE, files
from tests.fixtures.files.make_workbooks import empty_rows
from tests.fixtures.files.verdicts import ASHA, VERDICTS, Checked, Refused, Verdict, Waits
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import HEADER
from tests.fixtures.imports import Office


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


def refusal(answer: Called) -> Refused:
    return Refused(message=answer.body["message"], detail=(answer.body.get("errors") or {}).get("file"))


def outcome(row: dict[str, Any]) -> tuple[str, ...]:
    """The person of a valid row, the errors of an invalid one."""
    return tuple(error["message"] for error in row["errors"]) or tuple(row["values"][name] for name in HEADER)


async def verdict_on(content: bytes, *, name: str, owner: Caller, office: Office) -> tuple[Verdict, list[str]]:
    """(what became of the file, its remarks)."""
    uploaded = await owner.upload(content, name=name)
    if uploaded.status != 201:
        assert uploaded.status == 422
        return refusal(uploaded), []
    import_id = UUID(uploaded.body["id"])
    if uploaded.body["state"] == "mapping":
        return Waits(reason=(await owner.get(import_id)).body["reason"]), []
    await check_import(office.services, import_id=import_id)
    snapshot = (await owner.get(import_id)).body
    assert snapshot["state"] == "ready"
    rows = (await owner.get(f"{import_id}/rows")).body["data"]
    return Checked(rows=tuple(map(outcome, rows))), snapshot["remarks"]


@pytest.mark.parametrize(("name", "expected"), VERDICTS.items(), ids=VERDICTS)
async def test_a_file_gets_its_verdict(owner: Caller, office: Office, name: str, expected: Verdict) -> None:
    found, remarks = await verdict_on((HERE / name).read_bytes(), name=name, owner=owner, office=office)
    if isinstance(expected, Checked):
        assert found == Checked(rows=expected.rows)
        assert any(remark.startswith(expected.remark or "") for remark in [*remarks, ""])
    else:
        assert found == expected


@pytest.mark.long
@pytest.mark.slow
async def test_rows_of_a_format_to_the_end_of_the_sheet_cost_little(owner: Caller, office: Office) -> None:
    found, _ = await verdict_on(empty_rows(), name="formatted.xlsx", owner=owner, office=office)
    assert found == Checked(rows=(ASHA,))


def test_every_file_has_a_verdict_and_is_made_by_the_script_or_a_spreadsheet_program() -> None:
    kept = {path.name for path in HERE.iterdir() if path.is_file() and path.suffix != ".py"}
    assert kept == set(VERDICTS) == {*files(), "students.xls", "students.ods"}
