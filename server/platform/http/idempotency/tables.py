import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, account_key, needed, table

# The answer to a call with an Idempotency-Key: written in the transaction that did the work,
# so that both are there or neither is. `request_mac` is a keyed hash of the parsed fields and the file.
idempotency_keys = table(
    "idempotency_keys",
    *account_key(),
    *needed(sa.Text, "path", "key"),
    sa.Column("request_mac", sa.LargeBinary, nullable=False),
    sa.Column("answer", Json),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("user_id", "path", "key"),
    sa.CheckConstraint("length(key) BETWEEN 1 AND 200", name="key"),
    sa.Index(None, "created_at"),
)
