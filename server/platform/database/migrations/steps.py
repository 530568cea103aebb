"""Steps on large tables that others use meanwhile. Each commits: what else its revision does must be repeatable."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import op
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from server.platform.database.migrate import MigrationError


def create_extensions(*names: str) -> None:
    """Raises MigrationError: the role that migrates may not create one, or the server does not offer it."""
    if op.get_context().as_sql:
        for name in names:
            op.execute(f"CREATE EXTENSION IF NOT EXISTS {name}")
        return
    connection = op.get_bind()
    present = set(connection.scalars(text("SELECT extname FROM pg_extension")))
    missing = [name for name in names if name not in present]
    try:
        for name in missing:
            connection.execute(text(f"CREATE EXTENSION {name}"))
    except DBAPIError as error:
        statements = " ".join(f"CREATE EXTENSION IF NOT EXISTS {name};" for name in missing)
        raise MigrationError(
            f"The database needs extensions that this role cannot create ({error.orig}). As an administrator, run in "
            f"this database: {statements}\nThen migrate again. Nothing was changed."
        ) from error


def create_index(name: str, definition: str, *, unique: bool = False) -> None:
    """`definition` is what follows ON, as in `users (company_id, id) WHERE …`.

    What an interrupted try has left is no valid index, and is made again.
    """
    with _waiting_long():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        op.execute(f"CREATE {'UNIQUE ' if unique else ''}INDEX CONCURRENTLY IF NOT EXISTS {name} ON {definition}")


def drop_index(name: str) -> None:
    with _waiting_long():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


def change_in_batches(statement: str) -> None:
    """Repeat a statement that its own LIMIT keeps small, each time in a transaction of its own, until no row is left.

    It ends as in `WHERE id = ANY (ARRAY(SELECT id FROM things WHERE a IS NULL LIMIT 5000)) AND a IS NULL`.
    """
    with op.get_context().autocommit_block():
        if op.get_context().as_sql:
            op.execute(statement)
        else:
            while op.get_bind().exec_driver_sql(statement).rowcount:
                pass


@contextmanager
def _waiting_long() -> Iterator[None]:
    """Wait long for locks: no reader or writer queues behind an index that waits for older transactions to end."""
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = '60s'")
        yield
        op.execute("RESET lock_timeout")
