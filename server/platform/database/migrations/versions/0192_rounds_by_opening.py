"""Rounds are found by their opening."""

from server.platform.database.migrations.steps import create_index

revision = "0192"
down_revision = "0191"


def upgrade() -> None:
    create_index("ix_rounds_opening_id", "rounds (opening_id)")
