"""Read what was uploaded, a workbook or a text, as a table: its header, its first rows and its layout."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from server.people.imports.errors import NoDataRowError, NotCsvError, WorkbookRefusedError
from server.people.imports.files.csv_file import Head, Survey, check_encoding, detect_dialect, read_head, survey
from server.people.imports.files.headings import HEADER_FIELDS, Found, headings_of, join_rows, simplify
from server.people.imports.files.layout import Dialect, FieldMap, HeaderRows, Layout, Remembered, distinct, some_of
from server.people.imports.files.lost_letters import GUESSED
from server.people.imports.files.notes import on_notes, shorten
from server.people.imports.files.other_documents import IN_CONTAINERS
from server.people.imports.files.questions import (
    Answer,
    Answers,
    Question,
    QuestionKind,
    count_rows,
    on_exchanged_dates,
    on_hidden_rows,
    on_hidden_sheets,
    on_joined_lines,
    on_left_people,
    on_other_sheets,
    on_repeated_people,
    on_struck_rows,
    sheet_options,
)
from server.people.imports.read_import import DATES_FOUND, DATES_NAMED, on_chosen_dates
from server.people.imports.states import ImportMode, ImportState
from server.people.workbooks import reader
from server.platform.configuration.settings import Settings
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.vocabulary.birth_dates import DateOrder, find_order, needed_order, order_named, read_birth_date, usual_order
from server.vocabulary.fields import FieldSet
from server.vocabulary.own_fields import holds_aadhaar

# The formats of imports that are read by these answers.
FORMATS: Final = {Answer.WITHOUT_LEFT: 2, Answer.AS_INACTIVE: 2, Answer.LATEST_ROW: 3}
OF_WORKBOOKS: Final = Dialect(encoding="utf-8", delimiter=",")
# So many people, and such a share of all, are not born on one day by chance.
MANY_ALIKE: Final = 5
DATES_LOOKED_AT: Final = 5
SHARE_ALIKE: Final = 0.05
FEW_OTHERS: Final = 4
NO_HEADINGS: Final = "This file has no headings. Please choose what each column holds."
NO_RESULTS: Final = (
    "these cells are read as empty. Open the workbook in a spreadsheet program, correct and save it there, and upload "
    "it again."
)
MERGED: Final = "Merged cells have their text in the first row only"
NOT_LOOKED_AT: Final = "Sheets that are too many or too large to be looked at are not read"


@dataclass(frozen=True, kw_only=True)
class Table:
    """A file that was read as far as its first rows.

    `text` is what is read from now on: the file itself, or the CSV that a sheet was converted to. `passed_over` is the
    first sheet where another one is read, because no heading of the first names a field. `guessed` is the encoding of a
    text that does not say it. `is_unpacked`: the text comes out of an archive. See Layout for `known`.
    """

    text: bytes
    workbook: reader.Workbook | None
    dialect: Dialect
    head: Head
    known: FieldSet
    passed_over: str | None = None
    guessed: str | None = None
    is_unpacked: bool = False

    @property
    def sheet(self) -> str | None:
        return None if self.workbook is None else self.workbook.sheet

    @property
    def converted(self) -> bytes | None:
        """The sheet of a workbook as CSV, or the text of an archive."""
        return None if self.workbook is None and not self.is_unpacked else self.text

    def layout(self, fields: FieldMap) -> Layout:
        rows = HeaderRows(self.head.line, self.head.count)
        return Layout(dialect=self.dialect, header_rows=rows, fields=fields, known=self.known)

    def find_fields(self) -> Found:
        return headings_of(self.known).find_fields(self.head.header, samples=self.head.rows, this_year=utc_now().year)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a table is read, and what one pass over all of it found. `reason`: why its columns are to be chosen first."""

    table: Table
    layout: Layout
    survey: Survey
    remarks: list[str]
    reason: str | None
    date_order: DateOrder | None
    mode: ImportMode
    questions: list[Question]
    answers: Answers
    # Code → email of the column that was taken for that of the code without being asked.
    guessed_codes: Mapping[str, str]

    @property
    def state(self) -> ImportState:
        return ImportState.VALIDATING if self.reason is None else ImportState.MAPPING

    def stored(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "reason": self.reason,
            "format": max((FORMATS.get(answer, 1) for answer in self.answers.values()), default=1),
            "encoding": self.layout.dialect.encoding,
            "delimiter": self.layout.dialect.delimiter,
            "header_line": self.layout.header_rows.line,
            "fields": self.layout.fields.stored(),
            "sheets": [] if self.table.workbook is None else self.table.workbook.sheets,
            "sheet": self.table.sheet,
            "date_order": self.date_order,
            "unknown_headers": self.survey.unknown_headers,
            "remarks": self.remarks,
            "total_rows": self.survey.total_rows,
            "lines": self.survey.lines.model_dump(by_alias=False),
            "questions": [asdict(question) for question in self.questions],
            "answers": dict(self.answers),
            "mode": self.mode,
        }


