"""Extensions of Postgres: created with a migration, or named for the administrator who may create them."""

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from server.platform.database.migrate import MigrationError


def create_extensions(connection: Connection, *names: str) -> None:
    """Raises MigrationError: the role that migrates may not create one, or the server does not offer it."""
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
