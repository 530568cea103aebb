"""Slots that companies share."""

import asyncio
from uuid import UUID, uuid4

import pytest

from server.platform.process.fair_slots import FairSlots

LARGE, SMALL = uuid4(), uuid4()


class Holders:
    """Tasks that hold a slot until they are told to end."""

    def __init__(self, slots: FairSlots) -> None:
        self.slots = slots
        self.inside: list[UUID] = []
        self.ends: list[asyncio.Event] = []

    def start(self, company_id: UUID) -> asyncio.Task[None]:
        return asyncio.create_task(self._hold(company_id))

    async def _hold(self, company_id: UUID) -> None:
        async with self.slots.hold(company_id):
            end = asyncio.Event()
            self.inside.append(company_id)
            self.ends.append(end)
            await end.wait()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_company_never_takes_all_slots() -> None:
    holders = Holders(FairSlots(3, each=2, waiting=5))
    for company in (LARGE, LARGE, LARGE, SMALL):
        _ = holders.start(company)
    await settle()

    assert holders.inside == [LARGE, LARGE, SMALL]


async def test_a_free_slot_goes_to_the_companies_in_turn() -> None:
    holders = Holders(FairSlots(1, each=1, waiting=5))
    for company in (LARGE, LARGE, LARGE, SMALL):
        _ = holders.start(company)
    for ended in range(3):
        await settle()
        holders.ends[ended].set()
    await settle()

    assert holders.inside == [LARGE, LARGE, SMALL, LARGE]


@pytest.mark.security("S143")
async def test_who_holds_the_least_goes_first() -> None:
    """One takes all while no other waits, and others then have as much before it has more."""
    holders = Holders(FairSlots(3, each=3, waiting=5))
    for company in (LARGE, LARGE, LARGE, LARGE, SMALL, SMALL):
        _ = holders.start(company)
    for ended in range(3):
        await settle()
        holders.ends[ended].set()
    await settle()

    assert holders.inside == [LARGE, LARGE, LARGE, SMALL, LARGE, SMALL]


@pytest.mark.parametrize("steps", ["leave settle release", "leave release", "release leave"])
async def test_a_caller_that_leaves_while_it_waits_keeps_no_slot(steps: str) -> None:
    slots = FairSlots(1, each=1, waiting=1)
    holders = Holders(slots)
    await slots.acquire(LARGE)
    waiting = holders.start(LARGE)
    await settle()
    for step in steps.split():
        if step == "leave":
            waiting.cancel()
        elif step == "release":
            slots.release(LARGE)
        else:
            await settle()
    await settle()

    async with asyncio.timeout(30), slots.hold(LARGE):
        assert holders.inside == []
