"""The self-hosted check: challenges are made, solved and spent without a third party."""

import asyncio
import base64
import json
import secrets
from collections.abc import Callable
from typing import Any

import altcha
import pytest

from server.access.robot_check.checks import AltchaCheck, RobotCheckFailedError
from server.access.robot_check.repository import DELETE_EXPIRED_CHALLENGES
from server.platform.database.connections import Database
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose
from tests.fixtures.robot_check import solve

ADDRESS = "203.0.113.7"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def keys() -> Keyring:
    return Keyring((secrets.token_urlsafe(48),))


@pytest.fixture
def check(keys: Keyring, database: Database) -> AltchaCheck:
    return AltchaCheck(keys=keys, database=database)


async def is_accepted(check: AltchaCheck, payload: str | None) -> bool:
    try:
        await check.verify(payload, address=ADDRESS)
    except RobotCheckFailedError:
        return False
    return True


def changed(payload: str, change: Change) -> str:
    content = json.loads(base64.b64decode(payload))
    change(content)
    return base64.b64encode(json.dumps(content).encode()).decode()


async def test_a_solved_challenge_is_accepted_once(check: AltchaCheck) -> None:
    payload = solve(await check.challenge())
    assert await is_accepted(check, payload)
    assert not await is_accepted(check, payload)


async def test_of_ten_concurrent_solutions_one_is_accepted(check: AltchaCheck) -> None:
    payload = solve(await check.challenge())
    accepted = await asyncio.gather(*(is_accepted(check, payload) for _ in range(10)))
    assert accepted.count(True) == 1


async def test_another_spelling_of_a_spent_payload_is_spent_too(check: AltchaCheck) -> None:
    payload = solve(await check.challenge())
    assert await is_accepted(check, payload)
    assert not await is_accepted(check, changed(payload, lambda content: content.update(more="words")))


async def test_an_invalid_payload_is_refused(check: AltchaCheck) -> None:
    cases: list[str | None] = [None, "", "nonsense", "e30=", "bnVsbA==", "W10=", "x" * 9_000]
    for payload in cases:
        assert not await is_accepted(check, payload), payload


async def test_a_forged_payload_is_refused(check: AltchaCheck) -> None:
    changes: list[Change] = [
        lambda content: content["challenge"]["parameters"].update(cost=1),
        lambda content: content["challenge"]["parameters"].update(keyPrefix=""),
        lambda content: content["challenge"]["parameters"].update(expiresAt=9_999_999_999),
        lambda content: content["challenge"]["parameters"].pop("expiresAt"),
        lambda content: content["challenge"].pop("signature"),
        lambda content: content["challenge"].update(signature="00" * 32),
        lambda content: content["solution"].update(derivedKey="00" * 32),
        lambda content: content["solution"].update(derivedKey=None),
        lambda content: content.update(challenge=[]),
        lambda content: content.update(solution="solved"),
    ]
    payload = solve(await check.challenge())
    for change in changes:
        forged = changed(payload, change)
        assert not await is_accepted(check, forged), forged
    assert await is_accepted(check, payload)


async def test_an_expired_challenge_is_refused(check: AltchaCheck, keys: Keyring) -> None:
    key = keys.derive(Purpose.ROBOT_CHECK)[0][1]
    made = altcha.create_challenge("PBKDF2/SHA-256", 1, counter=1, expires_at=1, hmac_secret=key)
    assert not await is_accepted(check, solve(made.to_dict()))


async def test_a_challenge_of_another_installation_is_refused(check: AltchaCheck, database: Database) -> None:
    other = AltchaCheck(keys=Keyring((secrets.token_urlsafe(48),)), database=database)
    assert not await is_accepted(check, solve(await other.challenge()))


async def test_a_challenge_made_before_the_keys_were_rotated_is_accepted(database: Database) -> None:
    old, new = secrets.token_urlsafe(48), secrets.token_urlsafe(48)
    challenge = await AltchaCheck(keys=Keyring((old,)), database=database).challenge()
    assert await is_accepted(AltchaCheck(keys=Keyring((new, old)), database=database), solve(challenge))


async def test_the_work_is_bounded_and_the_challenge_lives_five_minutes(check: AltchaCheck) -> None:
    before = utc_now().timestamp()
    challenge = altcha.Challenge.from_dict(await check.challenge())
    parameters = challenge.parameters
    assert parameters.algorithm == "PBKDF2/SHA-256"
    assert parameters.cost == 2_000
    assert before + 299 < (parameters.expires_at or 0) <= utc_now().timestamp() + 300
    solution = altcha.solve_challenge(challenge)
    assert solution is not None
    assert solution.counter < 256


async def test_spent_challenges_are_kept_until_they_have_expired(check: AltchaCheck, database: Database) -> None:
    await check.verify(solve(await check.challenge()), address=ADDRESS)
    async with database.reading() as connection:
        await connection.raw.execute(
            "INSERT INTO spent_challenges VALUES ('old', now() - interval '2 hours')",
        )
    async with database.unit_of_work() as unit:
        await unit.connection.execute(DELETE_EXPIRED_CHALLENGES)
        assert await unit.connection.fetch_value("SELECT count(*) FROM spent_challenges") == 1
