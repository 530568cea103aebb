"""Jobs on many people: the jobs, the people they concern, and their chunks."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision: str = "0030"
down_revision: str | Sequence[str] | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COUNTS = ("total", "processed", "done", "unchanged", "failed", "undone")
ACTIONS = "'set', 'activate', 'deactivate', 'delete', 'invite', 'sign-out', 'add-to-batch', 'remove-from-batch'"
STATES = "'processing', 'completed', 'cancelled', 'undoing', 'undone'"


def upgrade() -> None:
    _create_jobs()
    op.create_table(
        "bulk_rows",
        sa.Column("job_id", UUID(as_uuid=True), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("status", sa.Text(), server_default=sa.text("'waiting'"), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("before", JSONB(none_as_null=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("job_id", "row", name=op.f("pk_bulk_rows")),
        postgresql_with={"fillfactor": "60"},
    )
    op.create_table(
        "bulk_chunks",
        sa.Column("job_id", UUID(as_uuid=True), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first_row", sa.Integer(), nullable=False),
        sa.Column("last_row", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("to_undo", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["bulk_jobs.id"], name=op.f("fk_bulk_chunks_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "number", name=op.f("pk_bulk_chunks")),
    )
    op.create_index("ix_bulk_chunks_to_undo", "bulk_chunks", ["job_id", "number"], postgresql_where=sa.text("to_undo"))
    op.execute(
        """
        CREATE FUNCTION waymark_delete_bulk_rows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM bulk_rows WHERE job_id = OLD.id;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER delete_bulk_rows AFTER DELETE ON bulk_jobs
        FOR EACH ROW EXECUTE FUNCTION waymark_delete_bulk_rows()
        """
    )


def _create_jobs() -> None:
    now = sa.text("now()")
    op.create_table(
        "bulk_jobs",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("changes", JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("batch_id", UUID(as_uuid=True), nullable=True),
        sa.Column("state", sa.Text(), server_default=sa.text("'processing'"), nullable=False),
        *(sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False) for name in COUNTS),
        sa.Column("started_by", UUID(as_uuid=True), nullable=True),
        sa.Column("starter_profile", sa.Text(), nullable=True),
        sa.Column("undone_by", UUID(as_uuid=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("touched_at", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("version", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint(f"action IN ({ACTIONS})", name=op.f("ck_bulk_jobs_action")),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_bulk_jobs_state")),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_bulk_jobs_company_id"), ondelete="CASCADE"
        ),
        *(
            sa.ForeignKeyConstraint(
                ["company_id", column],
                ["users.company_id", "users.id"],
                name=op.f(f"fk_bulk_jobs_company_id_{column}"),
                ondelete=f"SET NULL ({column})",
            )
            for column in ("started_by", "undone_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_jobs")),
        sa.UniqueConstraint("company_id", "id", name=op.f("uq_bulk_jobs_company_id_id")),
    )
    op.create_index(op.f("ix_bulk_jobs_started_by"), "bulk_jobs", ["started_by"])
    op.create_index(op.f("ix_bulk_jobs_undone_by"), "bulk_jobs", ["undone_by"])
    op.create_index(
        "ix_bulk_jobs_unfinished",
        "bulk_jobs",
        ["touched_at"],
        postgresql_where=sa.text("state IN ('processing', 'undoing')"),
    )


def downgrade() -> None:
    op.drop_table("bulk_chunks")
    op.drop_table("bulk_rows")
    op.drop_table("bulk_jobs")
    op.execute("DROP FUNCTION waymark_delete_bulk_rows()")
