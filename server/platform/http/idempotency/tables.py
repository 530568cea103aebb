import sqlalchemy as sa

from server.platform.database.metadata import Json, metadata

# The answer to a call with an Idempotency-Key: written in the transaction that did the work,
# so that both are there or neither is. `request_mac` is a keyed hash of the parsed fields and the file.
idempotency_keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("path", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("request_mac", sa.LargeBinary, nullable=False),
    sa.Column("answer", Json),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("user_id", "path", "key"),
    sa.ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    sa.CheckConstraint("length(key) BETWEEN 1 AND 200", name="key"),
    sa.Index(None, "created_at"),
    sa.Index(None, "company_id", "user_id"),
)
