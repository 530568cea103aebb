"""The self-hosted check: a proof of work (ALTCHA), made, verified and spent here."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import altcha

from server.access.robot_check.errors import RobotCheckFailedError
from server.access.robot_check.repository import spend_challenge
from server.platform.configuration.settings import RobotCheckKind
from server.platform.database.connections import Database
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose, token_hash

ALGORITHM: Final = "PBKDF2/SHA-256"
# Iterations of one try, and the number of tries: a bounded amount of work instead of the usual lottery, in
# which one visitor in a hundred waits five times as long as the others. About 0.2 s of one desktop core,
# below a second on a phone that shares the tries among its cores.
COST: Final = 2_000
FEWEST_TRIES: Final = 64
MOST_TRIES: Final = 256
LIFETIME: Final = timedelta(minutes=5)
LONGEST_PAYLOAD: Final = 8_192


@dataclass(frozen=True, kw_only=True)
class Solved:
    """A payload that proves the work, not yet known to be the first of its challenge."""

    challenge_hash: bytes
    expires_at: datetime


class AltchaCheck:
    kind = RobotCheckKind.ALTCHA

    def __init__(self, *, keys: Keyring, database: Database) -> None:
        self._keys = keys
        self._database = database

    async def challenge(self) -> dict[str, Any]:
        key = self._keys.derive(Purpose.ROBOT_CHECK)[0][1]
        challenge = altcha.create_challenge(
            ALGORITHM,
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
        async with self._database.unit_of_work() as unit:
            first = await spend_challenge(
                unit.connection, challenge_hash=solved.challenge_hash, expires_at=solved.expires_at
            )
        if not first:
            raise RobotCheckFailedError

    async def close(self) -> None:
        """Nothing of its own is open."""

    def _solved(self, payload: str) -> Solved | None:
        if not payload or len(payload) > LONGEST_PAYLOAD:
            return None
        try:
            parsed = altcha.Payload.from_base64(payload)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        if not any(_verifies(parsed, key) for _, key in self._keys.derive(Purpose.ROBOT_CHECK)):
            return None
        signature, expires_at = parsed.challenge.signature, parsed.challenge.parameters.expires_at
        if signature is None or expires_at is None:
            return None
        return Solved(challenge_hash=token_hash(signature), expires_at=datetime.fromtimestamp(expires_at, tz=UTC))


def _verifies(payload: altcha.Payload, key: bytes) -> bool:
    try:
        return altcha.verify_solution(payload, key, hmac_key_secret=_solution_key(key)).verified
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False


def _solution_key(key: bytes) -> bytes:
    """A key of its own, by which a solution is known without doing the work again."""
    return hmac.digest(key, b"solution", "sha256")
