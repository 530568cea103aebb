"""Filters and orders of SCIM as SQL: of declared attributes alone, with bound parameters."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

import scim2_models as scim
from scim2_models import path as paths
from scim2_models.path import CompareOperator
from typing_extensions import override

from server.platform.schemas import refuse_control_characters
from server.vocabulary.visible_text import fold_name

DEFAULT_RESULTS: Final = 100
MOST_RESULTS: Final = 200
LONGEST_FILTER: Final = 4_000
MOST_TERMS: Final = 50
TOO_LONG: Final = f"A filter has at most {MOST_TERMS} terms and {LONGEST_FILTER:,} characters"
_TEMPLATES: Final = {
    CompareOperator.co: "position(lower({value}) IN lower({sql})) > 0",
    CompareOperator.sw: "starts_with(lower({sql}), lower({value}))",
    CompareOperator.ew: "right(lower({sql}), length({value})) = lower({value})",
    **{
        CompareOperator(name): f"{{sql}} {sign} {{value}}"
        for name, sign in {"eq": "=", "gt": ">", "ge": ">=", "lt": "<", "le": "<="}.items()
    },
}
_TYPES: Final = {str: "text", bool: "boolean", datetime: "timestamptz", UUID: "uuid"}


class FilterColumn(NamedTuple):
    """`forms` are what a text that is equal to a typed one may be stored as; `equal` compares with them by an index.

    `order` is what resources are sorted by, where they are.
    """

    sql: str
    kind: type = str
    order: str | None = None
    forms: Callable[[str], list[str]] = lambda typed: [typed, typed.lower(), typed.upper()]
    equal: str = "{sql} = ANY({value})"


def _as_typed(typed: str) -> list[str]:
    return [typed]


# Found by the form that names are sorted by, of which there is an index; then compared but for case.
_NAME: Final = FilterColumn(
    "u.full_name",
    order="u.sort_name",
    forms=_as_typed,
    equal="(u.sort_name = waymark_fold(({value})[1]) AND lower(u.full_name) = lower(({value})[1]))",
)
_MEMBER: Final = """
    EXISTS (SELECT FROM batch_members m
             WHERE m.company_id = :company_id AND m.batch_id = {batch} AND m.user_id = {user})
