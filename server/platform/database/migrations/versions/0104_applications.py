"""Applications to companies, and what is said of them."""

from collections.abc import Sequence

from alembic import op

revision: str = "0104"
down_revision: str | Sequence[str] | None = "0103"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MESSAGES = """
    'code', 'invitation', 'password_changed', 'welcome', 'import_finished', 'email_change', 'email_changed',
    'sso_linked', 'bulk_finished', 'passkey_copied', 'factor_added', 'factor_removed', 'recovery_code_used',
    'recovery_codes_renewed', 'new_device', 'account_secured', 'sso_unlinked'
"""
NOTIFICATIONS = """
    'welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', 'import_cancelled',
    'invitation_failed', 'bulk_finished', 'bulk_cancelled', 'passkey_copied', 'factor_added',
    'factor_removed', 'recovery_code_used', 'recovery_codes_renewed', 'new_device', 'account_secured',
    'sso_unlinked', 'domain_proof'
"""
TABLE = (
    """
    CREATE TABLE applications (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        state text DEFAULT 'waiting' NOT NULL
            CONSTRAINT ck_applications_state CHECK (state IN ('waiting', 'accepted', 'declined')),
        reason text,
        applied_at timestamptz DEFAULT now() NOT NULL,
        decided_at timestamptz,
        announced_at timestamptz,
        mailed_at timestamptz,
        CONSTRAINT pk_applications PRIMARY KEY (company_id, user_id),
        CONSTRAINT fk_applications_company_id_user_id
            FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_applications_decided CHECK ((state = 'waiting') = (decided_at IS NULL))
    )
    """,
    "CREATE INDEX ix_applications_listed ON applications (company_id, state, applied_at)",
    """
    CREATE INDEX ix_applications_to_announce ON applications (company_id)
     WHERE state = 'waiting' AND announced_at IS NULL
    """,
    """
    CREATE INDEX ix_applications_to_mail ON applications (decided_at)
     WHERE decided_at IS NOT NULL AND mailed_at IS NULL
    """,
    # Who has applied before there were applications is waiting.
    """
    INSERT INTO applications (company_id, user_id, applied_at)
    SELECT company_id, id, created_at FROM users WHERE role = 'APPLICANT' AND profile IS NULL
    """,
)


def upgrade() -> None:
    for statement in TABLE:
        op.execute(statement)
    _allow_kinds("messages", f"{MESSAGES}, 'applications_waiting', 'application_decided'")
    _allow_kinds("notifications", f"{NOTIFICATIONS}, 'applications'")


def downgrade() -> None:
    op.execute("DELETE FROM messages WHERE kind IN ('applications_waiting', 'application_decided')")
    op.execute("DELETE FROM notifications WHERE kind = 'applications'")
    _allow_kinds("messages", MESSAGES)
    _allow_kinds("notifications", NOTIFICATIONS)
    op.execute("DROP TABLE applications")


def _allow_kinds(table: str, kinds: str) -> None:
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS ck_{table}_kind")
    op.execute(f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_kind CHECK (kind IN ({kinds}))")
