"""Privileges of the serving role of web processes and workers: read and write rows, change no table."""

from typing import Final

from sqlalchemy import Connection, text

ROWS: Final = "SELECT, INSERT, UPDATE, DELETE"
LESS: Final = {
    "alembic_version": "SELECT",
    # Append-only: no UPDATE, no DELETE.
    "audit_entries": "SELECT, INSERT",
    "audit_seals": "SELECT, INSERT",
    # Written by the owner alone: what is left of entries about erased people.
    "audit_redactions": "SELECT",
    # A deleted company takes its audit entries with it.
    "companies": "SELECT, INSERT, UPDATE",
}
# Statistics after an import; an older Postgres lets the owner alone make them, and autovacuum does it a minute later.
MAINTAIN_SINCE: Final = (17,)
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"


def grant(connection: Connection, *, role: str) -> None:
    """Grant in the transaction of the migration: every version of the schema has its grants. Owners keep all."""
    if role == connection.scalar(text("SELECT current_user")):
        return
    quoted = connection.dialect.identifier_preparer.quote_identifier
    name = quoted(role)
    statements = ["REVOKE CREATE ON SCHEMA public FROM PUBLIC", f"GRANT USAGE ON SCHEMA public TO {name}"]
    rights = ROWS + (", MAINTAIN" if (connection.dialect.server_version_info or ()) >= MAINTAIN_SINCE else "")
    for table in connection.scalars(text(TABLES)).all():
        statements.append(f"REVOKE ALL ON TABLE public.{quoted(table)} FROM {name}")
        statements.append(f"GRANT {LESS.get(table, rights)} ON TABLE public.{quoted(table)} TO {name}")
    statements.append(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {name}")
    for statement in statements:
        connection.exec_driver_sql(statement)
