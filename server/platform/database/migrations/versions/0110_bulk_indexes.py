"""Due messages are found by whether they are bulk. A worker of the version before reads the whole table for them."""

from server.platform.database.migrations.steps import create_index, drop_index

revision = "0110"
down_revision = "0109"


def upgrade() -> None:
    due = "WHERE next_attempt_at IS NOT NULL"
    create_index("ix_messages_due_single", f"messages (next_attempt_at) {due} AND NOT is_bulk")
    create_index("ix_messages_due_bulk", f"messages (company_id, next_attempt_at) {due} AND is_bulk")
    drop_index("ix_messages_due")
    drop_index("ix_messages_due_invitations")
