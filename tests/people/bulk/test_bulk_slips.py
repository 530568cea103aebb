"""S58: a slip, a repeated request or a flood of jobs changes no company."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from server.people.bulk.rules import MOST_RUNNING
from tests.fixtures.bulk_calls import Clipboard, Stranger


@pytest.mark.security("S58")
async def test_ten_thousand_ids_are_taken_and_one_more_is_refused(clipboard: Clipboard) -> None:
    own = await clipboard.add_people(1)
    many = [*own, *(UUID(int=number) for number in range(9_999))]
    assert (await clipboard.preview("sign-out", many))["total"] == 10_000
    answer = await clipboard.send("sign-out", [*many, uuid4()], dryRun=True)
    assert (answer.status, answer.body["errors"]) == (422, {"select.ids": "Must be at most 10000 entries"})
    assert (await clipboard.preview("sign-out", [*own, *own]))["total"] == 1, "each counts once"


@pytest.mark.security("S58")
@pytest.mark.parametrize("action", ["delete", "invite", "sign-out"])
async def test_what_cannot_be_undone_is_confirmed_by_its_number(clipboard: Clipboard, action: str) -> None:
    ids = await clipboard.add_people(1_000)
    sessions = """
        INSERT INTO sessions (company_id, user_id, device, address, idle_expires_at, absolute_expires_at)
        SELECT company_id, id, 'Test', '192.0.2.1', now() + interval '1 hour', now() + interval '1 day'
          FROM users WHERE id = ANY($1::uuid[])
    """
    await clipboard.execute(sessions, ids)
    assert (await clipboard.preview(action, ids))["allowed"] == 1_000
    for confirm in (
        {},
        {"confirm": 999},
        {"confirm": None},
        {"confirm": 1_001},
        {"confirm": True},
        {"confirm": "1000"},
    ):
        answer = await clipboard.send(action, ids, **confirm)
        assert (answer.status, list(answer.body["errors"])) == (422, ["confirm"])
    assert await clipboard.value("SELECT count(*) FROM bulk_jobs") == 0
    assert (await clipboard.send(action, ids, confirm=1_000)).status == 201
    assert (await clipboard.send(action, ids[:999])).status == 201


@pytest.mark.security("S58")
async def test_what_can_be_undone_needs_no_number(clipboard: Clipboard) -> None:
    assert (await clipboard.send("deactivate", await clipboard.add_people(1_000))).status == 201


@pytest.mark.security("S58")
async def test_a_repeated_request_starts_one_job(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(2)
    answers = await asyncio.gather(*(clipboard.send("deactivate", ids, key="one") for _ in range(5)))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body["id"] for answer in answers}) == 1
    assert await clipboard.value("SELECT count(*) FROM bulk_jobs") == 1
    other = await clipboard.send("activate", ids, key="one")
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert (await clipboard.send("deactivate", ids, key="one", dryRun=True)).status == 200


@pytest.mark.security("S58")
async def test_few_jobs_of_a_company_run_at_once(clipboard: Clipboard, stranger: Stranger) -> None:
    ids = await clipboard.add_people(1)
    answers = await asyncio.gather(*(clipboard.send("sign-out", ids) for _ in range(MOST_RUNNING + 3)))
    assert sorted(answer.status for answer in answers) == [201] * MOST_RUNNING + [409] * 3
    assert {answer.code for answer in answers if answer.status == 409} == {"too_many_jobs"}
    other = await stranger()
    assert (await other.send("sign-out", await other.add_people(1, name="theirs"))).status == 201
    jobs = (await clipboard.browser.get("users/bulk")).body["data"]
    await clipboard.work(UUID(jobs[0]["id"]))
    assert (await clipboard.send("sign-out", ids)).status == 201


@pytest.mark.security("S58")
async def test_a_request_that_does_not_say_exactly_what_to_do_starts_nothing(clipboard: Clipboard) -> None:
    cases: list[dict[str, Any]] = [
        {},
        {"select": {}, "action": "delete"},
        {"select": {"ids": [], "filter": {}}, "action": "delete"},
        {"select": {"filter": {"profil": "TRAINEE"}}, "action": "delete"},
        {"select": {"filter": {"profile": "BOSS"}}, "action": "delete"},
        {"select": {"filter": {"page": 1}}, "action": "delete"},
        {"select": {"ids": ["x"]}, "action": "delete"},
        {"select": {"filter": {}}, "action": "promote"},
        {"select": {"filter": {}}, "action": "set"},
        {"select": {"filter": {}}, "action": "set", "set": {}},
        {"select": {"filter": {}}, "action": "set", "set": {"isActive": False}},
        {"select": {"filter": {}}, "action": "set", "set": {"email": "x@example.org"}},
        {"select": {"filter": {}}, "action": "set", "set": {"role": "BOSS"}},
        {"select": {"filter": {}}, "action": "set", "set": {"profile": "TRAINEE", "role": "MENTOR"}},
        {"select": {"filter": {}}, "action": "set", "set": {"workLocation": " "}},
        {"select": {"filter": {}}, "action": "set", "set": {"workLocation": "\u0000"}},
        {"select": {"filter": {}}, "action": "delete", "set": {"role": "TRAINEE"}},
        {"select": {"filter": {}}, "action": "add-to-batch"},
        {"select": {"filter": {}}, "action": "delete", "batchId": str(uuid4())},
        {"select": {"filter": {}}, "action": "delete", "dryRun": "yes"},
        {"select": {"filter": {"search": "zebra"}}, "action": "delete"},
        {"select": {"ids": []}, "action": "delete"},
    ]
    await clipboard.add_people(1)
    for body in cases:
        answer = await clipboard.browser.post("users/bulk", json=body)
        assert answer.status == 422, answer.body
        assert await clipboard.value("SELECT count(*) FROM bulk_jobs") == 0, body
