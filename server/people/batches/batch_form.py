"""The fields of a batch as typed, and the rules for them."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Final

from server.platform.errors import ValidationFailedError
from server.platform.schemas import ResponseSchema
from server.vocabulary.visible_text import fold_name, label_problem, tidy

LONGEST_NAME: Final = 100
LONGEST_CODE: Final = 40
LONGEST_LOCATION: Final = 200
NO_NAME: Final = "Please give the batch a name"
SEPARATOR: Final = ";"
HAS_SEPARATOR: Final = "Remove the semicolon: it separates the names of batches in a file"
FAR_DAY: Final = "The day must lie between 2000 and 2999"

_is_day: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII).fullmatch
YEARS: Final = range(2000, 3000)


class BatchFields(ResponseSchema, frozen=True):
    """What users choose of a batch, as it is stored."""

    name: str
    code: str | None = None
    location: str | None = None
    starts_on: date | None = None
    ends_on: date | None = None

    @property
    def folded_name(self) -> str:
        return fold_name(self.name)

    @property
    def folded_code(self) -> str | None:
        return None if self.code is None else fold_name(self.code)

    @property
    def shown(self) -> dict[str, str | None]:
        """Return the fields by their names on the wire."""
        return self.model_dump(mode="json", by_alias=True)


def read_batch_form(typed: Mapping[str, str | None], *, before: BatchFields | None = None) -> BatchFields:
    """The fields, by their names on the wire; one that is not typed is as before. Raises ValidationFailedError."""
    texts = {field: text or "" for field, text in {**(before.shown if before else {}), **typed}.items()}
    name, code, location = (texts.get(field, "") for field in ("name", "code", "location"))
    days = {field: texts.get(field, "").strip() for field in ("startsOn", "endsOn")}
    problems = {
        "name": batch_name_problem(name),
        "code": _text_problem(code, longest=LONGEST_CODE, separates=True),
        "location": _text_problem(location, longest=LONGEST_LOCATION),
        **{field: _day_problem(day) for field, day in days.items()},
    }
    if not problems["startsOn"] and not problems["endsOn"] and days["endsOn"] and days["endsOn"] < days["startsOn"]:
        problems["endsOn"] = "The last day must not be before the first"
    if errors := {field: problem for field, problem in problems.items() if problem}:
        raise ValidationFailedError(errors=errors)
    starts_on, ends_on = (date.fromisoformat(day) if day else None for day in days.values())
    return BatchFields(
        name=tidy(name), code=tidy(code) or None, location=tidy(location) or None, starts_on=starts_on, ends_on=ends_on
    )


def batch_name_problem(typed: str) -> str | None:
    return _text_problem(typed, longest=LONGEST_NAME, separates=True) if tidy(typed) else NO_NAME


def _text_problem(typed: str, *, longest: int, separates: bool = False) -> str | None:
    if len(tidy(typed)) > longest:
        return f"Please use at most {longest} characters"
    return HAS_SEPARATOR if separates and SEPARATOR in typed else label_problem(typed)


def _day_problem(day: str) -> str | None:
    if not day:
        return None
    read = read_day(day)
    if read is None:
        return "Please write the day as 2026-07-01"
    return None if read.year in YEARS else FAR_DAY


def read_day(typed: str) -> date | None:
    """A day that is written as 2026-07-01, with the digits of one alphabet alone."""
    with suppress(ValueError):
        return date.fromisoformat(typed) if _is_day(typed) else None
    return None
