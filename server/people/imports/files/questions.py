"""Questions that a file raises, and which only a person can answer: an import starts once each has an answer.

Nothing of them is decided in silence. Until it is answered, the file is read as if the first of the answers had been
given, and the preview shows what that would do.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from server.people.imports.errors import PLAIN_QUOTES
from server.people.workbooks.reader import SheetOptions
from server.platform.process.open_enum import OpenEnum

JOINED_LINES_NAMED: Final = 3


class QuestionKind(OpenEnum):
    """What is asked; its answers are those of ANSWERS."""

    JOINED_LINES = "joined_lines"
    HIDDEN_ROWS = "hidden_rows"
    STRUCK_ROWS = "struck_rows"
    MERGED_CELLS = "merged_cells"
    OTHER_SHEETS = "other_sheets"
    HIDDEN_SHEETS = "hidden_sheets"
    EXCHANGED_DATES = "exchanged_dates"
    LEFT_PEOPLE = "left_people"
    REPEATED_PEOPLE = "repeated_people"


class Answer(OpenEnum):
    ONE_ROW = "one_row"
    NO_QUOTES = "no_quotes"
    ALL_ROWS = "all_rows"
    VISIBLE_ROWS = "visible_rows"
    WITH_STRUCK = "with_struck"
    WITHOUT_STRUCK = "without_struck"
    AS_EMPTY = "as_empty"
    FILLED_DOWN = "filled_down"
    ONE_SHEET = "one_sheet"
    ALL_SHEETS = "all_sheets"
    WITHOUT_HIDDEN = "without_hidden"
    WITH_HIDDEN = "with_hidden"
    AS_SHOWN = "as_shown"
    EXCHANGED = "exchanged"
    LIKE_OTHERS = "like_others"
    WITHOUT_LEFT = "without_left"
    AS_INACTIVE = "as_inactive"
    EACH_ROW = "each_row"
    LATEST_ROW = "latest_row"


# The answers of each question, as they are shown; the file is read by the first until one is given.
ANSWERS: Final[Mapping[QuestionKind, Mapping[Answer, str]]] = {
    QuestionKind.JOINED_LINES: {
        Answer.ONE_ROW: "They are one row: the cell has several lines",
        Answer.NO_QUOTES: PLAIN_QUOTES,
    },
    QuestionKind.HIDDEN_ROWS: {
        Answer.ALL_ROWS: "Read all rows, also the hidden ones",
        Answer.VISIBLE_ROWS: "Read only the rows that are shown",
    },
    QuestionKind.STRUCK_ROWS: {
        Answer.WITH_STRUCK: "Read all rows, also those that are struck out",
        Answer.WITHOUT_STRUCK: "Leave out the rows that are struck out",
    },
    QuestionKind.MERGED_CELLS: {
        Answer.AS_EMPTY: "Read the cells below the first row as empty",
        Answer.FILLED_DOWN: "Fill the text down into each of their rows",
    },
    QuestionKind.OTHER_SHEETS: {
        Answer.ONE_SHEET: "Read only this sheet",
        Answer.ALL_SHEETS: "Read all of them, one below the other",
    },
    QuestionKind.HIDDEN_SHEETS: {
        Answer.WITHOUT_HIDDEN: "Leave the hidden sheets out",
        Answer.WITH_HIDDEN: "Read the hidden sheets, too, below the others",
    },
    QuestionKind.EXCHANGED_DATES: {
        Answer.AS_SHOWN: "The dates are right as the spreadsheet has them",
        Answer.EXCHANGED: "Exchange day and month of the dates that the spreadsheet has read",
    },
    QuestionKind.LEFT_PEOPLE: {
        Answer.LIKE_OTHERS: "Read these rows like all others",
        Answer.WITHOUT_LEFT: "Leave these rows out",
        Answer.AS_INACTIVE: "Read them, too, with inactive accounts, which are not invited",
    },
    QuestionKind.REPEATED_PEOPLE: {
        Answer.EACH_ROW: "Read all of their rows",
        Answer.LATEST_ROW: "Keep the latest row of each, and leave the earlier ones out",
    },
}

Answers = Mapping[QuestionKind, Answer]


@dataclass(frozen=True, kw_only=True)
class Question:
    kind: QuestionKind
    text: str


def way_of(answers: Answers) -> tuple[Answer, ...]:
    """How the file is read by these answers, also where some are not given."""
    return tuple(answers.get(kind, next(iter(choices))) for kind, choices in ANSWERS.items())


def sheet_options(sheets: tuple[str, ...], answers: Answers, *, skips: tuple[int, ...] = ()) -> SheetOptions:
    """How a workbook is read by these answers."""
    given = answers.values()
    return SheetOptions(
        sheets=sheets,
        skips=skips,
        visible_only=Answer.VISIBLE_ROWS in given,
        exchange_dates=Answer.EXCHANGED in given,
        fill_merged=Answer.FILLED_DOWN in given,
        without_struck=Answer.WITHOUT_STRUCK in given,
    )


def on_joined_lines(found: list[tuple[int, int]]) -> Question:
    """`found`: the first and last line of each row whose cells hold lines that look like rows; none without quotes."""
    if not found:
        text = "Quotation marks of this file are read as plain characters."
        return Question(kind=QuestionKind.JOINED_LINES, text=text)
    named = ", lines ".join(f"{first} to {last}" for first, last in found[:JOINED_LINES_NAMED])
    more = f" and {len(found) - JOINED_LINES_NAMED} more" if len(found) > JOINED_LINES_NAMED else ""
    text = f"Lines {named}{more} were read as one row each, because of quotation marks."
    if len(found) == 1:
        text = f"Lines {found[0][0]} to {found[0][1]} were read as one row, because of a quotation mark."
    return Question(kind=QuestionKind.JOINED_LINES, text=f"{text} The people in them would be lost if they are rows.")


def on_hidden_rows(count: int, *, sheet: str) -> Question:
    text = f"{count:,} rows of the sheet “{sheet}” are hidden, by a filter or by hand."
    if count == 1:
        text = f"One row of the sheet “{sheet}” is hidden, by a filter or by hand."
    return Question(kind=QuestionKind.HIDDEN_ROWS, text=text)


def on_struck_rows(count: int, *, sheet: str) -> Question:
    rows = "One row of the sheet “{}” is" if count == 1 else f"{count:,} rows of the sheet “{{}}” are"
    return Question(kind=QuestionKind.STRUCK_ROWS, text=f"{rows.format(sheet)} struck out.")


def on_other_sheets(sheets: Mapping[str, int], *, sheet: str) -> Question:
    """`sheets`: their rows by the name."""
    text = f"The sheet “{sheet}” is read. People are also in {_with_rows(sheets)}."
    return Question(kind=QuestionKind.OTHER_SHEETS, text=text)


def on_hidden_sheets(sheets: Mapping[str, int]) -> Question:
    """`sheets`: their rows by the name."""
    text = f"People are also in hidden sheets of this workbook: {_with_rows(sheets)}."
    return Question(kind=QuestionKind.HIDDEN_SHEETS, text=text)


def _with_rows(sheets: Mapping[str, int]) -> str:
    return ", ".join(f"“{name}” ({count_rows(rows)})" for name, rows in sheets.items())


def count_rows(rows: int) -> str:
    return "one row" if rows == 1 else f"{rows:,} rows"


def on_left_people(rows: int, *, columns: Iterable[str], values: Iterable[str]) -> Question:
    """`columns` and `values`: where it is said, and how."""
    named, said = ", ".join(f"“{each}”" for each in columns), ", ".join(values)
    text = f"In {named}, {rows:,} rows say that their people have left: {said}."
    if rows == 1:
        text = f"In {named}, one row says that its person has left: {said}."
    return Question(kind=QuestionKind.LEFT_PEOPLE, text=text)


def on_repeated_people(groups: Sequence[Sequence[int]], *, timed_by: str | None) -> Question:
    """`groups`: the lines of each person; `timed_by` is the column that says when the rows were written."""
    lines = ", ".join(map(str, sorted(groups[0])[:JOINED_LINES_NAMED]))
    text = f"{len(groups):,} people are in this file more than once, as in lines {lines}."
    if len(groups) == 1:
        text = f"One person is in this file more than once, in lines {lines}."
    latest = f"The latest row is the one with the latest “{timed_by}”."
    if timed_by is None:
        latest = "The latest row is the last one in the file."
    return Question(kind=QuestionKind.REPEATED_PEOPLE, text=f"{text} {latest}")


def on_exchanged_dates(read: int, *, text: str) -> Question:
    """`read`: how many cells are dates; `text`: one that the spreadsheet could not read as a date."""
    cells = "One cell is a date" if read == 1 else f"{read:,} cells are dates"
    shown = (
        f"{cells} of the spreadsheet, each with a day that could be a month, beside others that are text, as {text}. "
        "A spreadsheet that expects another order reads dates in this way, and exchanges day and month."
    )
    return Question(kind=QuestionKind.EXCHANGED_DATES, text=shown)
