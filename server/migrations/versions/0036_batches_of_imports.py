"""Files name batches: what their cells stand for, and the accounts that their import has put into a batch."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0036"
down_revision: str | Sequence[str] | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("import_rows", sa.Column("batch", sa.Text(), nullable=True))
    op.add_column("batch_members", sa.Column("import_id", UUID(as_uuid=True), nullable=True))
    op.create_table(
        "import_batches",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("import_id", UUID(as_uuid=True), nullable=False),
        sa.Column("cell", sa.Text(collation="C"), nullable=False),
        sa.Column("batch_id", UUID(as_uuid=True), nullable=False),
        sa.Column("is_new", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "import_id"],
            ["imports.company_id", "imports.id"],
            name=op.f("fk_import_batches_company_id_import_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "batch_id"],
            ["batches.company_id", "batches.id"],
            name=op.f("fk_import_batches_company_id_batch_id"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_import_batches_import_id"), "import_batches", ["import_id"])
    op.create_index(op.f("ix_import_batches_batch_id"), "import_batches", ["batch_id"])
    op.execute(
        """
        CREATE FUNCTION waymark_check_member_imports() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (
                SELECT FROM (SELECT DISTINCT company_id, import_id FROM written WHERE import_id IS NOT NULL) AS named
                LEFT JOIN imports i ON i.company_id = named.company_id AND i.id = named.import_id
                WHERE i.id IS NULL
            ) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_batch_members_company_id_import_id', TABLE = 'batch_members',
                    MESSAGE = 'batch_members.import_id names an import that the company does not have';
            END IF;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER check_imports AFTER INSERT ON batch_members REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_member_imports()
        """
    )
    op.execute(
        """
        CREATE TRIGGER import_id_of_imports AFTER UPDATE OF company_id, import_id ON batch_members
        FOR EACH ROW WHEN (NEW.import_id IS NOT NULL)
        EXECUTE FUNCTION waymark_refuse_other_company('import_id', 'imports')
        """
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER import_id_of_imports ON batch_members")
    op.execute("DROP TRIGGER check_imports ON batch_members")
    op.execute("DROP FUNCTION waymark_check_member_imports()")
    op.drop_table("import_batches")
    op.drop_column("batch_members", "import_id")
    op.drop_column("import_rows", "batch")
