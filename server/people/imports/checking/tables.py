"""What the check of a file counts, and as what it reads values."""

from sqlalchemy import (
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    func,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# Why rows of a preview are refused, by field and message without the number of a row, counted by the check and by each
# change: rows without an account, rows with one, and rows whose account is not updated for this reason.
# No foreign key, as import_rows have none: a file of different errors has hundreds of thousands. The same trigger.
import_problems = Table(
    "import_problems",
    metadata,
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("field", Text(collation="C"), nullable=False),
    Column("message", Text(collation="C"), nullable=False),
    Column("new_rows", Integer, nullable=False),
    Column("known_rows", Integer, nullable=False),
    Column("refused_rows", Integer, nullable=False),
    PrimaryKeyConstraint("import_id", "field", "message"),
)

# What a company reads values of its files as: applied by the check of its later files, where the user who chose it is
# active and may create all that the uploader may.
import_value_maps = Table(
    "import_value_maps",
    metadata,
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("field", Text, nullable=False),
    Column("from_value", Text, nullable=False),
    Column("to_value", Text, nullable=False),
    Column("chosen_by", UUID(as_uuid=True)),
    Column("chosen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("company_id", "field", "from_value"),
    ForeignKeyConstraint(["company_id", "chosen_by"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    Index(None, "company_id", "chosen_by"),
)
