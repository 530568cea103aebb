"""A round may be for an opening."""

from alembic import op

revision = "0190"
down_revision = "0180"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE rounds ADD CONSTRAINT fk_rounds_company_id_opening_id FOREIGN KEY (company_id, opening_id)
            REFERENCES openings (company_id, id) ON DELETE SET NULL (opening_id) NOT VALID
        """
    )
