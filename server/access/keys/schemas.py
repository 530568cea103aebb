"""Requests and responses of the calls on a company's keys for servers."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import AfterValidator, Field

from server.people.account.schemas import Version
from server.platform.schemas import Moment, RequestSchema, ResponseSchema, refuse_blank
from server.vocabulary.networks import LONGEST_NETWORK
from server.vocabulary.profiles import Profile

MOST_KEYS: Final = 50
LONGEST_NAME: Final = 60
MOST_NETWORKS: Final = 50


class KeyForm(RequestSchema):
    """`networks` are those that calls come from, none for any; `expiresAt` is within two years."""

    name: Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(refuse_blank)]
    scopes: list[Annotated[str, Field(max_length=60)]] = Field(min_length=1, max_length=50)
    networks: list[Annotated[str, Field(max_length=LONGEST_NETWORK)]] = Field(max_length=MOST_NETWORKS)
    expires_at: datetime


class CreateKeyRequest(KeyForm):
    profile: Profile


class ChangeKeyRequest(KeyForm):
    version: Version


class KeyRecord(ResponseSchema):
    """`formerUntil`: the secret before the last rotation still counts until then."""

    id: UUID
    user_id: UUID = Field(description="the account that the trail names")
    name: str
    profile: Profile
    scopes: list[str]
    networks: list[str]
    expires_at: Moment
    former_until: Moment | None
    last_used_at: Moment | None = Field(description="to the minute")
    created_at: Moment
    created_by: str | None = Field(description="the name; null once the account is deleted")
    version: int

    @property
    def subject(self) -> dict[str, Any]:
        """What entries of the audit trail about the key name."""
        return {"subject_id": self.user_id, "subject_label": self.name}


class NewSecret(KeyRecord):
    secret: str = Field(description="what the server sends as its bearer token; it is never shown again")


class KeyProfile(ResponseSchema):
    """A profile that keys can have, and what they can be given with it."""

    profile: Profile
    scopes: list[str]


class KeysAnswer(ResponseSchema):
    keys: list[KeyRecord]
    profiles: list[KeyProfile]
