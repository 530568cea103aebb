"""Whether a company mails people who come to a stage with another public name."""

from alembic import op

revision = "0165"
down_revision = "0164"


def upgrade() -> None:
    op.execute("ALTER TABLE companies ADD COLUMN mail_stage_changes boolean DEFAULT false NOT NULL")