async def read_table(
    file: SpooledFile,
    *,
    known: FieldSet,
    sheet: str = "",
    dialect: Dialect | None = None,
    keeps_guess: bool = False,
    header_rows: HeaderRows | None = None,
    quotes: bool = True,
    answers: Answers = MappingProxyType({}),
) -> Table:
    """Read the beginning, in a thread; what is not given is found. See Dialect for `quotes`.

    Raises FileRefusedError: it is no table, or cannot be read.
    """
    as_text = partial(
        read_text, known=known, dialect=dialect, keeps_guess=keeps_guess, header_rows=header_rows, quotes=quotes
    )
    if not reader.is_workbook(await in_thread(file.read, reader.PAGE_START)):
        content = await in_thread(file.read)
        return await in_thread(as_text, content)
    workbook = await _read_workbook(file, sheet_options((sheet,), answers))
    if workbook.is_text:
        return replace(await in_thread(as_text, workbook.table), is_unpacked=True)
    passed_over = None
    if not sheet and header_rows is None and (people := await in_thread(_sheet_of_people, workbook, known)):
        passed_over, sheet = workbook.sheet, people
        workbook = await _read_workbook(file, sheet_options((sheet,), answers))
    table = await in_thread(_read_sheet, workbook, known, header_rows=header_rows)
    if asked := await in_thread(_asked_for, table, answers):
        whole = await _read_workbook(file, sheet_options((workbook.sheet, *asked), answers, skips=(0, *asked.values())))
        workbook = replace(whole, others=workbook.others)
        table = await in_thread(_read_sheet, workbook, known, header_rows=header_rows)
    return replace(table, passed_over=passed_over)


def _sheet_of_people(workbook: reader.Workbook, known: FieldSet) -> str | None:
    """Return the first other sheet that holds people, where the sheet that was read names no fields."""
    try:
        if headings_of(known).recognised(_read_sheet(workbook, known).head.header) >= HEADER_FIELDS:
            return None
    except NoDataRowError:
        pass
    return next((each.name for each in workbook.others if _holds_people(each, known) and not each.is_hidden), None)


def _holds_people(other: reader.OtherSheet, known: FieldSet) -> bool:
    """Whether a sheet that is not read has headings of fields and rows below them."""
    return other.rows > 1 and headings_of(known).recognised(_header_of(other, known)) >= HEADER_FIELDS


def _count_people(other: reader.OtherSheet, known: FieldSet) -> int:
    """How many rows are below the headings, above which titles may be."""
    return other.rows - _count_above(other, known)


def _count_above(other: reader.OtherSheet, known: FieldSet) -> int:
    """How many titles and headings there are."""
    return sum(headings_of(known).find_headings(other.head))


def _header_of(other: reader.OtherSheet, known: FieldSet) -> list[str]:
    place, count = headings_of(known).find_headings(other.head)
    return join_rows(other.head[place : place + count]) if other.head else []


def _asked_for(table: Table, answers: Answers) -> dict[str, int]:
    """Return the sheets of people that are to be read below the first, and how many titles and headings each has."""
    return {
        each.name: _count_above(each, table.known)
        for each in _alike(table)
        if (Answer.WITH_HIDDEN if each.is_hidden else Answer.ALL_SHEETS) in answers.values()
    }


