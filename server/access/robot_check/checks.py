"""Checks that a person, not a robot, sends a form: a proof of work of our own, or a third party's."""

import hmac
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import altcha
import httpx2
from structlog import get_logger

from server.access.robot_check.repository import spend_challenge
from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.database.connections import Database
from server.platform.errors import ValidationFailedError
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose, token_hash
from server.platform.services import RobotCheck, Services

ROBOT_CHECK_MESSAGE: Final = "Please complete the reCAPTCHA verification"
LONGEST_ROBOT_CHECK: Final = 16_384
# ALTCHA takes so many iterations a try, and so many tries: a bounded amount of work instead of the usual lottery, in
# which one visitor in a hundred waits five times as long as the others. It takes about 0.2 s of one desktop core, and
# less than a second on a phone that shares the tries among its cores.
COST: Final = 2_000
FEWEST_TRIES: Final = 64
MOST_TRIES: Final = 256
LIFETIME: Final = timedelta(minutes=5)
LONGEST_PAYLOAD: Final = 8_192
ADDRESSES: Final = {
    RobotCheckKind.RECAPTCHA: "https://www.google.com/recaptcha/api/siteverify",
    RobotCheckKind.HCAPTCHA: "https://api.hcaptcha.com/siteverify",
    RobotCheckKind.TURNSTILE: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
}
TIMEOUT_SECONDS: Final = 4.0
# A widget may name the form that it stands in.
FORMS: Final = frozenset({"login", "signup"})
# reCAPTCHA's invisible kind gives 1 to what is certainly a person, 0 to what is certainly a robot.
LEAST_SCORE: Final = 0.5
# hCaptcha answers with this word for a page that it does not know.
NOT_PROVIDED: Final = "not-provided"
# A spent response is remembered for longer than any of the three lets it live.
REMEMBERED: Final = timedelta(hours=1)
logger = get_logger(__name__)


class RobotCheckFailedError(ValidationFailedError, keeps_code=True):
    """The widget's payload is missing, forged, expired or spent; which of them is not revealed."""

    message = ROBOT_CHECK_MESSAGE

    def __init__(self) -> None:
        super().__init__(errors={"recaptchaToken": ROBOT_CHECK_MESSAGE})


async def _spend(database: Database, challenge_hash: bytes, *, expires_at: datetime) -> None:
    """Raises RobotCheckFailedError: it was spent before."""
    async with database.unit_of_work() as unit:
        if not await spend_challenge(unit.connection, challenge_hash=challenge_hash, expires_at=expires_at):
            raise RobotCheckFailedError


class AltchaCheck(RobotCheck):
    kind = RobotCheckKind.ALTCHA

    def __init__(self, *, keys: Keyring, database: Database) -> None:
        self._keys = keys
        self._database = database

    async def challenge(self) -> dict[str, Any]:
        key = self._keys.derive(Purpose.ROBOT_CHECK)[0][1]
        challenge = altcha.create_challenge(
            "PBKDF2/SHA-256",
            COST,
            counter=FEWEST_TRIES + secrets.randbelow(MOST_TRIES - FEWEST_TRIES),
            expires_at=utc_now() + LIFETIME,
            hmac_secret=key,
            hmac_key_secret=_solution_key(key),
        )
        return dict(challenge.to_dict())

    async def verify(self, payload: str | None, *, address: str) -> None:  # noqa: ARG002 - no third party asks for it
        solved = self._solved(payload or "")
        if solved is None:
            raise RobotCheckFailedError
        signature, expires_at = solved
        await _spend(self._database, token_hash(signature), expires_at=datetime.fromtimestamp(expires_at, tz=UTC))

    def _solved(self, payload: str) -> tuple[str, float] | None:
        """Return the signature and the end of the challenge that the payload solves; it may have been sent before."""
        if not payload or len(payload) > LONGEST_PAYLOAD:
            return None
        keys = [key for _, key in self._keys.derive(Purpose.ROBOT_CHECK)]
        try:
            parsed = altcha.Payload.from_base64(payload)
            found = (altcha.verify_solution(parsed, key, hmac_key_secret=_solution_key(key)) for key in keys)
            if not any(each.verified for each in found):
                return None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        signature, expires_at = parsed.challenge.signature, parsed.challenge.parameters.expires_at
        if signature is None or expires_at is None:
            return None
        return signature, expires_at


