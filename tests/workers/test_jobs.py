import inspect
import json
import uuid

from redis.asyncio import Redis

from server import jobs
from server.jobs import ArqJobQueue, Job, JobName, Queue
from server.settings import Settings
from workers.main import JOBS, LANES, WorkerSettings


def _every_job() -> list[Job]:
    some_id = uuid.uuid4()
    return [
        jobs.check_import(some_id),
        jobs.create_accounts(some_id),
        jobs.index_people(),
        jobs.send_code(some_id),
        jobs.send_messages(),
    ]


def test_every_job_that_can_be_enqueued_is_one_that_the_worker_knows() -> None:
    assert set(JOBS) == set(JobName)
    assert {function.name for function in WorkerSettings.functions} == {name.value for name in JobName}
    assert {job.name for job in _every_job()} == set(JobName)


def test_a_job_carries_what_its_function_takes() -> None:
    for job in _every_job():
        inspect.signature(JOBS[job.name]).bind({}, *job.arguments)


def test_every_queue_has_a_worker_with_slots_of_its_own() -> None:
    assert {lane.queue for lane in LANES} == set(Queue)
    assert all(lane.slots > 0 for lane in LANES)


def test_no_job_may_outlast_a_minute() -> None:
    limits = [function.timeout_s or WorkerSettings.job_timeout for function in WorkerSettings.functions]
    assert max(limits) <= 60


def test_a_queue_where_nothing_happens_is_looked_at_once_a_second_at_most() -> None:
    assert WorkerSettings.poll_delay >= 1


async def test_nothing_but_ids_stands_in_redis(settings: Settings) -> None:
    queue = ArqJobQueue(settings.redis_url)
    every_job = _every_job()
    for job in every_job:
        await queue.enqueue(job)
    await queue.close()
    async with Redis.from_url(settings.redis_url) as redis:
        stored = [json.loads(await redis.get(key)) for key in await redis.keys("arq:job:*")]
    assert {(job["f"], tuple(job["a"])) for job in stored} == {(job.name.value, job.arguments) for job in every_job}
    assert all(uuid.UUID(argument) for job in stored for argument in job["a"])