def _alike(table: Table) -> list[reader.OtherSheet]:
    """The other sheets of people with the same headings."""
    shape, others = _shape(table.head.header), () if table.workbook is None else table.workbook.others
    return [
        each for each in others if _holds_people(each, table.known) and _shape(_header_of(each, table.known)) == shape
    ]


def _shape(header: Sequence[str]) -> list[str]:
    headings = list(map(simplify, header))
    while headings and not headings[-1]:
        headings.pop()
    return headings


def _read_sheet(workbook: reader.Workbook, known: FieldSet, *, header_rows: HeaderRows | None = None) -> Table:
    return read_text(workbook.table, known=known, workbook=workbook, dialect=OF_WORKBOOKS, header_rows=header_rows)


async def _read_workbook(file: SpooledFile, options: reader.SheetOptions) -> reader.Workbook:
    try:
        return await reader.read_workbook(file, options)
    except reader.WorkbookError as error:
        if sentence := IN_CONTAINERS.get(error.reason):
            raise NotCsvError(errors={"file": sentence}) from None
        raise WorkbookRefusedError(error.reason) from None


def read_text(
    text: bytes,
    *,
    known: FieldSet,
    workbook: reader.Workbook | None = None,
    dialect: Dialect | None = None,
    keeps_guess: bool = False,
    header_rows: HeaderRows | None = None,
    quotes: bool = True,
) -> Table:
    """Read the beginning of a text; what is not given is found. Raises FileRefusedError.

    `keeps_guess`: the administrator has not chosen the encoding of the dialect. `quotes` are those of a dialect to be
    found.
    """
    if dialect is not None:
        check_encoding(text, encoding=dialect.encoding)
    used = dialect or detect_dialect(text, known=known, quotes=quotes)
    head = read_head(text, dialect=used, known=known, header_rows=header_rows)
    is_guessed = (dialect is None or keeps_guess) and used.encoding in GUESSED
    guessed = used.encoding if is_guessed else None
    return Table(text=text, workbook=workbook, dialect=used, head=head, known=known, guessed=guessed)


# A file that only updates finds accounts by one of them.
FINDS_ACCOUNTS: Final = ("email", "code")
CODES_REPEAT: Final = "The column “{column}” is not read as the code: some of its values repeat, or are no codes."
CODES_TAKEN: Final = (
    "The column “{column}” is not read as the code: other people of your company have some of its values."
)
HOLDS_AADHAAR: Final = "The column “{column}” is not read: its cells are Aadhaar numbers, which are not kept here."
CONFIRM: Final = "Please confirm which columns are the required fields."


