from typing import Annotated

from pydantic import Field

from server.platform.schemas import RequestSchema

LONGEST_TOKEN = 200


class ConfirmEmailRequest(RequestSchema):
    """`token` is what follows the `#` of the link in the mail."""

    token: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]
