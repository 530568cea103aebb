"""The register of a batch as a file, people by sessions, and the same register read back in."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.chunks.row_files import FileFormat, Rows, write_file
from server.people.imports.files.csv_file import locate_records
from server.people.imports.files.read_table import Table, read_table
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Context, Unit
from server.training import attendance_repository, repository, session_repository
from server.training.attendance_repository import RegisterPerson
from server.training.mark_attendance import is_late, refuse_closed, write_marks
from server.training.plan_sessions import MOST_EXPECTED
from server.training.schemas import (
    ComparedRegister,
    GivenMark,
    Mark,
    ProblemKind,
    RegisterChange,
    RegisterProblem,
    TrainingSession,
)
from server.training.session_events import announce_session
from server.vocabulary.birth_dates import read_moment, usual_order
from server.vocabulary.duties import Act
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.identifiers import normalize_code
from server.vocabulary.visible_text import fold_name, tidy

MOST_SESSIONS: Final = 400
MOST_SHOWN: Final = 50
# Columns before the first day that are looked at for names and codes.
MOST_COLUMNS_OF_PEOPLE: Final = 50
HEAD_ROWS: Final = 20
LETTERS: Final = {Mark.PRESENT: "P", Mark.LATE: "L", Mark.ABSENT: "A", Mark.EXCUSED: "E"}
# As registers write them; compared in the form of names.
_WORDS: Final = {
    Mark.PRESENT: "p pr present 1 1.0 ✓ ✔ y yes true हाज़िर हाजिर उपस्थित उप ह हाँ",
    Mark.LATE: "l late lt लेट देर विलंब विलम्ब",
    Mark.ABSENT: "a ab abs absent 0 0.0 x ✗ ✘ × n no false ग़ैरहाज़िर गैरहाजिर अनुपस्थित अनु अ नहीं",
    Mark.EXCUSED: "e ex excused leave lv cl ml od छुट्टी अवकाश",
}
_MARKS: Final = {fold_name(word): mark for mark, words in _WORDS.items() for word in words.split()}
_BLANK: Final = frozenset({"", "-", "--", "–", "—", "."})
NO_DATES: Final = "No column of this file has a day as its heading. Download the register to see how it looks"
NO_PEOPLE: Final = "No column of this file has the names or codes of the people of this batch"
TOO_MANY: Final = f"A register has at most {MOST_EXPECTED:,} lines"
NEEDS_REASON: Final = "Sessions of this register ended more than 48 hours ago: say why their attendance comes now"


class RegisterChangedError(ConflictError):
    message = "Attendance was marked since this file was checked. Check it again."


async def write_register(context: Context, *, batch_id: UUID, file_format: FileFormat) -> AsyncIterator[bytes]:
    """The pieces of the file: all who were ever in the batch, by the sessions that were not cancelled.

    Raises NotFoundError: also where the batch is out of the caller's reach.
    """
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.unit_of_work() as unit:
        batch = existing(await repository.find_batch(unit.connection, batch_id, duty=duty))
        sessions, people = await _read(unit, batch_id)
        marks = await attendance_repository.list_marks(
            unit.connection, company_id=context.company_id, session_ids=[each.id for each in sessions]
        )
        after = {"rows": len(people), "sessions": len(sessions)}
        await record_act(unit, AuditAction.USERS_EXPORTED, subject_id=batch_id, subject_label=batch.name, after=after)
    heads = _headings(context, sessions)

    async def rows() -> AsyncIterator[Rows]:
        yield [["Code", "Name", *heads.values()]]
        yield (
            [each.code or "", each.full_name, *map(_letter, marks.get(each.id, [None] * len(sessions)))]
            for each in people
        )

    return write_file(rows(), file_format, sheet="Register")


async def read_register(
    context: Context, file: SpooledFile, *, batch_id: UUID, seen: str | None, reason: str | None
) -> ComparedRegister:
    """Compare a register with the marks; with what was `seen` of that, write it.

    Raises:
        NotFoundError: the batch is out of the caller's reach.
        FileRefusedError: it is no table, or cannot be read.
        BatchArchivedError: trainers no longer mark the batch.
        ValidationFailedError: it has no days or no people, is too long, or comes late and has no reason.
        RegisterChangedError: the marks are no longer those that were compared.
    """
    duty = context.actor.duty(Act.ATTENDANCE_MARK)
    async with context.services.database.reading() as connection:
        existing(await repository.find_batch(connection, batch_id, duty=duty))
    records = await in_thread(_records, await read_table(file, known=BUILT_IN))
    async with context.unit_of_work() as unit:
        await refuse_closed(unit, batch_id, duty=duty)
        sessions, people = await _read(unit, batch_id)
        marks = await attendance_repository.list_marks(
            unit.connection, company_id=context.company_id, session_ids=[each.id for each in sessions]
        )
        register = _Register(context, sessions=sessions, people=people, marks=marks)
        await in_thread(register.read, records)
        state = sha256(repr([(each.id, each.version) for each in sessions]).encode()).hexdigest()
        if seen is not None and seen != state:
            raise RegisterChangedError
        needs_reason = any(is_late(each, duty) for each in sessions if each.id in register.given)
        if seen is not None and needs_reason and reason is None:
            raise ValidationFailedError(errors={"reason": NEEDS_REASON})
        if seen is not None and register.given:
            await _apply(unit, register, sessions=sessions, reason=reason)
    return register.answer(seen=state, needs_reason=needs_reason, is_applied=seen is not None)


async def _read(unit: Unit[Context], batch_id: UUID) -> tuple[list[TrainingSession], list[RegisterPerson]]:
    """The sessions of a batch that began and were not cancelled, by their start, and all who were ever in it."""
    duty = unit.context.actor.duty(Act.TRAINING_VIEW)
    found = await session_repository.list_held(unit.connection, duty=duty, batch_id=batch_id, limit=MOST_SESSIONS)
    people = await attendance_repository.list_ever(unit.connection, duty=duty, batch_id=batch_id)
    return found, people


def _headings(context: Context, sessions: Sequence[TrainingSession]) -> dict[UUID, str]:
    """The day of each session, with its hour where the day has several."""
    local = {each.id: each.starts_at.astimezone(context.actor.zone) for each in sessions}
    days = [moment.date() for moment in local.values()]
    return {
        session_id: f"{moment:%Y-%m-%d}" if days.count(moment.date()) == 1 else f"{moment:%Y-%m-%d %H:%M}"
        for session_id, moment in local.items()
    }


def _letter(mark: Mark | None) -> str:
    return "" if mark is None else LETTERS[mark]


def _records(table: Table) -> list[tuple[int, list[str]]]:
    """The lines with their numbers. Raises ValidationFailedError: there are more lines than a register has."""
    records = []
    for line, _, record in locate_records(table.text, dialect=table.dialect):
        records.append((line, [tidy(cell) for cell in record]))
        if len(records) > MOST_EXPECTED:
            raise ValidationFailedError(errors={"file": TOO_MANY})
    return records


def _code(text: str) -> str:
    return normalize_code(text) or ""


class _Found(NamedTuple):
    session: TrainingSession
    person: RegisterPerson
    before: Mark | None
    after: Mark


class _Register:
    """What a file says of a batch: which column is which session, which line is who, and what would change."""

    def __init__(
        self,
        context: Context,
        *,
        sessions: Sequence[TrainingSession],
        people: Sequence[RegisterPerson],
        marks: Mapping[UUID, Sequence[Mark | None]],
    ) -> None:
        self._zone, self._order = context.actor.zone, usual_order(context.actor.region)
        self._sessions, self._people, self._marks = sessions, people, marks
        self.given: dict[UUID, list[GivenMark]] = {}
        self._changes: list[_Found] = []
        self._problems: list[RegisterProblem] = []
        self._problem_count = 0
        # The place of its session, by column.
        self._columns: dict[int, int] = {}
        self._local = [each.starts_at.astimezone(self._zone) for each in sessions]
        self._named = set[UUID]()

    def read(self, records: Sequence[tuple[int, list[str]]]) -> None:
        """Raises ValidationFailedError: no line has days, or no column people."""
        heads = [self._days_of(record) for _, record in records[:HEAD_ROWS]]
        place = max(range(len(heads)), key=lambda number: len(heads[number]), default=0)
        if not heads or not heads[place]:
            raise ValidationFailedError(errors={"file": NO_DATES})
        head_line, head = records[place]
        for column, (day, at) in heads[place].items():
            self._take(column, head_line, head[column], day=day, at=at)
        rows = records[place + 1 :]
        named = self._people_of([record for _, record in rows], before=min(heads[place]))
        for number, record in rows:
            if person := self._person(named, number, record):
                self._read_row(person, number, record)

    def answer(self, *, seen: str, needs_reason: bool, is_applied: bool) -> ComparedRegister:
        return ComparedRegister(
            sessions=len(self._columns),
            people=len(self._named),
            changes=len(self._changes),
            first_changes=[
                RegisterChange(
                    full_name=each.person.full_name,
                    starts_at=each.session.starts_at,
                    before=each.before,
                    after=each.after,
                )
                for each in self._changes[:MOST_SHOWN]
            ],
            problems=self._problems,
            problem_count=self._problem_count,
            seen=seen,
            needs_reason=needs_reason,
            is_applied=is_applied,
        )

    def _days_of(self, record: Sequence[str]) -> dict[int, tuple[date, str | None]]:
        """The cells that are days, by their column; a day without a year is one of a session's year."""
        years = sorted({each.starts_at.year for each in self._sessions}, reverse=True) or [utc_now().year]
        found = {}
        for column, cell in enumerate(record):
            if not any(map(str.isdigit, cell)) or fold_name(cell) in _MARKS:
                continue
            for text in (cell, *(f"{cell}{mark}{year}" for year in years for mark in (" ", "/", "-"))):
                if moment := read_moment(text, order=self._order, this_year=years[0]):
                    day, _, at = moment.partition("T")
                    found[column] = (date.fromisoformat(day), None if at.startswith("00:00") else at[:5])
                    break
        return found

    def _take(self, column: int, line: int, heading: str, *, day: date, at: str | None) -> None:
        fitting = [
            place
            for place, moment in enumerate(self._local)
            if moment.date() == day and at in {None, f"{moment:%H:%M}"}
        ]
        if len(fitting) != 1:
            self._complain(ProblemKind.SEVERAL_SESSIONS if fitting else ProblemKind.NO_SESSION, line, heading)
        elif fitting[0] in self._columns.values():
            self._complain(ProblemKind.DAY_TWICE, line, heading)
        else:
            self._columns[column] = fitting[0]

    def _people_of(self, rows: Sequence[Sequence[str]], *, before: int) -> tuple[int, dict[str, list[RegisterPerson]]]:
        """The column that names most people, and the people by what it holds: codes before names."""
        by_code, by_name = dict[str, list[RegisterPerson]](), dict[str, list[RegisterPerson]]()
        for person in self._people:
            by_name.setdefault(fold_name(person.full_name), []).append(person)
            if person.code is not None:
                by_code.setdefault(_code(person.code), []).append(person)
        fits = {
            (column, kind): sum(key(record[column]) in known for record in rows if column < len(record))
            for column in range(min(max(before, 1), MOST_COLUMNS_OF_PEOPLE))
            for kind, (key, known) in enumerate(((_code, by_code), (fold_name, by_name)))
        }
        (column, kind), most = max(fits.items(), key=lambda each: (each[1], -each[0][1]))
        if most == 0:
            raise ValidationFailedError(errors={"file": NO_PEOPLE})
        self._key = (_code, fold_name)[kind]
        return column, (by_code, by_name)[kind]

    def _person(
        self, named: tuple[int, Mapping[str, list[RegisterPerson]]], line: int, record: Sequence[str]
    ) -> RegisterPerson | None:
        column, known = named
        cell = record[column] if column < len(record) else ""
        is_empty = all(record[place] in _BLANK for place in self._columns if place < len(record))
        if not cell or is_empty:
            return None
        found = known.get(self._key(cell), [])
        if len(found) != 1:
            self._complain(ProblemKind.SEVERAL_PEOPLE if found else ProblemKind.UNKNOWN_PERSON, line, cell)
            return None
        if found[0].id in self._named:
            self._complain(ProblemKind.PERSON_TWICE, line, cell)
            return None
        self._named.add(found[0].id)
        return found[0]

    def _read_row(self, person: RegisterPerson, line: int, record: Sequence[str]) -> None:
        for column, place in self._columns.items():
            cell = record[column] if column < len(record) else ""
            if cell in _BLANK:
                continue
            mark = _MARKS.get(fold_name(cell))
            before = self._marks[person.id][place] if person.id in self._marks else None
            if mark is None:
                self._complain(ProblemKind.UNKNOWN_MARK, line, cell)
            elif mark is not before:
                session = self._sessions[place]
                self._changes.append(_Found(session, person, before, mark))
                given = GivenMark.model_validate({"userId": person.id, "mark": mark, "was": before})
                self.given.setdefault(session.id, []).append(given)

    def _complain(self, kind: ProblemKind, line: int, text: str) -> None:
        self._problem_count += 1
        if len(self._problems) < MOST_SHOWN:
            self._problems.append(RegisterProblem(kind=kind, line=line, text=text[:60]))


async def _apply(
    unit: Unit[Context], register: _Register, *, sessions: Sequence[TrainingSession], reason: str | None
) -> None:
    """Write the marks session by session.

    People are held first, then all sessions, both in the order of their ids: a deletion locks them so, and a sheet of
    one of them would wait for figures that another holds.
    """
    context, duty = unit.context, unit.context.actor.duty(Act.ATTENDANCE_MARK)
    people = sorted({each.user_id for given in register.given.values() for each in given})
    await attendance_repository.hold_people(unit.connection, people, company_id=context.company_id)
    versions = {each.id: each.version for each in sessions}
    locked = [
        existing(await session_repository.find_session(unit.connection, session_id, duty=duty, locks=True))
        for session_id in sorted(register.given)
    ]
    if any(each.version != versions[each.id] for each in locked):
        raise RegisterChangedError
    for session in locked:
        given = register.given[session.id]
        new = [each.user_id for each in given if each.was is None]
        await write_marks(unit, session, given, expected=new, reason=reason or "Register")
    await announce_session(unit, batch_id=sessions[0].batch_id, people=people)