def read_whole(
    table: Table,
    *,
    region: str,
    chosen: FieldMap | None = None,
    confirms: bool = True,
    remembered: Remembered | None = None,
    date_order: DateOrder | None = None,
    kept_order: DateOrder | None = None,
    mode: ImportMode = ImportMode.CREATE,
    optional: Collection[str] = (),
    answers: Answers = MappingProxyType({}),
    without_code: str | None = None,
) -> Reading:
    """Takes a second for a large file.

    `chosen`: the fields that a person has chosen for this file, or that wait for it (`confirms`); else they are found,
    with what is `remembered` for its headings. `date_order` was chosen now, `kept_order` before: it holds unless the
    dates of the file need the other one. A file
    that only updates (`mode`) needs no other column than the email or the code; one that creates all but the `optional`
    ones. `without_code` says why a column that looks like that of the code is none.

    Raises FileRefusedError: no data row, too many rows, or one that cannot be read.
    """
    found = table.find_fields()
    is_confirmed = found.is_clear or (chosen is not None and (confirms or found.clear.issuperset(found.fields)))
    asks = found.asks and not is_confirmed
    if remembered and not chosen:
        recalled = headings_of(table.known).recall(remembered, found=found, header=table.head.header)
        chosen, is_confirmed = recalled or (chosen, is_confirmed)
    fields, aadhaar = _without_closed(table, chosen or FieldMap(columns=found.fields))
    layout = replace(table.layout(fields), answers=frozenset(answers.values()))
    surveyed = survey(table.text, layout=layout)
    without_code = without_code or (CODES_REPEAT if surveyed.codes_repeat else None)
    no_code = None
    if chosen is None and fields.has("code") and without_code:
        no_code = without_code.format(column=table.head.header[fields.columns["code"][0]])
        fields = replace(fields, columns={name: own for name, own in fields.columns.items() if name != "code"})
        layout = replace(layout, fields=fields)
        surveyed = survey(table.text, layout=layout)
    needed = frozenset(table.known.required_in_files) - set(optional)
    if mode is ImportMode.UPDATE:
        needed = frozenset() if any(map(fields.has, FINDS_ACCOUNTS)) else frozenset({"email"})
    order = _find_order(table, fields, surveyed, region=region)
    is_needed = order is not None and order[1] not in DATES_NAMED.values()
    chosen_order = date_order or (None if is_needed else kept_order)
    found_dates = None if order is None else order[1]
    date_remark = found_dates if chosen_order is None else on_chosen_dates(chosen_order)
    examples = surveyed.lines.examples
    named_examples = "One example row" if examples == 1 else f"{examples} example rows"
    remarks = [
        *_sheet_remarks(table),
        *([] if table.head.line else ["This file has no headings: its first line is a row."]),
        *([date_remark] if date_remark else []),
        *([no_code] if no_code else []),
        *aadhaar,
        *([f"{named_examples} of our template will be left out."] if examples else []),
        *([on_notes(surveyed.lines.notes, first=surveyed.first_notes)] if surveyed.lines.notes else []),
        *_birth_remarks(surveyed),
        *surveyed.letters.remarks(guessed=table.guessed),
    ]
    return Reading(
        table=table,
        layout=layout,
        survey=surveyed,
        remarks=remarks,
        reason=_reason(table, fields, is_confirmed=is_confirmed, asks=asks, needed=needed),
        date_order=chosen_order or (None if order is None else order[0]),
        mode=mode,
        questions=[*_on_rows(surveyed), *_questions(table, fields, surveyed)],
        answers=answers,
        guessed_codes={} if chosen else surveyed.codes,
    )


def _without_closed(table: Table, fields: FieldMap) -> tuple[FieldMap, list[str]]:
    """The fields without own ones whose column holds Aadhaar numbers in its first rows, and remarks on these.

    A remembered field that is archived since, or that the uploader does not edit, is none either.
    """
    named = {name: place for name in fields.own for place in fields.columns[name]}
    found = {
        name: place
        for name, place in named.items()
        if holds_aadhaar([row[place] for row in table.head.rows if len(row) > place])
    }
    gone = {*found, *(name for name in fields.own if name not in table.known.places)}
    left = {name: places for name, places in fields.columns.items() if name not in gone}
    remarks = [HOLDS_AADHAAR.format(column=shorten(table.head.header[place])) for place in found.values()]
    return replace(fields, columns=left) if gone else fields, remarks


def _find_order(table: Table, fields: FieldMap, found: Survey, *, region: str) -> tuple[DateOrder, str] | None:
    """The order of the dates, and the remark that says why."""
    for place in fields.columns.get("dateOfBirth", ()):
        if place < len(table.head.header) and (order := order_named(table.head.header[place])):
            return order, DATES_NAMED[order]
    needed = find_order(found.dates + found.own_dates, usual=usual_order(region))
    return None if needed is None else (needed, DATES_FOUND[needed])


def _on_rows(found: Survey) -> Iterator[Question]:
    if found.left:
        columns, values = ([*map(shorten, dict.fromkeys(named))] for named in zip(*found.left, strict=True))
        yield on_left_people(found.left_rows, columns=columns, values=some_of(values))
    if found.repeats:
        yield on_repeated_people(found.repeats, timed_by=found.people.timed_by)


def _row_questions(table: Table, workbook: reader.Workbook, fields: FieldMap) -> Iterator[Question]:
    if workbook.hidden_rows:
        yield on_hidden_rows(workbook.hidden_rows, sheet=workbook.sheet)
    if workbook.struck_rows:
        yield on_struck_rows(workbook.struck_rows, sheet=workbook.sheet)
    read = fields.read_places
    if merged := [name for line, place, name in workbook.merged if line > table.head.last_line and place in read]:
        yield Question(kind=QuestionKind.MERGED_CELLS, text=f"{MERGED}: {', '.join(some_of(merged))}.")


