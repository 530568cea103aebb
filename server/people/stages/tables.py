"""A company's stages, when each applicant and trainee was in which, and how many are in each."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, company_key, needed, table

# A trigger gives a new company its first ones.
stages = table(
    "stages",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    # The form in which names are compared; see server.vocabulary.visible_text.fold_name.
    sa.Column("folded_name", sa.Text(collation="C"), nullable=False),
    *needed(sa.Text, "kind"),
    *needed(sa.SmallInteger, "position"),
    *needed(sa.Text, "colour", "public_name"),
    *needed(sa.Text, "public_text", "public_next", default="''"),
    # The stage of people who are accepted, and of those who are created as trainees.
    sa.Column("is_for_accepted", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("archived_at", MOMENT),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    sa.UniqueConstraint("company_id", "id"),
    sa.CheckConstraint("NOT is_for_accepted OR kind = 'open'", name="is_for_accepted"),
    sa.Index(
        "uq_stages_name", "company_id", "folded_name", unique=True, postgresql_where=sa.text("archived_at IS NULL")
    ),
    sa.Index("uq_stages_entry", "company_id", unique=True, postgresql_where=sa.text("kind = 'entry'")),
    sa.Index("uq_stages_for_accepted", "company_id", unique=True, postgresql_where=sa.text("is_for_accepted")),
)

# The history of each person; the present is the row without `left_at`. Triggers add the first row of new accounts, and
# give the rows of deleted ones a random id. No foreign key to the account: see `batch_members`. `moved_by` is that of a
# single move, `work_id` the job's that has moved many; an undone row is in no figure of the past.
stage_entries = table(
    "stage_entries",
    *needed(sa.Uuid, "company_id", "user_id", "stage_id"),
    *needed(MOMENT, "entered_at", default="clock_timestamp()"),
    sa.Column("left_at", MOMENT),
    # The stage to which the person was moved from here.
    sa.Column("left_to", sa.Uuid),
    sa.Column("moved_by", sa.Uuid),
    sa.Column("work_id", sa.Uuid),
    sa.Column("reason", sa.Text),
    sa.Column("undone_at", MOMENT),
    sa.PrimaryKeyConstraint("company_id", "user_id", "entered_at"),
    sa.CheckConstraint("left_at >= entered_at", name="times"),
    company_key("stage_id", "stages"),
    company_key("moved_by", "users", ondelete="SET NULL (moved_by)"),
    sa.Index(
        "uq_stage_entries_open", "company_id", "user_id", unique=True, postgresql_where=sa.text("left_at IS NULL")
    ),
    sa.Index("ix_stage_entries_open", "company_id", "stage_id", "user_id", postgresql_where=sa.text("left_at IS NULL")),
    sa.Index("ix_stage_entries_moved_by", "company_id", "moved_by", postgresql_where=sa.text("moved_by IS NOT NULL")),
)

# What each change has added to the number of people in a stage: their sum is the number. See `batch_figures`.
stage_figures = table(
    "stage_figures",
    *needed(sa.Uuid, "company_id", "stage_id"),
    *needed(sa.BigInteger, "people"),
    company_key("stage_id", "stages"),
    sa.Index(None, "company_id", "stage_id"),
)
