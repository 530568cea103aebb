"""A merge outlives its survivor, so that the merged account is deleted after its day; imports have one format."""

import sqlalchemy as sa
from alembic import op

revision = "0105"
down_revision = "0104"

KEY = "fk_merges_company_id_survivor_id"


def upgrade() -> None:
    op.alter_column("merges", "survivor_id", nullable=True)
    _refer(ondelete="SET NULL (survivor_id)")
    _index("ended_at IS NULL OR survivor_id IS NULL")
    # Imports that deactivate missing people had a number of their own, which workers would now leave alone for good.
    op.execute("UPDATE imports SET format = 1 WHERE format = 2")


def _refer(*, ondelete: str) -> None:
    op.drop_constraint(KEY, "merges")
    columns, target = ["company_id", "survivor_id"], ["company_id", "id"]
    op.create_foreign_key(KEY, "merges", "users", columns, target, ondelete=ondelete)


def _index(condition: str) -> None:
    op.drop_index("ix_merges_open", "merges")
    op.create_index("ix_merges_open", "merges", ["merged_at"], postgresql_where=sa.text(condition))
