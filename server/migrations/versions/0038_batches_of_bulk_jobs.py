"""The batch of a bulk job is one of its company."""

from collections.abc import Sequence

from alembic import op

revision: str = "0038"
down_revision: str | Sequence[str] | None = "0037"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute(
        """
        UPDATE bulk_jobs j SET batch_id = NULL
         WHERE NOT EXISTS (SELECT FROM batches b WHERE b.company_id = j.company_id AND b.id = j.batch_id)
        """
    )
    op.create_foreign_key(
        op.f("fk_bulk_jobs_company_id_batch_id"),
        *("bulk_jobs", "batches", ["company_id", "batch_id"], ["company_id", "id"]),
        ondelete="SET NULL (batch_id)",
    )
    op.create_index(op.f("ix_bulk_jobs_batch_id"), "bulk_jobs", ["batch_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_bulk_jobs_batch_id"), "bulk_jobs")
    op.drop_constraint(op.f("fk_bulk_jobs_company_id_batch_id"), "bulk_jobs", type_="foreignkey")
