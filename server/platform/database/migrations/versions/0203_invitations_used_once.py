"""An invitation founds one company."""

from server.platform.database.migrations.steps import create_index

revision = "0203"
down_revision = "0202"


def upgrade() -> None:
    create_index("uq_companies_founded_by", "companies (founded_by)", unique=True)
