"""The checks of third parties, all by one protocol: POST secret and response, read success."""

from datetime import timedelta
from typing import Any, Final

import httpx2
from structlog import get_logger

from server.access.robot_check.errors import RobotCheckFailedError
from server.access.robot_check.repository import spend_challenge
from server.platform.configuration.settings import RobotCheckKind
from server.platform.database.connections import Database
from server.platform.errors import NotFoundError
from server.platform.process.clock import utc_now
from server.platform.process.crypto import token_hash

ADDRESSES: Final = {
    RobotCheckKind.RECAPTCHA: "https://www.google.com/recaptcha/api/siteverify",
    RobotCheckKind.HCAPTCHA: "https://api.hcaptcha.com/siteverify",
    RobotCheckKind.TURNSTILE: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
}
TIMEOUT_SECONDS: Final = 4.0
LONGEST_PAYLOAD: Final = 8_192
# A widget may name the form that it stands in.
FORMS: Final = frozenset({"login", "signup"})
# Of reCAPTCHA's invisible kind: 1 is certainly a person, 0 certainly a robot.
LEAST_SCORE: Final = 0.5
# hCaptcha's word for a page that it does not know.
NOT_PROVIDED: Final = "not-provided"
# Longer than any of the three lets a response live.
REMEMBERED: Final = timedelta(hours=1)

logger = get_logger(__name__)


class SiteverifyCheck:
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
        self._client: httpx2.AsyncClient | None = None

    async def challenge(self) -> dict[str, Any]:
        raise NotFoundError

    async def verify(self, payload: str | None, *, address: str) -> None:
        if not payload or len(payload) > LONGEST_PAYLOAD or not await self._is_genuine(payload, address=address):
            raise RobotCheckFailedError
        # They promise single use too; this does not depend on it.
        async with self._database.unit_of_work() as unit:
            first = await spend_challenge(
                unit.connection, challenge_hash=token_hash(payload), expires_at=utc_now() + REMEMBERED
            )
        if not first:
            raise RobotCheckFailedError

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def _is_genuine(self, payload: str, *, address: str) -> bool:
        form = {"secret": self._secret, "response": payload, "remoteip": address}
        try:
            answer = await self._connected().post(self._url, data=form)
            answer.raise_for_status()
            body = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            logger.warning("robot_check_unavailable", kind=self.kind.value, error=type(error).__name__)
            return False
        return isinstance(body, dict) and body.get("success") is True and self._is_of_this_site(body)

    def _is_of_this_site(self, body: dict[str, Any]) -> bool:
        """Whether the response is of this site; fields that the provider omits are not checked."""
        hostname, action = str(body.get("hostname") or NOT_PROVIDED), str(body.get("action") or "")
        if self.hostnames and hostname != NOT_PROVIDED and hostname not in self.hostnames:
            logger.warning("robot_check_of_another_site", kind=self.kind.value)
            return False
        if action and action not in FORMS:
            return False
        score = body.get("score") if self.kind is RobotCheckKind.RECAPTCHA else None
        return score is None or (isinstance(score, int | float) and score >= LEAST_SCORE)

    def _connected(self) -> httpx2.AsyncClient:
        if self._client is None:
            self._client = httpx2.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        return self._client
