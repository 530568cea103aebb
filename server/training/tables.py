"""Who teaches which batch."""

import sqlalchemy as sa

from server.platform.database.metadata import company_key, needed, table

# A trainer's duty. It sleeps while the account is inactive or has another profile, and ends with it.
batch_trainers = table(
    "batch_trainers",
    *needed(sa.Uuid, "company_id", "batch_id", "user_id"),
    sa.PrimaryKeyConstraint("batch_id", "user_id"),
    company_key("batch_id", "batches"),
    company_key("user_id", "users"),
    sa.Index(None, "company_id", "user_id"),
)
