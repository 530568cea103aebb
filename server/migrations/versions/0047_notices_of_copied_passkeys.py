"""Mails and notifications about a passkey of which a copy is in use."""

from collections.abc import Sequence

from alembic import op

revision: str = "0047"
down_revision: str | Sequence[str] | None = "0046"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MESSAGES = (
    "'code', 'invitation', 'password_changed', 'welcome', 'import_finished', 'email_change', 'email_changed',"
    " 'sso_linked', 'bulk_finished'"
)
NOTIFICATIONS = (
    "'welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', 'import_cancelled',"
    " 'invitation_failed', 'bulk_finished', 'bulk_cancelled'"
)


def upgrade() -> None:
    _allow("messages", f"{MESSAGES}, 'passkey_copied'")
    _allow("notifications", f"{NOTIFICATIONS}, 'passkey_copied'")


def downgrade() -> None:
    for table, kinds in (("messages", MESSAGES), ("notifications", NOTIFICATIONS)):
        op.execute(f"DELETE FROM {table} WHERE kind = 'passkey_copied'")  # noqa: S608 - names of tables
        _allow(table, kinds)


def _allow(table: str, kinds: str) -> None:
    op.drop_constraint(op.f(f"ck_{table}_kind"), table, type_="check")
    op.create_check_constraint(op.f(f"ck_{table}_kind"), table, f"kind IN ({kinds})")
