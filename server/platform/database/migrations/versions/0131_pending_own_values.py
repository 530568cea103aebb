"""New values of own fields wait in a short list before they are put into their index, many at once."""

from alembic import op

revision = "0131"
down_revision = "0128"


def upgrade() -> None:
    op.execute("ALTER INDEX ix_person_fields_own_values SET (fastupdate = on, gin_pending_list_limit = 256)")
