"""People from before are found by the table of their own, too, and the index of the accounts goes.

While a process of a version before still runs, its own searches read the whole table of accounts.
"""

from alembic import op

from server.platform.database.migrations.steps import change_in_batches, create_index, drop_index

revision = "0117"
down_revision = "0116"

FILL = """
    INSERT INTO people_search (company_id, user_id, searched, spelt)
    SELECT u.company_id, u.id,
           u.sort_name || ' ' || coalesce(u.email, '') || ' ' || u.phone || coalesce(' ' || lower(u.code), ''),
           waymark_spelt(u.sort_name)
      FROM users u
     WHERE NOT EXISTS (SELECT FROM people_search s WHERE s.company_id = u.company_id AND s.user_id = u.id)
     LIMIT 5000 ON CONFLICT DO NOTHING
"""
TIDY = """
    CREATE OR REPLACE FUNCTION public.waymark_tidy_search() RETURNS bigint
        LANGUAGE sql SECURITY DEFINER
        SET search_path TO 'pg_catalog', 'pg_temp'
        AS $$ SELECT gin_clean_pending_list(CAST('public.ix_people_search_searched' AS regclass))
                   + gin_clean_pending_list(CAST('public.ix_people_search_spelt' AS regclass)) $$
"""


def upgrade() -> None:
    change_in_batches(FILL)
    create_index("ix_people_search_searched", "people_search USING gin (company_id, searched gin_trgm_ops)")
    create_index("ix_people_search_spelt", "people_search USING gin (company_id, spelt)")
    op.execute(TIDY)
    drop_index("ix_users_search")
