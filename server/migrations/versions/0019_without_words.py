"""Drop the table of search words, its triggers and the flag of chunks whose words were written.

Processes of the previous version cannot search from here on; migrate to 0018 until they are replaced.
"""

from collections.abc import Sequence
from importlib import import_module

from alembic import op

revision: str = "0019"
down_revision: str | Sequence[str] | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TRIGGERS = ("write_words", "delete_words", "rewrite_words_1", "rewrite_words_2")
FUNCTIONS = (
    "waymark_check_words()",
    "waymark_delete_words()",
    "waymark_write_words()",
    "waymark_words(text)",
    "waymark_search_text(text, text, text)",
)


def upgrade() -> None:
    for trigger in TRIGGERS:
        op.execute(f"DROP TRIGGER {trigger} ON users")
    op.drop_table("user_words")
    for function in FUNCTIONS:
        op.execute(f"DROP FUNCTION {function}")
    op.drop_index("ix_import_chunks_unindexed", table_name="import_chunks")
    op.drop_column("import_chunks", "indexed_at")


def downgrade() -> None:
    made = import_module("server.migrations.versions.0005_user_list")
    made.create_words()
    made.create_cursor()
    import_module("server.migrations.versions.0008_references_within_a_company").check_words()
