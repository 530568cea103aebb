"""Start a session after any sign-in: tokens, a remembered browser, an audit entry, a greeting for a new user."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.access.policies.policy import networks_of
from server.access.policies.repository import read_policy
from server.access.sessions.access_token import issue_access_token
from server.access.sessions.notices import notify_of_device
from server.access.sessions.repository import SessionTimes, add_session, remember_device
from server.company.audit.repository import AuditAction, record
from server.messaging.notifications.greet import greet
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NetworkNotAllowedError
from server.platform.process.crypto import Keyring, random_token, token_hash
from server.platform.services import Services, Visit
from server.vocabulary.identity import Bearer
from server.vocabulary.methods import Method, proves_factor
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import ADMINISTRATORS

LONGEST: Final = 80
UNKNOWN: Final = "Unknown device"

# In this order, because most browsers also claim to be those below them.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """`Firefox on Windows`; for a program that is no browser, what it calls itself."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser is not None and system is not None:
        return f"{browser} on {system}"
    product = "".join(character for character in user_agent.partition(" ")[0] if character.isprintable())
    return browser or system or product[:LONGEST] or UNKNOWN


def describe_known_device(user_agent: str) -> str:
    """The same without what a program calls itself, which could be a message to the reader."""
    described = describe_device(user_agent)
    known = {name for _, name in (*_BROWSERS, *_SYSTEMS)}
    return described if known.intersection((described, *described.split(" on "))) else UNKNOWN


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in names if mark in user_agent), None)


@dataclass(frozen=True, kw_only=True)
class IssuedTokens:
    """`expires_at` is the access token's end, `server_time` the database's clock."""

    session_id: UUID
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_at: datetime
    times: SessionTimes

    @property
    def server_time(self) -> datetime:
        return self.times.now


async def open_session(
    connection: Connection,
    *,
    bearer: Bearer,
    device: str,
    address: str,
    settings: Settings,
    keys: Keyring,
    methods: Collection[Method] = (),
) -> IssuedTokens:
    refresh_token = random_token()
    session_id, times = await add_session(
        connection,
        company_id=bearer.company_id,
        user_id=bearer.user_id,
        device=device,
        address=address,
        methods=methods,
        idle=timedelta(seconds=settings.session_idle_ttl),
        absolute=timedelta(seconds=settings.session_absolute_ttl),
        token_hash=token_hash(refresh_token),
    )
    access_token, expires_at = issue(keys, settings, bearer=bearer, session_id=session_id, generation=0, times=times)
    return IssuedTokens(
        session_id=session_id,
        access_token=access_token,
        refresh_token=refresh_token,
        expires_at=expires_at,
        times=times,
    )


def issue(
    keys: Keyring, settings: Settings, *, bearer: Bearer, session_id: UUID, generation: int, times: SessionTimes
) -> tuple[str, datetime]:
    """An access token and its end, which is never past that of the session, should it be idle."""
    issued_at = times.now.replace(microsecond=0)
    expires_at = min(
        issued_at + timedelta(seconds=settings.access_token_ttl), times.idle_expires_at.replace(microsecond=0)
    )
    token = issue_access_token(
        keys,
        bearer=bearer,
        session_id=session_id,
        generation=generation,
        issued_at=issued_at,
        expires_at=expires_at,
    )
    return token, expires_at


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """`device_secret` is set when the browser is remembered."""

    account: Bearer
    tokens: IssuedTokens
    device_secret: str | None = field(repr=False)


async def start_session(
    services: Services,
    unit: UnitOfWork,
    *,
    account: Bearer,
    caller: Visit,
    methods: Collection[Method],
    remembers: bool,
    is_first: bool,
) -> SignedIn:
    """Within the transaction that has consumed the flow.

    `methods` have proved the user; `is_first`: the account was never signed in to before.

    Raises:
        NetworkNotAllowedError: an administrator may not sign in from this address.

    """
    connection = unit.connection
    await _refuse_elsewhere(connection, account, address=caller.address)
    tokens = await open_session(
        connection,
        bearer=account,
        device=describe_device(caller.user_agent),
        address=caller.address,
        methods=methods,
        settings=services.settings,
        keys=services.keys,
    )
    device_secret = None
    if remembers:
        device_secret = await _remember(
            services, unit, account, caller=caller, session_id=tokens.session_id, is_first=is_first
        )
    proved = {"methods": sorted(methods)} if proves_factor(methods) else {}
    after = {"session": str(tokens.session_id)} | proved
    await _record(connection, account, address=caller.address, after=after)
    if is_first:
        await greet(connection, account, brand=services.settings.brand_name)
    return SignedIn(account=account, tokens=tokens, device_secret=device_secret)


async def _record(connection: Connection, account: Bearer, *, address: str, after: dict[str, Any]) -> None:
    await record(
        connection,
        action=AuditAction.LOGIN,
        by=account,
        subject_id=account.user_id,
        address=address,
        after=after,
    )


async def _refuse_elsewhere(connection: Connection, account: Bearer, *, address: str) -> None:
    if account.profile in ADMINISTRATORS:
        policy = await read_policy(connection, company_id=account.company_id)
        if not is_inside(address, networks_of(policy, profile=account.profile)):
            raise NetworkNotAllowedError


async def _remember(
    services: Services, unit: UnitOfWork, account: Bearer, *, caller: Visit, session_id: UUID, is_first: bool
) -> str:
    """A browser is remembered for 30 days after its last code; without codes, after its last sign-in.

    The owner is notified of one that was not, but for the account's first.
    """
    secret = random_token()
    was_remembered = await remember_device(
        unit.connection,
        company_id=account.company_id,
        user_id=account.user_id,
        old_hash=caller.device_hash,
        new_hash=token_hash(secret),
    )
    if not was_remembered and not is_first:
        device = describe_known_device(caller.user_agent)
        await notify_of_device(
            services, unit, account=account, session_id=session_id, device=device, address=caller.address
        )
    return secret
