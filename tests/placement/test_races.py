"""Acceptances at once: seats, two phones, a closing opening, and processes that die in the middle."""

import asyncio
import random
from typing import Any, Final
from uuid import UUID

import httpx2
import pytest

from server.messaging.messages.outbox import NOTICE_SCOPE, NOTICES_A_DAY
from server.placement.tell_people import end_due_offers
from server.platform.configuration.settings import Settings
from server.platform.process.crypto import Purpose
from server.vocabulary.profiles import Profile
from tests.fixtures.meetings import held, until_blocked
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.placement_calls import Careers
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.web_process import answers, environment, free_port, web_process
from tests.fixtures.work import counted_statements
from tests.fixtures.worker_process import StartWorker

MANY: Final = 50
SEATS: Final = 10
ROUNDS: Final = 200
TAKEN: Final = "SELECT count(*) FROM offers WHERE opening_id = $1 AND state IN ('accepted', 'joined')"
# What an acceptance writes: the offer, its history, and the candidacies that it closes; each whole or not at all.
TORN: Final = """
    SELECT count(*) FROM offers f WHERE f.company_id = $1 AND (
        (f.state = 'accepted') <> (f.accepted_at IS NOT NULL)
        OR (f.state = 'accepted') <> EXISTS (
            SELECT FROM placement_events v WHERE v.offer_id = f.id AND v.state = 'accepted')
        OR (f.state = 'accepted') <> EXISTS (SELECT FROM candidacies y WHERE y.closed_by_offer = f.id))
"""


async def many_offers(careers: Careers, sign_in: SignIn, *, seats: int, count: int) -> tuple[dict[str, Any], list[Any]]:
    """(an opening, pairs of a person and the offer of it)."""
    people = [await sign_in(Profile.TRAINEE) for _ in range(count)]
    opening = await careers.opening(seats=seats)
    assert (await careers.offer(opening, people)).body["changed"] == count
    return opening, [(each, (await careers.own(each))["offers"][0]) for each in people]


@pytest.mark.security("S159")
async def test_seat_eleven_of_ten_is_refused_to_fifty_at_once(careers: Careers, sign_in: SignIn) -> None:
    opening, pairs = await many_offers(careers, sign_in, seats=SEATS, count=MANY)
    given = await asyncio.gather(*(careers.answer(*pair) for pair in pairs))
    codes = [(each.status, each.code) for each in given]
    assert codes.count((200, None)) == SEATS
    assert codes.count((409, "seats_taken")) == MANY - SEATS
    assert await fetch_value(careers.desk.services, TAKEN, UUID(opening["id"])) == SEATS
    late = (await careers.own(pairs[codes.index((409, "seats_taken"))][0]))["offers"][0]
    assert late["closes"]["refused"] == "All seats are taken"


async def two_phones(careers: Careers, person: Person, first: Any, second: Any) -> list[str | None]:
    offers = [await careers.offered(each, person) for each in (first, second)]
    given = await asyncio.gather(*(careers.answer(person, each) for each in offers))
    return sorted((each.code or "accepted" for each in given), key=str)


@pytest.mark.security("S159")
async def test_of_two_phones_one_wins_and_the_other_says_why(careers: Careers) -> None:
    person = careers.trainees[0]
    first, second = await careers.opening(title="One"), await careers.opening(title="Two")
    await careers.policy("one")
    assert await two_phones(careers, person, first, second) == ["accepted", "offer_changed"]


@pytest.mark.long
@pytest.mark.settings(rate_limit_scale=1000)
@pytest.mark.parametrize("policy", ["one", "one_then_higher", "most"])
async def test_of_two_phones_one_wins_each_time(careers: Careers, policy: str) -> None:
    person, services = careers.trainees[0], careers.desk.services
    first, second = await careers.opening(title="One"), await careers.opening(title="Two")
    await careers.policy(policy, placementMost=1)
    for _ in range(ROUNDS):
        assert (await two_phones(careers, person, first, second)).count("accepted") == 1
        query = "SELECT count(*) FROM offers WHERE user_id = $1 AND state IN ('accepted', 'joined')"
        assert await fetch_value(services, query, person.id) == 1
        query = "UPDATE offers SET state = 'ended' WHERE user_id = $1 AND state IN ('offered', 'accepted', 'joined')"
        await execute(services, query, person.id)
        await execute(services, "DELETE FROM candidacies WHERE user_id = $1", person.id)


