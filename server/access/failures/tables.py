import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, needed, optional, table

# Failed sign-ins by email as typed, known or not (a keyed hash of it), and by where they came from: a network,
# a remembered device, or everywhere together. Under the hash of no email a network waits for all emails; a right
# password leaves a row with `succeeded_at`, which allows its network one failing email more.
login_failures = table(
    "login_failures",
    sa.Column("email_mac", sa.LargeBinary, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    *needed(MOMENT, "counting_since", "last_failed_at", default="now()"),
    *optional(MOMENT, "blocked_until", "succeeded_at"),
    sa.PrimaryKeyConstraint("email_mac", "source"),
    sa.Index(None, "last_failed_at"),
    sa.Index(None, "source"),
)
