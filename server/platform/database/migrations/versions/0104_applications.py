"""Applications to companies, and what is said of them."""

from alembic import op

revision = "0104"
down_revision = "0103"

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
    # Applications bring kinds of their own. Later no database lists any.
    for table in ("messages", "notifications"):
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS ck_{table}_kind")
