"""Second factors with their recovery codes, the step of a flow that asks for one, and how a session was opened."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, UUID

revision: str = "0041"
down_revision: str | Sequence[str] | None = "0040"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

USER = ["users.company_id", "users.id"]
OLD_STATES = "'code_required', 'company_required', 'password_required', 'ready', 'completed', 'ended'"
STATES = f"{OLD_STATES}, 'factor_required'"


def upgrade() -> None:
    op.create_table(
        "factors",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=True),
        sa.Column("last_step", sa.BigInteger(), nullable=True),
        sa.Column("credential_id", sa.LargeBinary(), nullable=True),
        sa.Column("public_key", sa.LargeBinary(), nullable=True),
        sa.Column("sign_count", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("transports", ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("backed_up", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('totp', 'passkey')", name=op.f("ck_factors_kind")),
        sa.CheckConstraint("(kind = 'totp') = (sealed_secret IS NOT NULL)", name=op.f("ck_factors_whole_totp")),
        sa.CheckConstraint(
            "(kind = 'passkey') = (credential_id IS NOT NULL) AND (kind = 'passkey') = (public_key IS NOT NULL)",
            name=op.f("ck_factors_whole_passkey"),
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"], USER, name=op.f("fk_factors_company_id_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_factors")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_factors_credential_id")),
    )
    op.create_index(op.f("ix_factors_company_id_user_id"), "factors", ["company_id", "user_id"])
    op.create_table(
        "recovery_codes",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("code_mac", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"], USER, name=op.f("fk_recovery_codes_company_id_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("company_id", "user_id", "code_mac", name=op.f("pk_recovery_codes")),
    )
    for table in ("flows", "sessions"):
        op.add_column(table, sa.Column("methods", ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False))
    op.add_column("sessions", sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True))
    _check_states(STATES)


def downgrade() -> None:
    op.execute("DELETE FROM flows WHERE state = 'factor_required'")
    _check_states(OLD_STATES)
    op.drop_column("sessions", "verified_at")
    for table in ("sessions", "flows"):
        op.drop_column(table, "methods")
    op.drop_table("recovery_codes")
    op.drop_table("factors")


def _check_states(states: str) -> None:
    op.drop_constraint(op.f("ck_flows_state"), "flows", type_="check")
    op.create_check_constraint(op.f("ck_flows_state"), "flows", f"state IN ({states})")
