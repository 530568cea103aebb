"""Merges of accounts."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0102"
down_revision = "0101"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "merges",
        sa.Column("id", sa.Uuid, server_default=sa.text("waymark_uuid7()")),
        *(sa.Column(name, sa.Uuid, nullable=False) for name in ("company_id", "survivor_id", "merged_id")),
        sa.Column("contacts", JSONB, nullable=False),
        sa.Column("changes", JSONB),
        sa.Column("merged_at", moment, nullable=False, server_default=sa.func.now()),
        sa.Column("ended_at", moment),
        sa.PrimaryKeyConstraint("id", name="pk_merges"),
        sa.ForeignKeyConstraint(
            ["company_id", "survivor_id"],
            ["users.company_id", "users.id"],
            name="fk_merges_company_id_survivor_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("company_id", "merged_id", name="uq_merges_company_id_merged_id"),
    )
    op.create_index("ix_merges_company_id_survivor_id", "merges", ["company_id", "survivor_id"])
    op.create_index("ix_merges_open", "merges", ["merged_at"], postgresql_where=sa.text("ended_at IS NULL"))
    op.execute(
        """
        CREATE TRIGGER merged_id_of_users AFTER INSERT OR UPDATE OF company_id, merged_id ON merges
           FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('merged_id', 'users')
        """
    )
