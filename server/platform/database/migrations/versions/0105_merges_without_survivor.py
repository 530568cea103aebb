"""A merge outlives its survivor, so that the merged account is deleted after its day; imports have one format."""

from alembic import op

revision = "0105"
down_revision = "0104"

STATEMENTS = (
    "ALTER TABLE merges ALTER COLUMN survivor_id DROP NOT NULL",
    "ALTER TABLE merges DROP CONSTRAINT fk_merges_company_id_survivor_id",
    """
    ALTER TABLE merges ADD CONSTRAINT fk_merges_company_id_survivor_id
        FOREIGN KEY (company_id, survivor_id) REFERENCES users (company_id, id) ON DELETE SET NULL (survivor_id)
    """,
    "DROP INDEX ix_merges_open",
    "CREATE INDEX ix_merges_open ON merges (merged_at) WHERE ended_at IS NULL OR survivor_id IS NULL",
    # Imports that deactivate missing people had a number of their own, which workers would now leave alone for good.
    "UPDATE imports SET format = 1 WHERE format = 2",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
