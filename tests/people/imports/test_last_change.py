"""The last change of a preview: what an undo takes back, as the snapshot names it."""

import asyncio
from typing import Any

import pytest

from server.people.imports.read_import import IMPORT_PROGRESS, PROGRESS
from server.people.imports.schemas import ImportSnapshot
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.publisher import RecordingPublisher


@pytest.fixture
def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def edit(caller: Caller, import_id: object, row: int, *, version: int = 1, **values: str) -> Called:
    return await caller.call("PATCH", f"{import_id}/rows/{row}", json={"values": values, "version": version})


async def delete(caller: Caller, import_id: object, *rows: int) -> Called:
    return await caller.call("DELETE", f"{import_id}/rows", json={"rows": rows})


async def undo(caller: Caller, import_id: object) -> Called:
    return await caller.post(f"{import_id}/rows/undo")


async def last_change(caller: Caller, import_id: object) -> Any:
    return (await caller.get(import_id)).body["lastChange"]


async def test_the_snapshot_names_the_change_that_an_undo_takes_back(
    owner: Caller, office: Office, offices: Offices, caller: Caller
) -> None:
    import_id = await office.check(*(person(each, role="Trainer") for each in range(1, 5)), person(5))
    assert await last_change(owner, import_id) is None
    colleague = await offices.open(company=office.person.company)
    actors = [(await each.identity()).actor for each in (office, colleague)]
    by = [{"id": str(each.user_id), "fullName": each.full_name} for each in actors]
    await delete(owner, import_id, 1, 2)
    deletion = {"number": 1, "kind": "deletion", "rows": 2, "row": None, "position": None, "field": None}
    deletion |= {"from": None, "to": None, "by": by[0]}
    assert await last_change(owner, import_id) == deletion
    await edit(caller.as_person(colleague.person), import_id, 4, fullName="Asha Rao")
    edited = {"number": 2, "kind": "edit", "rows": 1, "row": 4, "position": 2, "field": "fullName"}
    edited |= {"from": "Imported 4", "to": "Asha Rao", "by": by[1]}
    assert await last_change(owner, import_id) == edited
    await owner.post(f"{import_id}/values", {"field": "role", "from": "Trainer", "to": "HR"})
    mapping = {"number": 3, "kind": "mapping", "rows": 2, "row": None, "position": None, "field": "role"}
    assert await last_change(owner, import_id) == mapping | {"from": "Trainer", "to": "HR", "by": by[0]}
    assert [(await undo(owner, import_id)).body["lastChange"] for _ in range(3)] == [edited, deletion, None]
    await edit(owner, import_id, 3, fullName="Asha Rao", workLocation="x" * 1000)
    several = await last_change(owner, import_id)
    assert (several["number"], several["row"], several["field"], several["from"]) == (4, 3, None, None)
    await edit(owner, import_id, 3, version=5, workLocation="y" * 1000)
    assert (await last_change(owner, import_id))["to"] == "y" * 59 + "…"
    await office.execute("DELETE FROM users WHERE id = $1", colleague.person.id)
    await undo(owner, import_id)
    await office.start(import_id)
    assert await last_change(owner, import_id) is None


async def test_a_change_of_a_deleted_account_is_offered_without_a_name(
    owner: Caller, office: Office, offices: Offices, caller: Caller
) -> None:
    import_id = await office.check(*people(2))
    colleague = await offices.open(company=office.person.company)
    await delete(caller.as_person(colleague.person), import_id, 1)
    await office.execute("DELETE FROM users WHERE id = $1", colleague.person.id)
    offered = await last_change(owner, import_id)
    assert (offered["kind"], offered["row"], offered["by"]) == ("deletion", 1, None)
    assert (await undo(owner, import_id)).body["lastChange"] is None


async def test_watchers_receive_the_last_change(owner: Caller, office: Office, publisher: RecordingPublisher) -> None:
    import_id = await office.check(*people(2))
    await edit(owner, import_id, 1, fullName="Asha Rao")
    await PROGRESS.publish_now(office.services, import_id)
    told = publisher.shown(IMPORT_PROGRESS)[-1]
    assert isinstance(told, ImportSnapshot)
    assert told.last_change is not None
    assert (told.last_change.number, told.last_change.to) == (1, "Asha Rao")


async def test_an_undo_of_a_named_change_takes_back_no_other(
    owner: Caller, office: Office, offices: Offices, caller: Caller
) -> None:
    """Two users see the same last change, and each undoes it: the second call changes nothing."""
    import_id = await office.check(*people(3))
    colleague = caller.as_person((await offices.open(company=office.person.company)).person)
    await delete(owner, import_id, 1)
    await edit(owner, import_id, 2, fullName="Asha Rao")
    seen = {"number": (await last_change(owner, import_id))["number"]}
    answers = await asyncio.gather(*(each.post(f"{import_id}/rows/undo", seen) for each in (owner, colleague)))
    assert sorted(answer.status for answer in answers) == [200, 409]
    [refused] = [answer for answer in answers if answer.status == 409]
    assert refused.body["code"] == "another_change"
    assert refused.body["lastChange"] == await last_change(owner, import_id)
    assert (refused.body["lastChange"]["kind"], refused.body["lastChange"]["number"]) == ("deletion", 1)
    assert (await owner.get(import_id)).body["totalRows"] == 2
    assert (await owner.post(f"{import_id}/rows/undo", {"number": 3})).refusal[1] == "another_change"
    assert (await owner.post(f"{import_id}/rows/undo", {"number": 1})).body["lastChange"] is None
    assert (await owner.post(f"{import_id}/rows/undo", {"number": 1})).refusal[1] == "nothing_to_undo"


async def test_a_number_that_no_change_has_is_refused(owner: Caller, office: Office) -> None:
    cases: list[object] = [0, -1, 2**31, "one", 1.5, [1], {"number": 1}]
    import_id = await office.check(*people(2))
    await delete(owner, import_id, 1)
    for number in cases:
        refused = await owner.post(f"{import_id}/rows/undo", {"number": number})
        assert (refused.status, list(refused.body["errors"])) == (422, ["number"]), number
        assert (await last_change(owner, import_id))["number"] == 1, number
