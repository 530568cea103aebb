"""Refusals of changes to views."""

from typing import Final

from server.platform.errors import ConflictError

MOST_VIEWS: Final = 100
NAME_TAKEN: Final = "A view has this name already"


class ViewExistsError(ConflictError):
    code = "view_exists"
    message = NAME_TAKEN

    def __init__(self) -> None:
        super().__init__(errors={"name": NAME_TAKEN})


class ViewConflictError(ConflictError):
    code = "edit_conflict"
    message = "This view has been changed by someone else. Check the current version, then save again."


class TooManyViewsError(ConflictError):
    code = "too_many_views"
    message = f"There are at most {MOST_VIEWS} views of your own, and as many of the company. Delete one first."
