"""Mails and notifications about factors, recovery codes and new devices."""

from collections.abc import Sequence

from alembic import op

revision: str = "0048"
down_revision: str | Sequence[str] | None = "0047"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MESSAGES = (
    "'code', 'invitation', 'password_changed', 'welcome', 'import_finished', 'email_change', 'email_changed',"
    " 'sso_linked', 'bulk_finished', 'passkey_copied'"
)
NOTIFICATIONS = (
    "'welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', 'import_cancelled',"
    " 'invitation_failed', 'bulk_finished', 'bulk_cancelled', 'passkey_copied'"
)
NEW = (
    "'factor_added', 'factor_removed', 'recovery_code_used', 'recovery_codes_renewed', 'new_device', 'account_secured'"
)


def upgrade() -> None:
    _allow("messages", f"{MESSAGES}, {NEW}")
    _allow("notifications", f"{NOTIFICATIONS}, {NEW}")


def downgrade() -> None:
    for table, kinds in (("messages", MESSAGES), ("notifications", NOTIFICATIONS)):
        op.execute(f"DELETE FROM {table} WHERE kind IN ({NEW})")  # noqa: S608 - names of tables and kinds
        _allow(table, kinds)


def _allow(table: str, kinds: str) -> None:
    op.drop_constraint(op.f(f"ck_{table}_kind"), table, type_="check")
    op.create_check_constraint(op.f(f"ck_{table}_kind"), table, f"kind IN ({kinds})")
