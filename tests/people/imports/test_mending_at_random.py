"""Random changes of a preview end in the rows of the file that has been written anew with its cells."""

import asyncio
import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.notes import is_note
from server.people.imports.mending.mend_rows import (
    delete_rows,
    edit_rows,
    map_values,
    undo_change,
)
from server.people.imports.mending.schemas import EditRowRequest, ValueToMap
from server.people.imports.preview.preview_repository import count_problems, list_counted
from server.people.imports.preview.schemas import ProblemOfRows
from server.people.imports.states import ImportMode
from tests.fixtures.import_files import HEADER, csv_file
from tests.fixtures.imports import Office

# Few of each, so that rows meet: equal ones, ones that are read as equal, and ones that the rules refuse.
CELLS: Final = {
    "fullName": ("Asha Rao", "Asha  Rao", "आशा राव", "Usha", "", "a.com/x"),
    "email": ("a@example.org", "A@example.org ", "b@example.org", "there@example.org", "x", "", "é@example.org"),
    "phone": ("9800000001", "+91 98000 00001", "+919800000002", "9800000009", "12", ""),
    "dateOfBirth": ("1990-04-12", "02/06/2003", "3/4/2001", "12-Apr-1990", "someday", "2024-01-01"),
    "gender": ("Female", "FEMALE", "M", ""),
    "workLocation": ("Pune", "P", "Pune  City"),
    "role": ("TRAINEE", "trainee", "Trainer", "HR", ""),
    "profile": ("TRAINEE", "Trainee", "ADMIN", "Boss"),
}
TARGETS: Final = {
    "fullName": "Usha Rao",
    "email": "b@example.org",
    "phone": "9800000002",
    "dateOfBirth": "03/04/2001",
    "gender": "female",
    "workLocation": "Delhi",
    "role": "HR",
    "profile": "ADMIN",
}
ROW_NUMBER: Final = re.compile(r"\(row (\d+)\)")
# Of a row that is a total where the cell beside its fields says so.
OF_TOTALS: Final = dict.fromkeys(CELLS, ("",)) | {
    "fullName": ("", "45"),
    "phone": ("", "12"),
    "workLocation": ("", "Pune"),
    "profile": ("", "TRAINEE"),
}
SERIAL_NUMBER: Final = "S.No"
BESIDE: Final = st.sampled_from(("", "7", "Total", "Grand Total: 2", "Hostel"))
PEOPLE: Final = st.tuples(
    st.one_of(
        *(
            st.fixed_dictionaries({name: st.sampled_from(cells) for name, cells in texts.items()})
            for texts in (CELLS, CELLS, OF_TOTALS)
        )
    ),
    BESIDE,
)
FIELD: Final = st.sampled_from(HEADER)
PLACE: Final = st.integers(0, 4)
CHANGES: Final = st.one_of(
    st.tuples(
        st.just("edit"), PLACE, FIELD.flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(CELLS[name])))
    ),
    st.tuples(st.just("delete"), st.sets(PLACE, min_size=1, max_size=2)),
    st.tuples(st.just("map"), PLACE, FIELD),
    st.tuples(st.just("undo")),
)


@dataclass
class Line:
    """A row of the file: its cells, the one that is no field, and whether it has one too many."""

    cells: dict[str, str]
    beside: str
    too_wide: bool

    def written(self) -> list[str]:
        return [self.beside, *(self.cells[name] for name in HEADER), *(["more"] if self.too_wide else [])]

    def is_left_out(self) -> bool:
        """Whether a file that is read has no row for it: it is blank but for its number, or a note."""
        is_blank = not "".join(self.written()[1:]) and not self.beside.strip("0123456789")
        return is_blank or is_note(self.written(), width=len(HEADER) + 1)


@dataclass
class Model:
    """The file as it would be written, by the number of the row, and as it was before each change."""

    lines: dict[int, Line]
    before: list[dict[int, Line]] = field(default_factory=list)

    def remember(self) -> None:
        self.before.append(deepcopy(self.lines))

    def undo(self) -> bool:
        if not self.before:
            return False
        self.lines = self.before.pop()
        return True


