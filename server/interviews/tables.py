"""Rounds of interviews, their panels, who is interviewed by which, what has happened on the day, and scores."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSTZRANGE, ExcludeConstraint

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table

# `criteria` are a list of keys and labels. `opening_id` is that of an opening for work, where the round is for one.
# `screen_hash` is that of the token of the hall screen, where there is a link to it.
rounds = table(
    "rounds",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("location", sa.Text),
    *optional(sa.Uuid, "stage_id", "pass_stage_id", "opening_id"),
    sa.Column("day", sa.Date, nullable=False),
    *needed(sa.SmallInteger, "slot_minutes", "break_minutes"),
    sa.Column("criteria", Json, nullable=False),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'draft'")),
    sa.Column("screen_hash", sa.LargeBinary),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.UniqueConstraint("company_id", "id"),
    company_key("stage_id", "stages", ondelete="SET NULL (stage_id)"),
    company_key("pass_stage_id", "stages", ondelete="SET NULL (pass_stage_id)"),
    company_key("opening_id", "openings", ondelete="SET NULL (opening_id)"),
    sa.CheckConstraint("slot_minutes > 0 AND break_minutes >= 0", name="minutes"),
    sa.Index(None, "company_id", "day"),
    sa.Index(None, "stage_id"),
    sa.Index(None, "pass_stage_id"),
    sa.Index(None, "opening_id"),
    sa.Index("uq_rounds_screen", "screen_hash", unique=True, postgresql_where=sa.text("screen_hash IS NOT NULL")),
)

panels = table(
    "panels",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "round_id"),
    sa.Column("name", sa.Text, nullable=False),
    *optional(sa.Text, "place", "link"),
    *needed(MOMENT, "starts_at", "ends_at"),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'open'")),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    company_key("round_id", "rounds"),
    sa.UniqueConstraint("company_id", "id"),
    sa.CheckConstraint("ends_at > starts_at", name="hours"),
    sa.Index(None, "company_id", "round_id"),
)

# A panelist's duty. It sleeps while the account is inactive or has another profile, and ends with it.
panel_members = table(
    "panel_members",
    *needed(sa.Uuid, "company_id", "panel_id", "user_id"),
    sa.PrimaryKeyConstraint("panel_id", "user_id"),
    company_key("panel_id", "panels"),
    company_key("user_id", "users"),
    sa.Index(None, "company_id", "user_id"),
)

# One for each person in a round; `panel_id` is null while any panel may call the person. `ticket` is a number for
# people who have no code. No foreign key to the account: see `batch_members`. The rows of deleted people get a random
# id. The two unique indexes are why no two panels have one person, and no panel two.
interviews = table(
    "interviews",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "round_id", "user_id"),
    sa.Column("panel_id", sa.Uuid),
    sa.Column("ticket", sa.SmallInteger, nullable=False),
    sa.Column("position", sa.Numeric, nullable=False),
    *optional(MOMENT, "planned_at", "here_at", "called_at", "started_at", "ended_at"),
    sa.Column("absences", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'waiting'")),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    company_key("round_id", "rounds"),
    company_key("panel_id", "panels", ondelete="SET NULL (panel_id)"),
    sa.UniqueConstraint("company_id", "id"),
    sa.UniqueConstraint("round_id", "user_id"),
    sa.Index(
        "uq_interviews_person",
        "company_id",
        "user_id",
        unique=True,
        postgresql_where=sa.text("state IN ('called', 'in_room')"),
    ),
    sa.Index(
        "uq_interviews_panel", "panel_id", unique=True, postgresql_where=sa.text("state IN ('called', 'in_room')")
    ),
    sa.Index(
        "uq_interviews_slot",
        "panel_id",
        "planned_at",
        unique=True,
        postgresql_where=sa.text("planned_at IS NOT NULL AND state IN ('waiting', 'confirmed')"),
    ),
    sa.Index(
        "ix_interviews_queue",
        "round_id",
        "panel_id",
        "position",
        "ticket",
        postgresql_where=sa.text("state IN ('waiting', 'confirmed')"),
    ),
    sa.Index(None, "company_id", "round_id"),
    sa.Index(None, "company_id", "panel_id"),
    sa.Index(None, "company_id", "user_id"),
)

# Who and what is taken when: a person (`u:` and the id of the account) or a place (`p:`, the location of the round and
# the place). Panelists and places hold the hours of their panel, candidates their planned time, until their round runs.
bookings = table(
    "bookings",
    *needed(sa.Uuid, "company_id"),
    *optional(sa.Uuid, "panel_id", "interview_id"),
    sa.Column("resource", sa.Text(collation="C"), nullable=False),
    sa.Column("during", TSTZRANGE, nullable=False),
    company_key("panel_id", "panels"),
    company_key("interview_id", "interviews"),
    sa.CheckConstraint("NOT isempty(during)", name="during"),
    sa.CheckConstraint("num_nonnulls(panel_id, interview_id) > 0", name="owner"),
    ExcludeConstraint(
        ("company_id", "="), ("resource", "="), ("during", "&&"), using="gist", name="ex_bookings_resource"
    ),
    sa.Index(None, "panel_id"),
    sa.Index(None, "interview_id"),
)

# What has happened to an interview; nothing changes it but the end of an account, and the months of the company.
interview_events = table(
    "interview_events",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "interview_id"),
    sa.Column("happened_at", MOMENT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.Column("done_by", sa.Uuid),
    sa.Column("what", sa.Text, nullable=False),
    *(sa.Column(name, Json) for name in ("before", "after")),
    sa.Column("reason", sa.Text),
    company_key("interview_id", "interviews"),
    company_key("done_by", "users", ondelete="SET NULL (done_by)"),
    sa.Index(None, "company_id", "interview_id"),
    sa.Index(None, "company_id", "happened_at"),
    sa.Index(None, "done_by"),
)

# `marks` are from 1 to 4, by the key of their criterion. Those of a deleted panelist stay.
scores = table(
    "scores",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "interview_id"),
    sa.Column("panelist_id", sa.Uuid),
    sa.Column("marks", Json, nullable=False),
    sa.Column("verdict", sa.Text, nullable=False),
    sa.Column("note", sa.Text),
    sa.Column("sent_at", MOMENT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.UniqueConstraint("interview_id", "panelist_id"),
    company_key("interview_id", "interviews"),
    company_key("panelist_id", "users", ondelete="SET NULL (panelist_id)"),
    sa.Index(None, "company_id", "interview_id"),
    sa.Index(None, "panelist_id"),
    sa.Index("ix_scores_old_notes", "company_id", "sent_at", postgresql_where=sa.text("note IS NOT NULL")),
)
