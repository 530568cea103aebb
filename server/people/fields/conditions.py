"""Conditions on a company's own fields: one grammar for the list, its files and views, and jobs on many people."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, NoReturn

from pydantic import Field, StrictBool, StrictStr, TypeAdapter, ValidationError

from server.people.fields.schemas import GivenValue
from server.platform.errors import ValidationFailedError
from server.platform.schemas import RequestSchema, only_if
from server.vocabulary.field_kinds import Value
from server.vocabulary.own_fields import PREFIX, Given, OwnField, OwnKind
from server.vocabulary.visible_text import fold_name

MOST_TERMS: Final = 20
NO_CONDITIONS: Final = f'Please give at most {MOST_TERMS} conditions such as [{{"field": "course", "is": ["CNC"]}}]'


class Operator(StrEnum):
    """IS_NOT and NONE match those without a value, too; `none: false` is those who have one."""

    IS = "is"
    IS_NOT = "isNot"
    FROM = "from"
    CONTAINS = "contains"
    NONE = "none"


_Values = Annotated[list[GivenValue], Field(min_length=1, max_length=50)]


class _TermRequest(RequestSchema):
    field: Annotated[StrictStr, Field(max_length=40)]
    is_: Annotated[_Values | None, Field(alias="is")] = None
    is_not: _Values | None = None
    from_: Annotated[GivenValue, Field(alias="from")] = None
    to: GivenValue = None
    contains: Annotated[StrictStr, Field(min_length=1, max_length=200)] | None = None
    none: StrictBool | None = None

    @property
    def given(self) -> dict[Operator, Any]:
        bounds = None if self.from_ is None and self.to is None else (self.from_, self.to)
        each = (self.is_, self.is_not, bounds, self.contains, self.none)
        return {operator: value for operator, value in zip(Operator, each, strict=True) if value is not None}


_TERMS: Final = TypeAdapter(Annotated[list[_TermRequest], Field(max_length=MOST_TERMS)])


def _are_terms(text: str) -> bool:
    try:
        return not text or all(len(term.given) == 1 for term in _TERMS.validate_json(text))
    except ValidationError:
        return False


Where = Annotated[
    str,
    Field(
        max_length=4_000,
        description="conditions on the company's own fields, all of which hold: JSON such as "
        '[{"field": "course", "is": ["CNC"]}, {"field": "marks", "from": 60, "to": 80}, {"field": "rollNo", "none": '
        "true}]; also isNot, and contains for a text. Values are given as in forms; several are one or another",
    ),
    only_if(_are_terms, NO_CONDITIONS),
]


@dataclass(frozen=True, kw_only=True)
class Term:
    """A condition on a field. `values` are as they are stored; from and to, of which one may be None; or the flag."""

    field: OwnField
    operator: Operator
    values: tuple[Value, ...]

    @property
    def has_keys(self) -> bool:
        return self.field.has_keys and self.field.is_ready

    @property
    def is_slow(self) -> bool:
        """Whether all values of the field are to be read."""
        return self.operator in {Operator.FROM, Operator.CONTAINS} and not self.has_keys

    @property
    def written(self) -> dict[str, Any]:
        """The condition as a client gives it: choices by their numbers, so that a new label changes nothing."""
        if self.operator in {Operator.IS, Operator.IS_NOT}:
            return {"field": self.field.key, self.operator.value: self.values}
        given = dict(zip((self.operator.value, "to"), self.values, strict=False))
        return {"field": self.field.key, **{name: value for name, value in given.items() if value is not None}}


def write_terms(terms: Iterable[Term]) -> str:
    return json.dumps([term.written for term in terms], ensure_ascii=False, separators=(",", ":"))


def read_terms(where: str, *, fields: Sequence[OwnField]) -> tuple[Term, ...]:
    """Read checked conditions on fields that are open to the caller.

    Raises ValidationFailedError: there is no such field among them, it is sensitive, or its values are of another kind.
    """
    return tuple(_read(term, fields=fields) for term in _TERMS.validate_json(where)) if where else ()


def find_sortable(sort: str, *, fields: Iterable[OwnField]) -> OwnField:
    """Return the field of an order. Raises ValidationFailedError: it is not open to the caller, or not sortable."""
    field = find_open(sort.removeprefix("-").removeprefix(PREFIX), fields=fields, of="sort")
    if not (field.is_keyed and field.is_ready):
        refuse(f"People are not sorted by {field.label}: make the field sortable first", of="sort")
    return field


def find_open(key: str, *, fields: Iterable[OwnField], of: str) -> OwnField:
    """Return the one of the fields that has the key. Raises ValidationFailedError of the parameter `of`."""
    field = next((field for field in fields if field.key == key), None)
    if field is None:
        refuse(f"There is no field {key} that is open to you", of=of)
    return field


def refuse(sentence: str, *, of: str = "where") -> NoReturn:
    raise ValidationFailedError(sentence, errors={of: sentence})


def _read(term: _TermRequest, *, fields: Sequence[OwnField]) -> Term:
    field, [(operator, given)] = find_open(term.field, fields=fields, of="where"), term.given.items()
    values: tuple[Value, ...] = (given,)
    if field.is_sensitive:
        refuse(f"{field.label} is sensitive: people are not filtered by it")
    if operator is Operator.CONTAINS and field.own_kind not in {OwnKind.TEXT, OwnKind.LONG}:
        refuse(f"{field.label}: contains needs a field of texts")
    if operator is Operator.FROM:
        if field.own_kind not in {OwnKind.NUMBER, OwnKind.DATE}:
            refuse(f"{field.label}: from and to need a field of numbers or dates")
        values = tuple(None if bound is None else _values(field, bound)[0] for bound in given)
    if operator in {Operator.IS, Operator.IS_NOT}:
        values = tuple(dict.fromkeys(value for each in given for value in _values(field, each)))
    return Term(field=field, operator=operator, values=values)


def _values(field: OwnField, given: Given) -> list[Value]:
    """Return the stored value; of choices all of this label or number: archived ones are kept by who has them."""
    if field.own_kind.has_choices:
        found = [
            number
            for number, label in field.labels.items()
            if (fold_name(label) == fold_name(given) if isinstance(given, str) else given == number)
        ]
        values: list[Value] = [] if isinstance(given, bool) else [*found]
        problem = None
    else:
        value, problem = field.read_given(given)
        values = [] if value is None else [value]
    if problem is not None or not values:
        refuse(problem or field.wrong)
    return values
