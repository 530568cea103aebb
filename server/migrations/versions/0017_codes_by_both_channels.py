"""A flow keeps the code of its other channel; sign-ups are found by email."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | Sequence[str] | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = ("other_code_mac", "other_code_expires_at", "other_code_digits", "other_attempts", "other_message_id")


def upgrade() -> None:
    op.add_column("flows", sa.Column("other_code_mac", sa.LargeBinary(), nullable=True))
    op.add_column("flows", sa.Column("other_code_expires_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "flows", sa.Column("other_code_digits", sa.SmallInteger(), server_default=sa.text("6"), nullable=False)
    )
    op.add_column("flows", sa.Column("other_attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("flows", sa.Column("other_message_id", sa.UUID(), nullable=True))
    op.execute(
        """
        CREATE TRIGGER other_message_id_of_messages AFTER INSERT OR UPDATE OF company_id, other_message_id ON flows
        FOR EACH ROW WHEN (NEW.other_message_id IS NOT NULL)
        EXECUTE FUNCTION waymark_refuse_other_company('other_message_id', 'messages')
        """
    )
    op.create_index(op.f("ix_signups_email"), "signups", ["email"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_signups_email"), table_name="signups")
    op.execute("DROP TRIGGER other_message_id_of_messages ON flows")
    for column in COLUMNS:
        op.drop_column("flows", column)
