"""Start a session after any sign-in, refresh it, and extend it.

Refresh tokens are rotated (RFC 9700): the successor is derived, so that a retry gets the same one. Reuse ends the
session.
"""

import base64
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from server.access.policies.policy import networks_of
from server.access.policies.repository import read_policy
from server.access.sessions import repository
from server.access.sessions.access_token import issue_access_token, note_refused_network
from server.access.sessions.events import SESSION_STATE, SessionEndReason, SessionState
from server.access.sessions.notices import notify_of_device
from server.access.sessions.repository import PresentedToken, SessionTimes
from server.company.audit.record import AuditAction, record_visit
from server.company.companies.suspension import CompanySuspendedError
from server.messaging.notifications.notify import greet
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import NetworkNotAllowedError, NotSignedInError
from server.platform.process.crypto import Keyring, Purpose, random_token, token_hash
from server.platform.process.metrics import SIGN_INS
from server.platform.schemas import Moment, ResponseSchema
from server.platform.services import Context, Unit, Visit
from server.vocabulary.identity import Bearer, Method, proves_factor
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import ADMINISTRATORS

NOT_INACTIVE: Final = timedelta()
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
class AccessGrant:
    """An access token, its end, and the session that it is for."""

    access_token: str = field(repr=False)
    expires_at: datetime
    session: SessionTimes


@dataclass(frozen=True, kw_only=True)
class IssuedTokens:
    access: AccessGrant
    refresh_token: str = field(repr=False)


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
    account, access = signed_in.account, signed_in.tokens.access
    tokens = {"jwt_token": access.access_token, "refresh_token": signed_in.tokens.refresh_token}
    times = {"expires_at": access.expires_at, "server_time": access.session.now}
    return CompleteAnswer.model_validate(vars(account) | tokens | times)


async def start_session(
    unit: Unit[Visit], *, account: Bearer, methods: Collection[Method], remembers: bool, is_first: bool
) -> SignedIn:
    """Start a session within the transaction that has consumed the flow.

    `methods` have proved the user; `is_first`: the account was never signed in to before.

    Raises:
        NetworkNotAllowedError: an administrator may not sign in from this address.
        CompanySuspendedError: the operator has closed the doors of the company.
    """
    connection, visit = unit.connection, unit.context
    if account.profile in ADMINISTRATORS:
        policy = await read_policy(connection, company_id=account.company_id)
        if not is_inside(visit.address, networks_of(policy, profile=account.profile)):
            raise NetworkNotAllowedError
    tokens = await open_session(
        connection,
        account,
        device=describe_device(visit.user_agent),
        address=visit.address,
        settings=unit.services.settings,
        keys=unit.services.keys,
        methods=methods,
    )
    SIGN_INS.labels("+".join(sorted(methods)), "done").inc()
    session_id, device_secret = tokens.access.session.id, None
    if remembers:
        device_secret = await _remember(unit, account, session_id=session_id, is_first=is_first)
    proved = {"methods": sorted(methods)} if proves_factor(methods) else {}
    after = {"session": str(session_id)} | proved
    await record_visit(unit, AuditAction.LOGIN, by=account, subject_id=account.user_id, after=after)
    if is_first:
        await greet(connection, account, brand=unit.services.settings.brand_name)
    return SignedIn(account=account, tokens=tokens, device_secret=device_secret)


async def _remember(unit: Unit[Visit], account: Bearer, *, session_id: UUID, is_first: bool) -> str:
    """Remember a browser for 30 days after its last code, or without codes after its last sign-in.

    The owner is notified of one that was not, but for the account's first.
    """
    secret = random_token()
    was_remembered = await repository.remember_device(
        unit.connection, **account.key, old_hash=unit.context.device_hash, new_hash=token_hash(secret)
    )
    if not was_remembered and not is_first:
        device = describe_known_device(unit.context.user_agent)
        await notify_of_device(unit, account, session_id=session_id, device=device)
    return secret


async def open_session(
    connection: Connection,
    bearer: Bearer,
    *,
    device: str,
    address: str,
    settings: Settings,
    keys: Keyring,
    methods: Collection[Method] = (),
) -> IssuedTokens:
    """Raises CompanySuspendedError."""
    refresh_token = random_token()
    session = await repository.add_session(
        connection,
        **bearer.key,
        device=device,
        address=address,
        methods=methods,
        idle=timedelta(seconds=settings.session_idle_ttl),
        absolute=timedelta(seconds=settings.session_absolute_ttl),
        token_hash=token_hash(refresh_token),
    )
    if session is None:
        raise CompanySuspendedError
    access = grant_access(bearer, session, settings=settings, keys=keys, generation=0)
    return IssuedTokens(access=access, refresh_token=refresh_token)


def grant_access(
    bearer: Bearer, session: SessionTimes, *, settings: Settings, keys: Keyring, generation: int
) -> AccessGrant:
    """Make an access token, whose end is never past that of the session, should it be idle."""
    issued_at = session.now.replace(microsecond=0)
    longest = timedelta(seconds=settings.access_token_ttl)
    expires_at = min(issued_at + longest, session.idle_expires_at.replace(microsecond=0))
    token = issue_access_token(
        keys, bearer=bearer, session_id=session.id, generation=generation, issued_at=issued_at, expires_at=expires_at
    )
    return AccessGrant(access_token=token, expires_at=expires_at, session=session)


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


