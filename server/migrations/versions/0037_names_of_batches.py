"""A new name of a batch is no change of a key, which would wait for all transactions that reference the batch."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | Sequence[str] | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

FIELDS = ("name", "code")


def upgrade() -> None:
    for field in FIELDS:
        op.drop_constraint(f"uq_batches_company_id_folded_{field}", "batches", type_="unique")
        op.create_index(
            f"uq_batches_{field}",
            "batches",
            ["company_id", f"folded_{field}"],
            unique=True,
            postgresql_where=sa.text(f"folded_{field} <> ''"),
        )


def downgrade() -> None:
    for field in FIELDS:
        op.drop_index(f"uq_batches_{field}", "batches")
        op.create_unique_constraint(
            f"uq_batches_company_id_folded_{field}", "batches", ["company_id", f"folded_{field}"]
        )
