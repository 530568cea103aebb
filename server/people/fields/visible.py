"""Which of a company's own fields are open to a caller, and their values: the one way in which these leave us."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from server.people.fields.read_fields import read_fields
from server.people.fields.repository import find_open_values
from server.platform.database.connections import Connection
from server.platform.services import Context
from server.vocabulary.fields import FieldSet
from server.vocabulary.own_fields import OwnField, Shown
from server.vocabulary.profiles import Profile


async def open_fields(connection: Connection, context: Context) -> tuple[OwnField, ...]:
    """Return the fields whose values the caller sees, of the people that they see."""
    fields = await read_fields(connection, context.services, company_id=context.company_id)
    return open_to(fields, context.actor.profile)


def open_to(fields: FieldSet, profile: Profile | None) -> tuple[OwnField, ...]:
    """Return the fields whose values a profile sees, of the people that it sees."""
    return tuple(field for field in fields.own if profile in field.viewers)


def edited_by(fields: FieldSet, profile: Profile | None) -> tuple[OwnField, ...]:
    """Return the fields whose values a profile changes, of the people that it may change."""
    return tuple(field for field in fields.own if profile in field.editors)


def edited_by_owner(fields: FieldSet) -> tuple[OwnField, ...]:
    return tuple(field for field in open_to_owner(fields) if field.is_own_edit)


def open_to_owner(fields: FieldSet) -> tuple[OwnField, ...]:
    return tuple(field for field in fields.own if field.is_own_view)


async def read_values(
    connection: Connection,
    user_ids: Sequence[UUID],
    *,
    company_id: UUID,
    fields: Iterable[OwnField],
    reveals: bool = False,
) -> dict[UUID, dict[str, Shown]]:
    """Return the values of people by key, as they are sent; people without any are left out.

    Sensitive ones are masked but where the reader `reveals` them: to their own person.
    """
    by_slot = {field.slot: field for field in fields}
    if not by_slot or not user_ids:
        return {}
    found = await find_open_values(
        connection,
        user_ids,
        company_id=company_id,
        numbers=[field.number for field in by_slot.values()],
        masked=[field.number for field in by_slot.values() if field.is_sensitive and not reveals],
    )
    return {
        user_id: {by_slot[slot].key: by_slot[slot].on_wire(value) for slot, value in values.items()}
        for user_id, values in found.items()
    }
