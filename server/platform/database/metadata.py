"""The tables of all features, what most of them have, and how indexes and constraints are named."""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Column, DateTime, ForeignKeyConstraint, Index, MetaData, Table, Uuid, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

MOMENT: Final = DateTime(timezone=True)
Kind = TypeEngine[Any] | type[TypeEngine[Any]]


def table(name: str, *parts: SchemaItem, **options: Any) -> Table:  # noqa: ANN401 - those of Table
    return Table(name, metadata, *parts, **options)


def needed(kind: Kind, *names: str, default: str | None = None) -> Iterator[Column[Any]]:
    """Columns that always have a value; `default` is SQL."""
    for name in names:
        yield Column(name, kind, nullable=False, server_default=default and text(default))


def optional(kind: Kind, *names: str) -> Iterator[Column[Any]]:
    return (Column(name, kind) for name in names)


def company_key(column: str, target: str, *, ondelete: str = "CASCADE") -> ForeignKeyConstraint:
    """A reference to a row of the same company."""
    return ForeignKeyConstraint(["company_id", column], [f"{target}.company_id", f"{target}.id"], ondelete=ondelete)


def account_key(*, is_indexed: bool = True) -> Iterator[SchemaItem]:
    """The account that a row belongs to, and ends with."""
    yield from needed(Uuid, "company_id", "user_id")
    yield company_key("user_id", "users")
    if is_indexed:
        yield Index(None, "company_id", "user_id")


class Json(JSONB):
    """A JSONB column of values that the connection encodes and decodes itself; None is stored as NULL."""

    def bind_processor(self, dialect: Dialect) -> None:
        """Nothing is to be done to a value before the connection gets it."""

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        """Nothing is to be done to a value that the connection has given."""
