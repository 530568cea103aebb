"""Requests and responses of the calls on users, except lists."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field, StrictBool, StrictInt

from server.access.factors.schemas import SsoLinkItem
from server.messaging.messages.kinds import Channel, MessageKind, MessageState
from server.platform.schemas import LONGEST_FIELD, Moment, Page, RequestSchema, ResponseSchema
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import Gender, Permission, Profile, Role

LARGEST_VERSION: Final = 2**31 - 1

Typed = Annotated[str, Field(max_length=LONGEST_FIELD)]


class CreateUserRequest(RequestSchema):
    """All fields but `isActive` and `code` are needed. One that is missing or null is refused with its own sentence.

    Where the installation allows people without an email, `email` may be missing for all but administrators.
    """

    full_name: Typed | None = None
    email: Typed | None = None
    code: Typed | None = Field(default=None, description="what the company gave: a roll number, say")
    phone: Typed | None = None
    date_of_birth: Typed | None = None
    gender: Typed | None = None
    work_location: Typed | None = None
    role: Typed | None = None
    profile: Typed | None = None
    temporary_password: Typed | None = None
    is_active: StrictBool = True


class EditUserRequest(RequestSchema):
    """What is missing or null stays as it is; an empty `code` removes it. `version` is that of the edited record.

    A new email counts once its recipient confirms it; that of an account that was never signed in to at once.
    """

    full_name: Typed | None = None
    email: Typed | None = None
    code: Typed | None = None
    phone: Typed | None = None
    date_of_birth: Typed | None = None
    gender: Typed | None = None
    work_location: Typed | None = None
    role: Typed | None = None
    profile: Typed | None = None
    is_active: StrictBool | None = None
    version: Annotated[StrictInt, Field(ge=1, le=LARGEST_VERSION)] | None = None


class EditProfileRequest(RequestSchema):
    """What is missing or null stays as it is."""

    full_name: Typed | None = None
    phone: Typed | None = None


class ProfileResponse(ResponseSchema):
    """The claims of the access token as they are true now, and what a page needs beside them."""

    user_id: UUID
    email: str | None
    full_name: str
    phone: str
    role: Role
    profile: Profile | None
    profile_id: Profile | None
    profile_level: int
    company_id: UUID
    company_name: str
    company_slug: str
    redirect_to: str
    authorities: list[Permission]
    permissions: list[Permission]
    creatable_profiles: list[Profile]
    expires_at: Moment
    server_time: Moment


class BatchName(ResponseSchema):
    id: UUID
    name: str


class UserRecord(ResponseSchema):
    """An account as User Management shows it."""

    id: UUID
    full_name: str
    email: str | None = Field(description="null where the person has none")
    code: str | None = Field(description="what the company gave: a roll number, say")
    pending_email: str | None = Field(description="the email that waits to be confirmed by its recipient; else null")
    phone: str
    role: Role
    profile: Profile | None
    date_of_birth: date | None
    gender: Gender | None
    work_location: str | None
    is_active: bool
    invitation: Invitation
    last_sign_in_at: Moment | None
    created_at: Moment
    version: int
    batches: list[BatchName]


class ChangedBy(ResponseSchema):
    id: UUID
    full_name: str


class FieldChange(ResponseSchema):
    """A field as sent; `before` is masked where the audit trail masks it."""

    field: str
    before: str | bool | None
    after: str | bool | None


class EditConflict(ResponseSchema):
    """What an edit has met: the record as it is, and what has changed since the version that was edited."""

    current: UserRecord
    changed_by: ChangedBy | None
    changed_at: Moment | None
    changes: list[FieldChange]


class UserSession(ResponseSchema):
    id: UUID
    device: str
    address: str | None = Field(description="null for profiles that may not read the audit trail")
    first_seen_at: Moment
    last_seen_at: Moment


class UserSessions(ResponseSchema):
    sessions: list[UserSession]
    sso_links: list[SsoLinkItem] = Field(default_factory=list)


class MessageRecord(ResponseSchema):
    """A mail or text message to an account, without its content."""

    id: UUID
    kind: MessageKind
    channel: Channel
    state: MessageState
    at: Moment = Field(description="when it was sent, or queued where it was not")
    reason: str | None = Field(description="why it was not sent")


class MessagePage(Page[MessageRecord]):
    """The newest first."""
