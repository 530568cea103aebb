"""Files of people may say who has access."""

import sqlalchemy as sa
from alembic import op

revision = "0118"
down_revision = "0117"


def upgrade() -> None:
    op.add_column("import_rows", sa.Column("is_active", sa.Text, nullable=False, server_default=""))
