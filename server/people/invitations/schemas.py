"""Requests and answers of the calls on invitations."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.access.factors.passkeys.schemas import NewCredentialJson
from server.access.flows.flow import FlowStateAnswer
from server.platform.schemas import Moment, RequestSchema, ResponseSchema


class StopInvitationsRequest(RequestSchema):
    """`code` is what follows the `#` of the link in the invitation."""

    code: Annotated[str, Field(min_length=1, max_length=200)]


class InvitationRoom(ResponseSchema):
    """How many invitations the company can send. What is beyond `left` goes out from `resumes_at` on, `daily` a day."""

    daily: int
    left: int = Field(description="of today")
    waiting: int = Field(description="invitations that wait to be sent already")
    resumes_at: Moment
    is_new_company: bool = Field(description="it has a smaller number until its first week is over or it is verified")


class WaitReason(StrEnum):
    """Why an invitation is not sent now."""

    COMPANY_DAY = "company_day"
    """The company has sent as many as it can send in a day."""
    MAILBOX_DAY = "mailbox_day"
    """The address has got as many as it may get in a day."""
    MAILBOX = "mailbox"
    """The address was sent one a moment ago, maybe by a company or an account that is deleted."""
    NOT_TAKEN = "not_taken"
    """The mail server did not take it; it is tried again."""


class InvitationWait(ResponseSchema):
    """Both are null where the invitation goes out as soon as a worker comes to it, or where there is none."""

    until: Moment | None
    reason: WaitReason | None


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
