"""Due messages of many people are found by their kind: no invitation is looked for behind announcements."""

from server.platform.database.migrations.steps import create_index, drop_index

revision = "0161"
down_revision = "0160"


def upgrade() -> None:
    create_index(
        "ix_messages_due_of_kind",
        "messages (kind, company_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL AND is_bulk",
    )
    drop_index("ix_messages_due_bulk")
