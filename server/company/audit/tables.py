import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, needed, optional, table

# Append-only: nothing in the code updates or deletes a row. Actor and subject have no foreign key, because an entry
# outlives the account it is about; a trigger refuses those of another company.
audit_entries = table(
    "audit_entries",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE")),
    sa.Column("action", sa.Text, nullable=False),
    *optional(sa.Uuid, "actor_id", "subject_id"),
    sa.Column("subject_label", sa.Text),
    # The version of the account after the change. It is no part of what is sealed.
    sa.Column("subject_version", sa.Integer),
    sa.Column("address", sa.Text),
    # The import or bulk change that the entry is a part of: the trail lists that one, and this where it is looked for.
    sa.Column("work_id", sa.Uuid),
    *optional(Json, "before", "after"),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Index(None, "company_id", "id"),
    # The list without filters, in which a bulk change of 100,000 people is one entry.
    sa.Index("ix_audit_entries_listed", "company_id", "id", postgresql_where=sa.text("work_id IS NULL")),
    # For the two filters of the list: without these indexes a rare value would scan the whole trail of a company.
    sa.Index(None, "company_id", "action", "id"),
    # The trail of one account.
    sa.Index("ix_audit_entries_subject", "company_id", "subject_id", "id"),
    sa.Index("ix_audit_entries_label", "company_id", sa.text('lower(subject_label) COLLATE "C"'), "id"),
)

# The chain of each company's entries, made a moment after they were added; see seal_entries. `chain` is the company,
# or zeros for entries of none. No foreign keys: a seal outlives what it seals, so that a removal is seen.
audit_seals = table(
    "audit_seals",
    sa.Column("chain", sa.Uuid, primary_key=True),
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("entry_id", sa.Uuid, nullable=False),
    *needed(sa.LargeBinary, "hash", "mac"),
    sa.Column("key_id", sa.Text, nullable=False),
    sa.UniqueConstraint("entry_id"),
)

# Entries from which an erased person was taken, by the owner of the tables: `mac` vouches for the entry as it is now
# and for the hash of what it was, under a key of AUDIT_STATEMENT. No foreign key: it goes with the seal.
audit_redactions = table(
    "audit_redactions",
    sa.Column("entry_id", sa.Uuid, primary_key=True),
    sa.Column("redacted_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("key_id", sa.Text, nullable=False),
    sa.Column("mac", sa.LargeBinary, nullable=False),
)