@dataclass(frozen=True)
class Desk:
    office: Office
    import_id: UUID
    model: Model

    async def apply(self, kind: str, *what: Any) -> None:
        await getattr(self, kind)(*what)

    async def edit(self, place: int, cell: tuple[str, str]) -> None:
        rows = {row.row: row for row in (await self.office.rows(self.import_id)).data}
        row, (name, text) = place + 1, cell
        if row not in rows:
            return
        stored = rows[row]
        changed = stored.values.model_dump(by_alias=True)[name] != text.strip()
        if changed or self.model.lines[row].too_wide:
            self.model.remember()
            self.model.lines[row].cells[name] = text
            self.model.lines[row].too_wide = False
        edit = EditRowRequest(values={name: text}, version=stored.version)
        await edit_rows(await self.office.context(), self.import_id, edits={row: edit})

    async def delete(self, places: set[int]) -> None:
        rows = [place + 1 for place in places]
        if self.model.lines.keys() & set(rows):
            self.model.remember()
        for row in rows:
            self.model.lines.pop(row, None)
        await delete_rows(await self.office.context(), self.import_id, rows=rows)

    async def map(self, place: int, name: str) -> None:
        rows = (await self.office.rows(self.import_id)).data
        values = {row.row: row.values.model_dump(by_alias=True)[name] for row in rows}
        value, target = values.get(place + 1), TARGETS[name]
        if value is None or value == target:
            return
        self.model.remember()
        for row, present in values.items():
            if present == value:
                self.model.lines[row].cells[name] = target
        change = ValueToMap.model_validate({"field": name, "from": value, "to": target})
        counted = await map_values(await self.office.context(), self.import_id, changes={"to": change}, dry_run=False)
        assert counted == list(values.values()).count(value)

    async def undo(self) -> None:
        if self.model.undo():
            await undo_change(await self.office.context(), self.import_id)

    async def outcome(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        return await outcome(self.office, self.import_id, numbers=None)

    async def written_anew(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """What a check finds in the file with the present cells, with the numbers of the rows here."""
        await self.office.execute("DELETE FROM import_value_maps")
        lines = self.model.lines
        content = csv_file(*(line.written() for line in lines.values()), header=(SERIAL_NUMBER, *HEADER))
        import_id = await self.office.upload(content)
        await check_import(self.office.services, import_id=import_id)
        return await outcome(self.office, import_id, numbers=list(lines))


async def outcome(
    office: Office, import_id: UUID, *, numbers: Sequence[int] | None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows with their verdicts, and what the snapshot counts; rows numbered as given."""

    def numbered(text: str) -> str:
        return text if numbers is None else ROW_NUMBER.sub(lambda found: f"(row {numbers[int(found[1]) - 1]})", text)

    rows = []
    for row in (await office.rows(import_id)).data:
        shown = row.model_dump(mode="json", exclude={"line", "version", "edited_by", "message", "row"})
        for problem in shown["errors"] + shown["updateErrors"] + shown["warnings"]:
            problem["message"] = numbered(problem["message"])
        rows.append({**shown, "row": row.row if numbers is None else numbers[row.row - 1]})
    stored = await office.fetch(
        "SELECT birth_date, account_id FROM import_rows WHERE import_id = $1 AND status <> 'deleted' ORDER BY row",
        import_id,
    )
    problems = {mode: await causes(office, import_id, mode=mode) for mode in ImportMode}
    found = await office.fetch(
        "SELECT total_rows, checked_rows, valid_rows, warning_rows, invalid_rows, changed_rows, unchanged_rows,"
        " profiles, date_example FROM imports WHERE id = $1",
        import_id,
    )
    return [shown | dict(kept) for shown, kept in zip(rows, stored, strict=True)], {
        **dict(found[0]),
        "problems": problems,
    }


async def causes(office: Office, import_id: UUID, *, mode: ImportMode) -> list[ProblemOfRows]:
    """As they are counted with each change, which is what the rows say."""
    async with office.services.database.reading() as connection:
        counted = await list_counted(connection, import_id=import_id, mode=mode)
        assert counted == await count_problems(connection, import_id=import_id, mode=mode)
    return counted


async def test_random_changes_end_in_the_rows_of_the_file_written_anew(office: Office) -> None:
    """The date of an import that has changed is read as in the file; so is what it says of its company's accounts."""
    await office.add_user(office.person.company, email="there@example.org", phone="+919800000009")
    loop = asyncio.get_running_loop()

    async def play(people: list[tuple[dict[str, str], str]], wide: set[int], changes: list[tuple[Any, ...]]) -> None:
        written = [Line(dict(cells), beside, row in wide) for row, (cells, beside) in enumerate(people, start=1)]
        lines = dict(enumerate((line for line in written if not line.is_left_out()), start=1))
        if not lines:
            return
        await office.execute("DELETE FROM import_value_maps")
        content = csv_file(*(line.written() for line in written), header=(SERIAL_NUMBER, *HEADER))
        import_id = await office.upload(content)
        await check_import(office.services, import_id=import_id)
        desk = Desk(office, import_id, Model(lines))
        for change in changes:
            await desk.apply(*change)
        # A row that was emptied stays one in the preview.
        if desk.model.lines and not any(line.is_left_out() for line in desk.model.lines.values()):
            assert await desk.outcome() == await desk.written_anew()
        await office.execute("UPDATE imports SET state = 'validating' WHERE id = $1", import_id)

    @settings(max_examples=settings().max_examples // 6, suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.lists(PEOPLE, min_size=2, max_size=5),
        st.sets(st.integers(1, 5), max_size=1),
        st.lists(CHANGES, min_size=1, max_size=7),
    )
    def run(people: list[tuple[dict[str, str], str]], wide: set[int], changes: list[tuple[Any, ...]]) -> None:
        asyncio.run_coroutine_threadsafe(play(people, wide, changes), loop).result()

    await asyncio.to_thread(run)
