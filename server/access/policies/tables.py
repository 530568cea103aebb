"""What a company asks of the sign-in of its people. A company without a row asks nothing beyond the installation."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import MOMENT, needed, optional, table

company_policies = table(
    "company_policies",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("second_factor", sa.Text, nullable=False),
    sa.Column("factors", ARRAY(sa.Text), nullable=False),
    sa.Column("passkeys_only", sa.Boolean, nullable=False),
    # Null: as long as the installation allows.
    *optional(sa.Integer, "session_idle_minutes", "session_days"),
    # Sessions from before are idle from this moment on at the earliest: their users are warned first.
    sa.Column("lengths_changed_at", MOMENT, nullable=False, server_default=sa.func.now()),
    # Empty: any.
    *needed(ARRAY(sa.Text), "email_domains", "administrator_networks"),
    sa.Column("changed_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.CheckConstraint("session_idle_minutes > 0 AND session_days > 0", name="session_lengths"),
)
