"""Sign-ups: rows of a flow until they become an account."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | Sequence[str] | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

STATES = "'code_required', 'company_required', 'password_required', 'ready', 'completed', 'ended'"
KINDS = "'code', 'invitation', 'password_changed', 'welcome', 'import_finished'"
OLD_STATES = STATES.replace("'company_required', ", "")
OLD_KINDS = KINDS.replace("'welcome', ", "")


def upgrade() -> None:
    op.create_table(
        "signups",
        sa.Column("flow_id", sa.UUID(), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("phone", sa.Text(collation="C"), nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("applies_to", sa.UUID(), nullable=True),
        sa.Column("email_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("phone_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["flow_id"], ["flows.id"], name=op.f("fk_signups_flow_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["applies_to"], ["companies.id"], name=op.f("fk_signups_applies_to"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("flow_id", name=op.f("pk_signups")),
    )
    op.create_index(op.f("ix_signups_applies_to"), "signups", ["applies_to"], unique=False)
    op.add_column("flows", sa.Column("typed_email", sa.Text(), nullable=True))
    _check_anew("flows", "state", STATES)
    _check_anew("messages", "kind", KINDS)


def downgrade() -> None:
    _check_anew("messages", "kind", OLD_KINDS)
    _check_anew("flows", "state", OLD_STATES)
    op.drop_column("flows", "typed_email")
    op.drop_table("signups")


def _check_anew(table: str, column: str, values: str) -> None:
    op.drop_constraint(op.f(f"ck_{table}_{column}"), table, type_="check")
    op.create_check_constraint(op.f(f"ck_{table}_{column}"), table, f"{column} IN ({values})")
