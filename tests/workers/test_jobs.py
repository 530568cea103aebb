"""Declared tasks: names, queues, payloads and limits."""

import json
import uuid
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from server.platform.configuration.settings import Settings
from server.platform.process.tasks import ArqTaskQueue, Queue, Task, TaskFunction, task
from tests.architecture.source import modules
from workers.main import LANES, OPTIONS, TASKS

ID: Final = uuid.UUID("01997d0e-0000-7000-8000-000000000001")
# Names and payloads of tasks on the queue, which other versions must still understand.
ON_THE_WIRE: Final = {
    ("check_import", "waymark:work", (str(ID),)),
    ("compare_people", "waymark:work", (str(ID),)),
    ("create_accounts", "waymark:work", (str(ID),)),
    ("fill_field_keys", "waymark:work", (str(ID),)),
    ("undo_accounts", "waymark:work", (str(ID),)),
    ("run_bulk_job", "waymark:work", (str(ID),)),
    ("undo_bulk_job", "waymark:work", (str(ID),)),
    ("run_erasure", "waymark:work", (str(ID),)),
    ("send_code", "waymark:codes", (str(ID),)),
    ("send_messages", "waymark:work", ()),
}
ID_OF: Final = {
    "check_import": "import_id",
    "compare_people": "company_id",
    "create_accounts": "import_id",
    "fill_field_keys": "company_id",
    "undo_accounts": "import_id",
    "run_bulk_job": "job_id",
    "undo_bulk_job": "job_id",
    "run_erasure": "erasure_id",
    "send_code": "message_id",
}


def _every_job() -> list[Task]:
    return [function.task(**({ID_OF[function.name]: ID} if function.name in ID_OF else {})) for function in TASKS]


def _declared() -> set[str]:
    """The server's functions that are declared as tasks."""
    return {
        function.name
        for module in modules("server")
        for function in module.functions
        for decorator in function.decorator_list
        if getattr(getattr(decorator, "func", None), "id", None) == "task"
    }


def test_every_use_case_that_is_declared_a_job_is_run_by_the_worker() -> None:
    assert {function.name for function in TASKS} == _declared()
    assert {function.name for function in OPTIONS["functions"]} == _declared()


def test_jobs_keep_their_names_queues_and_payloads() -> None:
    assert {(task.name, task.queue.value, task.arguments) for task in _every_job()} == ON_THE_WIRE


async def test_a_job_is_called_with_the_ids_of_its_payload() -> None:
    ran: list[Any] = []

    @task(Queue.WORK)
    async def move(services: str, *, from_id: uuid.UUID, to_id: uuid.UUID, seconds: float = 2.0) -> None:
        ran.append((services, from_id, to_id, seconds))

    other = uuid.uuid4()
    queued = move.task(to_id=other, from_id=ID)
    assert queued.arguments == (str(ID), str(other))
    await move.run("services", *queued.arguments)
    await move("services", from_id=ID, to_id=other, seconds=1.0)
    assert ran == [("services", ID, other, 2.0), ("services", ID, other, 1.0)]


@pytest.mark.parametrize("function", [function for function in TASKS if function.name in ID_OF])
async def test_a_payload_that_is_no_id_is_refused(function: TaskFunction[Any, ...]) -> None:
    with pytest.raises(ValueError, match="badly formed"):
        await function.run(None, "no id")
    with pytest.raises(ValueError, match="zip"):
        await function.run(None)


def test_every_queue_has_a_worker_with_slots_of_its_own() -> None:
    assert {lane.queue for lane in LANES} == set(Queue)
    assert all(lane.slots > 0 for lane in LANES)


def test_no_job_may_outlast_a_minute() -> None:
    limits = [function.timeout_s or OPTIONS["job_timeout"] for function in OPTIONS["functions"]]
    assert max(limits) <= 60


async def test_redis_holds_only_ids(settings: Settings) -> None:
    queue = ArqTaskQueue(settings.redis_url)
    every_job = _every_job()
    for each in every_job:
        await queue.enqueue(each)
    await queue.close()
    async with Redis.from_url(settings.redis_url) as redis:
        stored = [json.loads(await redis.get(key)) for key in await redis.keys("arq:job:*")]
    assert {(task["f"], tuple(task["a"])) for task in stored} == {(task.name, task.arguments) for task in every_job}
    assert all(uuid.UUID(argument) for task in stored for argument in task["a"])
