"""SQL of cards: every room that shows people to a caller with a duty reads them here."""

from collections.abc import Collection
from uuid import UUID

from server.people.cards.schemas import Card
from server.platform.database.connections import Connection


async def read_cards(connection: Connection, user_ids: Collection[UUID], *, company_id: UUID) -> list[Card]:
    """The cards of these people, by name; those that the company does not have are left out."""
    query = """
        SELECT id, full_name, code FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))
         ORDER BY sort_name, id
    """
    return await connection.fetch_records(Card, query, company_id=company_id, user_ids=list(user_ids))
