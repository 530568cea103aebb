"""Requests and answers of the calls on invitations."""

from typing import Annotated

from pydantic import Field, StrictBool

from server.schemas import RequestSchema, ResponseSchema

LONGEST_CODE = 200


class StopInvitationsRequest(RequestSchema):
    """`code` is what follows the `#` of the link in the invitation."""

    code: Annotated[str, Field(min_length=1, max_length=LONGEST_CODE)]


class CompanySettings(ResponseSchema):
    invitation_reminder: bool = Field(description="whether invited people who have not signed in are reminded once")


class CompanySettingsRequest(RequestSchema):
    invitation_reminder: StrictBool
