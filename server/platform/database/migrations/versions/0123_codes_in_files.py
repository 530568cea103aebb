"""Files of people may give codes."""

import sqlalchemy as sa
from alembic import op

revision = "0123"
down_revision = "0119"


def upgrade() -> None:
    op.add_column("import_rows", sa.Column("code", sa.Text(collation="C"), nullable=False, server_default=""))
