"""Notifications and mails of the end of a bulk job."""

from collections.abc import Sequence

from alembic import op

revision: str = "0046"
down_revision: str | Sequence[str] | None = "0045"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MESSAGES = [
    *("code", "invitation", "password_changed", "welcome", "import_finished"),
    *("email_change", "email_changed", "sso_linked"),
]
NOTIFICATIONS = [
    *("welcome", "secure_account", "what_you_can_do"),
    *("import_finished", "import_failed", "import_cancelled", "invitation_failed"),
]
NEW = ["bulk_finished", "bulk_cancelled"]


def upgrade() -> None:
    _allow_kinds("messages", [*MESSAGES, "bulk_finished"])
    _allow_kinds("notifications", [*NOTIFICATIONS, *NEW])


def _allow_kinds(table: str, kinds: Sequence[str]) -> None:
    listed = ", ".join(f"'{kind}'" for kind in kinds)
    op.drop_constraint(op.f(f"ck_{table}_kind"), table, type_="check")
    op.create_check_constraint(op.f(f"ck_{table}_kind"), table, f"kind IN ({listed})")


def downgrade() -> None:
    listed = ", ".join(f"'{kind}'" for kind in NEW)
    for table, kinds in (("messages", MESSAGES), ("notifications", NOTIFICATIONS)):
        op.execute(f"DELETE FROM {table} WHERE kind IN ({listed})")  # noqa: S608 - constants
        _allow_kinds(table, kinds)
