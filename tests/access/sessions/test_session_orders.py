"""S27 for random orders of calls: one live lineage for each session, and ended sessions stay ended."""

import asyncio

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import Company
from tests.fixtures.session_machine import Place, SessionMachine


@pytest.mark.security("S27")
@pytest.mark.slow
@pytest.mark.settings(otp_cooldown=0, rate_limit_scale=10_000)
async def test_no_order_of_calls_brings_an_ended_session_back(server: LiveServer, company: Company) -> None:
    place = Place(url=server.url, services=server.services, company=company, loop=asyncio.get_running_loop())

    class MachineHere(SessionMachine):
        def __init__(self) -> None:
            super().__init__(place)

    chosen = settings(max_examples=settings().max_examples // 25, stateful_step_count=20)
    await asyncio.to_thread(run_state_machine_as_test, MachineHere, settings=chosen)
