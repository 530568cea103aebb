from typing import Annotated

from pydantic import Field

from server.schemas import RequestSchema


class EraseRequest(RequestSchema):
    """`fullName` is the name of the person, typed to confirm."""

    full_name: Annotated[str, Field(max_length=200)]
