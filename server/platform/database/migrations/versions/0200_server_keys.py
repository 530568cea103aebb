"""Keys for servers, each with an account that has no way in."""

from typing import Final

from alembic import op

revision = "0200"
down_revision = "0193"

STATEMENTS: Final = (
    """
    CREATE TABLE server_keys (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        scopes text[] NOT NULL,
        networks text[] NOT NULL,
        secret_hash bytea NOT NULL,
        former_hash bytea,
        former_until timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz,
        expires_at timestamptz NOT NULL,
        created_by uuid,
        created_at timestamptz DEFAULT now() NOT NULL,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_server_keys PRIMARY KEY (id),
        CONSTRAINT uq_server_keys_secret_hash UNIQUE (secret_hash),
        CONSTRAINT uq_server_keys_former_hash UNIQUE (former_hash),
        CONSTRAINT ck_server_keys_former CHECK ((former_hash IS NULL) = (former_until IS NULL)),
        CONSTRAINT fk_server_keys_company_id_user_id
            FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_server_keys_company_id_created_by
            FOREIGN KEY (company_id, created_by) REFERENCES users (company_id, id) ON DELETE SET NULL (created_by)
    )
    """,
    "CREATE INDEX ix_server_keys_company_id_user_id ON server_keys (company_id, user_id)",
    "CREATE INDEX ix_server_keys_company_id_created_by ON server_keys (company_id, created_by)",
    # An account without an email, a phone and a code is that of a key, and never a way in.
    """
    ALTER TABLE users
        DROP CONSTRAINT ck_users_reachable,
        ADD CONSTRAINT ck_users_reachable CHECK (
            CASE WHEN invitation = 'key'
                 THEN email IS NULL AND phone = '' AND code IS NULL AND NOT is_active AND password_hash IS NULL
                      AND temporary_password_mac IS NULL
                 ELSE email IS NOT NULL OR phone <> '' END) NOT VALID
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
