"""Time-ordered ids (UUID version 7): rows inserted together are adjacent in every index."""

from collections.abc import Sequence

from alembic import op

revision: str = "0001"
down_revision: str | Sequence[str] | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Postgres 18 has the function; before it, 48 bits of milliseconds go over the front of a random id (RFC 9562).
BUILT_IN_SINCE = 18_00_00
BUILT_IN = "SELECT uuidv7()"
BY_HAND = """
    SELECT encode(
        set_bit(
            set_bit(
                overlay(
                    uuid_send(gen_random_uuid())
                    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                    FROM 1 FOR 6
                ),
                52, 1
            ),
            53, 1
        ),
        'hex'
    )::uuid
"""


def upgrade() -> None:
    version = op.get_bind().exec_driver_sql("SHOW server_version_num").scalar_one()
    body = BUILT_IN if int(version) >= BUILT_IN_SINCE else BY_HAND
    op.execute(f"CREATE FUNCTION waymark_uuid7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $${body}$$")


def downgrade() -> None:
    op.execute("DROP FUNCTION waymark_uuid7()")
