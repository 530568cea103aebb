from typing import Any

from server.database import Connection


async def insert_message(connection: Connection, **row: Any) -> None:  # noqa: ANN401 - any SQL value
    """`row` gives every column named here; the others have their defaults."""
    await connection.execute(
        """
        INSERT INTO messages
            (id, company_id, user_id, flow_id, import_id, kind, channel, recipient, parameters, secret, expires_at,
             state, next_attempt_at)
        VALUES
            (CAST(:id AS uuid), CAST(:company_id AS uuid), CAST(:user_id AS uuid), CAST(:flow_id AS uuid),
             CAST(:import_id AS uuid), :kind, :channel, :recipient, CAST(:parameters AS jsonb),
             CAST(:secret AS bytea), CAST(:expires_at AS timestamptz),
             :state, CASE WHEN CAST(:state AS text) = 'queued' THEN now() END)
        """,
        **row,
    )
