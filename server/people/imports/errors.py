"""Errors of imports, with their sentences."""

from typing import Final

from server.platform.errors import ConflictError, PayloadTooLargeError, TooManyRequestsError, ValidationFailedError
from server.platform.process.clock import describe_tomorrow, seconds_until_tomorrow


class FileRefusedError(ValidationFailedError):
    """The file cannot be imported. `errors.file` names what to correct where the sentence does not."""


class NotCsvError(FileRefusedError, keeps_code=True):
    message = "Please upload a CSV file"


class WorkbookRefusedError(FileRefusedError, keeps_code=True):
    """`reason`: see :class:`server.people.workbooks.reader.WorkbookError`."""

    REASONS: Final = {
        "password": "This workbook is protected by a password. Save it without a password and upload it again.",
        "no_sheet": "This workbook has charts only. Upload the workbook or the sheet with the people.",
        "too_large": "This workbook is too large to be read. Copy the people into a new workbook and upload that one.",
        "unreadable": "This workbook is damaged or of an unknown kind. Save it as XLSX or CSV and upload it again.",
        "several": "This zip file holds several tables. Zip one CSV file, or upload the tables one after another.",
        "locked": "This zip file is protected by a password. Zip the table without one and upload it again.",
    }

    HOW: Final = {"password": "In Excel: File, Info, Protect Workbook, Encrypt with Password. Empty the box, and save."}

    def __init__(self, reason: str) -> None:
        how = self.HOW.get(reason)
        super().__init__(self.REASONS[reason], errors=None if how is None else {"file": how})


class NoDataRowError(FileRefusedError, keeps_code=True):
    message = "CSV file must contain at least a header row and one data row"


class UnreadableCsvError(FileRefusedError, keeps_code=True):
    message = "Error parsing CSV file. Please check the format."

    def __init__(self, detail: str) -> None:
        super().__init__(errors={"file": detail})


PLAIN_QUOTES: Final = "Each line is a row: quotation marks are plain characters"


class BadQuotesError(UnreadableCsvError, keeps_code=True):
    """Quotation marks do not fit. `errors.quotes` is how the file can be read all the same: see UploadQuery."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.errors = {"file": detail, "quotes": PLAIN_QUOTES}


class FileTooLargeError(PayloadTooLargeError):
    message = "The file is larger than 10MB. Save it as Excel, or zip it, and upload that."


class DailyRowsExceededError(TooManyRequestsError):
    """`sentence` holds `{when}`: when the limit resets, by the clock of the region."""

    def __init__(self, sentence: str, *, region: str) -> None:
        super().__init__(sentence.format(when=describe_tomorrow(region)), retry_after=seconds_until_tomorrow())


class WrongImportStateError(ConflictError): ...


class DateOrderNeededError(ConflictError):
    def __init__(self, example: str) -> None:
        super().__init__(
            f"Choose first how the dates of this file are read: {example} is day/month/year, or month/day/year."
        )


class QuestionsOpenError(ConflictError):
    def __init__(self, question: str) -> None:
        super().__init__(f"Answer first what this file leaves open: {question}")


class ColumnsNeededError(ConflictError):
    message = "Choose first which columns of the file are the required fields."


class NoValidRowError(ValidationFailedError):
    message = "There is no valid row to create an account from."
    NOTHING_TO_UPDATE: Final = "There is no row that can update an account."


class MissingPeopleChangedError(ConflictError):
    """`met` holds as `allowed` how many people would be deactivated now."""

    def __init__(self, *, allowed: int, seen: int) -> None:
        super().__init__(
            f"{allowed:,} people would be deactivated now, and not {seen:,}: the file or the people have been changed "
            "meanwhile. Check who is missing again.",
            met={"allowed": allowed},
        )


class MissingPeopleUnconfirmedError(ConflictError):
    """More people would be deactivated than the company allows without their number. `met`: see above."""

    def __init__(self, *, allowed: int, people: int, threshold: int) -> None:
        super().__init__(
            f"{allowed:,} of {people:,} people would be deactivated, which is more than {threshold} %. "
            f"If this is right, confirm it with the number of people: {allowed}.",
            met={"allowed": allowed},
        )


class RowChangedError(ConflictError):
    """`met` holds the `row` as it is now."""

    message = "This row has been changed meanwhile."


class AnotherChangeError(ConflictError):
    """`met` holds as `lastChange` the change that an undo takes back now."""

    message = "Another change has been made or undone meanwhile. Nothing was undone."


class NothingToUndoError(ConflictError):
    message = "No change of this preview is left to undo."


class RowNotInvalidError(ConflictError):
    message = "Only an invalid row can be deleted."


class TooManyImportsWatchedError(TooManyRequestsError):
    code = "too_many_watched"
    message = "Too many imports are being watched here."
