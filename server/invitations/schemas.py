"""Requests of the calls on invitations."""

from typing import Annotated

from pydantic import Field

from server.schemas import RequestSchema

LONGEST_CODE = 200


class StopInvitationsRequest(RequestSchema):
    """`code` is what follows the `#` of the link in the invitation."""

    code: Annotated[str, Field(min_length=1, max_length=LONGEST_CODE)]
