"""Signing in, sixteen at once, against argon2id alone on the same cores."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from os import cpu_count
from statistics import median
from typing import Final

import asyncpg
from argon2 import PasswordHasher
from nacl.pwhash import argon2id

from server.platform.process.crypto import ARGON2_MEMORY_KIB, ARGON2_PARALLELISM, ARGON2_TIME_COST
from tests.bench.client import sign_in
from tests.bench.plain_http import plain_client
from tests.bench.report import Row, ratio_row
from tests.bench.system import EMAIL, PASSWORD, Servers, System, fresh_database, make_template, running_system

TEMPLATE: Final = "bench_login"
AT_ONCE: Final = 16
SECONDS: Final = 4.0
ALONE: Final = 20
ACCOUNTS: Final = 160
PANEL: Final = "Sign-ins per second, 16 at once"


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    await make_template(servers, TEMPLATE)
    ours, usual, bare, alone = [], [], [], []
    async with (
        fresh_database(servers, template=TEMPLATE) as url,
        running_system(servers, database_url=url) as system,
    ):
        emails, devices = await add_accounts(url), dict[str, str]()
        await sign_in_all(system, emails, devices=devices)
        for _ in range(rounds):
            usual.append(await asyncio.to_thread(_hashes_per_second, _argon2_cffi()))
            bare.append(await asyncio.to_thread(_hashes_per_second, _libsodium()))
            ours.append(await _logins_per_second(system, emails, devices=devices))
            alone.append(await _one_alone(system))
    yield ratio_row(
        "sign-ins per second, 16 at once, many accounts / bare argon2id of argon2-cffi",
        ours=ours,
        baseline=usual,
        limit=1.0,
        at_least=True,
        unit="/s",
        panel=PANEL,
    )
    yield ratio_row(
        "… / bare argon2id of libsodium, which we use",
        ours=ours,
        baseline=bare,
        limit=0.85,
        at_least=True,
        unit="/s",
        panel=PANEL,
    )
    milliseconds = median(alone) * 1000
    yield Row(job="one sign-in alone", ours=f"{milliseconds:.1f} ms", value=milliseconds, limit=30, unit=" ms")


def _argon2_cffi() -> Callable[[], bool]:
    hasher = PasswordHasher(time_cost=ARGON2_TIME_COST, memory_cost=ARGON2_MEMORY_KIB, parallelism=ARGON2_PARALLELISM)
    stored = hasher.hash(PASSWORD)
    return lambda: hasher.verify(stored, PASSWORD)


def _libsodium() -> Callable[[], bool]:
    password = PASSWORD.encode()
    stored = argon2id.str(password, opslimit=ARGON2_TIME_COST, memlimit=ARGON2_MEMORY_KIB * 1024)
    return lambda: argon2id.verify(stored, password)


def _hashes_per_second(verify: Callable[[], bool]) -> float:
    """Verifications on as many threads as there are cores."""
    threads = cpu_count() or 1
    deadline = time.perf_counter() + SECONDS

    def verify_until_deadline() -> int:
        done = 0
        while time.perf_counter() < deadline:
            verify()
            done += 1
        return done

    with ThreadPoolExecutor(threads) as pool:
        begun = time.perf_counter()
        counts = [pool.submit(verify_until_deadline) for _ in range(threads)]
        return sum(count.result() for count in counts) / (time.perf_counter() - begun)


async def add_accounts(database_url: str) -> list[str]:
    """Emails of accounts with the owner's password: sixteen sign-ins of one account would measure its row's lock."""
    emails = [f"person{number}@example.com" for number in range(ACCOUNTS)]
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash)
        SELECT o.company_id, r.email, '+91910' || lpad(r.number::text, 7, '0'), o.full_name, o.role, o.profile,
               o.password_hash
          FROM users o, unnest($2::text[]) WITH ORDINALITY AS r(email, number)
         WHERE o.email = $1
        """,
        EMAIL,
        emails,
    )
    # As of accounts that have been there for a minute.
    await connection.execute("ANALYZE")
    await connection.close()
    return emails


async def sign_in_all(system: System, emails: Sequence[str], *, devices: dict[str, str]) -> None:
    """What is measured then has neither greetings of new accounts nor notices of new browsers."""
    async with plain_client(system.url) as client:
        for email in emails:
            await sign_in(client, email=email, devices=devices)


async def _logins_per_second(system: System, emails: Sequence[str], *, devices: dict[str, str]) -> float:
    deadline = time.perf_counter() + SECONDS
    next_email = cycle(emails)

    async def sign_in_until_deadline() -> int:
        done = 0
        async with plain_client(system.url) as client:
            while time.perf_counter() < deadline:
                await sign_in(client, email=next(next_email), devices=devices)
                done += 1
        return done

    begun = time.perf_counter()
    counts = await asyncio.gather(*(sign_in_until_deadline() for _ in range(AT_ONCE)))
    return sum(counts) / (time.perf_counter() - begun)


async def _one_alone(system: System) -> float:
    async with plain_client(system.url) as client:
        taken = []
        for _ in range(ALONE):
            begun = time.perf_counter()
            await sign_in(client)
            taken.append(time.perf_counter() - begun)
    return median(taken)
