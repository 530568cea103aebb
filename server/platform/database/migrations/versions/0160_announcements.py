"""Messages of a company to many of its people, who has seen them, and what became of their mails."""

from typing import Final

from alembic import op

revision = "0160"
down_revision = "0151"

STATEMENTS: Final = (
    """
    CREATE TABLE announcements (
        id uuid NOT NULL,
        company_id uuid NOT NULL,
        author_id uuid,
        title text NOT NULL,
        body text NOT NULL,
        audience text NOT NULL,
        batch_id uuid,
        stage_id uuid,
        by_mail boolean NOT NULL,
        publish_at timestamptz NOT NULL,
        rung_to uuid,
        published_at timestamptz,
        retracted_at timestamptz,
        version bigint DEFAULT 1 NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT pk_announcements PRIMARY KEY (id),
        CONSTRAINT uq_announcements_company_id_id UNIQUE (company_id, id),
        CONSTRAINT fk_announcements_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
        CONSTRAINT fk_announcements_company_id_author_id
            FOREIGN KEY (company_id, author_id) REFERENCES users (company_id, id) ON DELETE SET NULL (author_id),
        CONSTRAINT fk_announcements_company_id_batch_id
            FOREIGN KEY (company_id, batch_id) REFERENCES batches (company_id, id) ON DELETE SET NULL (batch_id),
        CONSTRAINT fk_announcements_company_id_stage_id
            FOREIGN KEY (company_id, stage_id) REFERENCES stages (company_id, id) ON DELETE SET NULL (stage_id)
    )
    """,
    "CREATE INDEX ix_announcements_company_id_created_at ON announcements (company_id, created_at)",
    "CREATE INDEX ix_announcements_author_id ON announcements (author_id)",
    "CREATE INDEX ix_announcements_batch_id ON announcements (batch_id)",
    "CREATE INDEX ix_announcements_stage_id ON announcements (stage_id)",
    """
    CREATE INDEX ix_announcements_due ON announcements (publish_at)
     WHERE published_at IS NULL AND retracted_at IS NULL
    """,
    """
    CREATE TABLE announcement_recipients (
        company_id uuid NOT NULL,
        announcement_id uuid NOT NULL,
        user_id uuid NOT NULL,
        mail_state text,
        mail_error text,
        seen_at timestamptz,
        CONSTRAINT pk_announcement_recipients PRIMARY KEY (announcement_id, user_id),
        CONSTRAINT fk_announcement_recipients_company_id_announcement_id
            FOREIGN KEY (company_id, announcement_id) REFERENCES announcements (company_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_announcement_recipients_company_id_user_id
            FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    ) WITH (fillfactor = 80)
    """,
    """
    CREATE INDEX ix_announcement_recipients_company_id_user_id_announcement_id
        ON announcement_recipients (company_id, user_id, announcement_id)
    """,
    """
    CREATE TABLE announcement_stops (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT pk_announcement_stops PRIMARY KEY (company_id, user_id),
        CONSTRAINT fk_announcement_stops_company_id_user_id
            FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    )
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
