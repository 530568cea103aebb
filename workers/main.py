"""`python -m workers.main`: one process that runs the tasks of both queues, and the sweeper."""

import asyncio
import gc
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from typing import Any, Final

import uvloop
from structlog import get_logger

from server.company.privacy.erase_person import run_erasure
from server.composition import Composition
from server.messaging.messages.sending import SendingServices, send_code, send_messages
from server.people.bulk.run_job import run_bulk_job, undo_bulk_job
from server.people.duplicates.find_duplicates import compare_people
from server.people.fields.fill_keys import fill_field_keys
from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.run.undo_import import undo_accounts
from server.platform.configuration.load_settings import start_process
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.errors import UnavailableError
from server.platform.process.loop_pauses import IDLE_TICK_SECONDS, LoopPauses
from server.platform.process.tasks import Queue, TaskFunction
from server.platform.process.threads import in_thread
from workers.context import sending_services
from workers.maintenance import (
    run_domain_proofs,
    run_maintenance,
    run_measures,
    run_publications,
    run_sources,
    run_webhooks,
)
from workers.runner import Lane, beat, run_lane, stops_within, task_functions

TASKS: Final[tuple[TaskFunction[SendingServices, ...], ...]] = (
    check_import,
    compare_people,
    create_accounts,
    fill_field_keys,
    undo_accounts,
    run_bulk_job,
    undo_bulk_job,
    run_erasure,
    send_code,
    send_messages,
)
LANES: Final = (Lane(queue=Queue.CODES, slots=16), Lane(queue=Queue.WORK, slots=6))
SERVICES: Final = "services"
CLOSE_SECONDS: Final = 4.0
# After this a hanging process is ended.
LAST_RESORT_SECONDS: Final = 24.0
POSTGRES_RETRY_SECONDS: Final = 1.0
# No one waits for a worker as for a page: the processor is the requests' first, where both want it.
NICE: Final = 5
GARBAGE_THRESHOLD: Final = 20_000

logger = get_logger(__name__)


async def _run(task: TaskFunction[SendingServices, ...], context: dict[str, Any], *arguments: str) -> None:
    await task.run(context[SERVICES], *arguments)


# What arq's worker is made with.
OPTIONS: Final[dict[str, Any]] = {
    "functions": task_functions({task.name: partial(_run, task) for task in TASKS}),
    # Half of it is what a task waits on average; shorter ones would cost an idle worker more of a core.
    "poll_delay": 0.2,
    # A task of a dead worker is retried once the longest time limit has passed; the sweeper is quicker.
    "job_timeout": 60,
    # After that the sweeper enqueues what is unfinished in Postgres.
    "max_tries": 5,
    "keep_result": 0,
    "log_results": False,
    "handle_signals": False,
}


async def work(settings: Settings, *, stop: asyncio.Event) -> None:
    """Run until `stop` is set, then exit within 25 seconds."""
    composition = Composition(settings, plans_anew=True)
    if not await _open(composition, stop):
        return
    services = sending_services(composition.services)
    context = {SERVICES: services}
    # Judging a file allocates millions of objects without cycles in one thread, beside the event loop's.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD, 50)
    logger.info("worker_started")
    pauses = LoopPauses(tick=IDLE_TICK_SECONDS)
    pauses.start()
    unwatch = composition.watch("waymark-worker")
    async with asyncio.TaskGroup() as tasks:
        for lane in LANES:
            tasks.create_task(run_lane(lane, OPTIONS, redis_url=settings.redis_url, context=context, stop=stop))
        for run in (run_maintenance, run_domain_proofs, run_publications, run_measures, run_webhooks, run_sources):
            tasks.create_task(run(services, stop=stop))
        tasks.create_task(beat(settings.redis_url, stop=stop, file=settings.heartbeat_file))
    pauses.stop()
    await in_thread(unwatch)
    await services.code_providers.close()
    await services.bulk_providers.close()
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await composition.close()
    except TimeoutError:
        logger.warning("closed_by_force")
    logger.info("worker_stopped")


async def _open(composition: Composition, stop: asyncio.Event) -> bool:
    """Wait for Postgres; False when `stop` is set before it can be reached."""
    while True:
        with suppress(UnavailableError):
            await composition.open()
            return True
        if await stops_within(POSTGRES_RETRY_SECONDS, stop):
            return False


async def _main(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end() -> None:
        stop.set()
        loop.call_later(LAST_RESORT_SECONDS, os._exit, 1)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end)
    await work(settings, stop=stop)


def main() -> int:
    try:
        settings = start_process()
        os.nice(NICE)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_main(settings))
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
