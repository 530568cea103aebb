"""Proved domains are looked up again, and their administrators notified of a lost proof."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0057"
down_revision: str | Sequence[str] | None = "0056"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = (
    "'welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', 'import_cancelled',"
    " 'invitation_failed', 'bulk_finished', 'bulk_cancelled', 'passkey_copied', 'factor_added', 'factor_removed',"
    " 'recovery_code_used', 'recovery_codes_renewed', 'new_device', 'account_secured', 'sso_unlinked'"
)
NEW = "'domain_proof'"


def upgrade() -> None:
    now = sa.func.now()
    week = sa.text("now() + interval '7 days'")
    op.add_column("sso_domains", sa.Column("seen_at", sa.DateTime(timezone=True), server_default=now, nullable=False))
    op.add_column("sso_domains", sa.Column("check_at", sa.DateTime(timezone=True), server_default=week, nullable=False))
    op.add_column("sso_domains", sa.Column("missed", sa.SmallInteger(), server_default=sa.text("0"), nullable=False))
    op.create_index(
        op.f("ix_sso_domains_check_at"),
        "sso_domains",
        ["check_at"],
        postgresql_where=sa.text("proved_at IS NOT NULL"),
    )
    _allow(f"{KINDS}, {NEW}")


def downgrade() -> None:
    op.execute(f"DELETE FROM notifications WHERE kind IN ({NEW})")  # noqa: S608 - a constant
    _allow(KINDS)
    op.drop_index(op.f("ix_sso_domains_check_at"), "sso_domains")
    for column in ("missed", "check_at", "seen_at"):
        op.drop_column("sso_domains", column)


def _allow(kinds: str) -> None:
    op.drop_constraint(op.f("ck_notifications_kind"), "notifications", type_="check")
    op.create_check_constraint(op.f("ck_notifications_kind"), "notifications", f"kind IN ({kinds})")
