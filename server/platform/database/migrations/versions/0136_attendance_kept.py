"""How long a company keeps the notes of marks and the history of attendance."""

from alembic import op

from server.platform.database.migrations.steps import create_index

revision = "0136"
down_revision = "0135"


def upgrade() -> None:
    op.execute(
        "ALTER TABLE companies ADD COLUMN IF NOT EXISTS attendance_kept_months smallint DEFAULT 24 NOT NULL"
        " CONSTRAINT ck_companies_attendance_kept_months CHECK (attendance_kept_months BETWEEN 1 AND 120)"
    )
    create_index("ix_attendance_changes_company_id_changed_at", "attendance_changes (company_id, changed_at)")
    create_index("ix_attendance_old_notes", "attendance (company_id, received_at) WHERE note IS NOT NULL")
