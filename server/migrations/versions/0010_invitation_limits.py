"""Invitations are limited by address and by the company's age, and recipients can stop them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | Sequence[str] | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("companies", sa.Column("trusted_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "invitation_destinations",
        sa.Column("destination", sa.LargeBinary(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.Column("last_sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("destination", name=op.f("pk_invitation_destinations")),
    )
    op.create_index(op.f("ix_invitation_destinations_day"), "invitation_destinations", ["day"], unique=False)
    op.create_table(
        "invitation_stops",
        sa.Column("mailbox", sa.LargeBinary(), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_invitation_stops_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("mailbox", "company_id", name=op.f("pk_invitation_stops")),
    )
    op.create_index(op.f("ix_invitation_stops_company_id"), "invitation_stops", ["company_id"], unique=False)


def downgrade() -> None:
    op.drop_table("invitation_stops")
    op.drop_table("invitation_destinations")
    op.drop_column("companies", "trusted_at")
