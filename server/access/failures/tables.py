import sqlalchemy as sa

from server.platform.database.metadata import metadata

# Failed sign-ins by email as typed, known or not (a keyed hash of it), and by where they came from: a network,
# a remembered device, or everywhere together. Under the hash of no email a network waits for all emails; a right
# password leaves a row with `succeeded_at`, which allows its network one failing email more.
login_failures = sa.Table(
    "login_failures",
    metadata,
    sa.Column("email_mac", sa.LargeBinary, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("counting_since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("last_failed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("blocked_until", sa.DateTime(timezone=True)),
    sa.Column("succeeded_at", sa.DateTime(timezone=True)),
    sa.PrimaryKeyConstraint("email_mac", "source"),
    sa.Index(None, "last_failed_at"),
    sa.Index(None, "source"),
)
