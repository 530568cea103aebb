"""What the figures of people lack is counted once, without a lock: triggers count what changes meanwhile."""

from alembic import op

revision = "0114"
down_revision = "0113"

# One statement sees the accounts and their figures as they were at one moment. Repeated, it finds nothing.
COUNT = """
    INSERT INTO people_figures (company_id, profile, invitation, is_active, day, people)
    SELECT company_id, profile, invitation, is_active, CASE WHEN day > current_date - 20 THEN day END, sum(people)
      FROM (SELECT company_id, profile, invitation, is_active, CAST(created_at AT TIME ZONE 'UTC' AS date) AS day,
                   1 AS people
              FROM users
             UNION ALL
            SELECT company_id, profile, invitation, is_active, day, -people FROM people_figures) AS counted
     GROUP BY 1, 2, 3, 4, 5 HAVING sum(people) <> 0
"""


def upgrade() -> None:
    op.execute(COUNT)
