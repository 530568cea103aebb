"""Triggers that refuse references to another company's row where there is no foreign key."""

from collections.abc import Sequence

from alembic import op

revision: str = "0008"
down_revision: str | Sequence[str] | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Table, its reference, what the reference names. These rows outlive what they name, so that a foreign key would have
# to change or delete them. What has no company yet (a sign-up) may name rows of one.
REFERENCES = (
    ("audit_entries", "actor_id", "users"),
    ("audit_entries", "subject_id", "users"),
    ("audit_entries", "subject_id", "imports"),
    ("audit_entries", "subject_id", "sessions"),
    ("flows", "message_id", "messages"),
    ("messages", "flow_id", "flows"),
    ("notifications", "about", "imports"),
    ("notifications", "about", "messages"),
)
# Their inserts are checked once a statement, because one may write a hundred thousand.
MESSAGES = ("messages", "import_id", "imports")
WORDS = ("user_words", "user_id", "users")


def upgrade() -> None:
    op.execute(
        """
        CREATE FUNCTION waymark_refuse_other_company() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            is_of_another boolean;
        BEGIN
            -- What was written before there was a company, as the code of a sign-up, is of none; so is a flow that
            -- has lost its account.
            EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = ($1).%I'
                           ' AND company_id <> ($1).company_id)', TG_ARGV[1], TG_ARGV[0])
                USING NEW INTO is_of_another;
            IF is_of_another THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME,
                    MESSAGE = format('%s.%s names a row of another company', TG_TABLE_NAME, TG_ARGV[0]);
            END IF;
            RETURN NULL;
        END $$
        """
    )
    for reference in REFERENCES:
        _check(reference, inserted="INSERT OR")
    _check(MESSAGES, inserted="")
    check_words()


def _check(reference: tuple[str, str, str], *, inserted: str) -> None:
    table, column, named = reference
    op.execute(
        f"""
        CREATE TRIGGER {column}_of_{named} AFTER {inserted} UPDATE OF company_id, {column} ON {table}
        FOR EACH ROW WHEN (NEW.{column} IS NOT NULL)
        EXECUTE FUNCTION waymark_refuse_other_company('{column}', '{named}')
        """
    )


def check_words() -> None:
    _check(WORDS, inserted="")
    op.execute(
        """
        CREATE FUNCTION waymark_check_words() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (
                SELECT FROM (SELECT DISTINCT company_id, user_id FROM written) AS named
                LEFT JOIN users u ON u.company_id = named.company_id AND u.id = named.user_id
                WHERE u.id IS NULL
            ) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_user_words_company_id_user_id', TABLE = 'user_words',
                    MESSAGE = 'a word names a person that its company does not have';
            END IF;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER check_people AFTER INSERT ON user_words REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_words()
        """
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER check_people ON user_words")
    op.execute("DROP FUNCTION waymark_check_words()")
    for table, column, named in (*REFERENCES, MESSAGES, WORDS):
        op.execute(f"DROP TRIGGER {column}_of_{named} ON {table}")
    op.execute("DROP FUNCTION waymark_refuse_other_company()")
