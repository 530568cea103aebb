"""Add to cards what a company has opened of its own fields, in every room that shows people by a duty."""

from collections.abc import Sequence
from typing import TypeVar

from server.people.cards.schemas import Card
from server.people.fields.visible import open_fields, read_values
from server.platform.database.connections import Connection
from server.platform.services import Context

Shown = TypeVar("Shown", bound=Card)


async def with_details(connection: Connection, cards: Sequence[Shown], *, context: Context) -> list[Shown]:
    """Return the cards with the fields that the caller's profile sees, never sensitive ones."""
    shown = [field for field in await open_fields(connection, context) if not field.is_sensitive]
    user_ids = [card.id for card in cards]
    own = await read_values(connection, user_ids, company_id=context.company_id, fields=shown)
    return [card.model_copy(update={"fields": own.get(card.id, {})}) for card in cards]
