"""Requests and responses of the calls on users, except lists."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Final, TypeVar
from uuid import UUID

from pydantic import BaseModel, StrictBool, StrictInt, create_model
from pydantic import Field as Described

from server.access.factors.schemas import SsoLinkItem
from server.access.sessions.repository import ListedSession
from server.messaging.messages.kinds import Channel, MessageKind, MessageState
from server.people.applications.schemas import ApplicationRecord
from server.people.fields.schemas import GivenValues, ShownValues
from server.platform.schemas import FormSchema, Moment, Needed, Page, RequestSchema, ResponseSchema, Typed
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.duties import Act
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import FIELDS, TYPED
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.languages import Language
from server.vocabulary.profiles import Permission, Profile, Role

# The version of the account that the page showed when it was edited.
Version = Annotated[StrictInt, Described(ge=1, le=2**31 - 1)]

Schema = TypeVar("Schema", bound=BaseModel)


def with_fields(definitions: Mapping[Field, Any]) -> Callable[[type[Schema]], type[Schema]]:
    """Add fields of a person to a schema, each as pydantic defines one."""

    def add(schema: type[Schema]) -> type[Schema]:
        fields = {field.column: definition for field, definition in definitions.items()}
        made: type[Schema] = create_model(
            schema.__name__, __base__=schema, __doc__=schema.__doc__, __module__=schema.__module__, **fields
        )
        return made

    return add


def type_of(field: Field) -> Any:  # noqa: ANN401 - a type as pydantic takes it
    """The type of a stored value in JSON."""
    stored: Any = {Kind.CHOICE: field.choices, Kind.BIRTH: date, Kind.FLAG: bool}.get(field.kind, str)
    return stored | None if field.is_nullable else stored


_OPTIONAL: Final = {field: (Typed | None, Described(default=None, description=field.description)) for field in TYPED}
_NEEDED: Final = {
    # Null for a person without one, where the installation allows that.
    field: (Typed | None if field.kind is Kind.EMAIL else Needed, ...)
    for field in TYPED
    if field.is_required
}
_STORED: Final = {field: (type_of(field), Described(description=field.description)) for field in FIELDS}


@with_fields(_OPTIONAL | _NEEDED)
class CreateUserRequest(FormSchema):
    """A person without an email has null, where the installation allows that; administrators need one."""

    temporary_password: Annotated[Needed, Described(repr=False)]
    is_active: StrictBool = True
    fields: GivenValues | None = None


@with_fields(_OPTIONAL)
class EditUserRequest(RequestSchema):
    """What is missing or null stays as it is; an empty optional field is removed. `version` is the edited record's.

    A new email counts once its recipient confirms it; that of an account that was never signed in to at once.
    """

    is_active: StrictBool | None = None
    fields: GivenValues | None = None
    version: Version | None = None


@with_fields(_OPTIONAL)
class ProvisionRequest(RequestSchema):
    """A new person as a directory knows them: without a password, and without what directories do not have."""

    is_active: StrictBool = True
    fields: GivenValues | None = None


class ProvisionedEdit(EditUserRequest):
    """A change by a directory: what its people may lack is removed by an empty text."""


@with_fields({field: definition for field, definition in _OPTIONAL.items() if field.is_own})
class EditProfileRequest(RequestSchema):
    """What is missing or null stays as it is. `language` is that of the caller's mails."""

    language: Language | None = None
    fields: GivenValues | None = None


PHOTO_ID: Final = "of the person's photo, another one after each change; null where there is none"


class PhotoRequest(RequestSchema):
    """A PNG, JPEG or WebP image of at most 40 KB and 512 pixels, in base64."""

    content: Annotated[str, Described(min_length=1, max_length=60_000)]


class PhotoRecord(ResponseSchema):
    photo_id: UUID | None = Described(description=PHOTO_ID)


class ProfileResponse(PhotoRecord):
    """The claims of the access token as they are true now, and what a page needs beside them."""

    user_id: UUID
    email: str | None
    sign_in_name: str = Described(description="what the account is logged in to by: its email, else a code or a phone")
    full_name: str
    phone: str
    language: Language | None = Described(description="null until a browser has named one that there are texts in")
    role: Role
    profile: Profile | None
    profile_id: Profile | None
    profile_level: int
    company_id: UUID
    company_name: str
    company_slug: str
    region: str = Described(description="the country by which the company writes dates and numbers: IN")
    time_zone: str = Described(description="of the company, by its city: Asia/Kolkata")
    default_work_location: str | None = Described(description="of the company: what a form of a new person begins with")
    date_order: DateOrder = Described(description="which comes first in a date: the day, or as in the US the month")
    redirect_to: str
    authorities: list[Permission]
    permissions: list[Permission]
    acts: list[Act] = Described(description="what the profile may do to some people")
    creatable_profiles: list[Profile]
    fields: ShownValues
    expires_at: Moment
    server_time: Moment


class AccountName(ResponseSchema):
    id: UUID = Described(description="of the account")
    full_name: str = Described(description="its name")


def person_of(person_id: UUID | None, name: str | None) -> AccountName | None:
    """A deleted account has no name."""
    return None if person_id is None or name is None else AccountName(id=person_id, full_name=name)


class BatchName(ResponseSchema):
    id: UUID = Described(description="of the batch")
    name: str = Described(description="its present name")


@with_fields(_STORED)
class UserRecord(ResponseSchema):
    """An account as User Management shows it."""

    id: UUID
    pending_email: str | None = Described(
        description="the email that waits to be confirmed by its recipient; else null"
    )
    invitation: Invitation
    last_sign_in_at: Moment | None
    created_at: Moment
    version: int
    batches: list[BatchName]
    application: ApplicationRecord | None = Described(description="one that waits or was declined; else null")
    fields: ShownValues


class PersonRecord(UserRecord, PhotoRecord):
    """An account as the page of its person shows it."""

    pending_email_sent_to: str | None = Described(
        description="the address that has to open its link now: the present one first, where the person wants another"
    )


class FieldChange(ResponseSchema):
    """A field as sent; `before` is masked where the audit trail masks it. One of the company's own is `field:key`."""

    field: str
    before: str | bool | None
    after: str | bool | None


class EditConflict(ResponseSchema):
    """What an edit has met: the record as it is, and what has changed since the version that was edited."""

    current: UserRecord
    changed_by: AccountName | None
    changed_at: Moment | None
    changes: list[FieldChange]


class UserSession(ListedSession):
    address: str | None = Described(description="null for profiles that may not read the audit trail")


class UserSessions(ResponseSchema):
    sessions: list[UserSession]
    sso_links: list[SsoLinkItem] = Described(default_factory=list)


class MessageRecord(ResponseSchema):
    """A mail or text message to an account, without its content."""

    id: UUID
    kind: MessageKind
    channel: Channel
    state: MessageState
    at: Moment = Described(description="when it was sent, or queued where it was not")
    reason: str | None = Described(description="why it was not sent")


class MessagePage(Page[MessageRecord]):
    """The newest first."""
