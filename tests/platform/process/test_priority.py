"""Work that gives way: its threads, its connections to Postgres, and for how long."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.platform.process.priority import NICE, GivingWay, ShortRequests, lower_backend
from workers.patience import GIVE_WAY_SECONDS, Patience

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no priorities of threads")

IN_A_SESSION_OF_ITS_OWN = """
import asyncio
from pathlib import Path
from server.platform.process.priority import GivingWay

async def main():
    with GivingWay(seconds=60), GivingWay(seconds=60):
        print(Path("/proc/self/autogroup").read_text().split()[-1])
    while not Path("/proc/self/autogroup").read_text().endswith(" 0\\n"):
        await asyncio.sleep(0.01)
    print("as before")

asyncio.run(main())
"""


def _nice(process_id: int = 0) -> int:
    return os.getpriority(os.PRIO_PROCESS, process_id)


def test_a_process_that_is_not_of_postgres_is_left_alone() -> None:
    """The number of a process in another container may be that of another one here."""
    before = _nice()
    assert not lower_backend(os.getpid())
    assert not lower_backend(2**22 + 1)
    assert _nice() == before


async def test_threads_give_way_until_the_time_has_passed() -> None:
    loop, before = asyncio.get_running_loop(), _nice()
    with GivingWay(seconds=60) as way:
        assert await loop.run_in_executor(way.executor, _nice) == NICE
    with GivingWay(seconds=0) as way:
        while way.executor is not None:
            await asyncio.sleep(0)
        assert await loop.run_in_executor(way.executor, _nice) == before
    assert _nice() == before


def test_a_job_is_patient_for_some_seconds_also_when_it_is_enqueued_again() -> None:
    patience = Patience()
    assert patience.gives_way("create_accounts", "one", now=100.0)
    assert patience.gives_way("create_accounts", "one", now=100.0 + GIVE_WAY_SECONDS - 1)
    assert not patience.gives_way("create_accounts", "one", now=100.0 + GIVE_WAY_SECONDS)
    assert patience.gives_way("create_accounts", "two", now=100.0 + GIVE_WAY_SECONDS)


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="this kernel weighs no sessions")
def test_the_last_that_gives_way_restores_the_process() -> None:
    command = [sys.executable, "-c", IN_A_SESSION_OF_ITS_OWN]
    done = subprocess.run(command, check=True, capture_output=True, start_new_session=True, text=True)  # noqa: S603 - ours
    assert done.stdout.split(maxsplit=1) == [str(NICE), "as before\n"]


async def test_a_thread_lets_requests_pass_and_goes_on_where_they_take_long() -> None:
    requests = ShortRequests()
    assert requests.let_pass()
    requests.begin()
    requests.begin()
    assert not requests.let_pass(), "it waits no longer than it may"
    requests.end()
    thread = asyncio.create_task(asyncio.to_thread(requests.let_pass, seconds=60))
    requests.end()
    assert await thread
