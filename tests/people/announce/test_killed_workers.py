"""An announcement to a hundred thousand people whose workers are killed again and again."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

import pytest

from server.people.bulk.run_job import run_bulk_job
from server.platform.process.tasks import ArqTaskQueue
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.eventually import eventually
from tests.fixtures.worker_process import StartWorker

PEOPLE: Final = 100_000
KILLS: Final = 20
FORM: Final = {"title": "News", "body": "Text", "byMail": True, "confirm": PEOPLE}
RECIPIENTS: Final = "announcement_recipients WHERE true"
MAILS: Final = "messages WHERE kind = 'announcement'"
BELLS: Final = "notifications WHERE kind = 'announcement'"


@dataclass(frozen=True, kw_only=True)
class Mortal:
    """Workers that work on one announcement until they have added something."""

    clipboard: Clipboard
    start_worker: StartWorker
    queue: ArqTaskQueue
    job_id: UUID

    async def counted(self, rows: str) -> tuple[int, int]:
        """(rows, people in them)."""
        [row] = await self.clipboard.fetch(f"SELECT count(*), count(DISTINCT user_id) FROM {rows}")  # noqa: S608 - constants
        number, people = row
        return number, people

    async def work_and_die(self, rows: str) -> bool:
        """False where nothing was left to do."""
        before = (await self.counted(rows))[0]
        if before == PEOPLE:
            return False

        async def has_added() -> bool:
            return (await self.counted(rows))[0] > before

        worker = await self.start_worker()
        await self.queue.enqueue(run_bulk_job.task(job_id=self.job_id))
        await eventually(has_added, within=240, what="the next part")
        worker.kill()
        return True

    async def die_until_done(self, rows: str, *, most: int) -> int:
        """How many workers have died."""
        deaths = 0
        while deaths < most and await self.work_and_die(rows):
            deaths += 1
        return deaths

    async def end(self) -> None:
        worker = await self.start_worker()
        await self.queue.enqueue(run_bulk_job.task(job_id=self.job_id))

        async def has_ended() -> bool:
            return bool((await self.clipboard.read(self.job_id))["state"] == "completed")

        await eventually(has_ended, within=240, what="the end of the job")
        worker.kill()


@pytest.mark.long
@pytest.mark.slow
async def test_twenty_killed_workers_leave_no_one_out_and_write_to_no_one_twice(
    clipboard: Clipboard, start_worker: StartWorker, redis_url: str
) -> None:
    """SIGKILL in each chunk, then in each part of the publication: one recipient, one mail and one bell a person."""
    for number in range(KILLS):
        await clipboard.add_people(PEOPLE // KILLS, name=f"member{number}x")
    answer = await clipboard.browser.post("announcements", json={**FORM, "select": {"filter": {"profile": "TRAINEE"}}})
    assert answer.status == 201, answer.body
    await clipboard.services.database.settle()
    job_id, queue = UUID(answer.body["id"]), ArqTaskQueue(redis_url)
    await clipboard.cut(job_id, rows=PEOPLE // KILLS // 2)
    await clipboard.execute("UPDATE announcements SET publish_at = now() + interval '1 day'")
    mortal = Mortal(clipboard=clipboard, start_worker=start_worker, queue=queue, job_id=job_id)

    deaths = await mortal.die_until_done(RECIPIENTS, most=KILLS)
    await mortal.end()
    assert [await mortal.counted(rows) for rows in (RECIPIENTS, MAILS)] == [(PEOPLE, PEOPLE)] * 2

    await clipboard.execute("UPDATE announcements SET publish_at = now()")
    deaths += await mortal.die_until_done(BELLS, most=KILLS)
    assert await mortal.counted(BELLS) == (PEOPLE, PEOPLE)
    assert deaths >= KILLS
    await queue.close()
