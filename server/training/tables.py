"""Who teaches which batch, the sessions of batches, and who was there."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, company_key, needed, optional, table

# A trainer's duty. It sleeps while the account is inactive or has another profile, and ends with it.
batch_trainers = table(
    "batch_trainers",
    *needed(sa.Uuid, "company_id", "batch_id", "user_id"),
    sa.PrimaryKeyConstraint("batch_id", "user_id"),
    company_key("batch_id", "batches"),
    company_key("user_id", "users"),
    sa.Index(None, "company_id", "user_id"),
)

# The weekly hours of a batch, by the company's clock; the same hours again are the same pattern, made longer.
session_patterns = table(
    "session_patterns",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "batch_id"),
    sa.Column("weekdays", sa.ARRAY(sa.SmallInteger), nullable=False),
    *needed(sa.Time, "starts", "ends"),
    company_key("batch_id", "batches"),
    sa.UniqueConstraint("company_id", "id"),
    sa.UniqueConstraint("company_id", "batch_id", "weekdays", "starts", "ends"),
)

training_sessions = table(
    "training_sessions",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "batch_id"),
    *needed(MOMENT, "starts_at", "ends_at"),
    *optional(sa.Text, "topic", "place", "link", "reason"),
    # The pattern that has made it, and for which day of the company's calendar: made once, whatever became of it.
    *optional(sa.Uuid, "pattern_id"),
    *optional(sa.Date, "local_day"),
    *needed(sa.Text, "state", default="'planned'"),
    *optional(MOMENT, "taken_at"),
    *optional(sa.Uuid, "taken_by"),
    # How many people are on its roster, have a mark, and were present or late: written with the marks.
    *needed(sa.SmallInteger, "people", "marked", "present", default="0"),
    *needed(sa.BigInteger, "version", default="1"),
    company_key("batch_id", "batches"),
    company_key("pattern_id", "session_patterns"),
    company_key("taken_by", "users", ondelete="SET NULL (taken_by)"),
    sa.UniqueConstraint("company_id", "id"),
    sa.UniqueConstraint("company_id", "pattern_id", "local_day"),
    sa.CheckConstraint("ends_at > starts_at", name="hours"),
    sa.Index(
        "uq_training_sessions_start",
        "batch_id",
        "starts_at",
        unique=True,
        postgresql_where=sa.text("state <> 'cancelled'"),
    ),
    sa.Index(None, "company_id", "starts_at"),
    sa.Index(None, "company_id", "batch_id", "starts_at"),
    sa.Index(None, "taken_by"),
)

# A row for each person of a session's roster, written with its first sheet: nothing later changes who was expected.
# Without a mark: the person was not on the phone that sent it. The rows of a deleted account get a random id.
attendance = table(
    "attendance",
    *needed(sa.Uuid, "company_id", "session_id", "user_id"),
    *optional(sa.Text, "mark", "note"),
    *optional(sa.Uuid, "marked_by"),
    *needed(MOMENT, "received_at", default="clock_timestamp()"),
    sa.PrimaryKeyConstraint("session_id", "user_id"),
    company_key("session_id", "training_sessions"),
    company_key("marked_by", "users", ondelete="SET NULL (marked_by)"),
    sa.Index(None, "company_id", "user_id", "session_id", postgresql_include=["mark"]),
    sa.Index(None, "marked_by"),
    sa.Index("ix_attendance_old_notes", "company_id", "received_at", postgresql_where=sa.text("note IS NOT NULL")),
)

# Each mark that was given or changed within the months of the company; nothing changes it but the end of an account.
attendance_changes = table(
    "attendance_changes",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "session_id", "user_id"),
    *optional(sa.Text, "before", "after", "reason"),
    *optional(sa.Uuid, "changed_by"),
    *needed(MOMENT, "changed_at", default="clock_timestamp()"),
    company_key("session_id", "training_sessions"),
    company_key("changed_by", "users", ondelete="SET NULL (changed_by)"),
    sa.Index(None, "session_id", "user_id"),
    sa.Index(None, "company_id", "user_id"),
    sa.Index(None, "company_id", "changed_at"),
    sa.Index(None, "changed_by"),
)

# What a person's marks in a batch sum up to, and whether the person is in it, written by triggers; `held` leaves out
# what is excused or cancelled.
attendance_figures = table(
    "attendance_figures",
    *needed(sa.Uuid, "company_id", "batch_id", "user_id"),
    *needed(sa.SmallInteger, "held", "attended", "excused", default="0"),
    sa.Column("permille", sa.SmallInteger, sa.Computed("attended * 1000 / nullif(held, 0)", persisted=True)),
    *needed(sa.Boolean, "is_member", default="true"),
    sa.PrimaryKeyConstraint("batch_id", "user_id"),
    company_key("batch_id", "batches"),
    sa.Index(
        "ix_attendance_figures_at_risk", "company_id", "permille", "user_id", postgresql_where=sa.text("held > 0")
    ),
    sa.Index(None, "user_id"),
)
