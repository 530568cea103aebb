"""What notifications are about is checked once a statement: an announcement writes a hundred thousand of them."""

from typing import Final

from alembic import op

revision = "0162"
down_revision = "0161"

STATEMENTS: Final = (
    """
    CREATE FUNCTION waymark_check_about() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            is_of_another boolean;
        BEGIN
            EXECUTE $query$
                WITH named AS MATERIALIZED (SELECT DISTINCT company_id, about FROM written WHERE about IS NOT NULL)
                SELECT EXISTS (SELECT FROM named n JOIN imports i ON i.id = n.about AND i.company_id <> n.company_id)
                    OR EXISTS (SELECT FROM named n JOIN messages m ON m.id = n.about AND m.company_id <> n.company_id)
            $query$ INTO is_of_another;
            IF is_of_another THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME,
                    MESSAGE = format('%s.about names a row of another company', TG_TABLE_NAME);
            END IF;
            RETURN NULL;
        END $$
    """,
    """
    CREATE TRIGGER check_about AFTER INSERT ON notifications REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_about()
    """,
    *(
        statement
        for table in ("imports", "messages")
        for statement in (
            f"DROP TRIGGER about_of_{table} ON notifications",
            f"""
            CREATE TRIGGER about_of_{table} AFTER UPDATE OF company_id, about ON notifications
               FOR EACH ROW WHEN (NEW.about IS NOT NULL)
               EXECUTE FUNCTION waymark_refuse_other_company('about', '{table}')
            """,
        )
    ),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
