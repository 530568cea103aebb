"""Errors of bulk jobs, with their sentences."""

from typing import Final

from server.platform.errors import ConflictError, TooManyRequestsError, ValidationFailedError

NOTHING_SELECTED: Final = "No person matches this selection."
# Of one company, those that are undone included.
MOST_RUNNING: Final = 5


class NothingSelectedError(ValidationFailedError):
    message = NOTHING_SELECTED

    def __init__(self) -> None:
        super().__init__(errors={"select": NOTHING_SELECTED})


class TooManySelectedError(ValidationFailedError):
    def __init__(self, most: int) -> None:
        sentence = f"More than {most:,} people match this selection. Please narrow it down and work in parts."
        super().__init__(sentence, errors={"select": sentence})


class ConfirmationError(ValidationFailedError):
    """`confirm` is not the number of people that the job would change."""

    def __init__(self, allowed: int) -> None:
        sentence = f"This cannot be undone. Please confirm it with the number of people: {allowed}."
        super().__init__(sentence, errors={"confirm": sentence})


class TooManyJobsError(ConflictError):
    code = "too_many_jobs"
    message = f"Your company has {MOST_RUNNING} changes under way. You can start the next one when one has ended."


class WrongJobStateError(ConflictError):
    code = "wrong_job_state"


class TooManyJobsWatchedError(TooManyRequestsError):
    code = "too_many_watched"
    message = "Too many changes are being watched here."
