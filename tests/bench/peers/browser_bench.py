"""The whole sign-in in a browser, beside that of Directus' app."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from tests.bench.browser_bench import our_sign_in, sign_in_by_hand
from tests.bench.peers.directus import NAME, Directus, running_directus
from tests.bench.peers.ours import Ours
from tests.bench.report import Row, ratio_row
from tests.bench.system import Servers, System
from tests.browser.chromium import running_chromium

# Directus opens its only collection; so there is something in it.
PERSON: Final = b"full_name,email\nAsha Rao,asha@example.com\n"
CONTENT: Final = "main tr.table-row"


async def run(servers: Servers, *, rounds: int, ours: Ours) -> AsyncIterator[Row]:
    async with running_directus(servers) as directus, ours.system(servers) as system:
        await directus.import_csv("people", PERSON)
        mine, theirs = await asyncio.to_thread(_sign_ins, system, directus, rounds)
    yield ratio_row(
        f"the sign-in in a browser, click → first content / {NAME}",
        ours=mine,
        baseline=theirs,
        unit="ms",
        panel="The sign-in in a browser, from the click to the first content drawn",
    )


def _sign_ins(system: System, directus: Directus, rounds: int) -> tuple[list[float], list[float]]:
    """In turns, after one of each that is not counted: servers compile and connect with their first."""
    mine, theirs = [], []
    with running_chromium() as browser:
        for _ in range(1 + rounds):
            mine.append(our_sign_in(browser, system.url))
            theirs.append(sign_in_by_hand(browser, f"{directus.url}/admin/login", content=CONTENT))
    return mine[1:], theirs[1:]
