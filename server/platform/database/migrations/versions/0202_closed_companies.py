"""Companies are suspended, deleted after a delay, and founded by invitation."""

from alembic import op

revision = "0202"
down_revision = "0201"


def upgrade() -> None:
    op.execute("""
        ALTER TABLE companies ADD COLUMN suspended_at timestamptz, ADD COLUMN suspended_for text,
                              ADD COLUMN deletes_at timestamptz, ADD COLUMN founded_by uuid
    """)
    op.execute("ALTER TABLE signups ADD COLUMN founded_by uuid")
