"""Bulk messages are marked: which kinds they are is no part of an index."""

from alembic import op

from server.platform.database.migrations.steps import change_in_batches

revision = "0109"
down_revision = "0108"

STATEMENTS = (
    "ALTER TABLE messages ADD COLUMN IF NOT EXISTS is_bulk boolean DEFAULT false NOT NULL",
    # A worker of the version before marks none.
    """
    CREATE OR REPLACE FUNCTION waymark_mark_invitation() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN NEW.is_bulk := true; RETURN NEW; END'
    """,
    """
    CREATE OR REPLACE TRIGGER messages_mark_invitation BEFORE INSERT ON messages FOR EACH ROW
        WHEN (NEW.kind = 'invitation' AND NOT NEW.is_bulk) EXECUTE FUNCTION waymark_mark_invitation()
    """,
)
# Only what is still to be sent is looked for.
MARK = """
    UPDATE messages SET is_bulk = true WHERE id = ANY (ARRAY(
        SELECT id FROM messages WHERE kind = 'invitation' AND next_attempt_at IS NOT NULL AND NOT is_bulk LIMIT 5000))
"""


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    # What came before may be run again, because this commits it.
    change_in_batches(MARK)
