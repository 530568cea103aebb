"""SQL about the search's index, and which words of a search are looked up there, by a sample of the company's people.

The trigram index lists the users of each three letters, and looking a word up reads the lists of all of its letters.
Those of an email's domain may be lists of everyone.
"""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from server.database import Connection
from server.users.search_conditions import SEARCHED, words_with_ends

# So many users of either end of a company's list.
SAMPLED: Final = 100
# Visiting a user's row costs as much as reading so many users from the lists of a word.
_ROW_COST: Final = 25


async def find_rare_words(connection: Connection, *, company_id: UUID, terms: Sequence[str] | None) -> tuple[str, ...]:
    """Those that find few users with the least reading; none where that is reading all."""
    words = words_with_ends(terms)
    if len(words) <= 1:
        return tuple(set(words).difference(terms or ()))
    rows = await connection.fetch_all(
        f"""
        WITH sampled AS MATERIALIZED (
            SELECT row_number() OVER () AS number, text FROM (
                (SELECT {SEARCHED} AS text FROM users u WHERE u.company_id = :company_id ORDER BY u.id LIMIT :sampled)
                UNION ALL
                (SELECT {SEARCHED} FROM users u WHERE u.company_id = :company_id ORDER BY u.id DESC LIMIT :sampled)
            ) AS ends
        )
        SELECT word, array_agg(number) AS sampled,
               array_agg(number) FILTER (WHERE strpos(text, lower(word)) > 0) AS having
        FROM unnest(CAST(:words AS text[])) AS word CROSS JOIN sampled GROUP BY word
        """,  # noqa: S608 - constants
        company_id=company_id,
        sampled=SAMPLED,
        words=words,
    )
    having = {row.word: frozenset(row.having or ()) for row in rows}
    found = worth_reading(having, of=frozenset(rows[0].sampled) if rows else frozenset())
    return () if len(found) == len(words) and set(words) <= set(terms or ()) else found


async def tidy_search(connection: Connection) -> int:
    """Enter into the trigram index what was added since: until then each search reads it. Returns its pages."""
    pages: int = await connection.fetch_value("SELECT waymark_tidy_search()")
    return pages


def worth_reading(having: Mapping[str, frozenset[int]], *, of: frozenset[int]) -> tuple[str, ...]:
    """`having` are the users who have each word, out of a sample; words that few have together come first."""
    chosen, left, unread = list[str](), of, sorted(having)
    while unread:
        best = min(unread, key=lambda word: (len(left & having[word]), len(having[word])))
        read, excluded = len(having[best]), len(left - having[best])
        if chosen and read >= excluded * _ROW_COST:
            break
        chosen.append(best)
        unread.remove(best)
        left &= having[best]
    return tuple(chosen)
