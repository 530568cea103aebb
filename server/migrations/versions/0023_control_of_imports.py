"""Pause, undo, planned invitations, reminders, and the same content again."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0023"
down_revision: str | Sequence[str] | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

STATES = ("mapping", "validating", "ready", "processing", "completed", "cancelled", "failed")
NEW_STATES = (*STATES[:4], "paused", *STATES[4:], "undoing", "undone")
COLUMNS = (
    "invite_at",
    "invited_at",
    "content_digest",
    "paused_at",
    "paused_for",
    "resumed_at",
    "created_before",
    "undone",
    "undone_by",
)
INDEXES = ("by_state", "by_starter", "by_day", "by_content", "to_invite")


def upgrade() -> None:
    _add_columns()
    op.create_foreign_key(
        op.f("fk_imports_company_id_undone_by"),
        *("imports", "users", ["company_id", "undone_by"], ["company_id", "id"]),
        ondelete="SET NULL (undone_by)",
    )
    op.create_index(op.f("ix_imports_undone_by"), "imports", ["undone_by"])
    _limit_states(NEW_STATES, running=("validating", "processing", "undoing"))
    op.create_index("ix_imports_by_state", "imports", ["company_id", "state", "id"])
    op.create_index("ix_imports_by_starter", "imports", ["company_id", "started_by", "id"])
    op.create_index("ix_imports_by_day", "imports", ["company_id", "created_at"])
    op.create_index("ix_imports_by_content", "imports", ["company_id", "content_digest", "id"])
    op.create_index("ix_imports_to_invite", "imports", ["invite_at"], postgresql_where=sa.text("invite_at IS NOT NULL"))
    op.create_index(
        "ix_import_chunks_to_undo", "import_chunks", ["import_id", "number"], postgresql_where=sa.text("to_undo")
    )
    op.create_check_constraint(op.f("ck_messages_occasion"), "messages", "occasion IN ('again', 'reminder')")
    op.create_index(
        "ix_messages_to_remind", "messages", ["remind_at"], postgresql_where=sa.text("remind_at IS NOT NULL")
    )


def _add_columns() -> None:
    moment, number = sa.DateTime(timezone=True), sa.Integer()
    for column in (
        sa.Column("invite_at", moment),
        sa.Column("invited_at", moment),
        sa.Column("content_digest", sa.LargeBinary()),
        sa.Column("paused_at", moment),
        sa.Column("paused_for", sa.Interval(), server_default=sa.text("'0'"), nullable=False),
        sa.Column("resumed_at", moment),
        sa.Column("created_before", number, server_default=sa.text("0"), nullable=False),
        sa.Column("undone", number, server_default=sa.text("0"), nullable=False),
        sa.Column("undone_by", UUID(as_uuid=True)),
    ):
        op.add_column("imports", column)
    op.add_column("import_chunks", sa.Column("to_undo", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("messages", sa.Column("occasion", sa.Text()))
    op.add_column("messages", sa.Column("remind_at", moment))
    op.add_column(
        "companies", sa.Column("invitation_reminder", sa.Boolean(), server_default=sa.text("true"), nullable=False)
    )


def _limit_states(states: tuple[str, ...], *, running: tuple[str, ...]) -> None:
    op.drop_constraint(op.f("ck_imports_state"), "imports", type_="check")
    op.create_check_constraint(op.f("ck_imports_state"), "imports", f"state IN {states}")
    op.drop_index("ix_imports_unfinished", "imports")
    op.create_index("ix_imports_unfinished", "imports", ["touched_at"], postgresql_where=sa.text(f"state IN {running}"))


def downgrade() -> None:
    op.drop_column("companies", "invitation_reminder")
    op.drop_index("ix_messages_to_remind", "messages")
    op.drop_column("messages", "remind_at")
    op.drop_column("messages", "occasion")
    op.drop_column("import_chunks", "to_undo")
    op.execute("UPDATE imports SET state = 'processing', touched_at = now() WHERE state = 'paused'")
    op.execute("UPDATE imports SET state = 'cancelled' WHERE state IN ('undoing', 'undone')")
    _limit_states(STATES, running=("validating", "processing"))
    for index in INDEXES:
        op.drop_index(f"ix_imports_{index}", "imports")
    for column in COLUMNS:
        op.drop_column("imports", column)
