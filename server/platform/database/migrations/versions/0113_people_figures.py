"""How many people of each kind a company has, kept by triggers: what an older process writes is counted, too."""

from alembic import op

revision = "0113"
down_revision = "0112"

# Days are told apart for longer than a dashboard shows them. A company that is deleted takes its figures along.
ADD = """
    INSERT INTO people_figures (company_id, profile, invitation, is_active, day, people)
    SELECT company_id, profile, invitation, is_active,
           CASE WHEN created_at > now() - interval '20 days' THEN CAST(created_at AT TIME ZONE 'UTC' AS date) END,
           sum(sign)
      FROM ({states}) AS states WHERE company_id IN (SELECT id FROM companies)
     GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0
"""
COLUMNS = "company_id, profile, invitation, is_active, created_at"


def added(table: str, *, sign: int = 1) -> str:
    return f"SELECT {COLUMNS}, {sign} AS sign FROM {table}"  # noqa: S608 - constants


def add(states: str) -> str:
    return f"EXECUTE $query$ {ADD.format(states=states)} $query$;"


# A sign-in changes a row and none of this: what is executed is planned each time, a condition once a connection.
DIFFERS = f"EXISTS (SELECT {COLUMNS} FROM changed EXCEPT ALL SELECT {COLUMNS} FROM earlier)"  # noqa: S608 - constants
BOTH = f"{added('changed')} UNION ALL {added('earlier', sign=-1)}"
TRIGGERS = (
    ("INSERT", "NEW TABLE AS written", add(added("written"))),
    ("UPDATE", "OLD TABLE AS earlier NEW TABLE AS changed", f"IF {DIFFERS} THEN {add(BOTH)} END IF;"),
    ("DELETE", "OLD TABLE AS deleted", add(added("deleted", sign=-1))),
)


def upgrade() -> None:
    op.execute("""
        CREATE TABLE people_figures (
            company_id uuid NOT NULL
                CONSTRAINT fk_people_figures_company_id REFERENCES companies (id) ON DELETE CASCADE,
            profile text,
            invitation text NOT NULL,
            is_active boolean NOT NULL,
            day date,
            people bigint NOT NULL
        )
    """)
    op.execute("CREATE INDEX ix_people_figures_company_id ON people_figures (company_id)")
    for event, tables, does in TRIGGERS:
        name = f"count_people_{event.lower()}"
        op.execute(f"""
            CREATE FUNCTION waymark_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    {does}
                    RETURN NULL;
                END $$
        """)
        op.execute(f"""
            CREATE TRIGGER {name} AFTER {event} ON users REFERENCING {tables}
               FOR EACH STATEMENT EXECUTE FUNCTION waymark_{name}()
        """)
