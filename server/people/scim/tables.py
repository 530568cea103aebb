"""What a company's directory calls its people and batches."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, account_key, company_key, needed, optional, table

# One without a row is in the directory's view all the same, so that it finds who was there before it. Who was removed
# there stays a person of the company, and is out of its view until it adds them again.
directory_people = table(
    "directory_people",
    *account_key(is_indexed=False),
    *optional(sa.Text, "external_id"),
    *optional(MOMENT, "removed_at"),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.Index(
        "uq_directory_people_external_id",
        *("company_id", "external_id"),
        unique=True,
        postgresql_where=sa.text("external_id IS NOT NULL"),
    ),
)

directory_groups = table(
    "directory_groups",
    *needed(sa.Uuid, "company_id", "batch_id"),
    *needed(sa.Text, "external_id"),
    company_key("batch_id", "batches"),
    sa.PrimaryKeyConstraint("company_id", "batch_id"),
    sa.Index("uq_directory_groups_external_id", "company_id", "external_id", unique=True),
)
