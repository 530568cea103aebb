"""That users name a company is checked once a statement: a chunk of an import inserts thousands."""

from collections.abc import Sequence

from alembic import op

revision: str = "0039"
down_revision: str | Sequence[str] | None = "0038"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KEY = "fk_users_company_id"


def upgrade() -> None:
    op.drop_constraint(KEY, "users", type_="foreignkey")
    _check_users()
    _follow_companies()


def _check_users() -> None:
    """Companies are locked as a foreign key locks them: a deletion of one waits, or is waited for."""
    refuse = f"""
        RAISE foreign_key_violation USING
            CONSTRAINT = '{KEY}', TABLE = 'users', MESSAGE = 'users.company_id names no company'
    """
    # In EXECUTE, so that it is planned for the tables as they are.
    op.execute(
        f"""
        CREATE FUNCTION waymark_check_companies() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            is_missing boolean;
        BEGIN
            EXECUTE 'WITH named AS MATERIALIZED (SELECT DISTINCT company_id FROM written), kept AS MATERIALIZED (
                         SELECT c.id FROM named JOIN companies c ON c.id = named.company_id
                          ORDER BY c.id FOR KEY SHARE OF c
                     )
                     SELECT count(*) > (SELECT count(*) FROM kept) FROM named' INTO is_missing;
            IF is_missing THEN
                {refuse};
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608 - constants
    )
    op.execute(
        """
        CREATE TRIGGER check_companies AFTER INSERT ON users REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_companies()
        """
    )
    op.execute(
        f"""
        CREATE FUNCTION waymark_check_company() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM FROM companies WHERE id = NEW.company_id FOR KEY SHARE;
            IF NOT FOUND THEN
                {refuse};
            END IF;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER check_company AFTER UPDATE OF company_id ON users
        FOR EACH ROW WHEN (NEW.company_id <> OLD.company_id) EXECUTE FUNCTION waymark_check_company()
        """
    )


def _follow_companies() -> None:
    """A deleted company takes its users along. Only READ COMMITTED sees those who were added while it was waiting."""
    op.execute(
        f"""
        CREATE FUNCTION waymark_keep_no_users() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF current_setting('transaction_isolation') <> 'read committed' THEN
                RAISE feature_not_supported USING
                    MESSAGE = 'companies are deleted in a transaction that is READ COMMITTED';
            END IF;
            IF TG_OP = 'DELETE' THEN
                DELETE FROM users WHERE company_id = OLD.id;
            ELSIF TG_OP = 'TRUNCATE' AND EXISTS (SELECT FROM users)
               OR TG_OP = 'UPDATE' AND EXISTS (SELECT FROM users WHERE company_id = OLD.id) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = '{KEY}', TABLE = 'companies', MESSAGE = 'the company has users';
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608 - constants
    )
    for name, event in (
        ("delete_users", "DELETE ON companies FOR EACH ROW"),
        ("keep_id", "UPDATE OF id ON companies FOR EACH ROW WHEN (NEW.id <> OLD.id)"),
        ("keep_companies", "TRUNCATE ON companies FOR EACH STATEMENT"),
    ):
        op.execute(f"CREATE TRIGGER {name} AFTER {event} EXECUTE FUNCTION waymark_keep_no_users()")


def downgrade() -> None:
    for name in ("keep_companies", "keep_id", "delete_users"):
        op.execute(f"DROP TRIGGER {name} ON companies")
    for name in ("check_company", "check_companies"):
        op.execute(f"DROP TRIGGER {name} ON users")
    for name in ("keep_no_users", "check_company", "check_companies"):
        op.execute(f"DROP FUNCTION waymark_{name}()")
    op.create_foreign_key(KEY, "users", "companies", ["company_id"], ["id"], ondelete="CASCADE")
