"""The schema of the first release."""

from pathlib import Path

from alembic import op
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from server.platform.database.migrate import MigrationError

revision = "0100"
down_revision = None

EXTENSIONS = ("pg_trgm", "btree_gin")
SCHEMA = Path(__file__).parents[1] / "first_schema.sql"


def upgrade() -> None:
    _create_extensions(op.get_bind())
    statements = SCHEMA.read_text(encoding="utf-8")
    # Many statements in one string, which only the driver itself takes.
    driver = op.get_bind().connection.dbapi_connection
    assert driver is not None  # noqa: S101 - it is connected
    driver.run_async(lambda connection: connection.execute(statements))


def _create_extensions(connection: Connection) -> None:
    """Raises MigrationError: the role that migrates may not create one, or the server does not offer it."""
    present = set(connection.scalars(text("SELECT extname FROM pg_extension")))
    missing = [name for name in EXTENSIONS if name not in present]
    try:
        for name in missing:
            connection.execute(text(f"CREATE EXTENSION {name}"))
    except DBAPIError as error:
        statements = " ".join(f"CREATE EXTENSION IF NOT EXISTS {name};" for name in missing)
        raise MigrationError(
            f"The database needs extensions that this role cannot create ({error.orig}). As an administrator, run in "
            f"this database: {statements}\nThen migrate again. Nothing was changed."
        ) from error
