"""First tables."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0002"
down_revision: str | Sequence[str] | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "captured_messages",
        sa.Column("message_id", sa.UUID(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(collation="C"), nullable=False),
        sa.Column("parameters", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.Column("import_id", sa.UUID(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_captured_messages")),
    )
    op.create_index(op.f("ix_captured_messages_created_at"), "captured_messages", ["created_at"], unique=False)
    op.create_index(op.f("ix_captured_messages_recipient"), "captured_messages", ["recipient"], unique=False)
    op.create_table(
        "companies",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("industry", sa.Text(), nullable=False),
        sa.Column("website", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_companies")),
        sa.UniqueConstraint("slug", name=op.f("uq_companies_slug")),
    )
    op.create_table(
        "login_failures",
        sa.Column("email_mac", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("counting_since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_failed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("blocked_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("email_mac", "source", name=op.f("pk_login_failures")),
    )
    op.create_index(op.f("ix_login_failures_last_failed_at"), "login_failures", ["last_failed_at"], unique=False)
    op.create_table(
        "send_quotas",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "subject", "day", name=op.f("pk_send_quotas")),
    )
    op.create_index(op.f("ix_send_quotas_day"), "send_quotas", ["day"], unique=False)
    op.create_table(
        "spent_challenges",
        sa.Column("challenge_hash", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("challenge_hash", name=op.f("pk_spent_challenges")),
    )
    op.create_index(op.f("ix_spent_challenges_expires_at"), "spent_challenges", ["expires_at"], unique=False)
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("actor_id", sa.UUID(), nullable=True),
        sa.Column("subject_id", sa.UUID(), nullable=True),
        sa.Column("subject_label", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("before", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("after", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_audit_entries_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index(op.f("ix_audit_entries_company_id_id"), "audit_entries", ["company_id", "id"], unique=False)
    op.create_table(
        "company_daily_usage",
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rows_checked", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("invitations", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_company_daily_usage_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("company_id", "day", name=op.f("pk_company_daily_usage")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("phone", sa.Text(collation="C"), nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("profile", sa.Text(), nullable=True),
        sa.Column("date_of_birth", sa.Date(), nullable=True),
        sa.Column("gender", sa.Text(), nullable=True),
        sa.Column("work_location", sa.Text(), nullable=True),
        sa.Column("is_active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("temporary_password_mac", sa.LargeBinary(), nullable=True),
        sa.Column("password_is_temporary", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("temporary_password_expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("phone_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("invitation", sa.Text(), server_default=sa.text("'none'"), nullable=False),
        sa.Column("last_sign_in_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint(
            "invitation IN ('none', 'queued', 'sent', 'failed', 'accepted')", name=op.f("ck_users_invitation")
        ),
        sa.ForeignKeyConstraint(["company_id"], ["companies.id"], name=op.f("fk_users_company_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("company_id", "id", name=op.f("uq_users_company_id_id")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
        sa.UniqueConstraint("phone", name=op.f("uq_users_phone")),
    )
    op.create_table(
        "flows",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=True),
        sa.Column("user_id", sa.UUID(), nullable=True),
        sa.Column("handle", sa.UUID(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("temporary_password", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("used_channels", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("code_mac", sa.LargeBinary(), nullable=True),
        sa.Column("code_expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("sends", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("resend_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", sa.UUID(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint("channel IN ('EMAIL', 'SMS')", name=op.f("ck_flows_channel")),
        sa.CheckConstraint("context IN ('SIGNUP', 'LOGIN', 'PASSWORD_RESET')", name=op.f("ck_flows_context")),
        sa.CheckConstraint(
            "state IN ('code_required', 'password_required', 'ready', 'completed', 'ended')",
            name=op.f("ck_flows_state"),
        ),
        sa.CheckConstraint("(user_id IS NULL) = (company_id IS NULL)", name=op.f("ck_flows_whole_user")),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_flows_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flows")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_flows_secret_hash")),
    )
    op.create_index(op.f("ix_flows_company_id_user_id"), "flows", ["company_id", "user_id"], unique=False)
    op.create_index(op.f("ix_flows_expires_at"), "flows", ["expires_at"], unique=False)
    op.create_table(
        "idempotency_keys",
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("user_id", sa.UUID(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request_mac", sa.LargeBinary(), nullable=False),
        sa.Column("answer", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("length(key) BETWEEN 1 AND 200", name=op.f("ck_idempotency_keys_key")),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_idempotency_keys_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "path", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index(
        op.f("ix_idempotency_keys_company_id_user_id"), "idempotency_keys", ["company_id", "user_id"], unique=False
    )
    op.create_index(op.f("ix_idempotency_keys_created_at"), "idempotency_keys", ["created_at"], unique=False)
    op.create_table(
        "imports",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'validating'"), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("delimiter", sa.Text(), nullable=False),
        sa.Column("encoding", sa.Text(), nullable=False),
        sa.Column("day_first", sa.Boolean(), nullable=False),
        sa.Column("unknown_headers", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("remarks", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("uploaded_by", sa.UUID(), nullable=True),
        sa.Column("uploader_profile", sa.Text(), nullable=True),
        sa.Column("started_by", sa.UUID(), nullable=True),
        sa.Column("total_rows", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("checked_rows", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("valid_rows", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("warning_rows", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("invalid_rows", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("processed", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_count", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("failed_count", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("invited", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("profiles", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("touched_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint(
            "state IN ('validating', 'ready', 'processing', 'completed', 'cancelled', 'failed')",
            name=op.f("ck_imports_state"),
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "started_by"],
            ["users.company_id", "users.id"],
            name=op.f("fk_imports_company_id_started_by"),
            ondelete="SET NULL (started_by)",
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "uploaded_by"],
            ["users.company_id", "users.id"],
            name=op.f("fk_imports_company_id_uploaded_by"),
            ondelete="SET NULL (uploaded_by)",
        ),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_imports_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
        sa.UniqueConstraint("company_id", "id", name=op.f("uq_imports_company_id_id")),
    )
    op.create_index(op.f("ix_imports_started_by"), "imports", ["started_by"], unique=False)
    op.create_index(
        "ix_imports_unfinished",
        "imports",
        ["touched_at"],
        unique=False,
        postgresql_where=sa.text("state IN ('validating', 'processing')"),
    )
    op.create_index(op.f("ix_imports_uploaded_by"), "imports", ["uploaded_by"], unique=False)
    op.create_table(
        "remembered_devices",
        sa.Column("device_hash", sa.LargeBinary(), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("user_id", sa.UUID(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_remembered_devices_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("device_hash", "user_id", name=op.f("pk_remembered_devices")),
    )
    op.create_index(
        op.f("ix_remembered_devices_company_id_user_id"), "remembered_devices", ["company_id", "user_id"], unique=False
    )
    op.create_index(op.f("ix_remembered_devices_expires_at"), "remembered_devices", ["expires_at"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("user_id", sa.UUID(), nullable=False),
        sa.Column("generation", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("used_generation", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("device", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("idle_expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("absolute_expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name=op.f("ck_sessions_ended_for_a_reason")),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_sessions_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_absolute_expires_at"), "sessions", ["absolute_expires_at"], unique=False)
    op.create_index(op.f("ix_sessions_company_id_user_id"), "sessions", ["company_id", "user_id"], unique=False)
    op.create_table(
        "import_chunks",
        sa.Column("import_id", sa.UUID(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first_row", sa.Integer(), nullable=False),
        sa.Column("last_row", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_chunks_import_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("pk_import_chunks")),
    )
    op.create_table(
        "import_files",
        sa.Column("import_id", sa.UUID(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_files_import_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", name=op.f("pk_import_files")),
    )
    op.create_table(
        "import_rows",
        sa.Column("import_id", sa.UUID(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("phone", sa.Text(collation="C"), nullable=False),
        sa.Column("date_of_birth", sa.Text(), nullable=False),
        sa.Column("gender", sa.Text(), nullable=False),
        sa.Column("work_location", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("profile", sa.Text(), nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("errors", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("warnings", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("user_id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_rows_import_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "row", name=op.f("pk_import_rows")),
    )
    op.create_index(
        "ix_import_rows_remarkable",
        "import_rows",
        ["import_id", "status", "row"],
        unique=False,
        postgresql_where=sa.text("status <> 'valid'"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=True),
        sa.Column("user_id", sa.UUID(), nullable=True),
        sa.Column("flow_id", sa.UUID(), nullable=True),
        sa.Column("import_id", sa.UUID(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("parameters", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("state", sa.Text(), server_default=sa.text("'queued'"), nullable=False),
        sa.Column("attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("provider_id", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("channel IN ('EMAIL', 'SMS')", name=op.f("ck_messages_channel")),
        sa.CheckConstraint(
            "kind IN ('code', 'invitation', 'password_changed', 'import_finished')", name=op.f("ck_messages_kind")
        ),
        sa.CheckConstraint("state IN ('queued', 'sent', 'failed', 'expired')", name=op.f("ck_messages_state")),
        sa.ForeignKeyConstraint(
            ["company_id", "import_id"],
            ["imports.company_id", "imports.id"],
            name=op.f("fk_messages_company_id_import_id"),
            ondelete="SET NULL (import_id)",
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_messages_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_messages_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    op.create_index(
        "ix_messages_due",
        "messages",
        ["next_attempt_at"],
        unique=False,
        postgresql_where=sa.text("next_attempt_at IS NOT NULL AND kind <> 'invitation'"),
    )
    op.create_index(
        "ix_messages_due_invitations",
        "messages",
        ["company_id", "next_attempt_at"],
        unique=False,
        postgresql_where=sa.text("next_attempt_at IS NOT NULL AND kind = 'invitation'"),
    )
    op.create_index(op.f("ix_messages_user_id"), "messages", ["user_id"], unique=False)
    op.create_table(
        "refresh_tokens",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("session_id", sa.UUID(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_refresh_tokens_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_refresh_tokens")),
        sa.UniqueConstraint("session_id", "generation", name=op.f("uq_refresh_tokens_session_id_generation")),
    )
    # Compressing 10 MB would cost more than it saves.
    op.execute("ALTER TABLE import_files ALTER COLUMN content SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.drop_table("refresh_tokens")
    op.drop_index(op.f("ix_messages_user_id"), table_name="messages")
    op.drop_index(
        "ix_messages_due_invitations",
        table_name="messages",
        postgresql_where=sa.text("next_attempt_at IS NOT NULL AND kind = 'invitation'"),
    )
    op.drop_index(
        "ix_messages_due",
        table_name="messages",
        postgresql_where=sa.text("next_attempt_at IS NOT NULL AND kind <> 'invitation'"),
    )
    op.drop_table("messages")
    op.drop_index("ix_import_rows_remarkable", table_name="import_rows", postgresql_where=sa.text("status <> 'valid'"))
    op.drop_table("import_rows")
    op.drop_table("import_files")
    op.drop_table("import_chunks")
    op.drop_index(op.f("ix_sessions_company_id_user_id"), table_name="sessions")
    op.drop_index(op.f("ix_sessions_absolute_expires_at"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_index(op.f("ix_remembered_devices_expires_at"), table_name="remembered_devices")
    op.drop_index(op.f("ix_remembered_devices_company_id_user_id"), table_name="remembered_devices")
    op.drop_table("remembered_devices")
    op.drop_index(op.f("ix_imports_uploaded_by"), table_name="imports")
    op.drop_index(
        "ix_imports_unfinished", table_name="imports", postgresql_where=sa.text("state IN ('validating', 'processing')")
    )
    op.drop_index(op.f("ix_imports_started_by"), table_name="imports")
    op.drop_table("imports")
    op.drop_index(op.f("ix_idempotency_keys_created_at"), table_name="idempotency_keys")
    op.drop_index(op.f("ix_idempotency_keys_company_id_user_id"), table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_index(op.f("ix_flows_expires_at"), table_name="flows")
    op.drop_index(op.f("ix_flows_company_id_user_id"), table_name="flows")
    op.drop_table("flows")
    op.drop_table("users")
    op.drop_table("company_daily_usage")
    op.drop_index(op.f("ix_audit_entries_company_id_id"), table_name="audit_entries")
    op.drop_table("audit_entries")
    op.drop_index(op.f("ix_spent_challenges_expires_at"), table_name="spent_challenges")
    op.drop_table("spent_challenges")
    op.drop_index(op.f("ix_send_quotas_day"), table_name="send_quotas")
    op.drop_table("send_quotas")
    op.drop_index(op.f("ix_login_failures_last_failed_at"), table_name="login_failures")
    op.drop_table("login_failures")
    op.drop_table("companies")
    op.drop_index(op.f("ix_captured_messages_recipient"), table_name="captured_messages")
    op.drop_index(op.f("ix_captured_messages_created_at"), table_name="captured_messages")
    op.drop_table("captured_messages")
