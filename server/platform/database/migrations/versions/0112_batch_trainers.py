"""Who teaches which batch."""

from alembic import op

revision = "0112"
down_revision = "0111"

STATEMENTS = (
    """
    CREATE TABLE batch_trainers (
        company_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT pk_batch_trainers PRIMARY KEY (batch_id, user_id),
        CONSTRAINT fk_batch_trainers_company_id_batch_id
            FOREIGN KEY (company_id, batch_id) REFERENCES batches (company_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_batch_trainers_company_id_user_id
            FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_batch_trainers_company_id_user_id ON batch_trainers (company_id, user_id)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
