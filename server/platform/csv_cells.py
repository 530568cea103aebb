"""CSV cells that no spreadsheet evaluates as a formula or reformats as a number.

A spreadsheet splits a line at the separator of its own locale, not of the file: read with semicolons, a cell may end
in the middle of a quoted text, and what follows begins another one. So an apostrophe goes before what could begin a
formula, at the start of a cell and behind every semicolon, tab or line break inside it. It goes before digits too of
which a spreadsheet would save 9.198E+11, or drop the zero in front.
"""

import csv
import io
import re
from collections.abc import Iterable
from typing import Final

ESCAPE: Final = "'"
# Before the first row, so that a spreadsheet reads UTF-8.
BYTE_ORDER_MARK: Final = "\ufeff"
_BLANK_STARTS: Final = ("\t", "\r", "\n")
_FORMULA: Final = "[=+\\-@＝＋－＠]"  # noqa: RUF001 - spreadsheets take the full-width forms as well
# Quotes and spaces before a formula do not hide it. One run is matched once (no start inside it, no backtracking), so
# that a cell full of line breaks is read in linear time.
_RUN: Final = '(?<![;"\\s])([;"\\s]*+)'
_safe: Final = re.compile(f"{_RUN}(?={_FORMULA})").sub
_escaped: Final = re.compile(f"{_RUN}{ESCAPE}(?={_FORMULA})").sub
_is_long_number: Final = re.compile(r"\d{12,}|0\d+").fullmatch
# Written by programs so that a spreadsheet keeps digits as they are.
_text_formula: Final = re.compile(r'="([^"]*)"').fullmatch
_may_be_unsafe: Final = re.compile(f'^[\\s"]|^{_FORMULA}|[;\\t\\r\\n]').search


def safe_cell(cell: str) -> str:
    """The reader of uploads takes the apostrophes off again (:func:`unescape_cell`)."""
    if _is_long_number(cell):
        return ESCAPE + cell
    if not _may_be_unsafe(cell):
        return cell
    safe = _safe(lambda run: run[0] + ESCAPE if _begins_cell(run) else run[0], cell)
    return ESCAPE + safe if safe.startswith(_BLANK_STARTS) else safe


def safe_csv(rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(map(safe_cell, map(str, row)) for row in rows)
    return out.getvalue()


def unescape_cell(cell: str) -> str:
    """The cell without the apostrophes of :func:`safe_cell`."""
    if ESCAPE not in cell:
        return cell
    if cell.startswith(ESCAPE) and _is_long_number(cell[1:]):
        return cell[1:]
    if cell.startswith(ESCAPE) and cell[1:].startswith(_BLANK_STARTS):
        cell = cell[1:]
    return _escaped(lambda run: run[1] if _begins_cell(run) else run[0], cell)


def typed_text(cell: str) -> str:
    """What a person sees in the cell: without our apostrophes, and without the formula ="…" around digits."""
    cell = unescape_cell(cell)
    formula = _text_formula(cell)
    return formula[1] if formula else cell


def without_text_marks(cells: list[str]) -> list[str]:
    """The cells of a row without the apostrophe by which a spreadsheet keeps a text, where it was saved with it.

    A name may begin with one ('t Hooft): it is such a mark before a number or an email, and where several cells have
    one, but never before a small letter.
    """
    marked = sum(map(_may_be_marked, cells))
    if not marked:
        return cells
    return [cell[1:] if _may_be_marked(cell) and (marked > 1 or _begins_value(cell)) else cell for cell in cells]


def _may_be_marked(cell: str) -> bool:
    return cell.startswith(ESCAPE) and ("@" in cell or not cell[1:2].islower())


def _begins_value(cell: str) -> bool:
    return cell[1:2].isdigit() or cell[1:2] == "+" or "@" in cell


def _begins_cell(run: re.Match[str]) -> bool:
    return run.start() == 0 or any(separator in run[1] for separator in ";\t\r\n")
