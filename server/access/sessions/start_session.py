"""Start a session after any sign-in: tokens, a remembered browser, an audit entry, a greeting for a new user."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from server.access.policies.policy import networks_of
from server.access.policies.repository import read_policy
from server.access.sessions.access_token import issue_access_token
from server.access.sessions.notices import notify_of_device
from server.access.sessions.repository import SessionTimes, add_session, remember_device
from server.company.audit.repository import AuditAction, record
from server.messaging.notifications.greet import greet
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import NetworkNotAllowedError
from server.platform.process.crypto import Keyring, random_token, token_hash
from server.platform.schemas import Moment, ResponseSchema
from server.platform.services import Visit, Work
from server.vocabulary.identity import Bearer, Method, proves_factor
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import ADMINISTRATORS

LONGEST: Final = 80
UNKNOWN: Final = "Unknown device"

# They stand in this order because most browsers also claim to be those below them.
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


@dataclass(frozen=True, kw_only=True)
class IssuedTokens:
    """`expires_at` is the access token's end."""

    session_id: UUID
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_at: datetime
    times: SessionTimes


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """`device_secret` is set when the browser is remembered."""

    account: Bearer
    tokens: IssuedTokens
    device_secret: str | None = field(repr=False)


class CompleteAnswer(ResponseSchema):
    jwt_token: str
    refresh_token: str
    user_id: UUID
    email: str | None
    full_name: str
    expires_at: Moment
    server_time: Moment


def complete_answer(signed_in: SignedIn) -> CompleteAnswer:
    """Make the response after any completed sign-in."""
    account, tokens = signed_in.account, signed_in.tokens
    return CompleteAnswer(
        jwt_token=tokens.access_token,
        refresh_token=tokens.refresh_token,
        user_id=account.user_id,
        email=account.email,
        full_name=account.full_name,
        expires_at=tokens.expires_at,
        server_time=tokens.times.now,
    )


async def start_session(
    unit: Work[Visit], *, account: Bearer, methods: Collection[Method], remembers: bool, is_first: bool
) -> SignedIn:
    """Start a session within the transaction that has consumed the flow.

    `methods` have proved the user; `is_first`: the account was never signed in to before.

    Raises:
        NetworkNotAllowedError: an administrator may not sign in from this address.
    """
    connection, visit, services = unit.connection, unit.context, unit.services
    if account.profile in ADMINISTRATORS:
        policy = await read_policy(connection, company_id=account.company_id)
        if not is_inside(visit.address, networks_of(policy, profile=account.profile)):
            raise NetworkNotAllowedError
    tokens = await open_session(
        connection,
        bearer=account,
        device=describe_device(visit.user_agent),
        address=visit.address,
        methods=methods,
        settings=services.settings,
        keys=services.keys,
    )
    device_secret = None
    if remembers:
        device_secret = await _remember(unit, account, session_id=tokens.session_id, is_first=is_first)
    proved = {"methods": sorted(methods)} if proves_factor(methods) else {}
    await record(
        connection,
        action=AuditAction.LOGIN,
        by=account,
        subject_id=account.user_id,
        address=visit.address,
        after={"session": str(tokens.session_id)} | proved,
    )
    if is_first:
        await greet(connection, account, brand=services.settings.brand_name)
    return SignedIn(account=account, tokens=tokens, device_secret=device_secret)


async def _remember(unit: Work[Visit], account: Bearer, *, session_id: UUID, is_first: bool) -> str:
    """Remember a browser for 30 days after its last code, or without codes after its last sign-in.

    The owner is notified of one that was not, but for the account's first.
    """
    secret = random_token()
    was_remembered = await remember_device(
        unit.connection, **account.key, old_hash=unit.context.device_hash, new_hash=token_hash(secret)
    )
    if not was_remembered and not is_first:
        device = describe_known_device(unit.context.user_agent)
        await notify_of_device(unit, account, session_id=session_id, device=device)
    return secret


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
    """Make an access token. Returns it with its end, which is never past that of the session, should it be idle."""
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


def describe_device(user_agent: str) -> str:
    """Name a browser as `Firefox on Windows`, and another program as it calls itself."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser is not None and system is not None:
        return f"{browser} on {system}"
    product = "".join(character for character in user_agent.partition(" ")[0] if character.isprintable())
    return browser or system or product[:LONGEST] or UNKNOWN


def describe_known_device(user_agent: str) -> str:
    """Name a browser, but no other program by what it calls itself: that could be a message to the reader."""
    described = describe_device(user_agent)
    known = {name for _, name in (*_BROWSERS, *_SYSTEMS)}
    return described if known.intersection((described, *described.split(" on "))) else UNKNOWN


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in names if mark in user_agent), None)
