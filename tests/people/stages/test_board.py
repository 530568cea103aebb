"""The board of stages, the funnel of their history, and a person's own way."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from server.people.board.repository import find_board
from server.people.board.schemas import BoardQuery
from server.people.list.list_repository import matching
from server.vocabulary.profiles import Profile
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks
from tests.people.stages.test_stages import move, stages


async def board(desk: Desk, **query: object) -> dict[str, dict[str, Any]]:
    """The columns with people, by the names of their stages."""
    answer = await desk.browser.get("stages/board", query=query)
    assert answer.status == 200, answer.body
    names = {each["id"]: name for name, each in (await stages(desk)).items()}
    return {names[each["id"]]: each for each in answer.body["stages"] if each["people"]}


async def funnel(desk: Desk, **query: object) -> dict[str, dict[str, Any]]:
    answer = await desk.browser.get("stages/funnel", query=query)
    assert answer.status == 200, answer.body
    return {each["name"]: each for each in answer.body["steps"]}


async def test_a_board_has_the_people_who_match_by_stage(clipboard: Clipboard, desks: Desks) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(23)
    await clipboard.add_people(2, name="staff", profile=Profile.TRAINER, role="FACULTY")
    await move(desk, people[0], of="Selected", to="Interview")

    shown = await board(desk)
    assert {name: each["people"] for name, each in shown.items()} == {"Selected": 22, "Interview": 1}
    assert [each["id"] for each in shown["Selected"]["first"]] == [str(each) for each in people[:2:-1]]
    assert [each["fullName"] for each in shown["Interview"]["first"]] == ["member 1"]
    of_two = await board(desk, search="member 2", status="active")
    assert {name: each["people"] for name, each in of_two.items()} == {"Selected": 5}
    for name, query in (("Selected", {}), ("Interview", {}), ("Selected", {"search": "member 2"})):
        stage = (await stages(desk))[name]["id"]
        listed = await desk.browser.get("users", query={"stage": stage, **query})
        assert listed.body["total"] == (await board(desk, **query))[name]["people"]


async def test_many_and_few_people_who_match_are_read_alike(clipboard: Clipboard, desk: Desk) -> None:
    people = await clipboard.add_people(30)
    found = await stages(desk)
    await clipboard.run("move-stage", people[:12], stageId=found["Interview"]["id"])
    query = matching(BoardQuery.model_validate({"status": "active"}), company_id=clipboard.person.company.id, zone=UTC)
    async with clipboard.services.database.reading() as connection:
        few, many = [await find_board(connection, query, few=most) for most in (100, 10)]
    assert few == many
    assert {each.people for each in few} == {0, 12, 18}


async def test_the_funnel_of_a_past_day_stays_as_it_was_and_forgets_what_was_taken_back(
    clipboard: Clipboard, desks: Desks
) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(3)
    await clipboard.execute("UPDATE stage_entries SET entered_at = entered_at - interval '10 days'")
    found = await stages(desk)
    await move(desk, people[0], of="Selected", to="In training")
    await clipboard.execute(
        """
        UPDATE stage_entries SET left_at = left_at - interval '6 days' WHERE left_at IS NOT NULL
        """
    )
    await clipboard.execute(
        "UPDATE stage_entries SET entered_at = entered_at - interval '6 days' WHERE stage_id = $1",
        UUID(found["In training"]["id"]),
    )
    day = (datetime.now(UTC) - timedelta(days=3)).date()
    past = await funnel(desk, to=day)
    assert {name: (each["reached"], each["now"]) for name, each in past.items() if each["reached"]} == {
        "Selected": (3, 2),
        "In training": (1, 1),
    }
    assert past["Selected"]["leftTo"] == [{"stageId": found["In training"]["id"], "people": 1}]
    assert (past["Selected"]["medianDays"], past["Selected"]["p90Days"]) == (4.0, 4.0)

    job = await clipboard.run("move-stage", people, stageId=found["Placed"]["id"])
    assert (await funnel(desk))["Placed"]["reached"] == 3
    assert await funnel(desk, to=day) == past
    await clipboard.undo(job)
    assert (await funnel(desk))["Placed"]["reached"] == 0
    assert await funnel(desk, to=day) == past


async def test_the_funnel_of_a_batch_is_of_all_who_were_ever_in_it(clipboard: Clipboard, desks: Desks) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(3)
    batch = (await desk.browser.post("batches", json={"name": "July"})).body["id"]
    await clipboard.run("add-to-batch", people[:2], batchId=batch)
    await clipboard.run("remove-from-batch", people[:1], batchId=batch)
    assert (await funnel(desk, batch=batch))["Selected"]["reached"] == 2

    turned = await desk.browser.get("stages/funnel", query={"from": "2026-02-01", "to": "2026-01-01"})
    assert (turned.status, list(turned.body["errors"])) == (422, ["to"])


async def test_each_number_of_the_funnel_is_that_of_the_people_in_the_list(clipboard: Clipboard, desks: Desks) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(6)
    batch = (await desk.browser.post("batches", json={"name": "July"})).body["id"]
    await clipboard.run("add-to-batch", people[:3], batchId=batch)
    await clipboard.run("remove-from-batch", people[:1], batchId=batch)
    # The first of a day, and the last moment before it, in the company's time zone.
    entered = "UPDATE stage_entries SET entered_at = $1 WHERE user_id = $2"
    for moment, person in (("2026-03-02T00:00:00+05:30", people[4]), ("2026-03-01T23:59:59.9+05:30", people[5])):
        await clipboard.execute(entered, datetime.fromisoformat(moment), person)
    # There and back is one person who has reached both.
    for of, to in (("Selected", "Interview"), ("Interview", "Selected"), ("Selected", "Interview")):
        await move(desk, people[0], of=of, to=to)
    found = await stages(desk)
    await clipboard.undo(await clipboard.run("move-stage", people, stageId=found["Placed"]["id"]))

    async def count(**query: str) -> int:
        total: int = (await desk.browser.get("users", query=query)).body["total"]
        return total

    now = {"Selected": 4, "Interview": 1}
    for query, of_list, shown in (
        ({}, {}, now),
        ({"from": "2026-03-02", "to": "2026-03-02"}, {}, {"Selected": 1}),
        ({"from": "2026-02-01", "to": "2026-03-01"}, {}, {"Selected": 1}),
        ({"batch": batch}, {"everInBatch": batch}, {"Selected": 3, "Interview": 1}),
    ):
        answer = (await desk.browser.get("stages/funnel", query=query)).body
        days = {"reachedFrom": answer["from"], "reachedTo": answer["to"]}
        assert {each["name"]: each["reached"] for each in answer["steps"] if each["reached"]} == shown
        for each in answer["steps"]:
            assert await count(reached=each["stageId"], **days, **of_list) == each["reached"]
            if "to" not in query:
                assert await count(stage=each["stageId"], **of_list) == each["now"]


async def test_people_are_selected_and_views_are_kept_by_what_they_have_reached(
    clipboard: Clipboard, desks: Desks
) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(3)
    await move(desk, people[0], of="Selected", to="Interview")
    query = {"reached": (await stages(desk))["Interview"]["id"], "reachedFrom": "-7d"}
    dry = {"action": "deactivate", "select": {"filter": query}, "dryRun": True}
    assert (await desk.browser.post("users/bulk", json=dry)).body["total"] == 1
    view = {"name": "Came to interviews", "scope": "own", "query": query}
    made = await desk.browser.post("views", json=view)
    assert (made.status, made.body["query"]) == (201, query)
    any_stage = await desk.browser.get("users", query={"reachedFrom": "-7d", "profile": "TRAINEE"})
    assert any_stage.body["total"] == 3
    wrong = await desk.browser.get("users", query={"reached": query["reached"], "reachedFrom": "yesterday"})
    assert (wrong.status, list(wrong.body["errors"])) == (422, ["reachedFrom"])


@pytest.mark.security("S154")
async def test_a_person_reads_the_public_words_of_the_own_way(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    found = await stages(desk)
    form = {"publicName": "In review", "version": found["Interview"]["version"]}
    assert (await desk.browser.call("PUT", f"stages/{found['Interview']['id']}", json=form)).status == 200
    trainee = desks.of(await sign_in(Profile.TRAINEE, company=desk.person.company))
    await move(desk, trainee.person.id, of="Selected", to="Screening", reason="Papers are missing")
    await move(desk, trainee.person.id, of="Screening", to="Interview")

    way = (await trainee.browser.get("me/way")).body
    assert [(each["publicName"], each["since"] is not None, each["isNow"]) for each in way["steps"]] == [
        ("Selected", True, False),
        ("In review", True, True),
        ("Selected", False, False),
        ("In training", False, False),
        ("Certified", False, False),
        ("Placed", False, False),
    ]
    assert "kind" not in way
    assert (way["text"], way["missing"]) == ("You are invited to an interview.", [])
    for inner in ("Screening", "Interview", "Papers"):
        assert inner not in str(way)
    sections = (await trainee.browser.get("dashboard", query={"kinds": "way"})).body["sections"]
    assert sections == [{"kind": "way", **way}]
    assert (await desk.browser.get("me/way")).status == 404


@pytest.mark.security("S154")
async def test_boards_and_funnels_hold_no_one_of_another_company(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    user_id = (await desk.create()).body["id"]
    await execute(desk.services, "UPDATE users SET code = 'R1' WHERE id = $1", UUID(user_id))
    other = desks.of(await sign_in(company=await add_company()))
    assert await board(other) == {}
    assert all(each["reached"] == 0 for each in (await funnel(other)).values())
    foreign = (await stages(desk))["Selected"]["id"]
    for name in ("stage", "reached"):
        assert (await other.browser.get("users", query={name: foreign})).body["total"] == 0
