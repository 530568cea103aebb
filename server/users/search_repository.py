"""The words by which people are found, written."""

from collections.abc import Sequence
from uuid import UUID

from server.database import Connection


async def write_words(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> None:
    """Write the words of these accounts; words that are there stay.

    Triggers do the same for every account that is inserted, renamed or deleted by itself. Only an import puts it
    off (:func:`put_words_off`), and calls this afterwards.
    """
    await connection.execute(
        """
        WITH people AS (
            SELECT id, waymark_search_text(full_name, email, phone) AS searched FROM users
            WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))
            FOR KEY SHARE -- whoever is deleted meanwhile waits, and takes these words along
        )
        INSERT INTO user_words (company_id, word, user_id)
        SELECT CAST(:company_id AS uuid), words.word, people.id
        FROM people CROSS JOIN LATERAL waymark_words(people.searched) AS words (word)
        ORDER BY words.word, people.id
        ON CONFLICT DO NOTHING
        """,
        company_id=company_id,
        user_ids=list(user_ids),
    )


async def put_words_off(connection: Connection) -> None:
    """For the rest of this transaction no words are written: whoever inserts so many people sees to it later."""
    await connection.execute("SELECT set_config('waymark.words_later', 'on', true)")
