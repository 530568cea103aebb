"""Invitations sent to each mailbox, and the companies whose invitations it has stopped."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, table

# What a mailbox was sent, over all companies: no foreign key, because deleting an account or a company must not
# make room for another mail. `destination` is a keyed hash; a row is of no use after its day.
invitation_destinations = table(
    "invitation_destinations",
    sa.Column("destination", sa.LargeBinary, primary_key=True),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("sends", sa.Integer, nullable=False),
    sa.Column("last_sent_at", MOMENT, nullable=False),
    sa.Index(None, "day"),
)

# Recipients who have asked a company to stop. `mailbox` is a hash without a key: it must outlive every key.
invitation_stops = table(
    "invitation_stops",
    sa.Column("mailbox", sa.LargeBinary, nullable=False),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("mailbox", "company_id"),
    sa.Index(None, "company_id"),
)
