"""Merges of accounts."""

from alembic import op

revision = "0102"
down_revision = "0101"

TABLE = (
    """
    CREATE TABLE merges (
        id uuid DEFAULT waymark_uuid7() CONSTRAINT pk_merges PRIMARY KEY,
        company_id uuid NOT NULL,
        survivor_id uuid NOT NULL,
        merged_id uuid NOT NULL,
        contacts jsonb NOT NULL,
        changes jsonb,
        merged_at timestamptz DEFAULT now() NOT NULL,
        ended_at timestamptz,
        CONSTRAINT fk_merges_company_id_survivor_id
            FOREIGN KEY (company_id, survivor_id) REFERENCES users (company_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_merges_company_id_merged_id UNIQUE (company_id, merged_id)
    )
    """,
    "CREATE INDEX ix_merges_company_id_survivor_id ON merges (company_id, survivor_id)",
    "CREATE INDEX ix_merges_open ON merges (merged_at) WHERE ended_at IS NULL",
    """
    CREATE TRIGGER merged_id_of_users AFTER INSERT OR UPDATE OF company_id, merged_id ON merges
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('merged_id', 'users')
    """,
)


def upgrade() -> None:
    for statement in TABLE:
        op.execute(statement)
