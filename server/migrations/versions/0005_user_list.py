"""Indexes for the orders of the user list, and the table of search words."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | Sequence[str] | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Country codes of one and two digits; all others have three. The lookahead is needed, because Postgres takes the
# longest of several alternatives.
SHORT = "1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]"
COUNTRY = rf"^\+({SHORT}|(?!{SHORT})[0-9]{{3}})"

# Emails and phones are of collation C, which knows no letters but those of English.
FUNCTIONS = (
    f"""
    CREATE FUNCTION waymark_search_text(full_name text, email text, phone text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT lower((full_name || ' ' || email) COLLATE "default") || ' ' || ltrim(phone, '+') || ' '
               || regexp_replace(phone, '{COUNTRY}', '')
    $$
    """,
    """
    CREATE FUNCTION waymark_words(searched text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 8 AS $$
        SELECT DISTINCT left(word COLLATE "C", 100)
        FROM regexp_split_to_table(searched COLLATE "default", '[^[:alnum:]]+') AS word WHERE word <> ''
    $$
    """,
    """
    CREATE FUNCTION waymark_write_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO user_words (company_id, word, user_id)
        SELECT NEW.company_id, word, NEW.id
        FROM waymark_words(waymark_search_text(NEW.full_name, NEW.email, NEW.phone)) AS word
        ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION waymark_delete_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM user_words
        WHERE company_id = OLD.company_id AND user_id = OLD.id
          AND word = ANY(ARRAY(SELECT waymark_words(waymark_search_text(OLD.full_name, OLD.email, OLD.phone))));
        RETURN NULL;
    END $$
    """,
)
RENAMED = "OLD.full_name <> NEW.full_name OR OLD.email <> NEW.email OR OLD.phone <> NEW.phone"
TRIGGERS = (
    # An import sets this: a worker writes the words afterwards.
    """
    CREATE TRIGGER write_words AFTER INSERT ON users FOR EACH ROW
    WHEN (current_setting('waymark.words_later', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION waymark_write_words()
    """,
    "CREATE TRIGGER delete_words AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION waymark_delete_words()",
    # Triggers fire in the order of their names: old words are deleted before new ones are inserted.
    f"""
    CREATE TRIGGER rewrite_words_1 AFTER UPDATE OF full_name, email, phone ON users FOR EACH ROW
    WHEN ({RENAMED}) EXECUTE FUNCTION waymark_delete_words()
    """,
    f"""
    CREATE TRIGGER rewrite_words_2 AFTER UPDATE OF full_name, email, phone ON users FOR EACH ROW
    WHEN ({RENAMED}) EXECUTE FUNCTION waymark_write_words()
    """,
)


def upgrade() -> None:
    create_words()
    op.add_column("users", _computed("post", "coalesce(profile, '') || '/' || role"))
    op.add_column("users", _computed("sort_name", "lower(full_name)"))
    op.create_index("ix_users_by_creation", "users", ["company_id", "post", "id"])
    op.create_index("ix_users_by_name", "users", ["company_id", "post", "sort_name", "id"])
    op.create_index("ix_users_by_email", "users", ["company_id", "post", "email", "id"])
    create_cursor()


def create_words() -> None:
    op.create_table(
        "user_words",
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("word", sa.Text(collation="C"), nullable=False),
        sa.Column("user_id", sa.UUID(), nullable=False),
        sa.PrimaryKeyConstraint("company_id", "word", "user_id", name=op.f("pk_user_words")),
    )
    for statement in FUNCTIONS:
        op.execute(statement)
    op.execute(
        """
        INSERT INTO user_words (company_id, word, user_id)
        SELECT company_id, waymark_words(waymark_search_text(full_name, email, phone)) AS word, id FROM users
        ORDER BY company_id, word, id
        """
    )
    for statement in TRIGGERS:
        op.execute(statement)


def create_cursor() -> None:
    op.add_column("import_chunks", sa.Column("indexed_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE import_chunks SET indexed_at = done_at")
    op.create_index(
        "ix_import_chunks_unindexed",
        "import_chunks",
        ["done_at"],
        postgresql_where=sa.text("done_at IS NOT NULL AND indexed_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_import_chunks_unindexed", table_name="import_chunks")
    op.drop_column("import_chunks", "indexed_at")
    for index in ("ix_users_by_email", "ix_users_by_name", "ix_users_by_creation"):
        op.drop_index(index, table_name="users")
    op.drop_column("users", "sort_name")
    op.drop_column("users", "post")
    for trigger in ("rewrite_words_2", "rewrite_words_1", "delete_words", "write_words"):
        op.execute(f"DROP TRIGGER {trigger} ON users")
    for function in (
        "waymark_delete_words()",
        "waymark_write_words()",
        "waymark_words(text)",
        "waymark_search_text(text, text, text)",
    ):
        op.execute(f"DROP FUNCTION {function}")
    op.drop_table("user_words")


def _computed(name: str, expression: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(collation="C"), sa.Computed(expression, persisted=True), nullable=False)