def _questions(table: Table, fields: FieldMap, found: Survey) -> Iterator[Question]:
    workbook = table.workbook
    if workbook is None:
        if found.joined or not table.dialect.quotes:
            yield on_joined_lines(found.joined)
        return
    yield from _row_questions(table, workbook, fields)
    alike = _alike(table)
    if shown := {each.name: _count_people(each, table.known) for each in alike if not each.is_hidden}:
        yield on_other_sheets(shown, sheet=workbook.sheet)
    if hidden := {each.name: _count_people(each, table.known) for each in alike if each.is_hidden}:
        yield on_hidden_sheets(hidden)
    for place in fields.columns.get("dateOfBirth", ()):
        dates = workbook.dates.get(place, reader.NO_DATES)
        # A date in the title above is none of a person.
        others = dates.others - sum(line <= table.head.last_line for line in dates.first_others)
        text = next(filter(needed_order, found.dates), None)
        # Where dates were read in the right order, more than half of them have a day above 12.
        if others * FEW_OTHERS < dates.exchangeable and text is not None:
            yield on_exchanged_dates(dates.exchangeable, text=text)


def optional_fields(known: FieldSet, *, settings: Settings) -> frozenset[str]:
    """Return the fields that a person who is to be created may lack."""
    optional = frozenset(known.places) - set(known.required_in_files)
    return optional | {"email"} if settings.has_people_without_email else optional


def _reason(table: Table, fields: FieldMap, *, is_confirmed: bool, asks: bool, needed: Collection[str]) -> str | None:
    """Why the columns are to be chosen; None where nothing is missing."""
    if missing := [name for name in fields.missing(table.known) if name in needed]:
        sentence = f"Missing required headers: {', '.join(missing)}" if table.head.line else NO_HEADINGS
        return f"{sentence}. {CONFIRM}" if asks and table.head.line else sentence
    return None if is_confirmed else CONFIRM


def _sheet_remarks(table: Table) -> Iterator[str]:
    workbook = table.workbook
    if workbook is None:
        return
    if table.passed_over is not None:
        yield f"The sheet “{workbook.sheet}” is read: “{table.passed_over}” has none of the required headings."
    for name, above in workbook.begins.items():
        yield f"The sheet “{name}” is read below, from line {above + 1} on."
    yield from _other_sheet_remarks(table, workbook)
    if not workbook.knows_hidden:
        yield "Whether rows are hidden could not be found in this workbook: all of its rows are read."
    if workbook.no_results:
        yield f"Formulas have no result or failed, as in {', '.join(workbook.no_results)}: {NO_RESULTS}"
    if columns := [name for place, name in enumerate(distinct(table.head.header)) if place in workbook.hidden_columns]:
        yield f"These columns are hidden in the spreadsheet: {', '.join(some_of(columns))}."


def _other_sheet_remarks(table: Table, workbook: reader.Workbook) -> Iterator[str]:
    alike = _alike(table)
    for other in workbook.others:
        if other not in alike and _holds_people(other, table.known):
            people = f"“{other.name}” ({count_rows(_count_people(other, table.known))})"
            if other.is_hidden:
                yield f"People seem to be in the hidden sheet {people}, too, with other columns: read it by itself."
            else:
                yield f"People seem to be in the sheet {people}, too, with other columns: read it by itself."
    if workbook.unseen:
        yield f"{NOT_LOOKED_AT}: {', '.join(some_of(workbook.unseen))}."


def _birth_remarks(found: Survey) -> Iterator[str]:
    """Programs write the first day of a year for all whose date of birth they do not know."""
    for day, count in found.dates.most_common(DATES_LOOKED_AT):
        is_first = any(
            each and each.timetuple().tm_yday == 1 for each in read_birth_date(day, this_year=utc_now().year)
        )
        if is_first and count >= MANY_ALIKE and count > found.total_rows * SHARE_ALIKE:
            yield f"{count:,} people have the date of birth {shorten(day.strip())}: is it a default, and not theirs?"
