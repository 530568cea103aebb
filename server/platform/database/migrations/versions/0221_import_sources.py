"""Recurring sources of imports."""

from typing import Final

from alembic import op

revision = "0221"
down_revision = "0220"

STATEMENTS: Final = (
    """
    CREATE TABLE import_sources (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        owner_id uuid,
        import_id uuid,
        kind text NOT NULL,
        address text NOT NULL,
        username text NOT NULL,
        header text NOT NULL,
        folder text NOT NULL,
        pattern text NOT NULL,
        mode text NOT NULL,
        host_key text,
        outcome text,
        note text,
        sealed_secret bytea,
        headings_digest bytea,
        known_digest bytea,
        at time NOT NULL,
        days smallint[] NOT NULL,
        scope jsonb NOT NULL,
        invites boolean NOT NULL,
        enabled boolean NOT NULL,
        is_told boolean DEFAULT false NOT NULL,
        due_at timestamptz NOT NULL,
        last_run_at timestamptz,
        version bigint DEFAULT 1 NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT pk_import_sources PRIMARY KEY (id),
        CONSTRAINT fk_import_sources_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
        CONSTRAINT fk_import_sources_company_id_owner_id FOREIGN KEY (company_id, owner_id)
            REFERENCES users (company_id, id) ON DELETE SET NULL (owner_id),
        CONSTRAINT fk_import_sources_company_id_import_id FOREIGN KEY (company_id, import_id)
            REFERENCES imports (company_id, id) ON DELETE SET NULL (import_id)
    )
    """,
    "CREATE INDEX ix_import_sources_company_id_owner_id ON import_sources (company_id, owner_id)",
    "CREATE INDEX ix_import_sources_company_id_import_id ON import_sources (company_id, import_id)",
    "CREATE INDEX ix_import_sources_due ON import_sources (due_at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
