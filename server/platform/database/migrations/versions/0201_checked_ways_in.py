"""What may be a way in is checked of all accounts, without a lock on what is written to them."""

from alembic import op

revision = "0201"
down_revision = "0200"


def upgrade() -> None:
    op.execute("ALTER TABLE users VALIDATE CONSTRAINT ck_users_reachable")
