"""Requests and responses of single sign-on and of its connections."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field, StrictBool

from server.access.sso.connection import MOST_DOMAINS
from server.people.account.schemas import Version
from server.platform.schemas import (
    LONGEST_EMAIL,
    LONGEST_FIELD,
    Moment,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    refuse_blank,
)
from server.vocabulary.profiles import Profile

LONGEST_URL: Final = 2_048
Domains = Annotated[list[Annotated[str, Field(max_length=253)]], Field(max_length=MOST_DOMAINS)]


class SsoQuery(QuerySchema):
    email: Annotated[str, Field(max_length=LONGEST_EMAIL), AfterValidator(refuse_blank)]


class SsoAnswer(ResponseSchema):
    """The same for every email of a domain, whether there is an account or not."""

    available: bool
    url: str | None = Field(description="where to send the browser; it continues at the provider")
    name: str | None = Field(description="what the company calls its provider")


class CallbackQuery(QuerySchema):
    """`iss` is the provider's issuer (RFC 9207)."""

    state: Annotated[str, Field(max_length=LONGEST_FIELD, repr=False)] = ""
    code: Annotated[str, Field(max_length=4_096, repr=False)] = ""
    iss: Annotated[str, Field(max_length=LONGEST_URL)] = ""
    error: Annotated[str, Field(max_length=LONGEST_FIELD)] = ""


class StartStepUpRequest(RequestSchema):
    """`returnTo`: the path of the page to come back to, with its query."""

    return_to: Annotated[str, Field(max_length=1_000), AfterValidator(refuse_blank)]


class StepUpStart(ResponseSchema):
    url: str = Field(description="where to send the browser; it comes back with `stepUp` in the query")


class CreateConnectionRequest(RequestSchema):
    """`clientSecret` null: the client has none, and proves itself by PKCE."""

    name: Annotated[str, Field(max_length=60), AfterValidator(refuse_blank)]
    issuer: Annotated[str, Field(max_length=LONGEST_URL), AfterValidator(refuse_blank)]
    client_id: Annotated[str, Field(max_length=LONGEST_FIELD), AfterValidator(refuse_blank)]
    domains: Domains
    create_people: StrictBool = False
    default_profile: Profile | None = None
    enabled: StrictBool = True
    client_secret: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None


class ChangeConnectionRequest(CreateConnectionRequest):
    """`clientSecret` missing or null: it stays as it is; empty: there is none any more."""

    version: Version | None = None


class DomainRecord(ResponseSchema):
    domain: str
    record: str = Field(description="the TXT record of the domain that proves it")
    proved_at: Moment | None


class ConnectionRecord(ResponseSchema):
    """The secret is never read back."""

    id: UUID
    name: str
    issuer: str
    client_id: str
    has_secret: bool
    domains: list[DomainRecord]
    create_people: bool
    default_profile: Profile | None
    enabled: bool
    backchannel_logout_uri: str = Field(description="where the provider tells of logouts")
    version: int


class ConnectionsAnswer(ResponseSchema):
    redirect_uri: str = Field(description="to be entered at the provider")
    post_logout_redirect_uri: str = Field(description="to be entered at the provider, where it has a logout page")
    profiles: list[Profile] = Field(description="those that new people may be given")
    connections: list[ConnectionRecord]


class ConnectionTestAnswer(ResponseSchema):
    """`problem` is a sentence about the provider, null where it answers as it should."""

    problem: str | None
    connection: ConnectionRecord