@pytest.mark.security("S159")
async def test_the_database_holds_what_the_policy_says(careers: Careers) -> None:
    """Even where a use case would be wrong."""
    person = careers.trainees[0]
    first, second = await careers.opening(title="One"), await careers.opening(title="Two")
    await careers.policy("one")
    assert (await careers.answer(person, await careers.offered(first, person))).status == 200
    query = """
        INSERT INTO offers (company_id, opening_id, user_id, state, answer_by, is_binding)
        VALUES ($1, $2, $3, 'accepted', now(), true)
    """
    values = (careers.company.id, UUID(second["id"]), person.id)
    with pytest.raises(Exception, match="uq_offers_binding"):
        await execute(careers.desk.services, query, *values)


async def test_an_opening_that_is_closed_while_it_is_accepted_takes_no_one(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    offer = await careers.offered(opening, person)
    lock = "UPDATE openings SET state = 'closed' WHERE id = $1"
    async with held(careers.desk.services, lock, UUID(opening["id"])):
        answer = await until_blocked(careers.desk.services, careers.answer(person, offer))
        assert not answer.done()
    assert (await answer).code == "opening_closed"
    assert await careers.state(offer) == "offered"


async def test_a_person_who_accepts_is_not_shortlisted_elsewhere_meanwhile(careers: Careers) -> None:
    """The move waits for the acceptance, and then sees it."""
    first, second = await careers.opening(title="One"), await careers.opening(title="Two")
    person = careers.trainees[0]
    await careers.policy("one")
    offer = await careers.offered(first, person)
    lock = "SELECT FROM openings WHERE id = $1 FOR UPDATE"
    async with held(careers.desk.services, lock, UUID(first["id"])):
        answer = await until_blocked(careers.desk.services, careers.answer(person, offer))
        moved = asyncio.ensure_future(careers.move(second, [person]))
    assert (await answer).status == 200
    assert (await moved).body["changed"] == 0


async def test_a_withdrawal_and_an_acceptance_meet_and_one_wins(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    offer = await careers.offered(opening, person)
    given = await asyncio.gather(careers.answer(person, offer), careers.act(offer, "withdraw", reason="No seat"))
    codes = {each.code for each in given}
    assert codes in ({None, "offer_changed"}, {None, "offer_conflict"}, {None})
    assert await careers.state(offer) in {"accepted", "withdrawn"}


async def test_two_of_the_staff_who_make_the_same_offers_make_them_once(careers: Careers) -> None:
    opening, people = await careers.opening(), careers.trainees
    await careers.move(opening, people)
    path, form = f"openings/{opening['id']}/offers", {"ids": [str(each.id) for each in people]}
    lock = "SELECT FROM openings WHERE id = $1 FOR UPDATE"
    async with held(careers.desk.services, lock, UUID(opening["id"])):
        first = await until_blocked(careers.desk.services, careers.admin.post(path, json=form))
        second = await until_blocked(careers.desk.services, careers.admin.post(path, json=form), together=2)
    given = await asyncio.gather(first, second)
    assert sorted((each.status, each.body.get("changed")) for each in given) == [(200, 0), (200, 3)]


async def test_a_rejection_and_an_offer_meet_and_no_rejected_person_has_an_offer(careers: Careers) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    await careers.move(opening, [person])
    path, form = f"openings/{opening['id']}/offers", {"ids": [str(person.id)]}
    lock = "SELECT FROM openings WHERE id = $1 FOR UPDATE"
    async with held(careers.desk.services, lock, UUID(opening["id"])):
        offered = await until_blocked(careers.desk.services, careers.admin.post(path, json=form))
        rejection = careers.move(opening, [person], "rejected")
        rejected = await until_blocked(careers.desk.services, rejection, together=2)
    assert [each.body["changed"] for each in (await offered, await rejected)] == [1, 0]
    assert await careers.states(opening) == {str(person.id): "selected"}


async def test_a_dry_run_waits_for_none_of_the_people(careers: Careers) -> None:
    opening = await careers.opening()
    lock = "SELECT FROM users WHERE id = $1 FOR UPDATE"
    async with held(careers.desk.services, lock, careers.trainees[0].id):
        dry = await careers.move(opening, [], select={"fits": True}, dryRun=True)
    assert dry.body == {"changed": 3, "skipped": []}


async def test_the_sweeper_asks_as_often_for_many_offers_as_for_one(careers: Careers) -> None:
    asked = []
    for title, people in (("One", careers.trainees[:1]), ("All", careers.trainees)):
        opening = await careers.opening(title=title)
        await careers.offer(opening, people)
        due = "UPDATE offers SET answer_by = now() WHERE opening_id = $1"
        await execute(careers.desk.services, due, UUID(opening["id"]))
        async with counted_statements(careers.desk.services) as statements:
            await end_due_offers(careers.desk.services)
        asked.append(len(statements))
    assert asked[0] == asked[1]


async def test_a_company_of_many_offers_that_run_out_keeps_no_other_one_waiting(
    careers: Careers, sign_in: SignIn, add_company: AddCompany
) -> None:
    services = careers.desk.services
    await careers.offer(await careers.opening(), careers.trainees)
    await execute(services, "UPDATE offers SET answer_by = now() - interval '2 hours'")
    other = await sign_in(Profile.TRAINEE, company=await add_company())
    await execute(
        services,
        """
        WITH e AS (INSERT INTO employers (company_id, name, folded_name) VALUES ($1, 'Tata', 'tata') RETURNING id),
        o AS (INSERT INTO openings (company_id, employer_id, title, seats)
              SELECT $1, id, 'Fitter', 1 FROM e RETURNING id)
        INSERT INTO offers (company_id, opening_id, user_id, answer_by)
        SELECT $1, id, $2, now() - interval '1 hour' FROM o
        """,
        other.company.id,
        other.id,
    )
    expired = """
        SELECT array_agg(n ORDER BY n)
          FROM (SELECT count(*) AS n FROM offers WHERE state = 'expired' GROUP BY company_id) AS each
    """
    await end_due_offers(services, limit=2, seconds=0)
    assert await fetch_value(services, expired) == [1, 1]
    await end_due_offers(services, limit=2, seconds=60)
    assert await fetch_value(services, expired) == [1, 3]


async def test_mails_of_many_offers_take_as_many_statements_as_one_and_no_address_gets_too_many(
    careers: Careers,
) -> None:
    services, asked = careers.desk.services, []
    person = careers.trainees[0]
    email = await fetch_value(services, "SELECT email FROM users WHERE id = $1", person.id)
    full = "INSERT INTO send_quotas VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, $3)"
    subject = services.keys.mac(Purpose.THROTTLE, email.encode())
    await execute(services, full, NOTICE_SCOPE, subject, NOTICES_A_DAY - 1)
    for title, people in (("One", careers.trainees[:1]), ("All", careers.trainees)):
        opening = await careers.opening(title=title)
        await careers.move(opening, people)
        path, form = f"openings/{opening['id']}/offers", {"ids": [str(each.id) for each in people]}
        async with counted_statements(services) as statements:
            assert (await careers.admin.post(path, json=form)).body["changed"] == len(people)
        asked.append(len(statements))
    assert asked[0] == asked[1]
    mails = "SELECT array_agg(state ORDER BY created_at) FROM messages WHERE kind = 'offer' AND {} $1"
    assert await fetch_value(services, mails.format("user_id ="), person.id) == ["queued", "expired"]
    assert await fetch_value(services, mails.format("user_id <>"), person.id) == ["queued", "queued"]


@pytest.mark.long
async def test_a_killed_web_process_leaves_whole_acceptances(
    careers: Careers, sign_in: SignIn, settings: Settings, start_worker: StartWorker
) -> None:
    """SIGKILL among fifty acceptances, ten times, with a worker that dies too; without Redis they are answered."""
    services = careers.desk.services
    await careers.policy("most", placementMost=1)
    aside = await careers.opening(title="Aside")
    opening, pairs = await many_offers(careers, sign_in, seats=30, count=MANY)
    await careers.move(aside, [person for person, _ in pairs])
    pairs = [(person, (await careers.own(person))["offers"][0]) for person, _ in pairs]

    async def accept(client: httpx2.AsyncClient, person: Person, offer: dict[str, Any]) -> int:
        body = {"answer": "accept", "version": offer["version"], "seen": offer["seen"]}
        answer = await client.post(f"/api/v1/me/offers/{offer['id']}", json=body, headers=person.headers)
        return answer.status_code

    for turn in range(10):
        worker, port = await start_worker(), free_port()
        redis = {"REDIS_URL": "redis://127.0.0.1:1"} if turn == 9 else {}
        with web_process(environment(settings, APP_ENV="development", **redis), port=port) as process:
            await answers(port)
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                calls = [asyncio.ensure_future(accept(client, *pair)) for pair in random.sample(pairs, MANY)]
                if turn < 9:
                    await asyncio.wait(calls, timeout=0.02 + 0.04 * turn)
                    process.kill()
                    worker.kill()
                await asyncio.gather(*calls, return_exceptions=True)
        assert await fetch_value(services, TORN, careers.company.id) == 0
        assert await fetch_value(services, TAKEN, UUID(opening["id"])) <= 30
    assert await fetch_value(services, TAKEN, UUID(opening["id"])) == 30
