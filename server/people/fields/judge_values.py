"""Read what a form or a program gives for a company's own fields of one person."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from server.people.fields.repository import find_taken
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError
from server.vocabulary.field_kinds import Value
from server.vocabulary.own_fields import HIDDEN, MOST_BYTES, TOO_LARGE, Given, OwnField, own_of, size_of
from server.vocabulary.profiles import Profile

NOT_OPEN: Final = "There is no field of this name that you may change"
UNIQUE_KEYS: Final = "uq_field_keys_unique"


class ValueTakenError(ConflictError):
    message = "Another person has this value, which only one may have"


class Judged(NamedTuple):
    """Values as they are stored, by slot, and the sentences of what is wrong, by `fields.key`."""

    values: dict[str, Value]
    errors: dict[str, str]


def judge_values(
    given: Mapping[str, Given],
    *,
    allowed: Collection[OwnField],
    profile: Profile | None,
    account: Mapping[str, Value] | None = None,
) -> Judged:
    """Judge what is given. What is unchanged is not judged: choices are archived, and rules change.

    `account` are the values of one by slot, `profile` is what it is to have; a new person, who has none, needs all
    fields that are required for the profile.
    """
    stored = account or {}
    by_key = {field.key: field for field in allowed}
    values, errors = dict[str, Value](), dict[str, str]()
    for key, value in given.items():
        field = by_key.get(key)
        if field is None:
            errors[f"fields.{key}"] = NOT_OPEN
        elif value != HIDDEN and value != field.on_wire(stored.get(field.slot)):
            read, problem = field.read_given(value)
            if problem is not None:
                errors[f"fields.{key}"] = problem
            else:
                values[field.slot] = read
    asked: Iterable[OwnField] = allowed if account is None else [field for field in allowed if field.slot in values]
    for field in asked:
        if profile in field.required_for and values.get(field.slot) is None and f"fields.{field.key}" not in errors:
            errors[f"fields.{field.key}"] = field.missing
    if values and size_of({**own_of(stored), **values}) > MOST_BYTES:
        longest = max(values, key=lambda slot: size_of({slot: values[slot]}))
        [key] = [field.key for field in allowed if field.slot == longest]
        errors[f"fields.{key}"] = TOO_LARGE
    return Judged(values, errors)


async def taken_values(
    connection: Connection,
    values: Mapping[str, Value],
    *,
    allowed: Sequence[OwnField],
    company_id: UUID,
    user_id: UUID | None = None,
) -> dict[str, str]:
    """Return the sentences of values that another person has and only one may have, by `fields.key`."""
    unique = {field.slot: field for field in allowed if field.is_unique}
    wanted = [(user_id, slot, value) for slot, value in values.items() if slot in unique and value is not None]
    if not wanted:
        return {}
    taken = await find_taken(connection, wanted, company_id=company_id)
    return {f"fields.{unique[wanted[place][1]].key}": ValueTakenError.message for place in taken}
