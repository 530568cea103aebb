"""S14: a failed sign-in reveals no reason, by its answer or by its time."""

import time
from collections.abc import Iterator
from statistics import median

import pytest

from server.access.passwords.set_password import temporary_password_mac
from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, add_account
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.work import CountingHasher, counted_statements

WRONG = "Wrong-Password-1"
TEMPORARY = "aB3@dE5#gH7$"
SIGNUP_PASSWORD = "Half-Way-There-27"
ROUNDS = 200
TOLERANCE = 0.1
MEASUREMENTS = 3


async def add_waiting_signup(services: Services, *, email: str, seconds: int) -> None:
    await execute(
        services,
        """
        WITH opened AS (
            INSERT INTO flows (secret_hash, handle, context, state, channel, expires_at)
            VALUES (CAST($1::text AS bytea), gen_random_uuid(), 'SIGNUP', 'company_required', 'EMAIL',
                    now() + make_interval(secs => $2)) RETURNING id)
        INSERT INTO signups (flow_id, email, phone, full_name, password_hash, email_verified_at)
        SELECT id, $1, '+919876543210', 'Asha Verma', $3, now() FROM opened
        """,
        email,
        float(seconds),
        await services.passwords.hash(SIGNUP_PASSWORD),
    )


@pytest.fixture
async def failures(services: Services, company: Company) -> dict[str, tuple[str, str]]:
    """Emails and passwords that fail, each for another reason."""
    database = services.database
    password_hash = await services.passwords.hash(PASSWORD)
    active = await add_account(database, company, password_hash=password_hash)
    inactive = await add_account(database, company, password_hash=password_hash, is_active=False)
    waiting = await add_account(database, company, password_hash=None, invitation="queued")
    invited = await add_account(database, company, password_hash=None, password_is_temporary=True)
    late = await add_account(database, company, password_hash=None, password_is_temporary=True)
    for each, hours in ((invited, 1), (late, -1)):
        await execute(
            services,
            """
            UPDATE users SET temporary_password_mac = $2,
                   temporary_password_expires_at = now() + make_interval(hours => $3) WHERE id = $1
            """,
            each.id,
            temporary_password_mac(services.keys, each.id, TEMPORARY),
            hours,
        )
    for email, seconds in (("company@example.com", 600), ("expired@example.com", -600), (active.email, 600)):
        await add_waiting_signup(services, email=email, seconds=seconds)
    return {
        "unknown": ("unknown@example.com", WRONG),
        "wrong": (active.email, WRONG),
        "inactive": (inactive.email, inactive.password),
        "no password yet": (waiting.email, WRONG),
        "wrong temporary": (invited.email, WRONG),
        "late temporary": (late.email, TEMPORARY),
        "waits for its company": ("company@example.com", WRONG),
        "waited too long": ("expired@example.com", SIGNUP_PASSWORD),
        "taken meanwhile": (active.email, SIGNUP_PASSWORD),
    }


@pytest.mark.security("S14")
async def test_every_failure_has_the_same_answer(browser: Browser, failures: dict[str, tuple[str, str]]) -> None:
    answers = [await browser.authenticate(email, password) for email, password in failures.values()]
    assert {(answer.status, str(answer.body)) for answer in answers} == {
        (401, str({"message": "Invalid email or password", "code": "invalid_credentials"}))
    }
    headers = [{name: value for name, value in answer.headers.items() if name != "x-request-id"} for answer in answers]
    assert all(each == headers[0] for each in headers)
    assert "set-cookie" not in headers[0]


@pytest.fixture
def passwords() -> Iterator[CountingHasher]:
    passwords = CountingHasher()
    yield passwords
    passwords.close()


@pytest.mark.security("S14")
async def test_every_failure_does_the_same_work(
    browser: Browser, services: Services, failures: dict[str, tuple[str, str]], *, passwords: CountingHasher
) -> None:
    work: dict[str, tuple[int, int]] = {}
    for name, (email, password) in failures.items():
        await execute(services, "DELETE FROM login_failures")
        passwords.verified = 0
        async with counted_statements(services) as statements:
            await browser.authenticate(email, password)
        work[name] = len(statements), passwords.verified
    assert len(set(work.values())) == 1, work
    assert work["unknown"][0] > 0
    assert work["unknown"][1] == 1


@pytest.mark.security("S14")
@pytest.mark.timing
@pytest.mark.settings(rate_limit_scale=100)
async def test_every_failure_takes_the_same_time(
    browser: Browser, services: Services, failures: dict[str, tuple[str, str]]
) -> None:
    spreads: list[float] = []
    # Noise differs between measurements; a difference of ours would show in every one.
    while len(spreads) < MEASUREMENTS and min(spreads, default=1.0) > TOLERANCE:
        medians = await measure(browser, services, failures)
        spreads.append(max(medians) / min(medians) - 1)
    assert min(spreads) <= TOLERANCE, spreads


async def measure(browser: Browser, services: Services, kinds: dict[str, tuple[str, str]]) -> list[float]:
    """The median time of each kind, measured in turns."""
    seconds: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        await execute(services, "DELETE FROM login_failures")
        for name, (email, password) in kinds.items():
            began = time.perf_counter()
            await browser.authenticate(email, password)
            seconds[name].append(time.perf_counter() - began)
    return [median(each) for each in seconds.values()]
