"""Whether a company lets trainers move the people of their batches between open stages."""

from alembic import op

revision = "0151"
down_revision = "0150"


def upgrade() -> None:
    op.execute("ALTER TABLE companies ADD COLUMN trainers_move_stages boolean DEFAULT false NOT NULL")