def _solution_key(key: bytes) -> bytes:
    """Derive the key by which a solution is known without doing the work again."""
    return hmac.digest(key, b"solution", "sha256")


class SiteverifyCheck(RobotCheck):
    """Closed on failure: what could not be checked has failed the check.

    A response that was made on another site than `hostnames` is refused; none named, any will do.
    """

    def __init__(
        self,
        *,
        kind: RobotCheckKind,
        secret: str,
        database: Database,
        hostnames: frozenset[str] = frozenset(),
        url: str | None = None,
    ) -> None:
        self.kind = kind
        self._secret = secret
        self._database = database
        self.hostnames = hostnames
        self._url = url or ADDRESSES[kind]
        self._client = httpx2.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)

    async def verify(self, payload: str | None, *, address: str) -> None:
        if not payload or len(payload) > LONGEST_PAYLOAD or not await self._is_genuine(payload, address=address):
            raise RobotCheckFailedError
        # They promise single use too; this does not depend on it.
        await _spend(self._database, token_hash(payload), expires_at=utc_now() + REMEMBERED)

    async def close(self) -> None:
        await self._client.aclose()

    async def _is_genuine(self, payload: str, *, address: str) -> bool:
        form = {"secret": self._secret, "response": payload, "remoteip": address}
        try:
            answer = await self._client.post(self._url, data=form)
            answer.raise_for_status()
            body = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            logger.warning("robot_check_unavailable", kind=self.kind.value, error=type(error).__name__)
            return False
        return isinstance(body, dict) and body.get("success") is True and self._is_of_this_site(body)

    def _is_of_this_site(self, body: dict[str, Any]) -> bool:
        """Return whether the response is of this site; fields that the provider omits are not checked."""
        hostname, action = str(body.get("hostname") or NOT_PROVIDED), str(body.get("action") or "")
        if self.hostnames and hostname != NOT_PROVIDED and hostname not in self.hostnames:
            logger.warning("robot_check_of_another_site", kind=self.kind.value)
            return False
        if action and action not in FORMS:
            return False
        score = body.get("score") if self.kind is RobotCheckKind.RECAPTCHA else None
        return score is None or (isinstance(score, int | float) and score >= LEAST_SCORE)


class NoCheck(RobotCheck):
    """ROBOT_CHECK=off, which production refuses: every caller passes."""

    kind = RobotCheckKind.OFF

    async def verify(self, payload: str | None, *, address: str) -> None:
        """Accept any payload."""


def make_robot_check(settings: Settings, *, keys: Keyring, database: Database) -> RobotCheck:
    if settings.robot_check is RobotCheckKind.ALTCHA:
        return AltchaCheck(keys=keys, database=database)
    if settings.robot_check is RobotCheckKind.OFF:
        return NoCheck()
    pages = (settings.effective_public_url, *settings.origins)
    hostnames = frozenset(filter(None, (urlsplit(page).hostname for page in pages)))
    return SiteverifyCheck(
        kind=settings.robot_check,
        secret=settings.robot_check_secret or "",
        database=database,
        # Providers' test keys report a host name of their own.
        hostnames=frozenset() if settings.is_development else hostnames,
    )


async def pass_robot_check(services: Services, payload: str | None, *, address: str) -> bool:
    """Return whether a check was passed, or none is in use; one that is given has to be good.

    Raises RobotCheckFailedError: it is forged, expired or spent, or could not be checked.
    """
    if payload is None:
        return services.robot_check.kind is RobotCheckKind.OFF
    await services.robot_check.verify(payload, address=address)
    return True