async def refresh_session(
    visit: Visit, *, refresh_token: str, admit: Callable[[UUID], Awaitable[None]], inactive: timedelta = NOT_INACTIVE
) -> IssuedTokens:
    """Give new tokens for a refresh token: the same ones to all who hand in the same one within its grace.

    `inactive` is how long ago the user did something: the idle limit counts from then. `admit` is called with the
    session's id, and raises where there are too many calls of it.

    Raises:
        NotSignedInError: the token is unknown, its session has ended, or it was used before (its session ends now).
            It names the limit where the company's policy has ended the session.
        NetworkNotAllowedError: an administrator may not call from this address; the token stays as good as it was.
    """
    async with visit.unit_of_work() as unit:
        presented = await _find(unit.connection, refresh_token)
        await admit(presented.session_id)
        is_refused = presented.is_good and not is_inside(visit.address, presented.networks)
        issued = None
        if presented.is_good and not is_refused:
            issued = await _succeed(unit, presented, refresh_token=refresh_token, inactive=inactive)
        elif not is_refused:
            await _end_reused(unit, presented)
    # Raised outside the transaction, which would otherwise roll the end of the session back.
    if is_refused:
        await note_refused_network(visit.services, presented, address=visit.address)
        raise NetworkNotAllowedError
    if issued is None:
        raise NotSignedInError
    return issued


async def extend_session(context: Context) -> AccessGrant:
    """Start the idle limit anew, within the absolute one; the refresh token stays.

    Raises NotSignedInError: the session has ended meanwhile.
    """
    session = context.session
    async with context.unit_of_work() as unit:
        return await _prolong(unit, context.actor, session_id=session.id, generation=session.generation)


async def _find(connection: Connection, refresh_token: str) -> PresentedToken:
    hashed = token_hash(refresh_token)
    presented = None
    if await repository.lock_session_of(connection, token_hash=hashed):
        presented = await repository.find_token(connection, token_hash=hashed)
    if presented is not None and presented.reached is not None:
        raise NotSignedInError(met={"reason": presented.reached, "limit": presented.limit})
    if presented is None or not presented.is_live:
        raise NotSignedInError
    return presented


async def _succeed(
    unit: Unit[Visit], presented: PresentedToken, *, refresh_token: str, inactive: timedelta
) -> IssuedTokens | None:
    """Return none where the successor was derived with a removed key and cannot be derived again."""
    session_id, generation = presented.session_id, presented.generation + 1
    # The successor of a token under every key, the newest key's first: 256 bits each.
    parts = session_id.bytes, generation.to_bytes(4, "big"), refresh_token.encode()
    macs = unit.services.keys.macs(Purpose.REFRESH_TOKEN, *parts)
    candidates = [base64.urlsafe_b64encode(mac).rstrip(b"=").decode() for mac in macs]
    successor: str | None = candidates[0]
    if presented.successor_hash is None:
        await repository.succeed_token(unit.connection, presented, successor_hash=token_hash(candidates[0]))
    else:
        successor = next((each for each in candidates if token_hash(each) == presented.successor_hash), None)
    if successor is None:
        return None
    access = await _prolong(unit, presented, session_id=session_id, generation=generation, inactive=inactive)
    return IssuedTokens(access=access, refresh_token=successor)


async def _prolong(
    unit: Unit[Visit], bearer: Bearer, *, session_id: UUID, generation: int, inactive: timedelta = NOT_INACTIVE
) -> AccessGrant:
    """Prolong the session, issue an access token, and publish the new times to the session's other tabs."""
    services = unit.services
    idle = timedelta(seconds=services.settings.session_idle_ttl)
    session = await repository.prolong_session(unit.connection, session_id=session_id, idle=idle, inactive=inactive)
    if session is None:
        raise NotSignedInError
    access = grant_access(bearer, session, settings=services.settings, keys=services.keys, generation=generation)
    now = {"expires_at": access.expires_at, "server_time": session.now}
    state = SessionState.model_validate(vars(session) | now)
    unit.after_commit(lambda: services.publisher.publish(SESSION_STATE, to=session_id, payload=state))
    return access


async def _end_reused(unit: Unit[Visit], presented: PresentedToken) -> None:
    """End the session, so that its owner signs in again: two clients hold the same token."""
    session_id, user_id, publisher = presented.session_id, presented.user_id, unit.services.publisher
    reason = SessionEndReason.TOKEN_REUSE
    await repository.end_session(unit.connection, session_id=session_id, user_id=user_id, reason=reason.value)
    await record_visit(
        unit,
        AuditAction.TOKEN_REUSE,
        company_id=presented.company_id,
        subject_id=user_id,
        after={"session": str(session_id), "generation": presented.generation},
    )
    unit.after_commit(lambda: publisher.end_sessions([session_id], reason=reason))
