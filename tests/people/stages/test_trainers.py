"""S154: trainers move the people of their batches between open stages, where the company allows it."""

from typing import Any
from uuid import UUID

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Answer, execute
from tests.fixtures.user_calls import Desk, Desks, position
from tests.people.stages.test_stages import move, stages, way
from tests.training.test_duties import choose

ALLOWED = {"trainersMoveStages": True}


async def people_of(desk: Desk, batch_id: UUID) -> tuple[list[str], dict[str, str | None]]:
    """(the names of the stages between which the caller moves people; by person, where they are)."""
    page = (await desk.browser.get(f"training/batches/{batch_id}/people")).body
    names = {each["id"]: each["name"] for each in page["stages"]}
    assert all(set(each) == {"id", "name", "kind", "colour"} for each in page["stages"])
    return list(names.values()), {each["id"]: names.get(each["stageId"]) for each in page["data"]}


async def move_as(desk: Desk, user_id: object, found: dict[str, Any], *, of: str, to: str) -> Answer:
    body = {"stageId": found[to]["id"], "from": found[of]["id"]}
    return await desk.browser.call("PUT", f"users/{user_id}/stage", json=body)


@pytest.mark.security("S154")
async def test_a_trainer_moves_people_of_own_batches_between_open_stages_if_allowed(
    shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    person = await sign_in(Profile.TRAINER)
    trainer, batch_id, other_id = desks.of(person), await shelf.make("Own"), await shelf.make("Other")
    user_id, stranger = [UUID((await desk.create()).body["id"]) for _ in range(2)]
    colleague = UUID((await desk.create(**position(Profile.TRAINER))).body["id"])
    await shelf.put_in(batch_id, [user_id, colleague])
    await shelf.put_in(other_id, [stranger])
    assert (await choose(desk.browser, batch_id, person.id)).status == 200
    found = await stages(desk)

    refused = await move_as(trainer, user_id, found, of="Selected", to="In training")
    assert (refused.status, refused.body["code"]) == (403, "forbidden"), "the company has not allowed it"
    assert (await desk.browser.call("PUT", "companies/settings", json=ALLOWED)).body["trainersMoveStages"] is True
    moved = await move_as(trainer, user_id, found, of="Selected", to="In training")
    assert (moved.status, moved.body["entry"]["stageName"]) == (200, "In training"), moved.body
    assert (await desk.audit_entry("user_moved"))["actor_id"] == person.id

    for to in ("Applied", "Placed", "Left"):
        assert (await move_as(trainer, user_id, found, of="In training", to=to)).status == 403, to
    assert (await move_as(trainer, stranger, found, of="Selected", to="In training")).status == 404
    assert (await move_as(trainer, colleague, found, of="Selected", to="In training")).status == 422
    assert (await move(desk, user_id, of="In training", to="Left")).status == 200
    assert (await move_as(trainer, user_id, found, of="Left", to="In training")).status == 403, "they have left"
    assert (await move(desk, user_id, of="Left", to="Interview")).status == 200

    late = await move_as(trainer, user_id, found, of="Selected", to="Certified")
    assert (late.status, late.body["code"]) == (409, "stage_moved")
    assert (await desk.browser.call("PUT", "companies/settings", json={"trainersMoveStages": False})).status == 200
    assert (await move_as(trainer, user_id, found, of="Interview", to="Certified")).status == 403
    assert await way(desk, user_id) == ["Interview", "Left", "In training", "Selected"]


@pytest.mark.security("S154")
async def test_a_trainer_reads_open_stages_and_who_is_in_them_if_allowed(
    shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    person, batch_id = await sign_in(Profile.TRAINER), await shelf.make("Own")
    trainer, user_id = desks.of(person), UUID((await desk.create()).body["id"])
    await shelf.put_in(batch_id, [user_id, person.id])
    assert (await choose(desk.browser, batch_id, person.id)).status == 200
    open_ones = ["Screening", "Interview", "Selected", "In training", "Certified"]
    unknown = {str(user_id): None, str(person.id): None}

    assert await people_of(trainer, batch_id) == ([], unknown), "the company has not allowed it"
    assert (await desk.browser.call("PUT", "companies/settings", json=ALLOWED)).status == 200
    assert await people_of(trainer, batch_id) == (open_ones, unknown | {str(user_id): "Selected"})
    assert (await move(desk, user_id, of="Selected", to="Left")).status == 200
    assert await people_of(trainer, batch_id) == (open_ones, unknown)
    every = ["Applied", *open_ones, "Placed", "Left"]
    assert await people_of(desk, batch_id) == (every, unknown | {str(user_id): "Left"})
    assert (await trainer.browser.get("stages")).status == 403


@pytest.mark.security("S154")
@pytest.mark.parametrize("end", ["removed", "archived", "left"])
async def test_a_lapsed_duty_moves_no_one(shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn, end: str) -> None:
    person = await sign_in(Profile.TRAINER)
    batch_id, user_id = await shelf.make("Own"), UUID((await desk.create()).body["id"])
    await shelf.put_in(batch_id, [user_id])
    assert (await choose(desk.browser, batch_id, person.id)).status == 200
    assert (await desk.browser.call("PUT", "companies/settings", json=ALLOWED)).status == 200
    if end == "removed":
        assert (await choose(desk.browser, batch_id, remove=(person.id,))).status == 200
    elif end == "archived":
        await execute(desk.services, "UPDATE batches SET archived_at = now() WHERE id = $1", batch_id)
        assert await people_of(desks.of(person), batch_id) == ([], {str(user_id): None})
    else:
        await shelf.take_out(batch_id, [user_id])
    found = await stages(desk)
    assert (await move_as(desks.of(person), user_id, found, of="Selected", to="In training")).status == 404
    assert await way(desk, user_id) == ["Selected"]
