"""A company is deleted with all that it remembers of its batches: leavings of a batch that has gone are not changed."""

from alembic import op

revision = "0115"
down_revision = "0114"

FUNCTION = """
    CREATE OR REPLACE FUNCTION waymark_unname_leavings() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted)
                UPDATE batch_leavings l SET user_id = u.other_id, left_by = NULL, reason = NULL
                  FROM unnamed u JOIN batches b ON b.company_id = u.company_id
                 WHERE l.company_id = u.company_id AND l.user_id = u.id AND l.batch_id = b.id
            $query$;
            RETURN NULL;
        END $$
"""


def upgrade() -> None:
    op.execute(FUNCTION)
