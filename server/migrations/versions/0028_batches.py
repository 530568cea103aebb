"""Batches, their people and their figures."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0028"
down_revision: str | Sequence[str] | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# What a batch counts of an account. A failed invitation has not reached its recipient.
FIGURES = """
    CAST({u}.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST({u}.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT {u}.is_active AS int) AS inactive
"""
COLUMNS = "company_id, batch_id, people, invited, signed_in, inactive"


def upgrade() -> None:
    op.create_table(
        "batches",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("location", sa.Text(), nullable=True),
        sa.Column("starts_on", sa.Date(), nullable=True),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.Column("folded_name", sa.Text(collation="C"), nullable=False),
        sa.Column("folded_code", sa.Text(collation="C"), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint("ends_on >= starts_on", name=op.f("ck_batches_days")),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_batches_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
        sa.UniqueConstraint("company_id", "id", name=op.f("uq_batches_company_id_id")),
        sa.UniqueConstraint("company_id", "folded_name", name=op.f("uq_batches_company_id_folded_name")),
        sa.UniqueConstraint("company_id", "folded_code", name=op.f("uq_batches_company_id_folded_code")),
    )
    op.create_index("ix_batches_open", "batches", ["company_id", "id"], postgresql_where=sa.text("archived_at IS NULL"))
    _create_members()
    _create_figures()
    _count_members()
    _count_changed_people()
    _remove_deleted_people()
    op.execute(
        """
        CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON batch_members
        FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
        """
    )


def _create_members() -> None:
    op.create_table(
        "batch_members",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("batch_id", UUID(as_uuid=True), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "batch_id"],
            ["batches.company_id", "batches.id"],
            name=op.f("fk_batch_members_company_id_batch_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("batch_id", "user_id", name=op.f("pk_batch_members")),
    )
    op.create_index(op.f("ix_batch_members_user_id"), "batch_members", ["user_id"])


def _create_figures() -> None:
    numbers = ("people", "invited", "signed_in", "inactive")
    op.create_table(
        "batch_figures",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("batch_id", UUID(as_uuid=True), nullable=False),
        *(sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False) for name in numbers),
        sa.ForeignKeyConstraint(
            ["company_id", "batch_id"],
            ["batches.company_id", "batches.id"],
            name=op.f("fk_batch_figures_company_id_batch_id"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_batch_figures_batch_id"), "batch_figures", ["batch_id"])


def _adding(sums: str) -> str:
    """Adds the sums (COLUMNS) to the figures of batches that are there: one that is deleted meanwhile is waited for."""
    return f"""
        WITH sums AS MATERIALIZED ({sums}), kept AS MATERIALIZED (
            SELECT b.id FROM batches b JOIN sums ON b.company_id = sums.company_id AND b.id = sums.batch_id
             ORDER BY b.id FOR KEY SHARE OF b
        ), added AS (
            INSERT INTO batch_figures ({COLUMNS}) SELECT sums.* FROM sums JOIN kept ON kept.id = sums.batch_id
        )
        SELECT coalesce(sum(people), 0) FROM sums
    """  # noqa: S608 - constants


def _count_members() -> None:
    """In EXECUTE, so that each is planned for the tables as they are; OFFSET 0 keeps the look-up by the index."""
    counted = f"""
        SELECT m.company_id, m.batch_id, {{sign}}count(*) AS people, {{sign}}sum(u.invited), {{sign}}sum(u.signed_in),
               {{sign}}sum(u.inactive)
          FROM {{rows}} m
         CROSS JOIN LATERAL (
            SELECT {FIGURES.format(u="users")} FROM users
             WHERE users.company_id = m.company_id AND users.id = m.user_id OFFSET 0) AS u
         GROUP BY m.company_id, m.batch_id
    """  # noqa: S608 - constants
    op.execute(
        f"""
        CREATE FUNCTION waymark_count_added_members() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            counted bigint;
        BEGIN
            EXECUTE $query$ {_adding(counted.format(sign="", rows="written"))} $query$ INTO counted;
            IF counted <> (SELECT count(*) FROM written) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_batch_members_company_id_user_id', TABLE = 'batch_members',
                    MESSAGE = 'batch_members.user_id names a person that the company does not have';
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608 - constants
    )
    op.execute(
        """
        CREATE TRIGGER count_added AFTER INSERT ON batch_members REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_count_added_members()
        """
    )
    # Without deleted people: their own trigger counts those.
    op.execute(
        f"""
        CREATE FUNCTION waymark_count_removed_members() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$ {_adding(counted.format(sign="-", rows="removed"))} $query$;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER count_removed AFTER DELETE ON batch_members REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_count_removed_members()
        """
    )


def _count_changed_people() -> None:
    """A statement that changes no figure of an account costs the comparison only."""
    changes = f"""
        SELECT company_id, id, sum(sign * invited) AS invited, sum(sign * signed_in) AS signed_in,
               sum(sign * inactive) AS inactive
          FROM (
            SELECT company_id, id, 1 AS sign, {FIGURES.format(u="changed")} FROM changed
             UNION ALL
            SELECT company_id, id, -1 AS sign, {FIGURES.format(u="earlier")} FROM earlier) AS both_states
         GROUP BY company_id, id
        HAVING sum(sign * invited) <> 0 OR sum(sign * signed_in) <> 0 OR sum(sign * inactive) <> 0
    """  # noqa: S608 - constants
    counted = f"""
        SELECT p.company_id, m.batch_id, 0 AS people, sum(p.invited), sum(p.signed_in), sum(p.inactive)
          FROM ({changes}) AS p
         CROSS JOIN LATERAL (
            SELECT batch_id FROM batch_members
             WHERE batch_members.company_id = p.company_id AND user_id = p.id OFFSET 0) AS m
         GROUP BY p.company_id, m.batch_id
    """  # noqa: S608 - constants
    op.execute(
        f"""
        CREATE FUNCTION waymark_count_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS ({changes}) THEN
                EXECUTE $query$ {_adding(counted)} $query$;
            END IF;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER count_in_batches AFTER UPDATE ON users
        REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_count_changed_people()
        """
    )


def _remove_deleted_people() -> None:
    removed = f"""
        WITH gone AS (
            DELETE FROM batch_members m USING deleted u WHERE m.company_id = u.company_id AND m.user_id = u.id
            RETURNING m.company_id, m.batch_id, {FIGURES.format(u="u")}
        ),
    """  # noqa: S608 - constants
    counted = """
        SELECT company_id, batch_id, -count(*) AS people, -sum(invited), -sum(signed_in), -sum(inactive)
          FROM gone GROUP BY company_id, batch_id
    """
    op.execute(
        f"""
        CREATE FUNCTION waymark_remove_deleted_people() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$ {removed} {_adding(counted).replace("WITH", "", 1)} $query$;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER remove_from_batches AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_remove_deleted_people()
        """
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER remove_from_batches ON users")
    op.execute("DROP TRIGGER count_in_batches ON users")
    op.drop_table("batch_figures")
    op.drop_table("batch_members")
    op.drop_table("batches")
    for name in ("remove_deleted_people", "count_changed_people", "count_removed_members", "count_added_members"):
        op.execute(f"DROP FUNCTION waymark_{name}()")