"""
# The keys are the names in the code; attributes of extensions stand alone.
OF_PEOPLE: Final[Mapping[str, FilterColumn]] = {
    "id": FilterColumn("u.id", UUID, order="u.id"),
    "external_id": FilterColumn("d.external_id", forms=_as_typed),
    "user_name": FilterColumn("u.label", order="u.label"),
    "display_name": _NAME,
    "name.formatted": _NAME,
    "emails.value": FilterColumn("u.email"),
    "emails.type": FilterColumn("CASE WHEN u.email IS NOT NULL THEN 'work' END"),
    "phone_numbers.value": FilterColumn("u.phone"),
    "phone_numbers.type": FilterColumn("CASE WHEN u.phone <> '' THEN 'mobile' END"),
    "active": FilterColumn("u.is_active", bool),
    "user_type": FilterColumn("u.profile"),
    "roles.value": FilterColumn("u.role"),
    "groups.value": FilterColumn(_MEMBER.format(batch="{value}", user="u.id"), UUID),
    "employee_number": FilterColumn("u.code"),
    "meta.created": FilterColumn("u.created_at", datetime, order="u.id"),
}
OF_GROUPS: Final[Mapping[str, FilterColumn]] = {
    "id": FilterColumn("b.id", UUID, order="b.id"),
    "external_id": FilterColumn("g.external_id", forms=_as_typed),
    "display_name": FilterColumn(
        "b.name", order="b.folded_name", forms=lambda typed: [fold_name(typed)], equal="b.folded_name = ANY({value})"
    ),
    "members.value": FilterColumn(_MEMBER.format(batch="b.id", user="{value}"), UUID),
    "meta.created": FilterColumn("b.created_at", datetime, order="b.id"),
}


class FilteredBy(NamedTuple):
    """A condition on resources, its parameters, their order, and the place of a page."""

    condition: str
    values: Mapping[str, Any]
    order: str
    offset: int = 0
    limit: int = 1

    def is_whole(self, found: int) -> bool:
        """Whether a page of so many resources has all that there are."""
        return self.offset == 0 and found < self.limit


def select(
    asked: scim.SearchRequest[Any], model: type[scim.Resource[Any]], columns: Mapping[str, FilterColumn]
) -> FilteredBy:
    """Raises scim2_models.InvalidFilterException, scim2_models.InvalidPathException."""
    condition, visitor = "true", _FilterConditions(asked.filter, columns)
    if asked.filter is not None:
        condition = visitor.visit(asked.filter.ast)
    identifier = order = columns["id"].sql
    if asked.sort_by is not None:
        found = columns.get(_name(asked.sort_binding(model)))
        if found is None or found.order is None:
            raise scim.InvalidPathException(path=str(asked.sort_by), detail=f"Nothing is sorted by {asked.sort_by}")
        order = found.order
    direction = "DESC" if asked.sort_order is scim.SearchRequest.SortOrder.descending else "ASC"
    by = f"{order} {direction}, {identifier} {direction}"
    limit = DEFAULT_RESULTS if asked.count is None else min(asked.count, MOST_RESULTS)
    return FilteredBy(condition, visitor.values, by, min(asked.start_index_0 or 0, 2**31), limit)


def refuse_long(given: Mapping[str, Any]) -> None:
    """Refuse a filter before it is read, by whatever case its name is in. Raises InvalidFilterException."""
    if any(len(str(value)) > LONGEST_FILTER for value in given.values()):
        raise scim.InvalidFilterException(detail=TOO_LONG)


def _name(binding: paths.AttributeBinding | None) -> str:
    return "" if binding is None else ".".join(filter(None, (binding.field_name, binding.sub_field_name)))


class _FilterConditions(paths.FilterVisitor[str]):
    def __init__(self, filter_: scim.ScimFilter[Any] | None, columns: Mapping[str, FilterColumn]) -> None:
        self.values = dict[str, Any]()
        self._filter = filter_
        self._columns = columns
        self._inside = ""
        self._terms = 0

    @override
    def visit(self, node: paths.FilterNode) -> str:
        self._terms += 1
        if self._terms > MOST_TERMS:
            raise scim.InvalidFilterException(detail=TOO_LONG)
        return super().visit(node)

    @override
    def visit_comparison(self, node: paths.Comparison) -> str:
        column, operator = self._column(node.attr_path), node.op
        is_other = operator is CompareOperator.ne
        operator = CompareOperator.eq if is_other else operator
        try:
            condition = self._compare(column, operator, node.value)
        except ValueError as error:
            raise scim.InvalidFilterException(detail=f"{node.attr_path}: {error}") from None
        return f"NOT coalesce({condition}, false)" if is_other else f"({condition})"

    def _compare(self, column: FilterColumn, operator: CompareOperator, given: object) -> str:
        """Raises ValueError: the value is none of the attribute."""
        if given is None:
            return f"{column.sql} IS NULL"
        if "{value}" in column.sql and operator is not CompareOperator.eq:
            raise ValueError("it is compared by eq alone")
        if column.kind is not str:
            value = self._bind(_READERS[column.kind](str(given)), _TYPES[column.kind])
            template = "{sql}" if "{value}" in column.sql else _TEMPLATES[operator]
            return template.format(sql=column.sql, value=value).format(value=value)
        text = str(refuse_control_characters(str(given)))
        if operator is CompareOperator.eq:
            return column.equal.format(sql=column.sql, value=self._bind(column.forms(text), "text[]"))
        return _TEMPLATES[operator].format(sql=column.sql, value=self._bind(text, "text"))

    @override
    def visit_present(self, node: paths.Present) -> str:
        sql = self._column(node.attr_path).sql
        if "{value}" in sql:
            raise scim.InvalidFilterException(detail=f"{node.attr_path} is compared by eq alone")
        return f"nullif(CAST({sql} AS text), '') IS NOT NULL"

    @override
    def visit_not(self, node: paths.Not) -> str:
        return f"NOT coalesce({self.visit(node.expr)}, false)"

    @override
    def visit_logical_expr(self, node: paths.LogicalExpr) -> str:
        joined = " AND " if node.op is paths.LogicalOperator.and_ else " OR "
        return "(" + joined.join(map(self.visit, node.terms)) + ")"

    @override
    def visit_value_path(self, node: paths.ValuePath) -> str:
        # A person has one value of each kind, so that a condition on one entry is one on the account.
        self._inside = "" if self._filter is None else _name(self._filter.resolve(node.attr_path)) + "."
        condition = self.visit(node.val_filter)
        self._inside = ""
        return condition

    def _column(self, path: paths.AttrPath) -> FilterColumn:
        """Raises scim2_models.InvalidFilterException: nothing is found by this attribute."""
        if self._inside or self._filter is None:
            name = self._inside + path.attr.lower()
        else:
            name = _name(self._filter.resolve_comparison(path))
        if name not in self._columns:
            raise scim.InvalidFilterException(detail=f"Nothing is found by {path}")
        return self._columns[name]

    def _bind(self, value: object, kind: str) -> str:
        name = f"value_{len(self.values)}"
        self.values[name] = value
        return f"CAST(:{name} AS {kind})"


def _moment(given: str) -> datetime:
    moment = datetime.fromisoformat(given)
    if moment.tzinfo is None:
        raise ValueError("a time needs its zone, as in 2026-07-01T00:00:00Z")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("there is no such time") from None


def _uuid(given: str) -> UUID | None:
    """An id that is none is that of nothing."""
    try:
        return UUID(given)
    except ValueError:
        return None


_READERS: Final[Mapping[type, Callable[[str], object]]] = {
    bool: lambda given: given.lower() == "true",
    datetime: _moment,
    UUID: _uuid,
}
