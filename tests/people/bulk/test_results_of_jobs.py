"""What pages and files show of jobs, and the events while they run."""

import csv
import io
from typing import Any, Final

from server.people.account.events import USERS_CHANGED, UsersChangeKind
from server.people.bulk.read_job import BULK_PROGRESS, BULK_SUMMARY
from server.people.chunks.engine import SUMMARY_SECONDS
from server.platform.csv_cells import unescape_cell
from server.platform.events import fits
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.eventually import eventually
from tests.fixtures.people import SignIn
from tests.fixtures.publisher import RecordingPublisher

HEADER: Final = ["row", "fullName", "email", "result", "reason"]
EVIL: Final = "=HYPERLINK(1)"


def of(publisher: RecordingPublisher, name: str) -> list[Any]:
    return [each for each in publisher.published if each.event.name == name]


async def table(clipboard: Clipboard, job_id: object, **query: str) -> list[list[str]]:
    client = clipboard.browser.client
    response = await client.get(
        f"/api/v1/users/bulk/{job_id}/results.csv",
        query_string=query,
        headers={"Authorization": f"Bearer {clipboard.browser.token}"},
    )
    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == 'attachment; filename="results.csv"'
    content = await response.get_data(as_text=False)
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


async def test_the_results_are_a_file_without_formulas(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(3)
    await clipboard.execute("UPDATE users SET full_name = $2 WHERE id = $1", ids[0], EVIL)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.execute("DELETE FROM users WHERE id = $1", ids[2])
    await clipboard.work(job_id)
    header, first, second, third = await table(clipboard, job_id)
    assert header == HEADER
    assert (first[1][0], unescape_cell(first[1]), first[3]) == ("'", EVIL, "Done")
    assert second == ["2", "member 2", "member2@example.org", "Done", ""]
    assert third[3:] == ["Failed", "The account has been deleted meanwhile"]
    assert await table(clipboard, job_id, status="failed") == [HEADER, third]
    entry = await clipboard.value("SELECT after FROM audit_entries WHERE action = 'users_exported' ORDER BY id LIMIT 1")
    assert entry == {"rows": 3, "status": "all"}


async def test_rows_come_in_pages_and_by_status(clipboard: Clipboard) -> None:
    active, inactive = await clipboard.add_people(3), await clipboard.add_people(2, name="away", is_active=False)
    job_id = await clipboard.run("deactivate", [*active, *inactive])
    for status, number in (("done", 3), ("unchanged", 2), ("failed", 0), ("undone", 0)):
        answer = await clipboard.browser.get(f"users/bulk/{job_id}/rows", query={"status": status, "pageSize": 2})
        assert (answer.body["total"], len(answer.body["data"])) == (number, min(2, number))
    second = await clipboard.browser.get(f"users/bulk/{job_id}/rows", query={"page": 2, "pageSize": 2})
    assert [row["row"] for row in second.body["data"]] == [3, 4]
    assert (await clipboard.browser.get(f"users/bulk/{job_id}/rows", query={"status": "lost"})).status == 422


async def test_the_history_begins_with_the_newest_job(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(1)
    jobs = [str(await clipboard.start("sign-out", ids)) for _ in range(3)]
    page = (await clipboard.browser.get("users/bulk", query={"pageSize": 2})).body
    assert ([job["id"] for job in page["data"]], page["total"]) == (jobs[:0:-1], 3)


async def test_progress_is_published_throttled_and_last_at_the_end(
    clipboard: Clipboard, publisher: RecordingPublisher
) -> None:
    ids = await clipboard.add_people(150)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.cut(job_id, rows=3)
    await clipboard.work(job_id)
    await clipboard.services.database.settle()

    async def both_ended() -> bool:
        published = [of(publisher, event.name) for event in (BULK_PROGRESS, BULK_SUMMARY)]
        return all(any(each.payload.state == "completed" for each in events) for events in published)

    await eventually(both_ended, within=60, what="the last progress and the last summary")
    progress, summaries = of(publisher, "bulk:progress"), of(publisher, "bulk:summary")
    # Beside the throttled ones: at the start, at the first people and at the end.
    assert len(progress) <= (progress[-1].at - progress[0].at) * 10 + 4
    assert len(summaries) <= (summaries[-1].at - summaries[0].at) / SUMMARY_SECONDS + 4
    # Two may cross on their way: the greater version counts.
    shown = max((each.payload for each in progress), key=lambda job: job.version)
    assert (shown.state, shown.done, shown.total) == ("completed", 150, 150)


async def test_lists_and_sessions_are_notified(
    clipboard: Clipboard, publisher: RecordingPublisher, sign_in: SignIn
) -> None:
    """Those who are signed in get their new rights at once, or are signed out; lists are fetched again."""
    people = [await sign_in() for _ in range(3)]
    ids = [person.id for person in people]
    await clipboard.run("set", ids, set={"profile": "MANAGEMENT", "role": "HR"})
    await clipboard.services.database.settle()
    assert set(publisher.moved) == set(ids)
    await clipboard.run("deactivate", ids)
    await clipboard.services.database.settle()
    assert set(publisher.ended) == {(person.session_id, "deactivated") for person in people}
    assert {each.payload.kind for each in of(publisher, USERS_CHANGED.name)} == {UsersChangeKind.UPDATED}


async def test_a_running_job_shows_its_last_people(clipboard: Clipboard, publisher: RecordingPublisher) -> None:
    """The newest first, in the snapshot and in the event to those who watch it; its company's summary has none."""
    ids = await clipboard.add_people(15)
    job_id = await clipboard.start("deactivate", [*ids, clipboard.person.id])
    await clipboard.cut(job_id, rows=6)
    assert (await clipboard.read(job_id))["recent"] == []
    assert await clipboard.do_chunk(job_id)
    assert await clipboard.do_chunk(job_id)
    recent = (await clipboard.read(job_id))["recent"]
    assert [row["row"] for row in recent] == list(range(12, 2, -1))
    rows = {row["row"]: row for row in await clipboard.rows(job_id)}
    assert recent == [rows[each["row"]] for each in recent]
    await clipboard.services.database.settle()
    assert any(each.payload.recent for each in of(publisher, BULK_PROGRESS.name))
    summaries = of(publisher, BULK_SUMMARY.name)
    assert summaries
    assert not any(hasattr(each.payload, "recent") for each in summaries)
    assert (await clipboard.work(job_id))["recent"] == []


async def test_last_people_with_long_names_fit_into_an_event(
    clipboard: Clipboard, publisher: RecordingPublisher
) -> None:
    ids = await clipboard.add_people(12)
    await clipboard.execute("UPDATE users SET full_name = repeat('\U00010900', 100) WHERE id = ANY($1::uuid[])", ids)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.cut(job_id, rows=11)
    assert await clipboard.do_chunk(job_id)
    await clipboard.services.database.settle()
    [shown] = [each.payload for each in of(publisher, BULK_PROGRESS.name) if each.payload.processed]
    assert 0 < len(shown.recent) < 10
    assert fits(shown)
