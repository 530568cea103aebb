"""What a started import keeps besides its rows."""

from sqlalchemy import Boolean, Column, ForeignKeyConstraint, Index, Table, Text
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# The batches that the cells of a started import name; `is_new`: the start has made it.
import_batches = Table(
    "import_batches",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("cell", Text(collation="C"), nullable=False),
    Column("batch_id", UUID(as_uuid=True), nullable=False),
    Column("is_new", Boolean, nullable=False),
    # A cell may be too long for an index.
    Index(None, "import_id"),
    ForeignKeyConstraint(["company_id", "import_id"], ["imports.company_id", "imports.id"], ondelete="CASCADE"),
    ForeignKeyConstraint(["company_id", "batch_id"], ["batches.company_id", "batches.id"], ondelete="CASCADE"),
    Index(None, "batch_id"),
)
