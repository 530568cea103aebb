"""Figures of attendance know whether their person is in the batch: those at risk are counted by figures alone."""

from typing import Final

from alembic import op

revision = "0134"
down_revision = "0133"

# Sessions are found by their ids, however many there are. A new figure holds its membership: who leaves the batch
# meanwhile waits for it, and finds it then.
COUNT: Final = """
    CREATE OR REPLACE FUNCTION waymark_count_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            changed text := CASE TG_OP WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
                                       WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
                                       ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed' END;
        BEGIN
            EXECUTE format($query$
                WITH changed AS MATERIALIZED (SELECT * FROM (%s) AS each WHERE mark IS NOT NULL),
                held AS MATERIALIZED (
                    SELECT company_id, id, batch_id FROM training_sessions
                     WHERE id = ANY(ARRAY(SELECT DISTINCT session_id FROM changed)) AND state <> 'cancelled'
                     ORDER BY id FOR SHARE
                ), sums AS MATERIALIZED (
                    SELECT h.company_id, h.batch_id, c.user_id, sum(sign * CAST(mark <> 'excused' AS int)) AS held,
                           sum(sign * CAST(mark IN ('present', 'late') AS int)) AS attended,
                           sum(sign * CAST(mark = 'excused' AS int)) AS excused
                      FROM changed c JOIN held h ON h.company_id = c.company_id AND h.id = c.session_id
                     GROUP BY h.company_id, h.batch_id, c.user_id
                ), members AS MATERIALIZED (
                    SELECT m.batch_id, m.user_id FROM sums s
                      JOIN batch_members m ON m.company_id = s.company_id AND m.batch_id = s.batch_id
                                          AND m.user_id = s.user_id
                     WHERE NOT EXISTS (SELECT FROM attendance_figures f
                                        WHERE f.batch_id = s.batch_id AND f.user_id = s.user_id)
                     ORDER BY m.batch_id, m.user_id FOR KEY SHARE OF m
                )
                INSERT INTO attendance_figures AS f (company_id, batch_id, user_id, held, attended, excused, is_member)
                SELECT s.*, m.user_id IS NOT NULL FROM sums s LEFT JOIN members m USING (batch_id, user_id)
                 WHERE (held, attended, excused) <> (0, 0, 0) ORDER BY s.batch_id, s.user_id
                ON CONFLICT (batch_id, user_id) DO UPDATE SET held = f.held + excluded.held,
                   attended = f.attended + excluded.attended, excused = f.excused + excluded.excused
            $query$, changed);
            RETURN NULL;
        END $$
"""
NOTE: Final = """
    CREATE FUNCTION waymark_note_membership() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE format($query$
                UPDATE attendance_figures f SET is_member = %L FROM changed c
                 WHERE f.company_id = c.company_id AND f.batch_id = c.batch_id AND f.user_id = c.user_id
            $query$, TG_OP = 'INSERT');
            RETURN NULL;
        END $$
"""
MARK_LEFT: Final = """
    UPDATE attendance_figures f SET is_member = false
     WHERE NOT EXISTS (SELECT FROM batch_members m WHERE m.company_id = f.company_id AND m.batch_id = f.batch_id
                                                     AND m.user_id = f.user_id)
"""


def upgrade() -> None:
    op.execute("ALTER TABLE attendance_figures ADD COLUMN is_member boolean DEFAULT true NOT NULL")
    op.execute(COUNT)
    op.execute(NOTE)
    for name, act, rows in (("added", "INSERT", "NEW"), ("removed", "DELETE", "OLD")):
        op.execute(
            f"CREATE TRIGGER note_{name} AFTER {act} ON batch_members REFERENCING {rows} TABLE AS changed"
            " FOR EACH STATEMENT EXECUTE FUNCTION waymark_note_membership()"
        )
    op.execute(MARK_LEFT)
