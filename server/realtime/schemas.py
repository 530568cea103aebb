"""What a client may say."""

from uuid import UUID

from pydantic import Field

from server.schemas import RequestSchema


class Authenticate(RequestSchema):
    token: str = Field(max_length=8_192)


class WatchImport(RequestSchema):
    import_id: UUID
