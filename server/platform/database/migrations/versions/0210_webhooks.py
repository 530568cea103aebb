"""A company's webhooks, and what was or will be sent to each."""

from typing import Final

from alembic import op

revision = "0210"
down_revision = "0203"

STATEMENTS: Final = (
    """
    CREATE TABLE webhooks (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        sealed_secret bytea NOT NULL,
        former_secret bytea,
        former_until timestamptz,
        stopped_at timestamptz,
        stopped_why text,
        position bigint DEFAULT 0 NOT NULL,
        version bigint DEFAULT 1 NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT pk_webhooks PRIMARY KEY (id),
        CONSTRAINT uq_webhooks_company_id_id UNIQUE (company_id, id),
        CONSTRAINT fk_webhooks_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE webhook_deliveries (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        event text NOT NULL,
        body jsonb NOT NULL,
        state text DEFAULT 'queued' NOT NULL,
        attempts smallint DEFAULT 0 NOT NULL,
        next_attempt_at timestamptz DEFAULT now(),
        answered smallint,
        error text,
        created_at timestamptz DEFAULT now() NOT NULL,
        delivered_at timestamptz,
        CONSTRAINT pk_webhook_deliveries PRIMARY KEY (id),
        CONSTRAINT fk_webhook_deliveries_company_id_webhook_id FOREIGN KEY (company_id, webhook_id)
            REFERENCES webhooks (company_id, id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_webhook_deliveries_company_id_webhook_id_id ON webhook_deliveries (company_id, webhook_id, id)",
    """
    CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries (company_id, next_attempt_at)
     WHERE next_attempt_at IS NOT NULL
    """,
    "CREATE INDEX ix_webhook_deliveries_created_at ON webhook_deliveries (created_at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
