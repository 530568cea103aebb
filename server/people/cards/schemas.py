"""What a caller with a duty sees of a person."""

from uuid import UUID

from pydantic import Field

from server.platform.schemas import ResponseSchema


class Card(ResponseSchema):
    """A person by name and code: nothing to reach them by, and nothing else that is known of them."""

    id: UUID = Field(description="of the account; it opens nothing")
    full_name: str
    code: str | None = Field(description="the company's own code of the person, where it has given one")
