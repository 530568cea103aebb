"""Marks on views for the OpenAPI document, beside their schemas."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

HIDDEN_MARK: Final = "_waymark_hidden"
FILE_MARK: Final = "_waymark_file"
FAILS_MARK: Final = "_waymark_fails"

View = TypeVar("View", bound=Callable[..., Any])


def hidden(view: View) -> View:
    """Mark a route that is no call of the API: a page, a file, or one for operators."""
    setattr(view, HIDDEN_MARK, True)
    return view


def answers_file(*media_types: str) -> Callable[[View], View]:
    """Answers 200 with a file, of one of these types, instead of JSON."""

    def mark(view: View) -> View:
        setattr(view, FILE_MARK, media_types)
        return view

    return mark


def may_fail(*statuses: int) -> Callable[[View], View]:
    """Statuses of errors that do not follow from what the route takes and who may call it."""

    def mark(view: View) -> View:
        setattr(view, FAILS_MARK, frozenset(statuses))
        return view

    return mark


def is_hidden(view: Callable[..., Any]) -> bool:
    return getattr(view, HIDDEN_MARK, False) is True


def files_of(view: Callable[..., Any]) -> tuple[str, ...]:
    media_types: tuple[str, ...] = getattr(view, FILE_MARK, ())
    return media_types


def failures_of(view: Callable[..., Any]) -> frozenset[int]:
    statuses: frozenset[int] = getattr(view, FAILS_MARK, frozenset())
    return statuses
