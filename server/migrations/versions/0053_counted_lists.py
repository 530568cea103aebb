"""Counts of each company's users by ranges of ids, so that a page far down is found without a walk to it."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0053"
down_revision: str | Sequence[str] | None = "0052"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "list_counts"
HIGHEST = "CAST('ffffffff-ffff-ffff-ffff-ffffffffffff' AS uuid)"
# Shared by those who count what they change, so that no range is divided meanwhile. The statement after it sees the
# ranges that were divided before.
HOLD = "PERFORM pg_advisory_xact_lock_shared(hashtextextended('waymark list ' || {company}, 0))"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("before_id", UUID(as_uuid=True), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_list_counts_company_id"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_list_counts_company_id_before_id"), TABLE, ["company_id", "before_id"])
    # Until the triggers are there, no one else adds or removes users.
    op.execute("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE")
    _count_statements()
    _count_moves()
    op.execute(f"INSERT INTO {TABLE} SELECT company_id, {HIGHEST}, count(*) FROM users GROUP BY company_id")  # noqa: S608 - constants


def _count_statements() -> None:
    """A deleted company has no counts any more when its users follow it."""
    op.execute(
        f"""
        CREATE FUNCTION waymark_count_list() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            company uuid;
            ends uuid[];
        BEGIN
            IF TG_OP = 'TRUNCATE' THEN
                DELETE FROM {TABLE};
                RETURN NULL;
            END IF;
            FOR company IN SELECT DISTINCT c.company_id FROM changed c ORDER BY c.company_id LOOP
                {HOLD.format(company="company")};
                SELECT array_agg(e.before_id ORDER BY e.before_id) INTO ends
                  FROM (SELECT DISTINCT before_id FROM {TABLE} WHERE company_id = company) AS e;
                INSERT INTO {TABLE} (company_id, before_id, people)
                SELECT company, coalesce(ends[width_bucket(c.id, ends) + 1], {HIGHEST}),
                       CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
                  FROM changed c
                 WHERE c.company_id = company AND EXISTS (SELECT FROM companies WHERE id = company)
                 GROUP BY 2;
            END LOOP;
            RETURN NULL;
        END $$
        """  # noqa: S608 - constants
    )
    for name, event in (
        ("count_added", "INSERT ON users REFERENCING NEW TABLE AS changed"),
        ("count_removed", "DELETE ON users REFERENCING OLD TABLE AS changed"),
        ("count_none", "TRUNCATE ON users"),
    ):
        op.execute(f"CREATE TRIGGER {name} AFTER {event} FOR EACH STATEMENT EXECUTE FUNCTION waymark_count_list()")


def _count_moves() -> None:
    one = """
        INSERT INTO {table} (company_id, before_id, people) SELECT {user}.company_id, coalesce(
            (SELECT min_end.before_id FROM {table} AS min_end
              WHERE min_end.company_id = {user}.company_id AND min_end.before_id > {user}.id
              ORDER BY min_end.before_id LIMIT 1), {highest}), {people}
    """
    op.execute(
        f"""
        CREATE FUNCTION waymark_count_moved() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            {HOLD.format(company="least(OLD.company_id, NEW.company_id)")};
            {HOLD.format(company="greatest(OLD.company_id, NEW.company_id)")};
            {one.format(table=TABLE, user="OLD", highest=HIGHEST, people=-1)};
            {one.format(table=TABLE, user="NEW", highest=HIGHEST, people=1)};
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER count_moved AFTER UPDATE OF id, company_id ON users FOR EACH ROW
        WHEN (NEW.company_id <> OLD.company_id OR NEW.id <> OLD.id) EXECUTE FUNCTION waymark_count_moved()
        """
    )


def downgrade() -> None:
    for name in ("count_added", "count_removed", "count_none", "count_moved"):
        op.execute(f"DROP TRIGGER {name} ON users")
    for name in ("list", "moved"):
        op.execute(f"DROP FUNCTION waymark_count_{name}()")
    op.drop_table(TABLE)
