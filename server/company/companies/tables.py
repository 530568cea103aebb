"""Companies, and what each has used of its daily limits."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, needed, table

companies = table(
    "companies",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Text, "name", "slug", "industry"),
    sa.Column("website", sa.Text),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    # When the operator verified the company; from then on the limit of a new company does not apply.
    sa.Column("trusted_at", MOMENT),
    # The name that was verified then: only this one stands in subjects of mails to strangers.
    sa.Column("trusted_name", sa.Text),
    # When the operator closed its doors, and why; and from when on it may be deleted.
    sa.Column("suspended_at", MOMENT),
    sa.Column("suspended_for", sa.Text),
    sa.Column("deletes_at", MOMENT),
    # The invitation by which it was founded, which founds no other.
    sa.Column("founded_by", sa.Uuid),
    # Whether invited people who have not signed in are reminded once.
    sa.Column("invitation_reminder", sa.Boolean, nullable=False, server_default=sa.text("true")),
    # The per cent of the people of a scope up to which an import deactivates those who are missing in its file without
    # their number being typed.
    sa.Column("sync_threshold", sa.SmallInteger, nullable=False, server_default=sa.text("20")),
    # How dates and numbers are written, and the zone of its times.
    sa.Column("region", sa.Text, nullable=False, server_default=sa.text("'IN'")),
    sa.Column("time_zone", sa.Text, nullable=False, server_default=sa.text("'Asia/Kolkata'")),
    # The language of messages to people who have none of their own.
    sa.Column("language", sa.Text, nullable=False, server_default=sa.text("'en'")),
    # The work location that forms of new people begin with.
    sa.Column("default_work_location", sa.Text),
    # Whether learners who have no link find a verified company by its name.
    sa.Column("found_by_name", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # The per cent of sessions that a person has to attend, and within how many days of a batch; null: in all of it.
    sa.Column("attendance_threshold", sa.SmallInteger, nullable=False, server_default=sa.text("75")),
    sa.Column("attendance_days", sa.SmallInteger),
    # For how many months notes of marks and the history of attendance are kept.
    sa.Column("attendance_kept_months", sa.SmallInteger, nullable=False, server_default=sa.text("24")),
    # For how many months notes of interviews and their history are kept.
    sa.Column("interviews_kept_months", sa.SmallInteger, nullable=False, server_default=sa.text("24")),
    # Whether trainers move the people of their batches between open stages.
    sa.Column("trainers_move_stages", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # Whether people get a mail when they come to a stage with another public name.
    sa.Column("mail_stage_changes", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # How many offers a person may accept; see server.vocabulary.placement.
    sa.Column("placement_policy", sa.Text, nullable=False, server_default=sa.text("'free'")),
    sa.Column("placement_most", sa.SmallInteger, nullable=False, server_default=sa.text("2")),
    # Whether placement staff see all openings, and not only those that they are put on.
    sa.Column("placement_staff_see_all", sa.Boolean, nullable=False, server_default=sa.text("true")),
    # For how many months reasons and facts of candidates are kept.
    sa.Column("placement_kept_months", sa.SmallInteger, nullable=False, server_default=sa.text("24")),
    # It rises with each change of the company's own fields.
    sa.Column("fields_version", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.UniqueConstraint("slug"),
    sa.Index("uq_companies_founded_by", "founded_by", unique=True),
    sa.CheckConstraint("sync_threshold BETWEEN 0 AND 100", name="sync_threshold"),
    sa.CheckConstraint("attendance_threshold BETWEEN 1 AND 100", name="attendance_threshold"),
    sa.CheckConstraint("attendance_kept_months BETWEEN 1 AND 120", name="attendance_kept_months"),
    sa.CheckConstraint("interviews_kept_months BETWEEN 1 AND 120", name="interviews_kept_months"),
    sa.Index(
        "ix_companies_found_by_name",
        sa.text("(' ' || waymark_fold(name)) gin_trgm_ops"),
        postgresql_using="gin",
        postgresql_where=sa.text("found_by_name"),
    ),
)

# `id` is another one after each change: it names the image in mails and pages, which keep it.
company_logos = table(
    "company_logos",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", sa.Uuid, nullable=False, server_default=sa.text("waymark_uuid7()")),
    sa.Column("media_type", sa.Text, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("id"),
    sa.CheckConstraint("media_type IN ('image/png', 'image/jpeg', 'image/webp')", name="media_type"),
    sa.CheckConstraint("octet_length(content) <= 102400", name="content"),
)

# Rows checked and invitations sent (COMPANY_DAILY_ROWS), and how many people turned out to be registered elsewhere
# (COMPANY_DAILY_TAKEN), by company and UTC day.
company_daily_usage = table(
    "company_daily_usage",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    *needed(sa.Integer, "rows_checked", "invitations", "taken_elsewhere", default="0"),
    sa.PrimaryKeyConstraint("company_id", "day"),
)
