"""Languages and regions, logos, whole lists as imports, bulk changes in the trail, tightened policies, first steps."""

from alembic import op

from server.platform.database.migrations.steps import create_index

revision = "0103"
down_revision = "0102"

COLUMNS = {
    "audit_entries": ("work_id uuid",),
    "captured_messages": ("language text", "region text", "logo_id uuid"),
    "companies": (
        "trusted_name text",
        (
            "sync_threshold smallint DEFAULT 20 NOT NULL"
            " CONSTRAINT ck_companies_sync_threshold CHECK (sync_threshold BETWEEN 0 AND 100)"
        ),
        "region text DEFAULT 'IN' NOT NULL",
        "time_zone text DEFAULT 'Asia/Kolkata' NOT NULL",
        "default_work_location text",
    ),
    "company_policies": ("lengths_changed_at timestamptz DEFAULT now() NOT NULL",),
    "imports": ("sync jsonb",),
    "sessions": ("active_at timestamptz DEFAULT now() NOT NULL",),
    "users": ("language text", "first_steps_dismissed_at timestamptz"),
}
TABLES = (
    """
    CREATE TABLE IF NOT EXISTS import_missing (
        import_id uuid NOT NULL CONSTRAINT fk_import_missing_import_id REFERENCES imports ON DELETE CASCADE,
        user_id uuid NOT NULL,
        CONSTRAINT pk_import_missing PRIMARY KEY (import_id, user_id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS company_logos (
        company_id uuid CONSTRAINT pk_company_logos PRIMARY KEY
            CONSTRAINT fk_company_logos_company_id REFERENCES companies ON DELETE CASCADE,
        id uuid DEFAULT waymark_uuid7() NOT NULL CONSTRAINT uq_company_logos_id UNIQUE,
        media_type text NOT NULL CONSTRAINT ck_company_logos_media_type
            CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
        content bytea NOT NULL CONSTRAINT ck_company_logos_content CHECK (octet_length(content) <= 102400)
    )
    """,
)


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        added = ", ".join(f"ADD COLUMN IF NOT EXISTS {column}" for column in columns)
        op.execute(f"ALTER TABLE {table} {added}")
    for statement in TABLES:
        op.execute(statement)
    # What came before may be run again, because this commits it.
    create_index("ix_audit_entries_listed", "audit_entries (company_id, id) WHERE work_id IS NULL")
