"""Work that stops where a test has it stop: no test depends on how soon a worker is done."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from tests.browser.system import System, run

TAKE_EMAIL = """
    INSERT INTO users (company_id, full_name, email, phone, role)
    SELECT id, 'Held', $1, '+919400000000', 'APPLICANT' FROM companies WHERE slug = 'waymark-demo'
"""
# A job that waits for longer than its queries may take is put off, and repeated.
CAPTURE_NOTHING = "LOCK TABLE captured_messages IN SHARE MODE"


@contextmanager
def held_import(system: System, *, email: str) -> Iterator[None]:
    """The chunk with this email waits: another transaction has it, and gives it up at the end."""
    with _open_transaction(system, TAKE_EMAIL, email):
        yield


@contextmanager
def held_mail(system: System) -> Iterator[None]:
    """No mail is sent until the end."""
    with _open_transaction(system, CAPTURE_NOTHING):
        yield


@contextmanager
def _open_transaction(system: System, statement: str, *values: str) -> Iterator[None]:
    connection = run(_begin(system.settings.database_url, statement, *values))
    try:
        yield
    finally:
        # Closing rolls back.
        run(connection.close())


async def _begin(url: str, statement: str, *values: str) -> "asyncpg.Connection[asyncpg.Record]":
    connection = await asyncpg.connect(url)
    await connection.execute("BEGIN")
    await connection.execute(statement, *values)
    return connection
