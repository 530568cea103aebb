"""Tables of bulk jobs: the jobs, and the people they concern."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, needed, table

bulk_jobs = table(
    "bulk_jobs",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    # By field as sent, what the action `set` gives.
    sa.Column("changes", Json, nullable=False, server_default=sa.text("'{}'")),
    # The batch of an action on batches; null once it is deleted.
    sa.Column("batch_id", sa.Uuid),
    # The stage to which people are moved; checked by a trigger, because stages are never deleted.
    sa.Column("stage_id", sa.Uuid),
    # Why people leave the batch, or are moved; wiped at the end, when it is kept with their history.
    sa.Column("reason", sa.Text),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'processing'")),
    *needed(sa.Integer, "total", "processed", "done", "unchanged", "failed", "undone", default="0"),
    sa.Column("started_by", sa.Uuid),
    # The profile at the start: users who may give as much may cancel and undo the job.
    sa.Column("starter_profile", sa.Text),
    sa.Column("undone_by", sa.Uuid),
    sa.Column("started_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("finished_at", MOMENT),
    # When a worker last wrote to the job: the sweeper enqueues a stalled one again.
    sa.Column("touched_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    sa.UniqueConstraint("company_id", "id"),
    company_key("started_by", "users", ondelete="SET NULL (started_by)"),
    company_key("undone_by", "users", ondelete="SET NULL (undone_by)"),
    company_key("batch_id", "batches", ondelete="SET NULL (batch_id)"),
    sa.Index("ix_bulk_jobs_unfinished", "touched_at", postgresql_where=sa.text("state IN ('processing', 'undoing')")),
    sa.Index(None, "started_by"),
    sa.Index(None, "undone_by"),
    sa.Index(None, "batch_id"),
)

# The people as they were selected, in the order of their ids, which is the order of every lock. No foreign keys: a row
# outlives its account, and a trigger on `bulk_jobs` deletes it with its job. What is named of deleted people stays
# as it was. `before` is what the action `set` has replaced, `version` the account's after the change.
# No index of what a result changes: it would be written for every result.
bulk_rows = table(
    "bulk_rows",
    *needed(sa.Uuid, "job_id", "user_id"),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("full_name", sa.Text, nullable=False),
    sa.Column("email", sa.Text(collation="C"), nullable=False),
    sa.Column("status", sa.Text, nullable=False, server_default=sa.text("'waiting'")),
    sa.Column("message", sa.Text),
    sa.Column("before", Json),
    sa.Column("version", sa.Integer),
    sa.PrimaryKeyConstraint("job_id", "row"),
    # The rows of one person, for their export.
    sa.Index(None, "user_id"),
    # Room for the result beside the row, so that the index need not be written again.
    postgresql_with={"fillfactor": "60"},
)
