"""What a session was opened by at an identity provider, for its logout there and for proofs of its user."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0051"
down_revision: str | Sequence[str] | None = "0050"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "sso_sessions"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("flow_id", UUID(as_uuid=True), nullable=True),
        sa.Column("session_id", UUID(as_uuid=True), nullable=True),
        sa.Column("connection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(collation="C"), nullable=False),
        sa.Column("sid", sa.Text(collation="C"), nullable=True),
        sa.CheckConstraint(
            "num_nonnulls(flow_id, session_id) = 1", name=op.f("ck_sso_sessions_of_a_flow_or_a_session")
        ),
        _of("flow_id", "flows"),
        _of("session_id", "sessions"),
        _of("connection_id", "sso_connections"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sso_sessions")),
        sa.UniqueConstraint("flow_id", name=op.f("uq_sso_sessions_flow_id")),
        sa.UniqueConstraint("session_id", name=op.f("uq_sso_sessions_session_id")),
    )
    op.create_index(op.f("ix_sso_sessions_connection_id_subject"), TABLE, ["connection_id", "subject"])
    op.create_index(op.f("ix_sso_sessions_connection_id_sid"), TABLE, ["connection_id", "sid"])


def downgrade() -> None:
    op.drop_table(TABLE)


def _of(column: str, table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(f"fk_{TABLE}_{column}"), ondelete="CASCADE")
