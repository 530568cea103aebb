import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, table

# The erasure of a person whose account is gone: what is left to do, and that it was done. `contacts` (email, phone,
# name, code and details, by which copies are found) is sealed, and wiped at the end. No foreign key to the account; a
# trigger refuses one of another company.
erasures = table(
    "erasures",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("contacts", sa.LargeBinary),
    # The last import or bulk job that was searched; empty at the beginning.
    sa.Column("place", sa.Text, nullable=False, server_default=sa.text("''")),
    # Set where one of them was not ended: it is searched again later.
    sa.Column("waits", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("requested_at", MOMENT, nullable=False, server_default=sa.func.now()),
    # When a worker is to continue; null once the copies are erased.
    sa.Column("next_at", MOMENT, server_default=sa.func.now()),
    sa.Column("erased_at", MOMENT),
    # Entries of the audit trail that tell that people searched for the person, beside those about them.
    sa.Column("entries", sa.ARRAY(sa.Uuid), nullable=False, server_default=sa.text("'{}'")),
    # When the operator's command had taken the person out of the audit trail.
    sa.Column("trail_erased_at", MOMENT),
    sa.UniqueConstraint("company_id", "user_id"),
    sa.Index("ix_erasures_due", "next_at", postgresql_where=sa.text("next_at IS NOT NULL")),
)
