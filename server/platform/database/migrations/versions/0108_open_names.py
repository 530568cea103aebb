"""No list of kinds, actions or states in the database, and no column of files that an older worker has to fill."""

from typing import Final

from alembic import op

revision = "0108"
down_revision = "0107"

LISTS: Final = {
    "applications": ("state",),
    "bulk_jobs": ("action", "state"),
    "company_policies": ("second_factor",),
    "factors": ("kind",),
    "flows": ("channel", "context", "state"),
    "import_changes": ("kind",),
    "imports": ("date_order", "mode", "state"),
    "messages": ("channel", "kind", "occasion", "state"),
    "notifications": ("kind",),
    "users": ("invitation",),
    "work_chunks": ("to_do",),
}
FIELDS: Final = ("full_name", "email", "phone", "date_of_birth", "gender", "work_location", "role", "profile")


def upgrade() -> None:
    for table, names in LISTS.items():
        for name in names:
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS ck_{table}_{name}")
    for field in FIELDS:
        op.alter_column("import_rows", field, server_default="")
