"""Calls that control an import, sent at once and again and again: no order of them breaks its books."""

import asyncio
import random
from typing import Final
from uuid import UUID

import pytest

from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.run.undo_import import undo_accounts
from server.people.imports.states import ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany

STEPS: Final = ("start", "pause", "resume", "invite", "cancel", "undo")
ACCOUNTS: Final = "SELECT count(*) FROM users WHERE email LIKE 'imported%'"


async def work(office: Office, import_id: UUID) -> None:
    """As workers do, whatever the state of the import."""
    for _ in range(4):
        await create_accounts(office.services, import_id=import_id)
        await undo_accounts(office.services, import_id=import_id)


@pytest.mark.settings(rate_limit_scale=100)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
async def test_any_order_of_steps_leaves_the_books_balanced(caller: Caller, office: Office, seed: int) -> None:
    owner = caller.as_person(office.person)
    import_id = await office.begin(*people(12))
    await office.cut(import_id, rows=2)
    steps = [step for step in STEPS for _ in range(4)]
    random.Random(seed).shuffle(steps)  # noqa: S311 - nothing secret
    answers = await asyncio.gather(
        *(owner.post(f"{import_id}/{step}") for step in steps), *(work(office, import_id) for _ in range(2))
    )
    assert {answer.status for answer in answers if answer is not None} <= {200, 409}
    if (await office.snapshot(import_id)).state is ImportState.PAUSED:
        await owner.post(f"{import_id}/resume")
    await office.work(import_id)
    ended = await office.undo_all(import_id)
    assert ended.state in {ImportState.COMPLETED, ImportState.CANCELLED, ImportState.UNDONE}
    undone = ended.undone if ended.state is ImportState.UNDONE else 0
    assert await office.fetch_value(ACCOUNTS) == ended.success_count - undone
    doubles = "SELECT count(*) FROM messages WHERE kind = 'invitation' GROUP BY user_id HAVING count(*) > 1"
    assert await office.fetch(doubles) == []


@pytest.mark.settings(rate_limit_scale=100)
@pytest.mark.parametrize("step", [*STEPS, "undo?GET"])
async def test_strangers_and_those_without_the_right_control_nothing(
    caller: Caller, office: Office, offices: Offices, add_company: AddCompany, *, step: str
) -> None:
    """Another company learns nothing of the import; within the company the profile decides."""
    import_id = await office.check(*people(2))
    path, _, method = step.partition("?")
    stranger = await offices.open(company=await add_company())
    trainer = await offices.open(Profile.TRAINER)
    before = (await office.snapshot(import_id)).version
    for person, status in ((stranger.person, 404), (trainer.person, 403)):
        answer = await caller.as_person(person).call(method or "POST", f"{import_id}/{path}")
        assert answer.status == status
    assert (await caller.call(method or "POST", f"{import_id}/{path}")).status == 401
    assert (await office.snapshot(import_id)).version == before
