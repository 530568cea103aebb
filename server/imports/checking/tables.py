"""What the check of a file counts."""

from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Table, Text
from sqlalchemy.dialects.postgresql import UUID

from server.metadata import metadata

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
