"""Applications of people who have signed themselves up to a company."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, account_key, optional, table

# People who have signed themselves up to a company, and what became of it. `reason` is shown to the applicant as it is.
# `announced_at`: when the administrators got a mail about it; `mailed_at`: when the applicant got one of the decision.
applications = table(
    "applications",
    *account_key(is_indexed=False),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'waiting'")),
    sa.Column("reason", sa.Text),
    sa.Column("applied_at", MOMENT, nullable=False, server_default=sa.func.now()),
    *optional(MOMENT, "decided_at", "announced_at", "mailed_at"),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.CheckConstraint("(state = 'waiting') = (decided_at IS NULL)", name="decided"),
    sa.Index("ix_applications_listed", "company_id", "state", "applied_at"),
    sa.Index(
        "ix_applications_to_announce",
        "company_id",
        postgresql_where=sa.text("state = 'waiting' AND announced_at IS NULL"),
    ),
    sa.Index(
        "ix_applications_to_mail",
        "decided_at",
        postgresql_where=sa.text("decided_at IS NOT NULL AND mailed_at IS NULL"),
    ),
)
