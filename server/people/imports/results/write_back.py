"""Put what was mended in the preview back into the cells of the file."""

from collections.abc import Iterable, Mapping
from itertools import chain, repeat

from server.people.imports.files.layout import FieldMap
from server.platform.csv_cells import typed_text


def write_back(cells: list[str], mended: Mapping[str, str], *, fields: FieldMap) -> set[str]:
    """Replace the cells of these fields; returns the fields that the cell of a split column cannot hold.

    Such a cell stays as it is: read again, one of its new parts would be another one.
    """
    changed: dict[int, list[str]] = {}
    for field, text in mended.items():
        texts = chain([text], repeat(""))
        for place in fields.columns.get(field, ()):
            if place < len(cells):
                cells[place] = next(texts)
            else:
                own, part = fields.parts[place - fields.width]
                parts = changed.setdefault(own, fields.splits[own].cut(typed_text(cells[own])))
                parts[part] = next(texts)
    joined = {own: fields.splits[own].join(parts) for own, parts in changed.items()}
    for own, cell in joined.items():
        cells[own] = cells[own] if cell is None else cell
    return _of_parts(mended, fields=fields, columns={own for own, cell in joined.items() if cell is None})


def text_of(field: str, cells: list[str], *, fields: FieldMap) -> str:
    """What the cells of a row say of a field that is read from parts of them."""
    cut = {own: split.cut(typed_text(cells[own])) for own, split in fields.splits.items()}
    whole = [*cells, *(cut[own][part] for own, part in fields.parts)]
    return " ".join(text for place in fields.columns[field] if (text := whole[place].strip()))


def _of_parts(names: Iterable[str], *, fields: FieldMap, columns: set[int]) -> set[str]:
    places = {place for place, (own, _part) in enumerate(fields.parts, start=fields.width) if own in columns}
    return {name for name in names if not places.isdisjoint(fields.columns.get(name, ()))}
