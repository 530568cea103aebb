"""The serving role may enter into the search index what new accounts have left beside it."""

from collections.abc import Sequence

from alembic import op

revision: str = "0054"
down_revision: str | Sequence[str] | None = "0053"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # As the index's owner, which Postgres asks for; it takes no argument and reveals a number of pages.
    op.execute(
        """
        CREATE FUNCTION waymark_tidy_search() RETURNS bigint LANGUAGE sql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $$ SELECT gin_clean_pending_list('public.ix_users_search'::regclass) $$
        """
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION waymark_tidy_search()")
