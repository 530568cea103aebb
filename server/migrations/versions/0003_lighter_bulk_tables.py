"""Drop foreign keys that are slow for bulk inserts and that no statement can violate."""

from collections.abc import Sequence

from alembic import op

revision: str = "0003"
down_revision: str | Sequence[str] | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_constraint("fk_import_rows_import_id", "import_rows", type_="foreignkey")
    op.drop_constraint("fk_messages_company_id", "messages", type_="foreignkey")
    op.drop_constraint("fk_messages_company_id_import_id", "messages", type_="foreignkey")
    op.execute(
        """
        CREATE FUNCTION waymark_delete_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM import_rows WHERE import_id = OLD.id;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER delete_import_rows AFTER DELETE ON imports
        FOR EACH ROW EXECUTE FUNCTION waymark_delete_import_rows()
        """
    )
    op.execute(
        """
        CREATE FUNCTION waymark_check_message_imports() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (
                SELECT FROM (SELECT DISTINCT company_id, import_id FROM written WHERE import_id IS NOT NULL) AS named
                LEFT JOIN imports i ON i.company_id = named.company_id AND i.id = named.import_id
                WHERE i.id IS NULL
            ) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_messages_company_id_import_id', TABLE = 'messages',
                    MESSAGE = 'a message names an import that its company does not have';
            END IF;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER check_imports AFTER INSERT ON messages REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_message_imports()
        """
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER check_imports ON messages")
    op.execute("DROP FUNCTION waymark_check_message_imports()")
    op.execute("DROP TRIGGER delete_import_rows ON imports")
    op.execute("DROP FUNCTION waymark_delete_import_rows()")
    op.create_foreign_key("fk_messages_company_id", "messages", "companies", ["company_id"], ["id"], ondelete="CASCADE")
    op.create_foreign_key(
        "fk_messages_company_id_import_id",
        "messages",
        "imports",
        ["company_id", "import_id"],
        ["company_id", "id"],
        ondelete="SET NULL (import_id)",
    )
    op.create_foreign_key(
        "fk_import_rows_import_id", "import_rows", "imports", ["import_id"], ["id"], ondelete="CASCADE"
    )
