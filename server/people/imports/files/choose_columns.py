"""Show how the columns of a file are read, and read it in another way before its import is started."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Final
from uuid import UUID

from server.people.fields.judge_values import NOT_OPEN
from server.people.imports.authority import lock_for_action, may_write_any, refuse_wrong_state
from server.people.imports.checking import row_repository
from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.row_rules import RowChecker, known_profile, rule_book
from server.people.imports.errors import NoDataRowError, WrongImportStateError
from server.people.imports.files import file_repository
from server.people.imports.files.csv_file import Head, read_head, read_rows
from server.people.imports.files.guess_field import guess_field
from server.people.imports.files.headings import headings_of, order_in_name
from server.people.imports.files.layout import Columns, Dialect, FieldMap, HeaderRows, Layout, Split, distinct
from server.people.imports.files.lost_letters import NOT_SAID
from server.people.imports.files.questions import Answer, Answers, QuestionKind, way_of
from server.people.imports.files.read_table import Reading, Table, optional_fields, read_table, read_text, read_whole
from server.people.imports.files.schemas import NO_SHEET, ColumnsRequest, ColumnsResponse, SamplesResponse, SplitRequest
from server.people.imports.files.upload_import import check_after, read_with_codes
from server.people.imports.mending.edits import Mending, TypedRow
from server.people.imports.mending.mending_repository import forget_changes, read_maps
from server.people.imports.own_fields import with_fields
from server.people.imports.read_import import DATES_FOUND, DATES_NAMED, PROGRESS, on_chosen_dates, read_snapshot
from server.people.imports.repository import Import, check_anew, find_import
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.csv_cells import typed_text
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.platform.schemas import LONGEST_FIELD
from server.platform.services import Context, Unit
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.duties import Act
from server.vocabulary.fields import ACCESS, BESIDE, BUILT_IN, FieldSet
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import PREFIX
from server.vocabulary.profiles import creation_refusals

TOO_LATE: Final = "Columns can be chosen only before the import is started."
CHANGED: Final = "This import has been changed by someone else. Check its columns, then confirm them again."
TOO_LATE_FOR_DATES: Final = "The order of the dates can be chosen only in the preview, before the import is started."
NO_HEADER: Final = "There is no header with rows below it on this line"
NO_ROWS: Final = "This sheet has no header with rows below it"
NO_TEXT: Final = "A workbook has no encoding and no delimiter to choose"
TWICE: Final = "Choose a column or one value for all rows, not both"
NO_COLUMN: Final = "The file has no such column"
IS_SPLIT: Final = "This column is split: choose fields for its parts"
SAMPLES: Final = 3
LONGEST_SAMPLE: Final = 60
SAMPLED: Final = 5_000


async def show_columns(context: Context, import_id: UUID) -> ColumnsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, import_id)
        content = await file_repository.read_content(connection, import_id=import_id)
    layout = found.layout
    head = await in_thread(
        read_head, content, dialect=layout.dialect, known=layout.known, header_rows=layout.header_rows
    )
    sampled = await in_thread(_sample, content, layout) if context.actor.may(Act.FIELD_DEFINE) else None
    return ColumnsResponse.model_validate(
        {
            **vars(found),
            "header_row": head.line,
            "columns": await in_thread(describe_columns, head, found.fields, known=layout.known, sampled=sampled),
            "sampled_rows": len(sampled or ()),
            "splits": found.fields.splits,
            "values": found.fields.values,
            "fields": list(layout.known.places),
            "optional": sorted(optional_fields(layout.known, settings=context.services.settings)),
        }
    )


def _sample(content: bytes, layout: Layout) -> list[list[str]]:
    """The rows by which fields are guessed: choices that come late in a file are choices, too."""
    return [list(map(typed_text, record)) for _line, record in islice(read_rows(content, layout=layout)[1], SAMPLED)]


async def _find(connection: Connection, context: Context, import_id: UUID) -> Import:
    """The import with the fields that the caller may choose for its uploader."""
    found = await find_import(connection, company_id=context.company_id, import_id=import_id)
    return await with_fields(connection, context.services, found, chooser=context.actor.profile)


async def show_samples(context: Context, import_id: UUID, *, chosen: ColumnsRequest) -> SamplesResponse:
    """Judge the first rows as they would be with these columns and values; nothing is stored.

    Raises:
        NotFoundError, also for another company's import.
        ValidationFailedError: the file has no such column.
    """
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, import_id)
        content = await file_repository.read_content(connection, import_id=import_id)
        mending = Mending(maps=await read_maps(connection, found))
    layout = found.layout
    table = await in_thread(
        read_text, content, known=layout.known, dialect=layout.dialect, header_rows=layout.header_rows
    )
    fields = choose_fields(table, before=found.fields, chosen=chosen) or found.fields
    checker = RowChecker(rule_book(found, settings=context.services.settings))
    people = await in_thread(_judge_first, table, fields, checker=checker, mending=mending, answers=layout.answers)
    return SamplesResponse.model_validate({"people": people})


def _judge_first(
    table: Table, fields: FieldMap, *, checker: RowChecker, mending: Mending, answers: Collection[Answer]
) -> list[dict[str, object]]:
    """Long cells are cut for the answer once they are judged: a file may have one of several megabytes."""
    columns = Columns(table.head.header, fields=fields, known=table.known, answers=answers)
    missing = fields.missing(table.known)
    people = []
    for row, record in enumerate(islice(filter(columns.takes, table.head.rows), SAMPLES), start=1):
        typed = mending.apply(row, TypedRow(columns.cells(record), columns.is_too_wide(record)))
        checked = checker.check(row, typed.cells, too_wide=typed.too_wide)
        problems = [
            {"field": field, "message": message}
            for field, message in (*checked.errors, *checked.warnings)
            if field not in missing
        ]
        shown = (*BUILT_IN.places, *fields.own)
        values = {name: checked.values.cell(name)[:LONGEST_FIELD] for name in shown}
        people.append({"row": row, "values": values, "problems": problems})
    return people


async def choose_columns(context: Context, import_id: UUID, *, chosen: ColumnsRequest) -> ImportSnapshot:
    """Read the file in the way that was chosen; its rows are checked anew once no field is missing.

    The choice of fields is remembered for the company's next file with the same headings. Without a choice, the file is
    read as before and its rows are compared with the accounts as they are now.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the file is being checked, or the import has been started.
        ValidationFailedError: the file has no such sheet, header or column; naming it.
        FileRefusedError: the file cannot be read in this way.
    """
    anew = chosen == ColumnsRequest()
    async with context.unit_of_work() as unit:
        found = await _lock(unit, import_id, anew=anew)
        content = await file_repository.spool_content(unit.connection, import_id=import_id, original=True)
    with closing(content):
        reading = await _read(context, found, content, chosen=chosen, answers=_answers(found, chosen))
        kinds = {question.kind for question in reading.questions}
        if not reading.answers.keys() <= kinds:
            asked = {kind: answer for kind, answer in reading.answers.items() if kind in kinds}
            # What is not asked any more is read as if it had never been answered.
            reading = await _read(context, found, content, chosen=chosen, answers=asked)
    table = reading.table
    has_other_rows = _moves(found, table) or way_of(reading.answers) != way_of(found.answers)
    if {Answer.WITHOUT_LEFT, Answer.LATEST_ROW}.intersection(reading.answers.values()):
        # Other columns may say that people have left, or who they are.
        before, after = found.fields, reading.layout.fields
        has_other_rows |= (before.columns, before.splits) != (after.columns, after.splits)
    async with context.unit_of_work() as unit:
        present = await _lock(unit, import_id, anew=anew)
        if present.version != found.version:
            raise WrongImportStateError(CHANGED)
        if has_other_rows:
            # The rows are other ones from now on: nothing that was found or changed in them stays.
            await row_repository.forget_rows(unit.connection, import_id=import_id)
            await forget_changes(unit.connection, present)
        await file_repository.read_anew(unit.connection, present, reading)
        if reading.state is ImportState.VALIDATING and chosen.names_fields and table.head.line:
            fields, header = reading.layout.fields, table.head.header
            await file_repository.remember(unit.connection, fields, actor=context.actor, header=header)
        check_after(unit, reading, import_id=import_id)
    return await read_snapshot(context.services, context.actor, import_id)


async def _read(
    context: Context, found: Import, content: SpooledFile, *, chosen: ColumnsRequest, answers: Answers
) -> Reading:
    table = await _read_table(found, content, chosen=chosen, answers=answers)
    moves = _moves(found, table)
    fields = choose_fields(table, before=None if moves else found.fields, chosen=chosen)
    _refuse_profile(chosen, actor=context.actor)
    read = partial(
        read_whole,
        table,
        chosen=fields,
        confirms=chosen.names_fields or found.state is not ImportState.MAPPING,
        date_order=chosen.date_order,
        kept_order=None if moves else _chosen_order(found),
        mode=chosen.mode or found.mode,
        optional=optional_fields(table.known, settings=context.services.settings),
        region=context.services.settings.phone_region,
        answers=answers,
    )
    return await read_with_codes(context, read)


def _answers(found: Import, chosen: ColumnsRequest) -> dict[QuestionKind, Answer]:
    """The answers that hold: those before are of the same text, sheet and header, but for how its quotes are read."""
    is_other = any(each is not None for each in (chosen.sheet, chosen.encoding, chosen.delimiter, chosen.header_row))
    held = {kind: each for kind, each in found.answers.items() if not is_other or each is Answer.NO_QUOTES}
    return {**held, **chosen.answers}


async def _lock(unit: Unit[Context], import_id: UUID, *, anew: bool) -> Import:
    """Read in another way, and not only `anew`, the file may hold any profile: see may_write_any."""
    found = await lock_for_action(unit, import_id)
    if not anew and not may_write_any(found, actor=unit.context.actor):
        raise ForbiddenError
    refuse_wrong_state(found, too_late=TOO_LATE, maps=True)
    return await with_fields(unit.connection, unit.services, found, chooser=unit.context.actor.profile)


def _chosen_order(found: Import) -> DateOrder | None:
    """The order of the dates that was chosen in the preview for these rows, and not found in the file."""
    order = found.date_order
    return None if order is None or {DATES_FOUND[order], DATES_NAMED[order]}.intersection(found.remarks) else order


async def _read_table(found: Import, content: SpooledFile, *, chosen: ColumnsRequest, answers: Answers) -> Table:
    before = found.layout
    if found.sheet is not None and (chosen.encoding or chosen.delimiter):
        raise ValidationFailedError(errors={"encoding" if chosen.encoding else "delimiter": NO_TEXT})
    if chosen.sheet is not None and chosen.sheet not in found.sheets:
        raise ValidationFailedError(errors={"sheet": NO_SHEET})
    dialect = Dialect(
        encoding=chosen.encoding or before.dialect.encoding,
        delimiter=chosen.delimiter or before.dialect.delimiter,
        quotes=answers.get(QuestionKind.JOINED_LINES) is not Answer.NO_QUOTES,
    )
    is_other_sheet = chosen.sheet not in {None, found.sheet}
    stays = dialect == before.dialect and not is_other_sheet
    header_rows = before.header_rows if stays else None
    if chosen.header_row is not None:
        header_rows = HeaderRows(chosen.header_row)
    try:
        return await read_table(
            content,
            known=before.known,
            sheet=chosen.sheet or found.sheet or "",
            dialect=dialect,
            keeps_guess=chosen.encoding is None and any(each.startswith(NOT_SAID) for each in found.remarks),
            header_rows=header_rows,
            answers=answers,
        )
    except NoDataRowError:
        errors = {"sheet": NO_ROWS} if is_other_sheet and chosen.header_row is None else {"headerRow": NO_HEADER}
        raise ValidationFailedError(errors=errors) from None


def _refuse_profile(chosen: ColumnsRequest, *, actor: Actor) -> None:
    """A profile for all rows is remembered for colleagues' files, who may be allowed to create what this user is not.

    Raises ValidationFailedError: the user may not create it.
    """
    profile = known_profile((chosen.values or {}).get("profile", ""))
    if profile is not None and (reasons := creation_refusals(actor.profile, profile)):
        raise ValidationFailedError(errors={"values.profile": reasons[0]})


def _moves(found: Import, table: Table) -> bool:
    """Whether rows and columns are other ones from now on."""
    before = (found.encoding, found.delimiter, found.layout.header_rows, found.sheet)
    rows = HeaderRows(table.head.line, table.head.count)
    return (table.dialect.encoding, table.dialect.delimiter, rows, table.sheet) != before


async def choose_date_order(context: Context, import_id: UUID, *, order: DateOrder) -> ImportSnapshot:
    """Validate every row again with this order of its dates. Does nothing where the file has this order already.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the preview is not ready, or the import has been started.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.date_order is not order:
            refuse_wrong_state(found, too_late=TOO_LATE_FOR_DATES)
            said = {*DATES_FOUND.values(), *DATES_NAMED.values(), *map(on_chosen_dates, DateOrder)}
            remarks = [*(each for each in found.remarks if each not in said), on_chosen_dates(order)]
            await check_anew(unit.connection, found, date_order=order, remarks=remarks)
            unit.enqueue(check_import.task(import_id=import_id))
            PROGRESS.announce(unit, import_id)
    return await read_snapshot(context.services, context.actor, import_id)


