"""The end of an account locks its sessions before its marks, as a sheet does."""

from typing import Final

from alembic import op

revision = "0135"
down_revision = "0134"

UNNAME: Final = """
    CREATE OR REPLACE FUNCTION waymark_unname_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                SELECT FROM training_sessions WHERE id IN (
                    SELECT a.session_id FROM attendance a JOIN deleted d ON d.company_id = a.company_id
                                                                         AND d.id = a.user_id)
                 ORDER BY id FOR SHARE
            $query$;
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted),
                changes AS (
                    UPDATE attendance_changes c SET user_id = u.other_id, reason = NULL
                      FROM unnamed u WHERE c.company_id = u.company_id AND c.user_id = u.id
                )
                UPDATE attendance a SET user_id = u.other_id, note = NULL
                  FROM unnamed u WHERE a.company_id = u.company_id AND a.user_id = u.id
            $query$;
            EXECUTE $query$
                DELETE FROM attendance_figures f USING deleted d WHERE f.company_id = d.company_id AND f.user_id = d.id
            $query$;
            RETURN NULL;
        END $$
"""


def upgrade() -> None:
    op.execute(UNNAME)
