"""Directus beside Waymark: people into it, sign-ins, and the own profile."""

import secrets
import time
from collections.abc import AsyncIterator
from itertools import count, cycle
from typing import Final

import asyncpg

from tests.bench.client import API, sign_in, signed_in
from tests.bench.login_bench import add_accounts, sign_in_all
from tests.bench.peers.directus import COLUMNS, NAME, Directus, running_directus
from tests.bench.peers.load import Call, per_second
from tests.bench.peers.ours import ADDED, ADDED_AT_ONCE, Ours, add_one
from tests.bench.people import people_csv
from tests.bench.plain_http import PlainClient
from tests.bench.report import Row, ratio_row
from tests.bench.system import EMAIL, PASSWORD, Servers

ROWS: Final = 2_000
USERS: Final = 20
BARE_USERS: Final = 100
# What is compared: the row's name, its panel, how many callers there are, and the least ratio.
CALLS: Final = {
    "people added by single calls per second": (ADDED, ADDED_AT_ONCE, None),
    "sign-ins per second, 16 at once, many accounts": ("Sign-ins per second beside another product", 16, 7.0),
    "GET of the own profile, 32 at once": ("GET of the own profile per second, 32 at once", 32, 8.0),
}


async def run(servers: Servers, *, rounds: int, ours: Ours) -> AsyncIterator[Row]:
    async with running_directus(servers) as directus:
        plain, users, bare = [], [], []
        for _ in range(rounds):
            plain.append(await _imported(directus, "people", _people(), rows=ROWS))
            users.append(await _imported(directus, "directus_users", _users(USERS, password=True), rows=USERS))
            bare.append(
                await _imported(directus, "directus_users", _users(BARE_USERS, password=False), rows=BARE_USERS)
            )
        yield await ours.imported_row(servers, f"{NAME}, CSV into a plain collection", plain, limit=20)
        yield await ours.imported_row(servers, f"{NAME}, CSV into users", users)
        yield await ours.imported_row(servers, f"{NAME}, CSV into users without passwords", bare)
        async for row in _calls(servers, directus, ours=ours, rounds=rounds):
            yield row


async def _calls(servers: Servers, directus: Directus, *, ours: Ours, rounds: int) -> AsyncIterator[Row]:
    """Both in turns."""
    mine: dict[str, list[float]] = {name: [] for name in CALLS}
    theirs: dict[str, list[float]] = {name: [] for name in CALLS}
    async with ours.system(servers) as system, signed_in(system) as client:
        authorization = {"Authorization": client.headers["Authorization"]}
        emails, devices = await add_accounts(system.database_url), dict[str, str]()
        await sign_in_all(system, emails, devices=devices)
        our_calls = _our_calls(authorization, emails, devices)
        their_calls = _their_calls(directus, await _add_users(directus.database_url))
        for _ in range(rounds):
            for (name, (_, at_once, _)), our, their in zip(CALLS.items(), our_calls, their_calls, strict=True):
                mine[name].append(await per_second(system.url, our, at_once=at_once))
                theirs[name].append(await per_second(directus.url, their, at_once=at_once))
    for name, (panel, _, limit) in CALLS.items():
        yield ratio_row(
            f"{name} / {NAME}",
            ours=mine[name],
            baseline=theirs[name],
            limit=limit,
            at_least=True,
            unit="/s",
            panel=panel,
        )


def _our_calls(authorization: dict[str, str], emails: list[str], devices: dict[str, str]) -> tuple[Call, ...]:
    next_email = cycle(emails)
    token = authorization["Authorization"].removeprefix("Bearer ")
    return (
        add_one(token=token),
        lambda client: sign_in(client, email=next(next_email), devices=devices),
        lambda client: client.get(f"{API}/users/profile", headers=authorization),
    )


def _their_calls(directus: Directus, emails: list[str]) -> tuple[Call, ...]:
    next_email, numbers = cycle(emails), count()
    authorization = {"Authorization": f"Bearer {directus.token}"}

    async def add(client: PlainClient) -> None:
        number = next(numbers)
        person = {
            "first_name": "Asha",
            "last_name": "Rao",
            "email": f"added.{number}@example.com",
            "password": f"Guided-step-{number}",
        }
        await client.post("/users", body=person, headers=authorization)

    return (
        add,
        lambda client: client.post("/auth/login", body={"email": next(next_email), "password": PASSWORD}),
        lambda client: client.get("/users/me", headers=authorization),
    )


async def _imported(directus: Directus, collection: str, content: bytes, *, rows: int) -> float:
    begun = time.perf_counter()
    await directus.import_csv(collection, content)
    return rows / (time.perf_counter() - begun)


def _people() -> bytes:
    _, rows = people_csv(seed=0, rows=ROWS).split(b"\n", 1)
    return ",".join(COLUMNS).encode() + b"\n" + rows


def _users(number: int, *, password: bool) -> bytes:
    mark = secrets.token_hex(4)
    head = "first_name,last_name,email" + (",password" if password else "")
    people = (
        f"Asha,Rao,{mark}.{each}@example.com" + (f",Guided-step-{each}" if password else "") for each in range(number)
    )
    return "\n".join([head, *people]).encode()


async def _add_users(database_url: str) -> list[str]:
    """Emails of users with the owner's password, as many as ours."""
    emails = [f"person{number}@example.com" for number in range(500)]
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        """
        INSERT INTO directus_users (id, email, password, role, status, provider)
        SELECT gen_random_uuid(), r.email, o.password, o.role, o.status, o.provider
          FROM directus_users o, unnest($2::text[]) AS r(email) WHERE o.email = $1
        """,
        EMAIL,
        emails,
    )
    await connection.close()
    return emails
