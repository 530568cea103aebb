"""Mails and notifications about removed links of single sign-on."""

from collections.abc import Sequence

from alembic import op

revision: str = "0052"
down_revision: str | Sequence[str] | None = "0051"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ACCOUNT = (
    "'passkey_copied', 'factor_added', 'factor_removed', 'recovery_code_used', 'recovery_codes_renewed',"
    " 'new_device', 'account_secured'"
)
MESSAGES = (
    "'code', 'invitation', 'password_changed', 'welcome', 'import_finished', 'email_change', 'email_changed',"
    f" 'sso_linked', 'bulk_finished', {ACCOUNT}"
)
NOTIFICATIONS = (
    "'welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', 'import_cancelled',"
    f" 'invitation_failed', 'bulk_finished', 'bulk_cancelled', {ACCOUNT}"
)
NEW = "'sso_unlinked'"


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
