"""Batches, who is in them and who has left, and what is counted of them."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, company_key, needed, optional, table

batches = table(
    "batches",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    *optional(sa.Text, "code", "location"),
    *optional(sa.Date, "starts_on", "ends_on"),
    # The forms in which names and codes are compared; see server.vocabulary.visible_text.fold_name.
    sa.Column("folded_name", sa.Text(collation="C"), nullable=False),
    sa.Column("folded_code", sa.Text(collation="C")),
    sa.Column("archived_at", MOMENT),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.UniqueConstraint("company_id", "id"),
    sa.CheckConstraint("ends_on >= starts_on", name="days"),
    # Partial ones, so that a new name is no change of a key: that would wait for all who reference the batch.
    sa.Index(
        "uq_batches_name", "company_id", "folded_name", unique=True, postgresql_where=sa.text("folded_name <> ''")
    ),
    sa.Index(
        "uq_batches_code", "company_id", "folded_code", unique=True, postgresql_where=sa.text("folded_code <> ''")
    ),
    sa.Index("ix_batches_open", "company_id", "id", postgresql_where=sa.text("archived_at IS NULL")),
)

# No foreign key to the account: each of a hundred thousand would be checked by a query of its own, and what is deleted
# with an account has to be counted first. Triggers check each insert as a whole, and delete the rows of deleted people.
batch_members = table(
    "batch_members",
    *needed(sa.Uuid, "company_id", "batch_id", "user_id"),
    sa.Column("added_at", MOMENT, nullable=False, server_default=sa.func.now()),
    # The import that has put the person in: its undo takes them out again. Checked by the triggers, too.
    sa.Column("import_id", sa.Uuid),
    # By the clock after all locks; null for members from before there was a history.
    sa.Column("joined_at", MOMENT, server_default=sa.func.clock_timestamp()),
    # A batch's people in the order of the list: ids rise with time.
    sa.PrimaryKeyConstraint("batch_id", "user_id"),
    company_key("batch_id", "batches"),
    sa.Index(None, "user_id"),
)

# Who has left, each time: joining again is a new row of `batch_members`. A statement that removes members moves them
# here; a trigger does so for one that only deletes them, except where an import is undone. The rows of a deleted
# account get a random id, and lose who did it and why.
batch_leavings = table(
    "batch_leavings",
    *needed(sa.Uuid, "company_id", "batch_id", "user_id"),
    *needed(MOMENT, "joined_at"),
    *needed(MOMENT, "left_at", default="clock_timestamp()"),
    sa.Column("left_by", sa.Uuid),
    sa.Column("reason", sa.Text),
    sa.PrimaryKeyConstraint("batch_id", "user_id", "joined_at"),
    company_key("batch_id", "batches"),
    company_key("left_by", "users", ondelete="SET NULL (left_by)"),
    sa.Index(None, "user_id"),
    sa.Index(None, "left_by"),
)

# What each change has added to the figures of a batch, and taken away: their sum is the figures. Written by triggers,
# because changes of the same batch must not wait for each other; the sweeper merges them.
batch_figures = table(
    "batch_figures",
    *needed(sa.Uuid, "company_id", "batch_id"),
    *needed(sa.Integer, "people", "invited", "signed_in", "inactive", default="0"),
    company_key("batch_id", "batches"),
    sa.Index(None, "batch_id"),
)
