"""Single sign-on: connections of companies, their domains, linked people, and sign-ins under way."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0044"
down_revision: str | Sequence[str] | None = "0043"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

USER = ["users.company_id", "users.id"]
CONNECTION = ["sso_connections.company_id", "sso_connections.id"]
NOW = sa.text("now()")
BEFORE = "'code', 'invitation', 'password_changed', 'welcome', 'import_finished', 'email_change', 'email_changed'"
KINDS = f"{BEFORE}, 'sso_linked'"


def upgrade() -> None:
    op.create_table(
        "sso_connections",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=True),
        sa.Column("create_people", sa.Boolean(), nullable=False),
        sa.Column("default_profile", sa.Text(), nullable=True),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint(
            "NOT create_people OR default_profile IS NOT NULL",
            name=op.f("ck_sso_connections_profile_of_new_people"),
        ),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_sso_connections_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sso_connections")),
        sa.UniqueConstraint("company_id", "id", name=op.f("uq_sso_connections_company_id_id")),
    )
    op.create_table(
        "sso_domains",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("domain", sa.Text(collation="C"), nullable=False),
        sa.Column("connection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("proved_at", sa.DateTime(timezone=True), nullable=True),
        _of_connection("sso_domains"),
        sa.PrimaryKeyConstraint("company_id", "domain", name=op.f("pk_sso_domains")),
    )
    op.create_index(
        "uq_sso_domains_proved",
        "sso_domains",
        ["domain"],
        unique=True,
        postgresql_where=sa.text("proved_at IS NOT NULL"),
    )
    op.create_index(op.f("ix_sso_domains_company_id_connection_id"), "sso_domains", ["company_id", "connection_id"])
    op.create_table(
        "sso_identities",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("connection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(collation="C"), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        _of_connection("sso_identities"),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"], USER, name=op.f("fk_sso_identities_company_id_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("connection_id", "issuer", "subject", name=op.f("pk_sso_identities")),
        sa.UniqueConstraint(
            "connection_id", "issuer", "user_id", name=op.f("uq_sso_identities_connection_id_issuer_user_id")
        ),
    )
    op.create_index(op.f("ix_sso_identities_company_id_user_id"), "sso_identities", ["company_id", "user_id"])
    op.create_table(
        "sso_states",
        sa.Column("state_hash", sa.LargeBinary(), nullable=False),
        sa.Column("browser_hash", sa.LargeBinary(), nullable=False),
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("connection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("sealed_proof", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        _of_connection("sso_states"),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("pk_sso_states")),
    )
    op.create_index(op.f("ix_sso_states_company_id_connection_id"), "sso_states", ["company_id", "connection_id"])
    op.create_index(op.f("ix_sso_states_expires_at"), "sso_states", ["expires_at"])

    _allow_kinds(KINDS)


def downgrade() -> None:
    op.execute("DELETE FROM messages WHERE kind = 'sso_linked'")
    _allow_kinds(BEFORE)
    for table in ("sso_states", "sso_identities", "sso_domains", "sso_connections"):
        op.drop_table(table)


def _allow_kinds(kinds: str) -> None:
    op.drop_constraint(op.f("ck_messages_kind"), "messages", type_="check")
    op.create_check_constraint(op.f("ck_messages_kind"), "messages", f"kind IN ({kinds})")


def _of_connection(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_company_id_connection_id")
    return sa.ForeignKeyConstraint(["company_id", "connection_id"], CONNECTION, name=name, ondelete="CASCADE")
