"""The tables of all features, how indexes and constraints are named, and what expressions on tables share."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import MetaData, any_, cast
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.dialects.postgresql import UUID as UUID_COLUMN
from sqlalchemy.engine.interfaces import Dialect

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(JSONB):
    """A JSONB column of values that the connection encodes and decodes itself; None is stored as NULL."""

    def bind_processor(self, dialect: Dialect) -> None:
        """Nothing is to be done to a value before the connection gets it."""

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        """Nothing is to be done to a value that the connection has given."""


def any_id(ids: Sequence[UUID]) -> Any:  # noqa: ANN401 - a comparison's right side has no type of its own
    """Compare with any of many ids, by one parameter."""
    return any_(cast(ids, ARRAY(UUID_COLUMN(as_uuid=True))))
