"""S117: no route holds the event loop for long, whatever its largest legal input is."""

from typing import Any, Final

import pytest
from quart import Quart

from server.access.robot_check.checks import AltchaCheck
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring
from tests.fixtures.large_company import LargeCompany
from tests.fixtures.largest_calls import Largest, LargestCall
from tests.fixtures.loop_lag import TRIES, held_loop, slowness
from tests.fixtures.people import SignIn
from tests.fixtures.robot_check import solve

MOST_SECONDS: Final = 0.1
FIRST_REFUSAL: Final = 300
TOO_LARGE: Final = 413
INTERNAL_ERROR: Final = 500
LETTERS: Final = "\u0905"
# Texts that a pattern may read again and again, or that nest when they are decoded.
FILLS: Final = ("gYGB", " a1.-@")
# Calls after which others would find nothing, in this order.
LAST: Final = ("DELETE ", "/start", "/pause", "/resume", "/cancel", "/erase", "/policy")
FEWEST_CALLS: Final = 120
FEWEST_TYPED: Final = 60
FEWEST_ACCEPTED: Final = 70


@pytest.fixture
def robot_check(settings: Settings, database: Database) -> AltchaCheck:
    return AltchaCheck(keys=Keyring(settings.secret_keys), database=database)


def order(call: LargestCall) -> tuple[bool, int]:
    return call.method != "GET", 1 + next((place for place, part in enumerate(LAST) if part in call.name), -1)


@pytest.mark.long
@pytest.mark.security("S117")
@pytest.mark.slow
@pytest.mark.settings(rate_limit_scale=1_000_000, otp_cooldown=0, sign_in_by="email,phone,code")
@pytest.mark.parametrize("fill", [LETTERS, *FILLS])
async def test_no_route_holds_the_loop_for_100_ms(
    app: Quart, large_company: LargeCompany, sign_in: SignIn, robot_check: AltchaCheck, fill: str
) -> None:
    """All texts, lists and pages are at their bounds; a slower machine may take more processor time."""
    document = await (await app.test_client().get("/openapi.json")).get_json()
    existing, most = large_company.existing, MOST_SECONDS * slowness()
    solved = {"email": "a@example.org", "password": "x", "recaptchaToken": solve(await robot_check.challenge())}
    legal = {**existing, **large_company.forms, "POST /api/v1/login/authenticate": solved}
    is_plain = fill == LETTERS
    given = legal if is_plain else existing
    largest = Largest(app=app, document=document, given=given, fill=fill, is_plain=is_plain)
    held, accepted = dict[str, float](), set[str]()
    for name in [call.name for call in sorted(largest.calls(), key=order) if is_plain or call.is_typed]:
        status, seconds = await drive(largest, name, large_company, sign_in, most=most)
        held[name] = max(held.get(name, 0.0), seconds)
        assert status != INTERNAL_ERROR, name
        if status < FIRST_REFUSAL:
            accepted.add(name)
    assert len(held) >= (FEWEST_CALLS if is_plain else FEWEST_TYPED)
    assert len(accepted) >= FEWEST_ACCEPTED or not is_plain
    assert {name: seconds for name, seconds in held.items() if seconds > most} == {}


async def drive(
    largest: Largest, name: str, large_company: LargeCompany, sign_in: SignIn, *, most: float
) -> tuple[int, float]:
    """The status of the largest call that is not too large, and the shortest of a few turns if one is too long."""
    status, seconds = await send(largest, name, large_company, sign_in)
    while status == TOO_LARGE and largest.longest > 1:
        largest = largest.shorter()
        status, seconds = await send(largest, name, large_company, sign_in)
    for _ in range(TRIES - 1):
        if seconds > most:
            seconds = min(seconds, (await send(largest, name, large_company, sign_in))[1])
    return status, seconds


async def send(largest: Largest, name: str, large_company: LargeCompany, sign_in: SignIn) -> tuple[int, float]:
    """Each has a session of its own, because some calls end it."""
    call, owner = largest.call(name), large_company.owner
    person = owner if call.method == "GET" or "/views" in name else await sign_in(company=owner.company)
    typed = {} if call.content_type is None else {"Content-Type": call.content_type}
    options: dict[str, Any] = {} if call.body is None else {"data": call.body}
    client = largest.app.test_client()
    async with held_loop() as held:
        response = await client.open(
            call.path, method=call.method, headers={**call.headers, **person.headers, **typed}, **options
        )
        await response.get_data()
    return response.status_code, held.longest
