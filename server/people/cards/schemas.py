"""What a caller with a duty sees of a person."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.people.fields.schemas import ShownValues
from server.platform.schemas import ResponseSchema


class Card(ResponseSchema):
    """A person by name and code: nothing to reach them by.

    `fields` are what the company has opened of its own to the caller's profile, never sensitive ones; left out where
    there are none.
    """

    id: UUID = Field(description="of the account; it opens nothing")
    full_name: str
    code: str | None = Field(description="the company's own code of the person, where it has given one")
    fields: Annotated[ShownValues, Field(exclude_if=lambda fields: not fields)] = Field(default_factory=dict)
