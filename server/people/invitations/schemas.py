"""Requests and answers of the calls on invitations."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.access.factors.passkeys.schemas import NewCredentialJson
from server.access.flows.flow import FlowStateAnswer
from server.platform.schemas import RequestSchema


class StopInvitationsRequest(RequestSchema):
    """`code` is what follows the `#` of the link in the invitation."""

    code: Annotated[str, Field(min_length=1, max_length=200)]


class OpenInvitationRequest(RequestSchema):
    """`token` is what follows the `#` of the button's link in the invitation."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class OpenedInvitationAnswer(FlowStateAnswer):
    """The state of the flow, and the account whose password is due."""

    user_id: UUID
    email: str | None
    sign_in_name: str = Field(description="what the account is logged in to by: its email, else a code or a phone")
    company_name: str
    company_logo: str | None = Field(description="the path of the logo of a company that the operator has verified")


class InvitationPasskeyOptionsRequest(RequestSchema):
    """`userId` is that of the opened invitation."""

    user_id: UUID


class AcceptByPasskeyRequest(InvitationPasskeyOptionsRequest):
    credential: NewCredentialJson


class AcceptedByPasskeyAnswer(FlowStateAnswer):
    """The state of the flow; `recoveryCodes` are shown once: ten."""

    recovery_codes: list[str]
