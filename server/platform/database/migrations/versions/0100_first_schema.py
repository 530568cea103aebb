"""The schema of the first release."""

from collections.abc import Sequence
from pathlib import Path

from alembic import op

from server.platform.database.migrations.extensions import create_extensions

revision: str = "0100"
down_revision: str | Sequence[str] | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SCHEMA = Path(__file__).parents[1] / "first_schema.sql"
REMOVE_ALL = """
    DO $$
    DECLARE
        named text;
    BEGIN
        FOR named IN
            SELECT format('TABLE %s', oid::regclass) FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
        LOOP
            EXECUTE 'DROP ' || named || ' CASCADE';
        END LOOP;
        FOR named IN
            SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
             WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'waymark%'
        LOOP
            EXECUTE 'DROP ' || named;
        END LOOP;
    END $$
"""


def upgrade() -> None:
    create_extensions(op.get_bind(), "pg_trgm", "btree_gin")
    statements = SCHEMA.read_text(encoding="utf-8")
    # Many statements in one string, which only the driver itself takes.
    driver = op.get_bind().connection.dbapi_connection
    assert driver is not None  # noqa: S101 - it is connected
    driver.run_async(lambda connection: connection.execute(statements))


def downgrade() -> None:
    """The extensions stay: others may use them."""
    op.execute(REMOVE_ALL)
