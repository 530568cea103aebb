"""Who is signed in, and the methods by which a sign-in has proved it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final, TypedDict
from uuid import UUID
from zoneinfo import ZoneInfo

from typing_extensions import override

from server.platform.process.open_enum import OpenEnum
from server.vocabulary.duties import Act, Duty, duty_of, reach_of
from server.vocabulary.identifiers import sign_in_name
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import Permission, Profile, Role, permissions_of


class Method(OpenEnum):
    """What a flow or a session was opened by; `link` is that of an invitation."""

    PASSWORD = "pwd"  # noqa: S105 - a name, no secret
    CODE = "otp"
    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY = "recovery"
    SSO = "sso"
    LINK = "link"


class FactorMethod(OpenEnum):
    """A second factor that a page may ask for."""

    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY = "recovery"


FACTOR_METHODS: Final = frozenset({Method.TOTP, Method.PASSKEY, Method.RECOVERY})


def proves_device(methods: Collection[Method]) -> bool:
    """Whether a browser is remembered without a code: the mailbox or a second factor was proved otherwise."""
    return proves_factor(methods) or Method.LINK in methods


def proves_factor(methods: Collection[Method]) -> bool:
    return not FACTOR_METHODS.isdisjoint(methods)


class AccountKey(TypedDict):
    """What repositories find an account by."""

    company_id: UUID
    user_id: UUID


@dataclass(frozen=True, kw_only=True)
class AccountOwner:
    """The person of an account, and where its mail goes."""

    company_id: UUID
    user_id: UUID
    email: str | None
    full_name: str

    @property
    def key(self) -> AccountKey:
        return AccountKey(company_id=self.company_id, user_id=self.user_id)


@dataclass(frozen=True, kw_only=True)
class Bearer(AccountOwner):
    """An account as its access token names it."""

    role: Role
    profile: Profile | None
    company_name: str


@dataclass(frozen=True, kw_only=True)
class Actor(Bearer):
    """Who makes a request, whatever credential they came by, as Postgres knows them now.

    `label` is the email, else the code, else the phone; `fields_version` is 0 where the company has no fields of its
    own; `networks` are those that calls may come from; empty: any.
    """

    label: str
    company_slug: str
    phone: str
    language: str | None
    region: str
    time_zone: str
    default_work_location: str | None
    fields_version: int
    photo_id: UUID | None
    networks: tuple[str, ...]

    @property
    def sign_in_name(self) -> str:
        return sign_in_name(self.label, company=self.company_slug)

    @property
    def zone(self) -> tzinfo:
        """The time zone of the company, by which its days begin."""
        return ZoneInfo(self.time_zone)

    @property
    def permissions(self) -> frozenset[Permission]:
        return permissions_of(self.profile)

    def may(self, right: Permission | Act) -> bool:
        if isinstance(right, Act):
            return reach_of(self.profile, right) is not None
        return right in self.permissions

    def duty(self, act: Act) -> Duty:
        return duty_of(self.profile, act, **self.key)

    def may_call_from(self, address: str) -> bool:
        return is_inside(address, self.networks)


@dataclass(frozen=True, kw_only=True)
class KeyActor(Actor):
    """A key for servers. Its account may do what its profile may, and the key what is in its scopes besides.

    It calls from networks that both the company's policy and the key itself admit.
    """

    scopes: frozenset[str]
    own_networks: tuple[str, ...]

    @property
    @override
    def permissions(self) -> frozenset[Permission]:
        return super().permissions & self.scopes

    @override
    def may(self, right: Permission | Act) -> bool:
        return right in self.scopes and super().may(right)

    @override
    def duty(self, act: Act) -> Duty:
        return super().duty(act) if self.may(act) else Duty(company_id=self.company_id)

    @override
    def may_call_from(self, address: str) -> bool:
        return super().may_call_from(address) and is_inside(address, self.own_networks)


@dataclass(frozen=True, kw_only=True)
class Session:
    """The session whose access token a request has brought, as Postgres knows it now.

    `expires_at` is when the access token ends, `generation` the refresh token it was issued with: both are its own.
    `lacks_factor`: the company demands a second factor, and until this session has proved one it may only set it up.
    `version` rises with every change of the session. `verified_at` is the last proof of its user, by a second factor
    or, without one, the password; `is_freshly_verified`: by the database's clock it is recent enough for any act.
    """

    id: UUID
    generation: int
    expires_at: datetime
    idle_expires_at: datetime
    absolute_expires_at: datetime
    version: int
    lacks_factor: bool
    verified_at: datetime | None
    is_freshly_verified: bool


@dataclass(frozen=True, kw_only=True)
class Identity:
    """What the credential of a request proves: who acts, and by which session; some credentials have none."""

    actor: Actor
    session: Session | None


# Role and profile, as a token states them.
Position = tuple[str | None, str | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class AccessClaims:
    """What a well-signed token states; whether its session is alive is for Postgres to say.

    `position` is the role and profile when it was issued, which its browser goes by; no right follows from it.
    """

    session_id: UUID
    user_id: UUID
    generation: int
    expires_at: datetime
    position: Position
