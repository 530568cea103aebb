"""By what people are found is in a table of its own, and their names there in the form that spellings share.

Triggers write it, so that what an older process changes is found, too.
"""

from pathlib import Path

from alembic import op
from sqlalchemy import text

revision = "0116"
down_revision = "0115"

SPELT = Path(__file__).parents[1] / "waymark_spelt.sql"


def found_by(person: str) -> str:
    """By what `person`, a row of users, is found."""
    return f"""
        {person}.company_id, {person}.id,
        {person}.sort_name || ' ' || coalesce({person}.email, '') || ' ' || {person}.phone
            || coalesce(' ' || lower({person}.code), ''),
        waymark_spelt({person}.sort_name)
    """


INSERT = "INSERT INTO people_search (company_id, user_id, searched, spelt)"
PARTS = "({0}.sort_name, {0}.email, {0}.phone, {0}.code)"
STATEMENTS = (
    """
    CREATE TABLE people_search (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        searched text NOT NULL,
        spelt text[] NOT NULL,
        CONSTRAINT pk_people_search PRIMARY KEY (company_id, user_id)
    )
    """,
    f"""
    CREATE FUNCTION waymark_find_by_insert() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$ {INSERT} SELECT {found_by("written")} FROM written ON CONFLICT DO NOTHING $query$;
            RETURN NULL;
        END $$
    """,  # noqa: S608 - constants
    f"""
    CREATE FUNCTION waymark_find_by_update() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            {INSERT} VALUES ({found_by("NEW")})
            ON CONFLICT (company_id, user_id) DO UPDATE SET searched = excluded.searched, spelt = excluded.spelt;
            RETURN NULL;
        END $$
    """,
    """
    CREATE FUNCTION waymark_find_by_delete() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                DELETE FROM people_search s USING deleted d WHERE s.company_id = d.company_id AND s.user_id = d.id
            $query$;
            RETURN NULL;
        END $$
    """,
    """
    CREATE TRIGGER find_by_insert AFTER INSERT ON users REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_find_by_insert()
    """,
    f"""
    CREATE TRIGGER find_by_update AFTER UPDATE OF full_name, email, phone, code ON users
       FOR EACH ROW WHEN ({PARTS.format("OLD")} IS DISTINCT FROM {PARTS.format("NEW")})
       EXECUTE FUNCTION waymark_find_by_update()
    """,
    """
    CREATE TRIGGER find_by_delete AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_find_by_delete()
    """,
    """
    CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON people_search
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
    """,
)


def upgrade() -> None:
    op.execute(text(SPELT.read_text(encoding="utf-8").replace(":", "\\:")))
    for statement in STATEMENTS:
        op.execute(statement)
