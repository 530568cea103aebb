"""What a company's directory calls its people and batches, and who was removed there."""

from typing import Final

from alembic import op

revision = "0220"
down_revision = "0210"

STATEMENTS: Final = (
    """
    CREATE TABLE directory_people (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        external_id text,
        removed_at timestamptz,
        CONSTRAINT pk_directory_people PRIMARY KEY (company_id, user_id),
        CONSTRAINT fk_directory_people_company_id_user_id FOREIGN KEY (company_id, user_id)
            REFERENCES users (company_id, id) ON DELETE CASCADE
    )
    """,
    """
    CREATE UNIQUE INDEX uq_directory_people_external_id ON directory_people (company_id, external_id)
     WHERE external_id IS NOT NULL
    """,
    """
    CREATE TABLE directory_groups (
        company_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        external_id text NOT NULL,
        CONSTRAINT pk_directory_groups PRIMARY KEY (company_id, batch_id),
        CONSTRAINT fk_directory_groups_company_id_batch_id FOREIGN KEY (company_id, batch_id)
            REFERENCES batches (company_id, id) ON DELETE CASCADE
    )
    """,
    "CREATE UNIQUE INDEX uq_directory_groups_external_id ON directory_groups (company_id, external_id)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