def choose_fields(table: Table, *, before: FieldMap | None, chosen: ColumnsRequest) -> FieldMap | None:
    """The fields to read from now on; None where they are to be found anew, as without any `before`.

    Raises ValidationFailedError: there is no such column, or it is no field.
    """
    if not chosen.names_fields:
        return before
    width = len(table.head.header)
    present = before or FieldMap(columns=table.find_fields().fields)
    splits = present.splits if chosen.splits is None else _splits(chosen.splits, width=width)
    fields = present.split_as(splits, width=width)
    columns = fields.columns if chosen.columns is None else _by_field(chosen.columns, fields, table)
    given = fields.values if chosen.values is None else chosen.values
    # What is said of access, and a code, are one person's.
    values = {
        name: text.strip()
        for name, text in given.items()
        if text.strip() and name not in {ACCESS, "code"} and not name.startswith(PREFIX)
    }
    if twice := [name for name in values if columns.get(name)]:
        raise ValidationFailedError(errors={f"values.{name}": TWICE for name in twice})
    return FieldMap(columns=columns, values=values, splits=splits, width=fields.width)


def _splits(chosen: Mapping[int, SplitRequest], *, width: int) -> dict[int, Split]:
    if beyond := [place for place in chosen if place >= width]:
        raise ValidationFailedError(errors={f"splits.{place}": NO_COLUMN for place in beyond})
    return {place: Split(separator=split.separator, parts=split.parts) for place, split in chosen.items()}


