"""The schema of the first release."""

from pathlib import Path

from alembic import op

from server.platform.database.migrations.steps import create_extensions

revision = "0100"
down_revision = None

# The last one is needed only later: an administrator is asked once.
EXTENSIONS = ("pg_trgm", "btree_gin", "btree_gist")
SCHEMA = Path(__file__).parents[1] / "first_schema.sql"


def upgrade() -> None:
    create_extensions(*EXTENSIONS)
    statements = SCHEMA.read_text(encoding="utf-8")
    # Many statements in one string, which only the driver itself takes.
    driver = op.get_bind().connection.dbapi_connection
    assert driver is not None  # noqa: S101 - it is connected
    driver.run_async(lambda connection: connection.execute(statements))
