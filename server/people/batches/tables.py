"""Batches, who is in them, and what is counted of them."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

_ZERO = text("0")

batches = Table(
    "batches",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("code", Text),
    Column("location", Text),
    Column("starts_on", Date),
    Column("ends_on", Date),
    # The forms in which names and codes are compared; see server.vocabulary.visible_text.fold_name.
    Column("folded_name", Text(collation="C"), nullable=False),
    Column("folded_code", Text(collation="C")),
    Column("archived_at", DateTime(timezone=True)),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", Integer, nullable=False, server_default=text("1")),
    UniqueConstraint("company_id", "id"),
    CheckConstraint("ends_on >= starts_on", name="days"),
    # Partial ones, so that a new name is no change of a key: that would wait for all who reference the batch.
    Index("uq_batches_name", "company_id", "folded_name", unique=True, postgresql_where=text("folded_name <> ''")),
    Index("uq_batches_code", "company_id", "folded_code", unique=True, postgresql_where=text("folded_code <> ''")),
    Index("ix_batches_open", "company_id", "id", postgresql_where=text("archived_at IS NULL")),
)

# No foreign key to the account: each of a hundred thousand would be checked by a query of its own, and what is deleted
# with an account has to be counted first. Triggers check each insert as a whole, and delete the rows of deleted people.
batch_members = Table(
    "batch_members",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("batch_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("added_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # The import that has put the person in: its undo takes them out again. Checked by the triggers, too.
    Column("import_id", UUID(as_uuid=True)),
    # A batch's people in the order of the list: ids rise with time.
    PrimaryKeyConstraint("batch_id", "user_id"),
    ForeignKeyConstraint(["company_id", "batch_id"], ["batches.company_id", "batches.id"], ondelete="CASCADE"),
    Index(None, "user_id"),
)

# What each change has added to the figures of a batch, and taken away: their sum is the figures. Written by triggers,
# because changes of the same batch must not wait for each other; the sweeper merges them.
batch_figures = Table(
    "batch_figures",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("batch_id", UUID(as_uuid=True), nullable=False),
    Column("people", Integer, nullable=False, server_default=_ZERO),
    Column("invited", Integer, nullable=False, server_default=_ZERO),
    Column("signed_in", Integer, nullable=False, server_default=_ZERO),
    Column("inactive", Integer, nullable=False, server_default=_ZERO),
    ForeignKeyConstraint(["company_id", "batch_id"], ["batches.company_id", "batches.id"], ondelete="CASCADE"),
    Index(None, "batch_id"),
)
