"""The photos that people have chosen of themselves."""

from alembic import op

revision = "0124"
down_revision = "0123"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE people_photos (
            company_id uuid NOT NULL,
            user_id uuid NOT NULL,
            id uuid DEFAULT waymark_uuid7() NOT NULL,
            media_type text NOT NULL
                CONSTRAINT ck_people_photos_media_type CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
            content bytea NOT NULL CONSTRAINT ck_people_photos_content CHECK (octet_length(content) <= 40960),
            created_at timestamptz DEFAULT now() NOT NULL,
            CONSTRAINT pk_people_photos PRIMARY KEY (company_id, user_id),
            CONSTRAINT fk_people_photos_company_id_user_id
                FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
        )
        """
    )
