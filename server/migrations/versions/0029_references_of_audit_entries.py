"""What audit entries name is checked once a statement: one may write thousands."""

from collections.abc import Sequence

from alembic import op

revision: str = "0029"
down_revision: str | Sequence[str] | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# What an entry names, and in which table; of a batch since there are batches.
BEFORE = (("actor_id", "users"), ("subject_id", "users"), ("subject_id", "imports"), ("subject_id", "sessions"))
REFERENCES = (*BEFORE, ("subject_id", "batches"))


def upgrade() -> None:
    for column, named in BEFORE:
        op.execute(f"DROP TRIGGER {column}_of_{named} ON audit_entries")
    for column, named in REFERENCES:
        _check(column, named, when="UPDATE")
    conditions = " OR ".join(
        f"EXISTS (SELECT FROM {named} WHERE {named}.id = e.{column} AND {named}.company_id <> e.company_id)"
        for column, named in REFERENCES
    )
    # In EXECUTE, so that it is planned for the tables as they are.
    op.execute(
        f"""
        CREATE FUNCTION waymark_check_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            is_of_another boolean;
        BEGIN
            EXECUTE 'SELECT EXISTS (SELECT FROM written e WHERE {conditions})' INTO is_of_another;
            IF is_of_another THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_audit_entries_named', TABLE = 'audit_entries',
                    MESSAGE = 'audit_entries.actor_id or subject_id names a row of another company';
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608 - constants
    )
    op.execute(
        """
        CREATE TRIGGER check_named AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_audit_entries()
        """
    )


def _check(column: str, named: str, *, when: str) -> None:
    op.execute(
        f"""
        CREATE TRIGGER {column}_of_{named} AFTER {when} OF company_id, {column} ON audit_entries
        FOR EACH ROW WHEN (NEW.{column} IS NOT NULL)
        EXECUTE FUNCTION waymark_refuse_other_company('{column}', '{named}')
        """
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER check_named ON audit_entries")
    op.execute("DROP FUNCTION waymark_check_audit_entries()")
    for column, named in REFERENCES:
        op.execute(f"DROP TRIGGER {column}_of_{named} ON audit_entries")
    for column, named in BEFORE:
        _check(column, named, when="INSERT OR UPDATE")