def _by_field(columns: Mapping[int, str | None], fields: FieldMap, table: Table) -> dict[str, tuple[int, ...]]:
    header, known = table.head.header, {*table.known.places, *BESIDE}
    width = len(header)
    beyond = {place: NO_COLUMN for place in columns if place >= width + len(fields.parts)}
    split = {place: IS_SPLIT for place, name in columns.items() if name and place in fields.splits}
    closed = {place: NOT_OPEN for place, name in columns.items() if name and name not in known}
    if refused := beyond | split | closed:
        raise ValidationFailedError(errors={f"columns.{place}": reason for place, reason in refused.items()})
    places: dict[str, tuple[int, ...]] = {}
    for place in sorted(columns, key=lambda place: (order_in_name("".join(header[place : place + 1])), place)):
        if name := columns[place]:
            places[name] = (*places.get(name, ()), place)
    return places


def describe_columns(
    head: Head, fields: FieldMap, *, known: FieldSet, sampled: Sequence[list[str]] | None = None
) -> list[dict[str, object]]:
    """The columns of the file, then the parts of those that are split.

    With rows that were `sampled` also the field that could be made of each column that is none.
    """
    names = distinct(head.header)
    columns: list[tuple[str, list[str], int | None]] = [
        (name, samples, None) for name, samples in zip(names, _samples(head.rows, width=len(names)), strict=True)
    ]
    for place, split in sorted(fields.splits.items()):
        cells = (row[place].strip() for row in head.rows if len(row) > place)
        parts = (split.cut(typed_text(cell)) for cell in cells)
        for part, samples in enumerate(_samples(parts, width=split.parts), start=1):
            columns.append((f"{names[place] or f'Column {place + 1}'} · part {part}", samples, place))
    field_of = {place: name for name, places in fields.columns.items() for place in places}
    found = headings_of(known).find_fields(head.header, samples=head.rows, this_year=utc_now().year)
    missing = fields.missing(known)
    suggestions = {place: name for name, place in found.suggested.items() if name in missing and place not in field_of}
    return [
        {
            "index": index,
            "name": name,
            "samples": samples,
            "field": field_of.get(index),
            "suggestion": suggestions.get(index),
            **(
                guess_field(name, [row[index] for row in sampled if len(row) > index])
                if sampled is not None and index < len(names) and index not in {*field_of, *fields.splits}
                else {}
            ),
            "part_of": part_of,
        }
        for index, (name, samples, part_of) in enumerate(columns)
    ]


def _samples(rows: Iterable[list[str]], *, width: int) -> list[list[str]]:
    """The first filled cells of each column. No more rows are read than these need: a cell may be very long."""
    samples: list[list[str]] = [[] for _ in range(width)]
    for row in rows:
        for found, cell in zip(samples, row, strict=False):
            if len(found) < SAMPLES and (filled := cell.strip()):
                found.append(filled[:LONGEST_SAMPLE])
        if all(len(found) == SAMPLES for found in samples):
            break
    return samples
