"""Files of candidates for an employer, and the employer's list of who was selected and rejected, read back in."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.chunks.row_files import BATCH_ROWS, FileFormat, Rows, write_file
from server.people.fields.repository import find_own_values
from server.people.fields.visible import open_fields
from server.people.imports.files.csv_file import locate_records
from server.people.imports.files.read_table import Table, read_table
from server.placement import candidate_repository as repository
from server.placement import schemas
from server.placement.candidate_repository import CandidateRow
from server.placement.keep_openings import reach
from server.placement.opening_repository import lock_opening as hold_opening
from server.placement.placement_events import announce_opening
from server.platform.errors import ConflictError, ValidationFailedError
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.threads import in_thread
from server.platform.services import Context
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.identifiers import normalize_code
from server.vocabulary.own_fields import OwnField
from server.vocabulary.placement import CandidacyState
from server.vocabulary.visible_text import fold_name, tidy

MOST_LINES: Final = 10_000
MOST_SHOWN: Final = 50
HEAD_ROWS: Final = 20
NOT_MARKED: Final = "Fields for an employer are marked so by a Super Admin: {} is not, or not open to you"
NO_CODES: Final = "No column of this file has the codes of this opening's candidates"
NO_RESULTS: Final = "No column of this file says selected or rejected"
TOO_MANY: Final = f"A list has at most {MOST_LINES:,} lines"
# As employers write them; compared in the form of names.
_WORDS: Final = {
    CandidacyState.SELECTED: "selected|select|yes|y|hired|offer|offered|shortlisted|pass|passed|चयनित|हाँ",
    CandidacyState.REJECTED: "rejected|reject|no|n|not selected|fail|failed|not shortlisted|अस्वीकृत|नहीं",
}
_RESULTS: Final = {fold_name(word): state for state, words in _WORDS.items() for word in words.split("|")}


class ResultsChangedError(ConflictError):
    message = "Candidates have changed since this file was checked. Check it again."


async def write_candidates(
    context: Context, request: schemas.SendFileRequest, *, opening_id: UUID, file_format: FileFormat
) -> AsyncIterator[bytes]:
    """The pieces of the file: code, name, and fields that are marked for employers and open to the caller.

    That it was made is recorded with its recipients, columns and the number of people before the first piece leaves.

    Raises NotFoundError; ValidationFailedError: a column is not marked.
    """
    async with context.unit_of_work() as unit:
        opening = await reach(unit.connection, context, opening_id)
        marked = [each for each in await open_fields(unit.connection, context) if each.is_for_employers]
        columns = _choose([each for each in marked if not each.is_sensitive], request.columns)
        found, _ = await repository.list_candidates(
            unit.connection, company_id=context.company_id, opening_id=opening_id, states=request.states
        )
        after = {
            "recipients": sorted(set(request.recipients)),
            "columns": [each.label for each in columns],
            "people": len(found),
            "states": [each.value for each in request.states],
        }
        await record_act(
            unit, AuditAction.EMPLOYER_FILE_MADE, subject_id=opening_id, subject_label=opening.name, after=after
        )

    async def rows() -> AsyncIterator[Rows]:
        yield [["Code", "Name", "Rank", *(each.label for each in columns)]]
        for start in range(0, len(found), BATCH_ROWS):
            people = found[start : start + BATCH_ROWS]
            async with context.services.database.reading() as connection:
                ids = [each.id for each in people]
                values = await find_own_values(connection, ids, company_id=context.company_id)
            yield [
                [each.code or "", each.full_name, str(each.rank or "")]
                + [column.shown(values.get(each.id, {}).get(column.slot)) for column in columns]
                for each in people
            ]

    return write_file(rows(), file_format, sheet="Candidates")


def _choose(marked: Sequence[OwnField], keys: Sequence[str] | None) -> list[OwnField]:
    if keys is None:
        return list(marked)
    by_key = {field.key: field for field in marked}
    if unknown := next((key for key in keys if key not in by_key), None):
        raise ValidationFailedError(errors={"columns": NOT_MARKED.format(unknown)})
    return [by_key[key] for key in dict.fromkeys(keys)]


async def read_results(
    context: Context, file: SpooledFile, *, opening_id: UUID, seen: str | None
) -> schemas.ComparedResults:
    """Compare an employer's list with the candidates; with what was `seen` of that, write it.

    Raises:
        NotFoundError: the opening is out of the caller's reach.
        FileRefusedError: it is no table, or cannot be read.
        ValidationFailedError: it has no codes or no results, or is too long.
        ResultsChangedError: the candidates are no longer those that were compared.
    """
    of_opening: dict[str, Any] = {"company_id": context.company_id, "opening_id": opening_id}
    async with context.services.database.reading() as connection:
        await reach(connection, context, opening_id)
    records = await in_thread(_records, await read_table(file, known=BUILT_IN))
    async with context.unit_of_work() as unit:
        found, _ = await repository.list_candidates(unit.connection, **of_opening)
        if seen is not None:
            people = [each.id for each in found]
            await repository.hold_people(unit.connection, people, company_id=context.company_id)
            await hold_opening(unit.connection, opening_id, company_id=context.company_id, changes=False)
            found, _ = await repository.list_candidates(unit.connection, **of_opening)
        state = sha256(repr(sorted((str(each.id), each.version) for each in found)).encode()).hexdigest()
        if seen is not None and seen != state:
            raise ResultsChangedError
        results = _Results(found)
        await in_thread(results.read, records)
        if seen is not None and results.given:
            given = results.given
            await repository.set_states(unit.connection, given, **of_opening, changed_by=context.user_id)
            await announce_opening(unit, opening_id, company_id=context.company_id)
    return results.answer(seen=state, is_applied=seen is not None)


def _records(table: Table) -> list[tuple[int, list[str]]]:
    """The lines with their numbers. Raises ValidationFailedError: there are more lines than a list has."""
    records = []
    for line, _, record in locate_records(table.text, dialect=table.dialect):
        records.append((line, [tidy(cell) for cell in record]))
        if len(records) > MOST_LINES:
            raise ValidationFailedError(errors={"file": TOO_MANY})
    return records


def _code(text: str) -> str:
    return normalize_code(text) or ""


class _Results:
    """What a file says of an opening's candidates: the column of codes, the one of results, and what would change."""

    def __init__(self, found: Sequence[CandidateRow]) -> None:
        self._by_code: Mapping[str, CandidateRow] = {_code(each.code): each for each in found if each.code}
        self.given: dict[UUID, CandidacyState] = {}
        self._changes: list[schemas.ResultChange] = []
        self._problems: list[schemas.ResultProblem] = []
        self._problem_count = 0

    def read(self, records: Sequence[tuple[int, list[str]]]) -> None:
        """Raises ValidationFailedError: no column has codes, or none results."""
        rows = [record for _, record in records]
        codes = self._column(rows, lambda cell: _code(cell) in self._by_code, missing=NO_CODES)
        results = self._column(rows, lambda cell: fold_name(cell) in _RESULTS, missing=NO_RESULTS)
        seen = set[str]()
        for line, record in records:
            code, result = (record[place] if place < len(record) else "" for place in (codes, results))
            is_heading = line <= HEAD_ROWS and _code(code) not in self._by_code and fold_name(result) not in _RESULTS
            if not code or is_heading:
                continue
            self._read_line(line, code, result, is_twice=_code(code) in seen)
            seen.add(_code(code))

    def _read_line(self, line: int, code: str, result: str, *, is_twice: bool) -> None:
        person, after = self._by_code.get(_code(code)), _RESULTS.get(fold_name(result))
        kinds = schemas.ResultProblemKind
        movable = (CandidacyState.SHORTLISTED, CandidacyState.IN_ROUNDS, CandidacyState.SELECTED)
        if person is None:
            self._complain(kinds.UNKNOWN_CODE, line, code)
        elif is_twice:
            self._complain(kinds.CODE_TWICE, line, code)
        elif after is None:
            # A line without a result says nothing yet.
            if result:
                self._complain(kinds.UNKNOWN_RESULT, line, result)
        elif after != person.state and (person.state not in movable or person.has_offer):
            self._complain(kinds.NOT_MOVED, line, code)
        elif after != person.state:
            self.given[person.id] = after
            change = {"code": person.code, "full_name": person.full_name, "before": person.state, "after": after}
            self._changes.append(schemas.ResultChange.model_validate(change))

    def answer(self, *, seen: str, is_applied: bool) -> schemas.ComparedResults:
        return schemas.ComparedResults(
            changes=len(self._changes),
            first_changes=self._changes[:MOST_SHOWN],
            problems=self._problems,
            problem_count=self._problem_count,
            seen=seen,
            is_applied=is_applied,
        )

    def _column(self, rows: Sequence[Sequence[str]], fits: Callable[[str], bool], *, missing: str) -> int:
        """The column most of whose cells fit."""
        counts = Counter(place for record in rows for place, cell in enumerate(record) if fits(cell))
        if not counts:
            raise ValidationFailedError(errors={"file": missing})
        return min(counts, key=lambda place: (-counts[place], place))

    def _complain(self, kind: schemas.ResultProblemKind, line: int, text: str) -> None:
        self._problem_count += 1
        if len(self._problems) < MOST_SHOWN:
            self._problems.append(schemas.ResultProblem(kind=kind, line=line, text=text[:60]))
