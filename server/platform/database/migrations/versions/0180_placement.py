"""Employers and their openings, candidates, offers, and what a company allows of these."""

from typing import Final

from alembic import op

revision = "0180"
down_revision = "0170"

KEY: Final = "FOREIGN KEY (company_id, {0}) REFERENCES {1} (company_id, id) ON DELETE {2}"
OF_PEOPLE: Final = ("candidacies", "offers", "placement_events")
TABLES: Final = (
    """
    ALTER TABLE companies ADD COLUMN placement_policy text DEFAULT 'free' NOT NULL,
        ADD COLUMN placement_most smallint DEFAULT 2 NOT NULL,
        ADD COLUMN placement_staff_see_all boolean DEFAULT true NOT NULL,
        ADD COLUMN placement_kept_months smallint DEFAULT 24 NOT NULL
    """,
    "ALTER TABLE company_fields ADD COLUMN is_for_employers boolean DEFAULT false NOT NULL",
    """
    CREATE TABLE employers (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        name text NOT NULL,
        folded_name text COLLATE "C" NOT NULL,
        industry text,
        website text,
        contacts jsonb DEFAULT '[]' NOT NULL,
        archived_at timestamptz,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_employers PRIMARY KEY (id),
        CONSTRAINT uq_employers_company_id_id UNIQUE (company_id, id),
        CONSTRAINT uq_employers_company_id_folded_name UNIQUE (company_id, folded_name),
        CONSTRAINT fk_employers_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE
    )
    """,
    f"""
    CREATE TABLE openings (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        employer_id uuid NOT NULL,
        title text NOT NULL,
        place text,
        seats bigint NOT NULL,
        pay_from bigint,
        pay_to bigint,
        tier smallint DEFAULT 1 NOT NULL,
        conditions jsonb DEFAULT '[]' NOT NULL,
        batch_ids uuid[] DEFAULT '{{}}' NOT NULL,
        stage_ids uuid[] DEFAULT '{{}}' NOT NULL,
        closes_at timestamptz,
        state text DEFAULT 'draft' NOT NULL,
        answer_days smallint DEFAULT 3 NOT NULL,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_openings PRIMARY KEY (id),
        CONSTRAINT uq_openings_company_id_id UNIQUE (company_id, id),
        CONSTRAINT ck_openings_seats CHECK (seats BETWEEN 1 AND 100000),
        CONSTRAINT ck_openings_tier CHECK (tier BETWEEN 1 AND 5),
        CONSTRAINT fk_openings_company_id_employer_id {KEY.format("employer_id", "employers", "CASCADE")}
    )
    """,
    "CREATE INDEX ix_openings_company_id_state_closes_at ON openings (company_id, state, closes_at)",
    "CREATE INDEX ix_openings_company_id_employer_id ON openings (company_id, employer_id)",
    f"""
    CREATE TABLE opening_staff (
        company_id uuid NOT NULL,
        opening_id uuid NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT pk_opening_staff PRIMARY KEY (opening_id, user_id),
        CONSTRAINT fk_opening_staff_company_id_opening_id {KEY.format("opening_id", "openings", "CASCADE")},
        CONSTRAINT fk_opening_staff_company_id_user_id {KEY.format("user_id", "users", "CASCADE")}
    )
    """,
    "CREATE INDEX ix_opening_staff_company_id_user_id ON opening_staff (company_id, user_id)",
    f"""
    CREATE TABLE offers (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        opening_id uuid NOT NULL,
        user_id uuid NOT NULL,
        state text DEFAULT 'offered' NOT NULL,
        pay bigint,
        joins_on date,
        left_on date,
        answer_by timestamptz NOT NULL,
        is_binding boolean DEFAULT false NOT NULL,
        is_free boolean DEFAULT false NOT NULL,
        is_confirmed boolean,
        warned smallint DEFAULT 0 NOT NULL,
        made_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        accepted_at timestamptz,
        joined_at timestamptz,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_offers PRIMARY KEY (id),
        CONSTRAINT uq_offers_company_id_id UNIQUE (company_id, id),
        CONSTRAINT fk_offers_company_id_opening_id {KEY.format("opening_id", "openings", "CASCADE")}
    )
    """,
    """
    CREATE UNIQUE INDEX uq_offers_standing ON offers (opening_id, user_id)
     WHERE state IN ('offered', 'accepted', 'joined')
    """,
    """
    CREATE UNIQUE INDEX uq_offers_binding ON offers (company_id, user_id)
     WHERE is_binding AND state IN ('accepted', 'joined')
    """,
    "CREATE INDEX ix_offers_waiting ON offers (answer_by) WHERE state = 'offered'",
    "CREATE INDEX ix_offers_opening_id_state ON offers (opening_id, state)",
    "CREATE INDEX ix_offers_company_id_user_id ON offers (company_id, user_id)",
    "CREATE INDEX ix_offers_company_id_state_answer_by ON offers (company_id, state, answer_by)",
    "CREATE INDEX ix_offers_company_id_accepted_at ON offers (company_id, accepted_at)",
    f"""
    CREATE TABLE candidacies (
        company_id uuid NOT NULL,
        opening_id uuid NOT NULL,
        user_id uuid NOT NULL,
        state text NOT NULL,
        is_own boolean NOT NULL,
        rank bigint,
        reason text,
        facts jsonb,
        closed_by_offer uuid,
        state_before text,
        version bigint DEFAULT 1 NOT NULL,
        changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        CONSTRAINT pk_candidacies PRIMARY KEY (opening_id, user_id),
        CONSTRAINT fk_candidacies_company_id_opening_id {KEY.format("opening_id", "openings", "CASCADE")},
        CONSTRAINT fk_candidacies_company_id_closed_by_offer
            {KEY.format("closed_by_offer", "offers", "SET NULL (closed_by_offer)")}
    )
    """,
    "CREATE INDEX ix_candidacies_company_id_user_id_changed_at ON candidacies (company_id, user_id, changed_at)",
    "CREATE INDEX ix_candidacies_opening_id_state_rank ON candidacies (opening_id, state, rank)",
    """
    CREATE INDEX ix_candidacies_closed_by_offer ON candidacies (closed_by_offer) WHERE closed_by_offer IS NOT NULL
    """,
    """
    CREATE INDEX ix_candidacies_facts ON candidacies (company_id, changed_at)
     WHERE facts IS NOT NULL OR reason IS NOT NULL
    """,
    f"""
    CREATE TABLE offer_versions (
        company_id uuid NOT NULL,
        offer_id uuid NOT NULL,
        version bigint NOT NULL,
        pay bigint,
        joins_on date,
        answer_by timestamptz NOT NULL,
        changed_by uuid,
        changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        CONSTRAINT pk_offer_versions PRIMARY KEY (offer_id, version),
        CONSTRAINT fk_offer_versions_company_id_offer_id {KEY.format("offer_id", "offers", "CASCADE")},
        CONSTRAINT fk_offer_versions_company_id_changed_by
            {KEY.format("changed_by", "users", "SET NULL (changed_by)")}
    )
    """,
    "CREATE INDEX ix_offer_versions_changed_by ON offer_versions (changed_by)",
    f"""
    CREATE TABLE placement_events (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        opening_id uuid NOT NULL,
        user_id uuid NOT NULL,
        offer_id uuid,
        state text NOT NULL,
        reason text,
        changed_by uuid,
        changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        CONSTRAINT pk_placement_events PRIMARY KEY (id),
        CONSTRAINT fk_placement_events_company_id_opening_id {KEY.format("opening_id", "openings", "CASCADE")},
        CONSTRAINT fk_placement_events_company_id_offer_id {KEY.format("offer_id", "offers", "CASCADE")},
        CONSTRAINT fk_placement_events_company_id_changed_by
            {KEY.format("changed_by", "users", "SET NULL (changed_by)")}
    )
    """,
    "CREATE INDEX ix_placement_events_opening_id_user_id ON placement_events (opening_id, user_id)",
    "CREATE INDEX ix_placement_events_company_id_user_id ON placement_events (company_id, user_id)",
    "CREATE INDEX ix_placement_events_offer_id ON placement_events (offer_id)",
    "CREATE INDEX ix_placement_events_changed_by ON placement_events (changed_by)",
    """
    CREATE INDEX ix_placement_events_reasons ON placement_events (company_id, changed_at) WHERE reason IS NOT NULL
    """,
)
# What is open of a deleted person ends; the figures of who has joined stay.
UNNAME: Final = """
    CREATE FUNCTION waymark_unname_placement() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted),
                events AS (
                    UPDATE placement_events e SET user_id = u.other_id, reason = NULL
                      FROM unnamed u WHERE e.company_id = u.company_id AND e.user_id = u.id
                ), changed AS (
                    UPDATE offers o SET user_id = u.other_id, changed_at = clock_timestamp(),
                           state = CASE WHEN o.state IN ('offered', 'accepted') THEN 'withdrawn' ELSE o.state END
                      FROM unnamed u WHERE o.company_id = u.company_id AND o.user_id = u.id
                )
                UPDATE candidacies c SET user_id = u.other_id, reason = NULL, facts = NULL, rank = NULL,
                       state = CASE WHEN c.state IN ('selected', 'rejected') THEN c.state ELSE 'withdrawn' END
                  FROM unnamed u WHERE c.company_id = u.company_id AND c.user_id = u.id
            $query$;
            RETURN NULL;
        END $$
"""
TRIGGERS: Final = (
    *(
        f"""
        CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON {table}
           FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
        """
        for table in OF_PEOPLE
    ),
    *(
        f"""
        CREATE TRIGGER check_people AFTER INSERT ON {table} REFERENCING NEW TABLE AS written
           FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_attending_people()
        """
        for table in OF_PEOPLE
    ),
    """
    CREATE TRIGGER unname_placement AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_unname_placement()
    """,
)


def upgrade() -> None:
    for statement in (*TABLES, UNNAME, *TRIGGERS):
        op.execute(statement)
