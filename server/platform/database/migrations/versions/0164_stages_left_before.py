"""Times in stages from before say to which stage their people have gone."""

from server.platform.database.migrations.steps import change_in_batches

revision = "0164"
down_revision = "0163"

FILL = """
    UPDATE stage_entries e SET left_to = later.stage_id
      FROM (SELECT f.company_id, f.user_id, f.entered_at, n.stage_id
              FROM stage_entries f CROSS JOIN LATERAL (
                    SELECT stage_id FROM stage_entries n
                     WHERE n.company_id = f.company_id AND n.user_id = f.user_id AND n.entered_at > f.entered_at
                       AND n.undone_at IS NULL ORDER BY n.entered_at LIMIT 1) AS n
             WHERE f.left_at IS NOT NULL AND f.undone_at IS NULL AND f.left_to IS NULL LIMIT 5000) AS later
     WHERE e.company_id = later.company_id AND e.user_id = later.user_id AND e.entered_at = later.entered_at
"""


def upgrade() -> None:
    change_in_batches(FILL)
