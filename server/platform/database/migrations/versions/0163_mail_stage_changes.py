"""Whether a company mails people who come to a stage with another public name."""

from alembic import op

revision = "0163"
down_revision = "0162"


def upgrade() -> None:
    op.execute("ALTER TABLE companies ADD COLUMN mail_stage_changes boolean DEFAULT false NOT NULL")
