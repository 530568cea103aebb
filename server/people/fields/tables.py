"""The fields that companies have made for their people, and the values of these.

No column and no index belongs to one company or field: values name fields and choices by their numbers.
"""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, needed, optional, table

company_fields = table(
    "company_fields",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.SmallInteger, nullable=False),
    # On the wire; never changed.
    sa.Column("key", sa.Text(collation="C"), nullable=False),
    *needed(sa.Text, "label", "kind"),
    # The form in which labels are compared; see server.vocabulary.visible_text.fold_name.
    sa.Column("folded_label", sa.Text(collation="C"), nullable=False),
    *optional(sa.Text, "help"),
    *needed(sa.ARRAY(sa.Text), "required_for", "viewers", "editors"),
    *needed(sa.Boolean, "is_own_view", "is_own_edit", "is_sensitive", "is_unique", "is_keyed"),
    # Whether files of candidates for employers hold its values; never those of a sensitive field.
    sa.Column("is_for_employers", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # Whether the keys of the values that were there before are written.
    sa.Column("is_ready", sa.Boolean, nullable=False, server_default=sa.text("true")),
    *needed(sa.SmallInteger, "position"),
    sa.Column("archived_at", MOMENT),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    sa.PrimaryKeyConstraint("company_id", "number"),
    sa.UniqueConstraint("company_id", "key"),
    sa.UniqueConstraint("company_id", "folded_label"),
    sa.Index("ix_company_fields_unready", "company_id", "number", postgresql_where=sa.text("NOT is_ready")),
)

field_choices = table(
    "field_choices",
    sa.Column("company_id", sa.Uuid, nullable=False),
    *needed(sa.SmallInteger, "field", "number", "position"),
    *needed(sa.Text, "label"),
    sa.Column("folded_label", sa.Text(collation="C"), nullable=False),
    sa.Column("is_archived", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.PrimaryKeyConstraint("company_id", "field", "number"),
    sa.ForeignKeyConstraint(
        ["company_id", "field"], ["company_fields.company_id", "company_fields.number"], ondelete="CASCADE"
    ),
)

# A row where a person has a value: number of the field → value. Beside the account, because most of its changes leave
# them as they are. No foreign key to it: triggers check each insert as a whole, and delete the rows of deleted people.
person_fields = table(
    "person_fields",
    *needed(sa.Uuid, "company_id", "user_id"),
    sa.Column("own_values", Json, nullable=False),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.Index(
        "ix_person_fields_own_values",
        *("company_id", "own_values"),
        postgresql_using="gin",
        postgresql_ops={"own_values": "jsonb_path_ops"},
        # An import of 100,000 people takes a third less time; a full list of 256 kB costs a search 0.1 ms.
        postgresql_with={"fastupdate": "on", "gin_pending_list_limit": "256"},
    ),
    sa.CheckConstraint("octet_length(CAST(own_values AS text)) <= 16384", name="own_values"),
)

# By what people are sorted and no two may have alike: of the few fields that ask for it. Written by triggers, and for
# values that were there before by a job. Days are counted from 1970.
field_keys = table(
    "field_keys",
    sa.Column("company_id", sa.Uuid, nullable=False),
    *needed(sa.SmallInteger, "field"),
    *needed(sa.Uuid, "user_id"),
    # Folded, and at most 200 characters.
    sa.Column("text_key", sa.Text(collation="C"), nullable=False),
    sa.Column("number_key", sa.Numeric),
    *needed(sa.Boolean, "is_unique"),
    sa.PrimaryKeyConstraint("company_id", "field", "user_id"),
    sa.Index(
        "ix_field_keys_number",
        *("company_id", "field", "number_key", "user_id"),
        postgresql_where=sa.text("number_key IS NOT NULL"),
    ),
    sa.Index(
        "ix_field_keys_text",
        *("company_id", "field", "text_key", "user_id"),
        postgresql_where=sa.text("number_key IS NULL"),
    ),
    sa.Index(
        "uq_field_keys_unique",
        *("company_id", "field", "text_key"),
        unique=True,
        postgresql_where=sa.text("is_unique"),
    ),
    sa.Index(None, "company_id", "user_id"),
)
