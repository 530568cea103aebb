"""The tables of all features, and how indexes and constraints are named: for migrations and tests."""

from typing import Final

from sqlalchemy import MetaData
from sqlalchemy.dialects.postgresql import JSONB
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
