"""Pydantic's errors as sentences to be shown."""

from collections.abc import Callable
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

Context = dict[str, Any]

SENTENCES: Final[dict[str, Callable[[Context], str]]] = {
    "missing": lambda _: "This field is required",
    "extra_forbidden": lambda _: "Unknown field",
    "none_required": lambda _: "Must be empty",
    "string_type": lambda _: "Must be text",
    "string_unicode": lambda _: "Must be text",
    "string_too_short": lambda context: _count("at least", context["min_length"], "character"),
    "string_too_long": lambda context: _count("at most", context["max_length"], "character"),
    "string_pattern_mismatch": lambda _: "Has an invalid format",
    "too_short": lambda context: _count("at least", context["min_length"], "entry", many="entries"),
    "too_long": lambda context: _count("at most", context["max_length"], "entry", many="entries"),
    "enum": lambda context: f"Must be one of: {_listed(context['expected'])}",
    "literal_error": lambda context: f"Must be one of: {_listed(context['expected'])}",
    "bool_type": lambda _: "Must be true or false",
    "bool_parsing": lambda _: "Must be true or false",
    "int_type": lambda _: "Must be a whole number",
    "int_parsing": lambda _: "Must be a whole number",
    "int_parsing_size": lambda _: "Is too large a number",
    "int_from_float": lambda _: "Must be a whole number",
    "greater_than": lambda context: f"Must be more than {context['gt']}",
    "greater_than_equal": lambda context: f"Must be at least {context['ge']}",
    "less_than": lambda context: f"Must be less than {context['lt']}",
    "less_than_equal": lambda context: f"Must be at most {context['le']}",
    "uuid_type": lambda _: "Must be a valid id",
    "uuid_parsing": lambda _: "Must be a valid id",
    "list_type": lambda _: "Must be a list",
    "dict_type": lambda _: "Must be an object",
    "model_type": lambda _: "Must be an object",
    "model_attributes_type": lambda _: "Must be an object",
    "date_type": lambda _: "Must be a date (YYYY-MM-DD)",
    "date_parsing": lambda _: "Must be a date (YYYY-MM-DD)",
    "date_from_datetime_parsing": lambda _: "Must be a date (YYYY-MM-DD)",
    "date_from_datetime_inexact": lambda _: "Must be a date (YYYY-MM-DD)",
    "datetime_type": lambda _: "Must be a time (ISO 8601)",
    "datetime_parsing": lambda _: "Must be a time (ISO 8601)",
    "datetime_from_date_parsing": lambda _: "Must be a time (ISO 8601)",
}
OTHERWISE: Final = "Is not valid"
NOT_AN_OBJECT: Final = "The request body must be a JSON object."


def complaints(error: ValidationError) -> tuple[str | None, dict[str, str]]:
    """(the complaint about the request as a whole, if there is one, and the first about each field).

    Fields have their names on the wire; nested ones are joined by dots.
    """
    whole: str | None = None
    fields: dict[str, str] = {}
    for detail in error.errors(include_url=False, include_input=False):
        if detail["loc"]:
            fields.setdefault(".".join(map(str, detail["loc"])), sentence(detail))
        elif whole is None:
            whole = NOT_AN_OBJECT if detail["type"].startswith("model_") else sentence(detail)
    return whole, fields


def sentence(detail: ErrorDetails) -> str:
    kind = detail["type"]
    if kind in {"value_error", "assertion_error"}:
        return detail["msg"].partition(", ")[2] or OTHERWISE
    known = SENTENCES.get(kind)
    return OTHERWISE if known is None else known(detail.get("ctx", {}))


def _count(bound: str, number: int, one: str, *, many: str | None = None) -> str:
    return f"Must be {bound} {number} {one if number == 1 else many or one + 's'}"


def _listed(expected: str) -> str:
    return expected.replace("'", "").replace(" or ", ", ")
