"""Which columns of a file, or parts of them, are the fields: as they are chosen, and as they are shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from server.people.imports.files.csv_file import Head
from server.people.imports.files.file_repository import Remembered
from server.people.imports.files.headings import Found, field_of
from server.people.imports.files.layout import FieldMap, Split
from server.people.imports.files.read_table import Table
from server.people.imports.schemas import ColumnsRequest, SplitRequest
from server.platform.csv_cells import typed_text
from server.platform.errors import ValidationFailedError

SAMPLES: Final = 3
LONGEST_SAMPLE: Final = 60
TWICE: Final = "Choose a column or one value for all rows, not both"
NO_COLUMN: Final = "The file has no such column"
IS_SPLIT: Final = "This column is split: choose fields for its parts"


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
    columns = fields.columns if chosen.columns is None else _by_field(chosen.columns, fields=fields, width=width)
    given = fields.values if chosen.values is None else chosen.values
    values = {name: text.strip() for name, text in given.items() if text.strip()}
    if twice := [name for name in values if columns.get(name)]:
        raise ValidationFailedError(errors={f"values.{name}": TWICE for name in twice})
    return FieldMap(columns=columns, values=values, splits=splits, width=fields.width)


def recall(remembered: Remembered, *, found: Found, header: Sequence[str]) -> tuple[FieldMap, bool] | None:
    """Complete what the headings say with a remembered choice, and say whether that is taken without asking.

    No choice holds against the template's headings. One that contradicts another clear heading is offered where it is
    trusted. None where the file is read as without it: nothing is added, or a choice that is not trusted is not needed.
    """
    named = {place: name for place, heading in enumerate(header) if (name := field_of(heading))}
    clear = {name: found.fields[name] for name in found.clear}
    by_headings = _complete(clear, remembered.fields, named=named, width=len(header))
    if found.is_clear and not remembered.is_trusted:
        return None
    exact = {place: name for place, name in named.items() if header[place].strip().casefold() == name.casefold()}
    ours = {name: places for name, places in clear.items() if places[0] in exact}
    as_chosen = _complete(ours, remembered.fields, named=exact, width=len(header))
    if found.is_clear and as_chosen == FieldMap(columns=found.fields):
        return None
    fields, contradicts = (as_chosen, as_chosen != by_headings) if remembered.is_trusted else (by_headings, True)
    return replace(fields, remembered=remembered.choice), not contradicts


def _complete(
    sure: Mapping[str, tuple[int, ...]], chosen: FieldMap, *, named: Mapping[int, str], width: int
) -> FieldMap:
    """The `sure` columns, and of a choice what takes, splits and renames none of them, nor one that is `named`."""
    taken = {place for places in sure.values() for place in places}
    splits = {place: split for place, split in chosen.splits.items() if place not in taken}
    fields = chosen.split_as(splits, width=width)
    columns = {
        name: free
        for name, places in fields.columns.items()
        if name not in sure
        and (free := tuple(each for each in places if each not in taken and named.get(each, name) == name))
    }
    values = {name: text for name, text in fields.values.items() if name not in sure}
    return replace(fields, columns=columns | dict(sure), values=values)


def _splits(chosen: Mapping[int, SplitRequest], *, width: int) -> dict[int, Split]:
    if beyond := [place for place in chosen if place >= width]:
        raise ValidationFailedError(errors={f"splits.{place}": NO_COLUMN for place in beyond})
    return {place: Split(separator=split.separator, parts=split.parts) for place, split in chosen.items()}


def _by_field(columns: Mapping[int, str | None], *, fields: FieldMap, width: int) -> dict[str, tuple[int, ...]]:
    beyond = {place: NO_COLUMN for place in columns if place >= width + len(fields.parts)}
    split = {place: IS_SPLIT for place, name in columns.items() if name and place in fields.splits}
    if refused := beyond | split:
        raise ValidationFailedError(errors={f"columns.{place}": reason for place, reason in refused.items()})
    places: dict[str, tuple[int, ...]] = {}
    for place in sorted(columns):
        if name := columns[place]:
            places[name] = (*places.get(name, ()), place)
    return places


def describe_columns(head: Head, fields: FieldMap) -> list[dict[str, object]]:
    """The columns of the file, then the parts of those that are split."""
    field_of = {place: name for name, places in fields.columns.items() for place in places}
    names = [name.strip() for name in head.header]
    own: list[tuple[str, Iterable[str], int | None]] = [
        (name, _cells(head, place), None) for place, name in enumerate(names)
    ]
    parts = [
        (
            f"{names[place] or f'Column {place + 1}'} · part {part + 1}",
            _parts(head, place, split=fields.splits[place], part=part),
            place,
        )
        for place, part in fields.parts
    ]
    return [
        {"index": index, "name": name, "samples": _samples(cells), "field": field_of.get(index), "part_of": part_of}
        for index, (name, cells, part_of) in enumerate([*own, *parts])
    ]


def _cells(head: Head, place: int) -> Iterable[str]:
    return (row[place].strip() for row in head.rows if len(row) > place)


def _parts(head: Head, place: int, *, split: Split, part: int) -> Iterable[str]:
    return (split.cut(typed_text(cell))[part] for cell in _cells(head, place))


def _samples(cells: Iterable[str]) -> list[str]:
    return [cell[:LONGEST_SAMPLE] for cell in islice(filter(None, cells), SAMPLES)]
