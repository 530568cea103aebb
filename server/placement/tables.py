"""Employers and their openings, who is a candidate, and what people were offered."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table
from server.vocabulary.placement import OfferState

STANDING = sa.text(f"state IN ('{OfferState.OFFERED}', '{OfferState.ACCEPTED}', '{OfferState.JOINED}')")
BINDING = sa.text(f"is_binding AND state IN ('{OfferState.ACCEPTED}', '{OfferState.JOINED}')")

employers = table(
    "employers",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    # The form in which names are compared; see server.vocabulary.visible_text.fold_name.
    sa.Column("folded_name", sa.Text(collation="C"), nullable=False),
    *optional(sa.Text, "industry", "website"),
    sa.Column("contacts", Json, nullable=False, server_default=sa.text("'[]'")),
    sa.Column("archived_at", MOMENT),
    *needed(sa.BigInteger, "version", default="1"),
    sa.UniqueConstraint("company_id", "id"),
    sa.UniqueConstraint("company_id", "folded_name"),
)

# Seats that are taken are counted, never kept: an acceptance locks the row.
openings = table(
    "openings",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "employer_id"),
    *needed(sa.Text, "title"),
    *optional(sa.Text, "place"),
    *needed(sa.BigInteger, "seats"),
    # A year's pay in whole units of the company's currency.
    *optional(sa.BigInteger, "pay_from", "pay_to"),
    *needed(sa.SmallInteger, "tier", default="1"),
    # Terms as a client gives them, choices by their numbers; see server.people.fields.conditions.
    sa.Column("conditions", Json, nullable=False, server_default=sa.text("'[]'")),
    *needed(sa.ARRAY(sa.Uuid), "batch_ids", "stage_ids", default="'{}'"),
    # The end of the last day on which people apply.
    *optional(MOMENT, "closes_at"),
    *needed(sa.Text, "state", default="'draft'"),
    *needed(sa.SmallInteger, "answer_days", default="3"),
    *needed(sa.BigInteger, "version", default="1"),
    company_key("employer_id", "employers"),
    sa.UniqueConstraint("company_id", "id"),
    sa.CheckConstraint("seats BETWEEN 1 AND 100000", name="seats"),
    sa.CheckConstraint("tier BETWEEN 1 AND 5", name="tier"),
    sa.Index(None, "company_id", "state", "closes_at"),
    sa.Index(None, "company_id", "employer_id"),
)

# The duty of an account for an opening. It sleeps while the account is inactive, and ends with it.
opening_staff = table(
    "opening_staff",
    *needed(sa.Uuid, "company_id", "opening_id", "user_id"),
    sa.PrimaryKeyConstraint("opening_id", "user_id"),
    company_key("opening_id", "openings"),
    company_key("user_id", "users"),
    sa.Index(None, "company_id", "user_id"),
)

# No foreign key to the account: see `batch_members`. The rows of a deleted one get a random id.
candidacies = table(
    "candidacies",
    *needed(sa.Uuid, "company_id", "opening_id", "user_id"),
    *needed(sa.Text, "state"),
    # Whether the person has asked for it, or staff have chosen the person.
    *needed(sa.Boolean, "is_own"),
    *optional(sa.BigInteger, "rank"),
    *optional(sa.Text, "reason"),
    # What the conditions read when the person was shortlisted: values by the numbers of their fields.
    sa.Column("facts", Json),
    # The accepted offer that has closed it, and what it was before.
    *optional(sa.Uuid, "closed_by_offer"),
    *optional(sa.Text, "state_before"),
    *needed(sa.BigInteger, "version", default="1"),
    *needed(MOMENT, "changed_at", default="clock_timestamp()"),
    sa.PrimaryKeyConstraint("opening_id", "user_id"),
    company_key("opening_id", "openings"),
    company_key("closed_by_offer", "offers", ondelete="SET NULL (closed_by_offer)"),
    sa.Index(None, "company_id", "user_id", "changed_at"),
    sa.Index(None, "opening_id", "state", "rank"),
    sa.Index(
        "ix_candidacies_closed_by_offer", "closed_by_offer", postgresql_where=sa.text("closed_by_offer IS NOT NULL")
    ),
    sa.Index(
        "ix_candidacies_facts",
        "company_id",
        "changed_at",
        postgresql_where=sa.text("facts IS NOT NULL OR reason IS NOT NULL"),
    ),
)

# `warned` counts the bells before `answer_by`; `is_free` was freed of the company's policy by an administrator.
# `is_confirmed` is what the person says of having joined; null: nothing yet.
offers = table(
    "offers",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "opening_id", "user_id"),
    *needed(sa.Text, "state", default="'offered'"),
    *optional(sa.BigInteger, "pay"),
    *optional(sa.Date, "joins_on", "left_on"),
    *needed(MOMENT, "answer_by"),
    *needed(sa.Boolean, "is_binding", "is_free", default="false"),
    *optional(sa.Boolean, "is_confirmed"),
    *needed(sa.SmallInteger, "warned", default="0"),
    *needed(MOMENT, "made_at", "changed_at", default="clock_timestamp()"),
    *optional(MOMENT, "accepted_at", "joined_at"),
    *needed(sa.BigInteger, "version", default="1"),
    company_key("opening_id", "openings"),
    sa.UniqueConstraint("company_id", "id"),
    sa.Index("uq_offers_standing", "opening_id", "user_id", unique=True, postgresql_where=STANDING),
    # The policy "one" holds in the database.
    sa.Index("uq_offers_binding", "company_id", "user_id", unique=True, postgresql_where=BINDING),
    sa.Index("ix_offers_waiting", "answer_by", postgresql_where=sa.text(f"state = '{OfferState.OFFERED}'")),
    sa.Index(None, "opening_id", "state"),
    sa.Index(None, "company_id", "user_id"),
    sa.Index(None, "company_id", "state", "answer_by"),
    sa.Index(None, "company_id", "accepted_at"),
)

# Append only: what a person was offered each time.
offer_versions = table(
    "offer_versions",
    *needed(sa.Uuid, "company_id", "offer_id"),
    *needed(sa.BigInteger, "version"),
    *optional(sa.BigInteger, "pay"),
    *optional(sa.Date, "joins_on"),
    *needed(MOMENT, "answer_by"),
    *optional(sa.Uuid, "changed_by"),
    *needed(MOMENT, "changed_at", default="clock_timestamp()"),
    sa.PrimaryKeyConstraint("offer_id", "version"),
    company_key("offer_id", "offers"),
    company_key("changed_by", "users", ondelete="SET NULL (changed_by)"),
    sa.Index(None, "changed_by"),
)

# Append only: each state of candidacies, and with `offer_id` of offers. `changed_by` is empty where the clock, a policy
# or the person did it. The rows of a deleted account get its random id.
placement_events = table(
    "placement_events",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "opening_id", "user_id"),
    *optional(sa.Uuid, "offer_id"),
    *needed(sa.Text, "state"),
    *optional(sa.Text, "reason"),
    *optional(sa.Uuid, "changed_by"),
    *needed(MOMENT, "changed_at", default="clock_timestamp()"),
    company_key("opening_id", "openings"),
    company_key("offer_id", "offers"),
    company_key("changed_by", "users", ondelete="SET NULL (changed_by)"),
    sa.Index(None, "opening_id", "user_id"),
    sa.Index(None, "company_id", "user_id"),
    sa.Index(None, "offer_id"),
    sa.Index(None, "changed_by"),
    sa.Index("ix_placement_events_reasons", "company_id", "changed_at", postgresql_where=sa.text("reason IS NOT NULL")),
)
