"""Candidates and offers: what accepting closes by the company's policy, who may answer what, and what comes of it."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import pytest

from server.people.stages.repository import find_first
from server.people.stages.schemas import StageKind
from server.placement.candidate_repository import CLEAR_OLD_FACTS, CLEAR_OLD_REASONS
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.placement_calls import OFFERS_MADE, Careers
from tests.fixtures.sign_in import execute, fetch_value
from tests.training.test_races import merge

TODAY: Final = datetime.now(UTC).date()
TITLES: Final = ("One", "Two", "Three")


async def openings(careers: Careers, *tiers: int) -> list[dict[str, Any]]:
    return [await careers.opening(title=title, tier=tier) for title, tier in zip(TITLES, tiers, strict=False)]


async def test_an_offer_goes_to_the_shortlist_alone_and_once(careers: Careers) -> None:
    opening, (asha, bina, chitra) = await careers.opening(), careers.trainees
    await careers.move(opening, [asha, bina])
    await careers.move(opening, [bina], "rejected")
    ids = [str(each.id) for each in careers.trainees]
    made = await careers.admin.post(f"openings/{opening['id']}/offers", json={"ids": ids, "pay": 300_000})
    assert made.body == {"changed": 1, "skipped": [{"reason": "They are not shortlisted", "count": 2}]}
    again = await careers.admin.post(f"openings/{opening['id']}/offers", json={"ids": [str(asha.id)]})
    assert again.body == {"changed": 0, "skipped": [{"reason": "They have an offer", "count": 1}]}
    assert await careers.states(opening) == {str(asha.id): "selected", str(bina.id): "rejected"}
    moved = await careers.move(opening, [asha, bina, chitra], "rejected")
    assert moved.body["changed"] == 0
    counts = await careers.read(opening)
    assert (counts["candidates"], counts["waiting"], counts["taken"]) == ({"selected": 1, "rejected": 1}, 1, 0)


async def test_a_dry_run_counts_and_changes_nothing(careers: Careers) -> None:
    opening = await careers.opening()
    dry = await careers.move(opening, [], select={"fits": True}, dryRun=True)
    assert dry.body == {"changed": 3, "skipped": []}
    assert await careers.candidates(opening) == []
    assert (await careers.move(opening, [], select={"fits": True})).body == dry.body
    again = await careers.move(opening, [], select={"fits": True})
    assert again.body == {"changed": 0, "skipped": [{"reason": "They are in this state already", "count": 3}]}


async def test_facts_are_those_of_the_shortlist_and_phones_are_shown_from_it_on(careers: Careers) -> None:
    opening = await careers.opening(where=f'[{{"field": "{careers.marks}", "from": 60}}]')
    person = careers.trainees[1]
    assert (await careers.of(person).post(f"me/openings/{opening['id']}", json={"answer": "apply"})).status == 200
    [before] = await careers.candidates(opening, by=careers.staff)
    assert (before["phone"], before["isOwn"], before["facts"]) == (None, True, [])
    await careers.move(opening, [person])
    await careers.desk.edit(person.id, fields={careers.marks: 40}, version=2)
    [after] = await careers.candidates(opening, by=careers.staff)
    assert after["facts"] == [{"field": careers.marks, "label": "12th %", "then": "72", "now": "40"}]
    assert after["phone"]
    assert after["state"] == "shortlisted"


async def test_ranks_order_the_candidates(careers: Careers) -> None:
    opening, people = await careers.opening(), careers.trainees
    await careers.move(opening, people)
    form = {"userIds": [str(people[2].id), str(people[0].id)], "version": opening["version"]}
    assert (await careers.admin.call("PUT", f"openings/{opening['id']}/rank", json=form)).status == 200
    found = await careers.candidates(opening)
    assert [(each["id"], each["rank"]) for each in found] == [
        (str(people[2].id), 1),
        (str(people[0].id), 2),
        (str(people[1].id), None),
    ]
    assert (await careers.admin.call("PUT", f"openings/{opening['id']}/rank", json=form)).code == "opening_conflict"


async def test_who_has_accepted_one_is_closed_to_the_others_and_told_so_before(careers: Careers) -> None:
    first, second, third = await openings(careers, 1, 1, 1)
    person = careers.trainees[0]
    await careers.policy("one")
    await careers.move(third, [person])
    await careers.offered(second, person)
    offer = await careers.offered(first, person)
    assert offer["closes"] == {
        "openings": ["Sharma Motors: Three"],
        "offers": ["Sharma Motors: Two"],
        "refused": None,
    }
    answer = await careers.answer(person, offer)
    assert {each["title"]: each["state"] for each in answer.body["offers"]} == {"One": "accepted", "Two": "declined"}
    assert (await careers.states(third), await careers.states(second)) == (
        {str(person.id): "withdrawn"},
        {str(person.id): "withdrawn"},
    )
    assert (await careers.move(third, [person])).body["skipped"][0]["reason"].startswith("They have accepted an offer")
    applied = await careers.of(person).post(f"me/openings/{third['id']}", json={"answer": "apply"})
    assert applied.code == "cannot_apply"
    own = (await careers.of(person).get("me/openings")).body["data"]
    refused = "You have accepted an offer, and your institute allows no other here"
    assert {each["title"]: (each["mayApply"], each["refused"]) for each in own} == {
        "One": (False, None),
        "Two": (False, refused),
        "Three": (False, refused),
    }
    # What was closed opens again where it comes to nothing.
    await careers.close(second)
    assert (await careers.act(offer, "did-not-join", reason="Has not come")).status == 200
    assert await careers.states(third) == {str(person.id): "shortlisted"}
    assert await careers.states(second) == {str(person.id): "withdrawn"}


async def test_what_a_former_offer_had_closed_opens_again_with_the_better_one(careers: Careers) -> None:
    low, same, high = await openings(careers, 2, 2, 3)
    person = careers.trainees[0]
    await careers.policy("one_then_higher")
    await careers.move(same, [person])
    assert (await careers.answer(person, await careers.offered(low, person))).status == 200
    own = (await careers.of(person).get("me/openings")).body["data"]
    assert {each["title"]: each["mayApply"] for each in own} == {"One": False, "Two": False, "Three": True}
    better = await careers.offered(high, person)
    assert (await careers.answer(person, better)).status == 200
    assert await careers.states(same) == {str(person.id): "withdrawn"}
    assert (await careers.act(better, "did-not-join", reason="Has not come")).status == 200
    assert await careers.states(same) == {str(person.id): "shortlisted"}


async def test_a_higher_tier_gives_the_former_offer_up(careers: Careers) -> None:
    low, same, high = await openings(careers, 2, 2, 3)
    person = careers.trainees[0]
    await careers.policy("one_then_higher")
    for each in (low, same, high):
        await careers.offered(each, person)
    kept = await careers.offered(low, person)
    assert kept["closes"]["offers"] == ["Sharma Motors: Two"]
    assert (await careers.answer(person, kept)).status == 200
    better = await careers.offered(high, person)
    assert better["closes"]["offers"] == ["Sharma Motors: One"]
    assert (await careers.answer(person, better)).status == 200
    assert [await careers.state(each) for each in (kept, better)] == ["declined", "accepted"]
    assert (await careers.read(low))["taken"] == 0


async def test_a_policy_of_several_counts_and_one_offer_may_be_freed_of_it(careers: Careers) -> None:
    first, second, third = await openings(careers, 1, 1, 1)
    person = careers.trainees[0]
    await careers.policy("most", placementMost=1)
    assert (await careers.answer(person, await careers.offered(first, person))).status == 200
    await careers.policy("free")
    await careers.move(second, [person])
    offer = await careers.offered(second, person)
    await careers.policy("most", placementMost=1)
    refused = await careers.offered(second, person)
    assert refused["closes"]["refused"].startswith("You have accepted as many offers")
    assert (await careers.answer(person, refused)).code == "policy_refuses"
    freed = await careers.act(offer, "free", reason="The employer asks for both")
    assert freed.body["isFree"]
    entry = await careers.desk.audit_entry("offer_freed")
    assert "The employer asks for both" in str(entry["after"])
    assert (await careers.answer(person, await careers.offered(second, person))).status == 200
    assert (await careers.staff.post(f"offers/{offer['id']}/free", json={"reason": "x", "version": 1})).status == 403
    assert third["taken"] == 0


@pytest.mark.security("S159")
async def test_what_has_changed_since_it_was_read_is_not_accepted(careers: Careers, shelf: Shelf) -> None:
    first, second, third = await openings(careers, 1, 1, 1)
    person = careers.trainees[0]
    batch_id = await shelf.make("Welding")
    await shelf.put_in(batch_id, [person.id])
    offer = await careers.offered(first, person)
    assert (
        await careers.of(person).post(
            f"me/offers/{offer['id']}", json={"answer": "accept", "version": offer["version"]}
        )
    ).status == 422
    # The policy: now it closes something.
    await careers.move(second, [person])
    await careers.policy("one")
    changed = await careers.answer(person, offer)
    assert (changed.status, changed.code) == (409, "offer_changed")
    assert changed.body["current"]["closes"]["openings"] == ["Sharma Motors: Two"]
    # The offer itself.
    form = {"pay": 1, "version": offer["version"]}
    assert (await careers.admin.call("PATCH", f"offers/{offer['id']}", json=form)).status == 200
    changed = await careers.answer(person, offer)
    assert (changed.code, changed.body["current"]["pay"]) == ("offer_changed", 1)
    # The opening.
    await careers.close(first)
    closed = await careers.answer(person, await careers.offered(first, person))
    assert (closed.status, closed.code) == (409, "opening_closed")
    version = (await careers.read(first))["version"]
    assert (await careers.admin.post(f"openings/{first['id']}/open", json={"version": version})).status == 200
    # Its last day, and an archived batch of the person, change nothing.
    yesterday = (TODAY - timedelta(days=2)).isoformat()
    form = {"lastDay": yesterday, "version": version + 1}
    assert (await careers.admin.call("PATCH", f"openings/{first['id']}", json=form)).status == 200
    await careers.admin.post(f"batches/{batch_id}/archive")
    other = await careers.offered(third, person)
    assert (await careers.answer(person, await careers.offered(first, person))).status == 200
    # One that was withdrawn.
    assert (await careers.answer(person, other)).code == "offer_changed"
    late = await careers.admin.post(f"offers/{other['id']}/withdraw", json={"reason": "No seat", "version": 2})
    assert (late.status, late.code) == (409, "offer_over")


async def test_an_offer_that_is_withdrawn_tells_its_person_and_not_why(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    offer = await careers.offered(opening, person)
    assert (await careers.act(offer, "withdraw", reason="The employer is in trouble")).status == 200
    assert (await careers.answer(person, offer)).code == "offer_changed"
    said = str((await careers.of(person).get("notifications")).body)
    assert "Your offer was withdrawn" in said
    assert "trouble" not in said
    query = "SELECT array_agg(parameters ->> 'outcome' ORDER BY created_at) FROM messages WHERE user_id = $1"
    assert await fetch_value(careers.desk.services, query, person.id) == ["made", "withdrawn"]
    query = "SELECT string_agg(parameters::text, '') FROM messages WHERE user_id = $1"
    assert "trouble" not in await fetch_value(careers.desk.services, query, person.id)


async def test_an_offer_runs_out_after_two_bells(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    offer = await careers.offered(opening, person)

    async def bells() -> list[str]:
        found = (await careers.of(person).get("notifications")).body["data"]
        return [each["title"] for each in found if each["kind"] == "offer"]

    ending = "Your offer runs out soon"
    for hours, expected in ((60, 0), (40, 1), (30, 1), (3, 2), (1, 2)):
        await careers.passes(offer, hours)
        assert (await bells()).count(ending) == expected
    assert await careers.state(offer) == "offered"
    await careers.passes(offer, -1)
    assert await careers.state(offer) == "expired"
    assert (await bells())[0] == "Your offer has run out"
    assert (await careers.answer(person, offer)).code == "offer_changed"
    assert (await careers.offer(opening, [person])).body == OFFERS_MADE


async def test_an_offer_whose_time_has_passed_is_not_accepted_before_the_sweeper_comes(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    offer = await careers.offered(opening, person)
    query = "UPDATE offers SET answer_by = now() - interval '1 second' WHERE id = $1"
    await execute(careers.desk.services, query, UUID(offer["id"]))
    assert (await careers.answer(person, offer)).code == "offer_over"
    assert (await careers.own(person))["offers"][0]["closes"] is None
    past = (datetime.now(UTC) - timedelta(minutes=1)).isoformat()
    assert (await careers.offer(opening, [careers.trainees[1]], answerBy=past)).status == 422


async def test_joined_is_reported_and_confirmed_and_moves_the_person_to_won(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    offer = await careers.offered(opening, person)
    assert (await careers.answer(person, offer)).status == 200
    assert (await careers.act(offer, "joined")).status == 200
    async with careers.desk.services.unit_of_work() as unit:
        won = await find_first(unit.connection, company_id=careers.company.id, kind=StageKind.WON)
    query = "SELECT stage_id FROM stage_entries WHERE user_id = $1 AND left_at IS NULL"
    assert await fetch_value(careers.desk.services, query, person.id) == won
    [own] = (await careers.own(person))["offers"]
    assert own["asksJoined"]
    figures = (await careers.admin.get("placement/figures")).body["total"]
    assert (figures["placed"], figures["reported"], figures["confirmed"]) == (1, 1, 0)
    assert (await careers.answer(person, own, "joined")).status == 200
    figures = (await careers.admin.get("placement/figures")).body["total"]
    assert (figures["placed"], figures["reported"], figures["confirmed"]) == (1, 0, 1)
    early = await careers.act(offer, "end", leftOn=(TODAY + timedelta(days=3)).isoformat())
    assert early.status == 422
    assert (await careers.act(offer, "end", leftOn=TODAY.isoformat())).status == 200
    assert (await careers.offer(opening, [person])).body["skipped"] == []


async def test_a_person_declines_and_withdraws(careers: Careers) -> None:
    opening, other = await openings(careers, 1, 1)
    person = careers.trainees[0]
    offer = await careers.offered(opening, person)
    refused = await careers.of(person).post(f"me/openings/{opening['id']}", json={"answer": "withdraw"})
    assert refused.code == "cannot_apply"
    assert (await careers.answer(person, offer, "decline")).status == 200
    assert await careers.states(opening) == {str(person.id): "withdrawn"}
    moved = await careers.move(opening, [person])
    assert moved.body["skipped"] == [{"reason": "They have withdrawn", "count": 1}]
    apply = {"answer": "apply"}
    assert (await careers.of(person).post(f"me/openings/{opening['id']}", json=apply)).body["state"] == "applied"
    assert (await careers.of(person).post(f"me/openings/{opening['id']}", json=apply)).status == 200
    await careers.move(opening, [person], "rejected")
    assert (await careers.of(person).post(f"me/openings/{opening['id']}", json=apply)).code == "cannot_apply"
    await careers.close(other)
    assert (await careers.of(person).post(f"me/openings/{other['id']}", json=apply)).status == 404
    assert (
        await careers.of(careers.trainees[1]).post(f"me/offers/{offer['id']}", json={"answer": "decline", "version": 1})
    ).status == 404


async def test_a_candidate_is_changed_from_what_was_seen(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    await careers.move(opening, [person])
    path = f"openings/{opening['id']}/candidates/{person.id}"
    form = {"state": "rejected", "reason": "Not now", "version": 1}
    changed = await careers.admin.call("PATCH", path, json=form)
    assert (changed.body["state"], changed.body["reason"], changed.body["version"]) == ("rejected", "Not now", 2)
    assert [each["state"] for each in changed.body["history"]] == ["rejected", "shortlisted"]
    late = await careers.admin.call("PATCH", path, json=form)
    assert (late.code, late.body["current"]["state"]) == ("candidacy_conflict", "rejected")


@pytest.mark.security("S157")
async def test_a_deleted_person_is_named_nowhere_and_joins_are_still_counted(careers: Careers) -> None:
    opening, other = await openings(careers, 1, 1)
    person, services = careers.trainees[0], careers.desk.services
    offer = await careers.offered(opening, person)
    await careers.answer(person, offer)
    await careers.act(offer, "joined")
    await careers.offered(other, person)
    await careers.move(other, [careers.trainees[1]], reason="Good hands")
    await execute(services, "DELETE FROM users WHERE id = $1", person.id)
    for table in ("candidacies", "offers", "placement_events"):
        query = f"SELECT count(*) FROM {table} WHERE user_id = $1"  # noqa: S608 - names of tables
        assert await fetch_value(services, query, person.id) == 0
    query = "SELECT array_agg(state ORDER BY made_at) FROM offers WHERE opening_id = ANY($1)"
    ids = [UUID(each["id"]) for each in (opening, other)]
    assert await fetch_value(services, query, ids) == ["joined", "withdrawn"]
    query = "SELECT count(*) FROM candidacies WHERE opening_id = ANY($1) AND facts IS NOT NULL"
    assert await fetch_value(services, query, ids) == 1
    assert (await careers.admin.get("placement/figures")).body["total"]["reported"] == 1
    assert (await careers.read(other))["waiting"] == 0


async def test_two_who_have_offers_at_one_opening_are_merged_once_one_is_withdrawn(careers: Careers) -> None:
    opening, other = await openings(careers, 1, 1)
    survivor, merged = careers.trainees[0], careers.trainees[1]
    await careers.offered(opening, survivor)
    offer = await careers.offered(opening, merged)
    kept = await careers.offered(other, merged)
    services = careers.desk.services
    await execute(services, "UPDATE sessions SET verified_at = now() WHERE id = $1", careers.desk.person.session_id)
    versions = {"version": 2, "mergedVersion": 2}
    form = {"mergedId": str(merged.id), "take": [], **versions}
    refused = await careers.admin.post(f"users/{survivor.id}/merge", json=form)
    assert (refused.status, refused.code) == (409, "offers_collide")
    await careers.act(offer, "withdraw", reason="Is the same person")
    await execute(services, "UPDATE users SET version = 1 WHERE id = ANY($1)", [survivor.id, merged.id])
    await merge(careers.desk, survivor.id, merged.id)
    query = "SELECT user_id FROM offers WHERE id = $1"
    assert await fetch_value(services, query, UUID(kept["id"])) == survivor.id
    assert await fetch_value(services, "SELECT count(*) FROM offers WHERE user_id = $1", merged.id) == 0
    assert await careers.states(other) == {str(survivor.id): "selected"}


async def test_facts_and_reasons_go_after_the_company_s_months(careers: Careers) -> None:
    opening, services = await careers.opening(), careers.desk.services
    await careers.move(opening, careers.trainees, reason="Good hands")
    await careers.admin.call("PUT", "companies/settings", json={"placementKeptMonths": 1})
    old = "changed_at = changed_at - interval '40 days'"
    await execute(services, f"UPDATE candidacies SET {old} WHERE user_id = $1", careers.trainees[0].id)  # noqa: S608
    await execute(services, f"UPDATE placement_events SET {old} WHERE user_id = $1", careers.trainees[0].id)  # noqa: S608
    async with services.unit_of_work() as unit:
        for statement in (CLEAR_OLD_FACTS, CLEAR_OLD_REASONS):
            await unit.connection.execute(statement, limit=100)
    query = "SELECT count(*) FROM candidacies WHERE opening_id = $1 AND facts IS NOT NULL AND reason IS NOT NULL"
    assert await fetch_value(services, query, UUID(opening["id"])) == 2
    query = "SELECT count(*) FROM placement_events WHERE opening_id = $1 AND reason IS NOT NULL"
    assert await fetch_value(services, query, UUID(opening["id"])) == 2
