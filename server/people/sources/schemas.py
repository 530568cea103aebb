"""Recurring sources on the wire, and as they are stored."""

import re
from datetime import datetime, time, timedelta
from typing import Annotated, Any, Final
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, Field

from server.people.imports.run.schemas import SyncScope
from server.people.imports.states import ImportState
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import Moment, RequestSchema, ResponseSchema, only_if
from server.vocabulary.profiles import Profile

# Headers that hold a key; others say how a request is read.
_IS_HEADER: Final = re.compile(r"(?i:X-[A-Z0-9-]{1,60}|Authorization|Api-Key|Private-Token)?").fullmatch
_BASE64: Final = "(?:[A-Za-z0-9+/]{4}){9,500}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
_IS_KEY: Final = re.compile(rf"(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp\d{{3}}) {_BASE64}").fullmatch


class SourceKind(OpenEnum):
    HTTPS = "https"
    SFTP = "sftp"


class SourceMode(OpenEnum):
    """What a file does: add new people, update those who have an account too, or be the whole list of a scope."""

    CREATE = "create"
    UPSERT = "upsert"
    SYNC = "sync"


class SourceOutcome(OpenEnum):
    """How the last run has ended. The source works as long as it is one of the first four."""

    CHECKING = "checking"
    STARTED = "started"
    WAITS = "waits"
    UNCHANGED = "unchanged"
    NO_FILE = "no_file"
    GROWS = "grows"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    HOST_KEY = "host_key"
    UNREADABLE = "unreadable"
    PAUSED = "paused"


def _is_minute(value: time) -> bool:
    return value.tzinfo is None and not value.second and not value.microsecond


class _Fields(BaseModel):
    kind: SourceKind
    address: Annotated[str, Field(min_length=1, max_length=500, description="an https URL, or host[:port] of SFTP")]
    username: Annotated[str, Field(max_length=200)] = ""
    header: Annotated[str, Field(max_length=64), only_if(_IS_HEADER, "Choose a header such as X-Api-Key")] = ""
    folder: Annotated[str, only_if(lambda path: ".." not in path.split("/"), "A folder is named without “..”")] = Field(
        default="", max_length=500
    )
    pattern: Annotated[str, Field(min_length=1, max_length=100, description="* stands for any letters")] = "*"
    at: Annotated[time, only_if(_is_minute, "Please enter a time such as 09:30")]
    days: Annotated[list[Annotated[int, Field(ge=1, le=7)]], Field(min_length=1, max_length=7), AfterValidator(sorted)]
    mode: SourceMode
    invites: bool = Field(default=False, description="whether new people are invited at once")
    enabled: bool = True

    @property
    def host(self) -> str:
        """Name it to others: the rest of an address is often a secret."""
        return urlsplit(self.address if "//" in self.address else f"//{self.address}").netloc

    def next_due(self, zone: str, *, now: datetime) -> datetime:
        today, by_zone = now.astimezone(ZoneInfo(zone)).date(), {"tzinfo": ZoneInfo(zone)}
        moments = (datetime.combine(today + timedelta(days=later), self.at, **by_zone) for later in range(8))
        return next(each for each in moments if each > now and each.isoweekday() in self.days)


class CreateSourceRequest(RequestSchema, _Fields):
    """`scope` is that of the mode `sync`. The secret is sent in `header`, as the password of `username`, or as a token.

    By SFTP it is a password or a private key. Null leaves it as it is, an empty one is none.
    """

    scope: SyncScope = Field(default_factory=SyncScope)
    secret: Annotated[str, Field(max_length=8_192)] | None = None


class ChangeSourceRequest(CreateSourceRequest):
    version: int


class HostKeyRequest(RequestSchema):
    host_key: Annotated[str, only_if(_IS_KEY, "This is no host key of a server")]


class SourceScope(ResponseSchema):
    batch_id: UUID | None
    work_location: str | None
    profile: Profile | None


class ImportSource(ResponseSchema, _Fields):
    id: UUID
    scope: SourceScope
    owner_name: str | None = Field(description="whose rights its runs have; null once the account is deleted")
    has_secret: bool
    fingerprint: str | None = Field(description="of the host key that was confirmed")
    last_run_at: Moment | None
    outcome: SourceOutcome | None
    note: str | None = Field(description="what is to be mended, or why the import waits")
    import_id: UUID | None
    import_state: ImportState | None
    version: int


class StoredSource(ImportSource):
    """A source with what no one is shown."""

    company_id: UUID
    time_zone: str
    owner_id: UUID | None
    sealed_secret: bytes | None = Field(repr=False)
    host_key: str | None
    digest: bytes | None
    headings_digest: bytes | None
    known_digest: bytes | None
    is_told: bool
    due_at: datetime

    @property
    def subject(self) -> dict[str, Any]:
        """Name it in the audit trail."""
        return {"company_id": self.company_id, "subject_id": self.id, "subject_label": self.host}


class SourcesResponse(ResponseSchema):
    sources: list[ImportSource]


class SourceTest(ResponseSchema):
    """What a run would meet now: the file that it would read, or what is to be mended; nothing is imported."""

    file: str | None = None
    note: str | None = None
    host_key: str | None = Field(default=None, description="of SFTP, where it is to be confirmed")
    fingerprint: str | None = None
