"""Rows that are no people: headings again, and totals below a table."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from server.people.imports.files.headings import recognised
from server.people.imports.files.layout import Cells

HEADINGS_AGAIN: Final = "This row repeats the headings: delete it"
TOTALS: Final = "This row is a total, not a person: delete it"

_TOTAL: Final = re.compile(
    r"(?:(?:grand|sub|net)[ -]?)?totals?\b.{0,20}|(?:कुल(?: योग)?|महायोग|योग)[\s\d:=.,()-]*", re.IGNORECASE
).fullmatch
# Fewer errors are those of a person.
_MANY_ERRORS: Final = 4
# A row with one of them is that of a person.
_CONTACTS: Final = frozenset({"email", "phone", "dateOfBirth"})


def other_than_person(cells: Cells, errors: Sequence[tuple[str, str]]) -> str | None:
    """What a row with these errors is by the cells of its fields; None for a person with wrong cells."""
    if len(errors) < len(_CONTACTS):
        return None
    if len(errors) >= _MANY_ERRORS and recognised(cells) > 1:
        return HEADINGS_AGAIN
    is_far_off = len(errors) >= _MANY_ERRORS or _fields(errors) >= _CONTACTS
    return TOTALS if is_far_off and any(map(is_total, cells)) and not _is_person(cells) else None


def names_no_person(cells: Cells, errors: Sequence[tuple[str, str]]) -> bool:
    """Whether the row is a total where a cell beside its fields says so: it has no name and nothing to reach it by."""
    is_named = any(map(str.isalpha, cells.full_name + cells.email))
    return len(errors) >= len(_CONTACTS) and not is_named and _fields(errors) >= _CONTACTS


def says_total(cells: Iterable[str]) -> bool:
    """Whether these cells, which are of no field, are those of a total: its word, and else numbers at most."""
    filled = [cell for cell in map(str.strip, cells) if cell]
    others = [cell for cell in filled if not is_total(cell)]
    return len(others) < len(filled) and not any(map(str.isalpha, "".join(others)))


def as_total(errors: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The errors of a row that turned out to be a total."""
    return [*(each for each in errors if each[0] == "row"), ("row", TOTALS)]


def is_total(cell: str) -> bool:
    return _TOTAL(cell.strip()) is not None


def _is_person(cells: Cells) -> bool:
    is_named = any(map(str.isalpha, cells.full_name)) and not is_total(cells.full_name)
    return is_named or "@" in cells.email


def _fields(errors: Iterable[tuple[str, str]]) -> set[str]:
    return {field for field, _ in errors}
