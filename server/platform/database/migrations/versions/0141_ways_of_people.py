"""Applicants and trainees from before get the stage in which they stand."""

from server.platform.database.migrations.steps import change_in_batches

revision = "0141"
down_revision = "0140"

FILL = """
    INSERT INTO stage_entries (company_id, user_id, stage_id, entered_at)
    SELECT u.company_id, u.id, s.id, coalesce(a.decided_at, a.applied_at, u.created_at)
      FROM users u
      LEFT JOIN applications a ON a.company_id = u.company_id AND a.user_id = u.id
      JOIN stages s ON s.company_id = u.company_id
           AND CASE WHEN u.profile = 'TRAINEE' THEN s.is_for_accepted
                    WHEN a.state = 'declined' THEN s.kind = 'lost'
                    ELSE u.profile IS NULL AND s.kind = 'entry' END
     WHERE NOT EXISTS (SELECT FROM stage_entries e WHERE e.company_id = u.company_id AND e.user_id = u.id)
     LIMIT 5000 ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    change_in_batches(FILL)
