"""What the rows of a file say of batches: which they name, which of these are new, and what is wrong with a name."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from uuid import UUID

from server.people.batches.batch_form import batch_name_problem
from server.people.batches.change_batches import MOST_OPEN
from server.people.batches.repository import KnownBatch, known_batches
from server.people.imports.checking.row_repository import batch_cells
from server.people.imports.checking.row_rules import CheckedRow
from server.people.imports.files.layout import some_of
from server.people.imports.repository import Import
from server.people.imports.states import ImportMode, ImportState
from server.platform.database.connections import Connection
from server.vocabulary.fields import BATCH
from server.vocabulary.visible_text import fold_name, tidy

MOST_NEW: Final = 50
MOST_IN_CELL: Final = 10
SEPARATOR: Final = "; "
TOO_MANY_IN_CELL: Final = f"Please name at most {MOST_IN_CELL} batches"
TOO_MANY_NEW: Final = f"A file can make at most {MOST_NEW} new batches: create this one first, or name one that exists"
TOO_MANY_OPEN: Final = f"Your company has {MOST_OPEN:,} batches already. Archive those that have ended"
ARCHIVED: Final = "The batch “{name}” is archived: restore it, or name another one"


class ReadCell(NamedTuple):
    """The batches of a cell: those that exist, the folded names of those that do not, or what is wrong."""

    ids: tuple[UUID, ...] = ()
    new: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(kw_only=True)
class BatchBook:
    """Reads cells in the order of the file: the first MOST_NEW unknown names are new batches, by their folded names.

    Names are compared without regard to case and white space, with the names of batches, then with their codes.
    `cells` are those that were read.
    """

    known: Mapping[str, KnownBatch]
    open_batches: int
    new: dict[str, str] = field(default_factory=dict)
    cells: dict[str, ReadCell] = field(default_factory=dict)

    @classmethod
    def of(cls, batches: Iterable[KnownBatch]) -> "BatchBook":
        found = list(batches)
        by_code = {each.folded_code: each for each in found if each.folded_code is not None}
        by_name = {each.folded_name: each for each in found}
        return cls(known=by_code | by_name, open_batches=sum(not each.is_archived for each in found))

    def read(self, cell: str) -> ReadCell:
        if cell not in self.cells:
            self.cells[cell] = self._read_names(self._names(cell))
        return self.cells[cell]

    def judge(self, rows: Iterable[CheckedRow]) -> None:
        """Add what is wrong to the errors of the rows."""
        for row in rows:
            if row.batch and (problem := self.read(row.batch).problem):
                row.errors.append((BATCH, problem))

    def adds(self, cell: str, *, to: Container[UUID]) -> bool:
        """Whether a person who is in the batches `to` comes into another one by this cell."""
        read = self.read(cell)
        return bool(read.new) or any(batch_id not in to for batch_id in read.ids)

    def _names(self, cell: str) -> list[str]:
        if fold_name(cell) in self.known:
            return [tidy(cell)]
        return [name for part in cell.split(SEPARATOR.strip()) if (name := tidy(part))]

    def _read_names(self, names: Sequence[str]) -> ReadCell:
        if len(names) > MOST_IN_CELL:
            return ReadCell(problem=TOO_MANY_IN_CELL)
        ids, new = list[UUID](), dict[str, str]()
        for name in names:
            folded = fold_name(name)
            if (batch := self.known.get(folded)) is None:
                if problem := self._new_problem(folded, name, beside=new):
                    return ReadCell(problem=problem)
                new[folded] = name
            elif batch.is_archived:
                return ReadCell(problem=ARCHIVED.format(name=batch.name))
            else:
                ids.append(batch.id)
        for folded, name in new.items():
            self.new.setdefault(folded, name)
        return ReadCell(ids=tuple(dict.fromkeys(ids)), new=tuple(new))

    def _new_problem(self, folded: str, name: str, *, beside: Container[str]) -> str | None:
        if folded in self.new or folded in beside:
            return None
        if problem := batch_name_problem(name):
            return problem
        if len(self.new) >= MOST_NEW:
            return TOO_MANY_NEW
        return TOO_MANY_OPEN if self.open_batches + len(self.new) >= MOST_OPEN else None


async def read_batch_book(
    connection: Connection, found: Import, *, again: bool = False, mode: ImportMode | None = None
) -> BatchBook:
    """Read the batches that a file may name; none where it names none.

    `again`: its rows are stored already, and the same names are new as before. With a `mode` only the rows count that
    a start in it processes.
    """
    if not found.fields.names_batches:
        return BatchBook.of(())
    book = BatchBook.of(await known_batches(connection, company_id=found.company_id))
    for cell in await batch_cells(connection, import_id=found.id, mode=mode) if again else ():
        book.read(cell)
    return book


async def new_batches(connection: Connection, found: Import) -> list[str]:
    """The names of batches that the start makes: those in rows that it can process, in the order of the file."""
    if found.state is not ImportState.READY:
        return []
    book = await read_batch_book(connection, found, again=True, mode=ImportMode.UPSERT)
    return some_of(list(book.new.values()))
