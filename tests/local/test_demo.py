"""The people and the history of a new demo company."""

from datetime import timedelta
from typing import Any

import phonenumbers

from deploy.local.demo.company import create_demo_company
from deploy.local.demo.fill import fill_demo_company
from server.company.audit.chain import check_chains, seal_entries
from server.messaging.announcements.repository import list_own
from server.people.fields.judge_values import judge_values
from server.people.fields.read_fields import read_fields
from server.people.fields.visible import read_values
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.placement import OfferState
from server.vocabulary.profiles import Profile, Role, role_fits
from tests.fixtures.people import Company, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desks


async def rows(services: Services, query: str) -> list[Any]:
    async with services.database.reading() as connection:
        return list(await connection.fetch_all(query))


async def test_a_new_company_is_filled(services: Services) -> None:
    await create_demo_company(services.database, passwords=services.passwords, email=None, password=None)
    assert await fill_demo_company(services)
    await expect_two_thousand_people_of_every_profile_and_state(services)
    await expect_a_finished_import_a_waiting_one_and_no_message(services)
    await expect_two_batches_of_trainees(services)
    await expect_eight_weeks_of_attendance(services)
    await expect_people_in_all_stages_who_came_there_step_by_step(services)
    await expect_two_announcements(services)
    await expect_six_openings_with_offers_in_every_state(services)
    await expect_a_day_of_interviews_under_way(services)
    await expect_details_of_every_trainee(services)
    await expect_a_sealed_history(services)


async def expect_two_thousand_people_of_every_profile_and_state(demo: Services) -> None:
    people = await rows(demo, "SELECT * FROM users WHERE email <> 'admin@example.com'")
    now = utc_now()

    assert len(people) == 2_000
    assert {person["profile"] for person in people} == {*map(str, Profile), None}
    assert all(phonenumbers.is_valid_number(phonenumbers.parse(person["phone"])) for person in people)
    assert all(normalize_new_email(person["email"]) == person["email"] for person in people)
    assert {person["email"].partition("@")[2] for person in people} == {"example.com", "example.org"}
    assert all(role_fits(Profile(p["profile"]), Role(p["role"])) for p in people if p["profile"])
    assert {person["invitation"] for person in people} == {"none", "sent", "failed", "accepted"}
    assert 20 < sum(not person["is_active"] for person in people) < 200
    assert sum(person["last_sign_in_at"] is None for person in people) > 100
    lapsed = [p for p in people if p["invitation"] == "sent" and p["temporary_password_expires_at"] < now]
    assert len(lapsed) > 50
    assert len({person["last_sign_in_at"].date() for person in people if person["last_sign_in_at"]}) > 14
    assert all(p["created_at"] <= (p["last_sign_in_at"] or now) <= utc_now() for p in people)
    waiting = {row["user_id"] for row in await rows(demo, "SELECT user_id FROM applications WHERE state = 'waiting'")}
    assert waiting == {person["id"] for person in people if person["profile"] is None} != set()


async def expect_a_finished_import_a_waiting_one_and_no_message(demo: Services) -> None:
    finished, checked = await rows(demo, "SELECT * FROM imports ORDER BY id")

    assert (finished["state"], checked["state"]) == ("completed", "ready")
    assert finished["created_count"] == finished["valid_rows"] > 100
    assert finished["invalid_rows"] > 3
    assert checked["invalid_rows"] > 3
    assert checked["warning_rows"] > 0
    assert await rows(demo, "SELECT id FROM messages WHERE state = 'queued' OR next_attempt_at IS NOT NULL") == []


async def expect_two_batches_of_trainees(demo: Services) -> None:
    batches = await rows(
        demo,
        """
        SELECT b.*, (SELECT sum(people) FROM batch_figures f WHERE f.batch_id = b.id) AS people,
               (SELECT count(*) FROM batch_members m JOIN users u ON u.id = m.user_id AND u.profile = 'TRAINEE'
                 WHERE m.batch_id = b.id) AS trainees
          FROM batches b ORDER BY b.id
        """,
    )

    assert [batch["location"] for batch in batches] == ["Pune", "Mumbai"]
    assert all(batch["people"] == batch["trainees"] > 50 for batch in batches)
    assert all(batch["starts_on"] <= utc_now().date() < batch["ends_on"] for batch in batches)
    added = await rows(demo, "SELECT count(*) AS entries FROM audit_entries WHERE action = 'user_added_to_batch'")
    assert added[0]["entries"] == sum(batch["people"] for batch in batches)


async def expect_people_in_all_stages_who_came_there_step_by_step(demo: Services) -> None:
    stages = await rows(
        demo,
        """
        SELECT s.name, (SELECT coalesce(sum(people), 0) FROM stage_figures f WHERE f.stage_id = s.id) AS people,
               count(e.user_id) AS been, count(e.user_id) FILTER (WHERE e.left_at IS NULL) AS now,
               min(e.entered_at) AS since, max(coalesce(e.left_at, e.entered_at)) AS until
          FROM stages s LEFT JOIN stage_entries e ON e.stage_id = s.id GROUP BY s.id ORDER BY s.position
        """,
    )
    assert [each["name"] for each in stages if not each["people"] == each["now"] > 2] == [], stages
    been = [each["been"] for each in stages]
    assert been[0] > 1_500
    assert been[0] > been[1] > been[2]
    assert all(utc_now() - timedelta(days=120) < each["since"] < each["until"] < utc_now() for each in stages)
    wrong = await rows(
        demo,
        """
        SELECT u.id FROM users u LEFT JOIN stage_entries e ON e.user_id = u.id AND e.left_at IS NULL
         WHERE (e.user_id IS NOT NULL) <> (coalesce(u.profile, 'TRAINEE') = 'TRAINEE')
        UNION ALL
        SELECT m.user_id FROM batch_members m JOIN stage_entries e ON e.user_id = m.user_id AND e.left_at IS NULL
          JOIN stages s ON s.id = e.stage_id AND s.name <> 'In training'
        UNION ALL
        SELECT user_id FROM (SELECT user_id, left_at, lead(entered_at) OVER (PARTITION BY user_id ORDER BY entered_at)
                                                                                                              AS next
                               FROM stage_entries) AS e WHERE e.left_at IS DISTINCT FROM e.next
        """,
    )
    assert wrong == []


async def expect_two_announcements(demo: Services) -> None:
    old, new = await rows(
        demo,
        """
        SELECT a.*, author.profile, count(*) AS people, count(r.seen_at) AS seen,
               count(*) FILTER (WHERE r.mail_state = 'sent') AS mailed,
               count(*) FILTER (WHERE r.mail_state = 'failed' AND r.mail_error IS NOT NULL) AS failed,
               count(*) FILTER (WHERE n.read_at IS NOT DISTINCT FROM r.seen_at) AS bells, max(r.seen_at) AS last_seen
          FROM announcements a JOIN announcement_recipients r ON r.announcement_id = a.id
          JOIN users author ON author.id = a.author_id
          JOIN notifications n ON n.about = a.id AND n.user_id = r.user_id
         GROUP BY a.id, author.id ORDER BY a.publish_at
        """,
    )
    assert [(each["profile"], each["audience"].partition(" ")[0]) for each in (old, new)] == [
        *(("TRAINER", "Batch"), ("ADMIN", "Stage")),
    ]
    assert all(each["bells"] == each["people"] > 50 and each["last_seen"] <= utc_now() for each in (old, new))
    assert old["people"] * 0.6 < old["seen"] < old["people"] == old["mailed"] + old["failed"]
    assert new["people"] * 0.05 < new["seen"] < new["people"] * 0.5
    assert new["mailed"] == 0 < old["failed"]


async def expect_six_openings_with_offers_in_every_state(demo: Services) -> None:
    openings = await rows(
        demo,
        """
        SELECT o.*, (SELECT count(*) FROM candidacies y WHERE y.opening_id = o.id) AS candidates,
               (SELECT count(*) FROM offers f WHERE f.opening_id = o.id AND f.state IN ('accepted', 'joined')) AS taken
          FROM openings o
        """,
    )
    assert all(isinstance(each["conditions"], list) for each in openings)
    assert sorted(each["state"] for each in openings) == ["closed", *["draft"], *["open"] * 4]
    assert all(each["candidates"] > 20 for each in openings if each["state"] != "draft")
    assert all(each["taken"] <= each["seats"] for each in openings)
    offers = await rows(demo, "SELECT * FROM offers")
    assert {each["state"] for each in offers} == {*map(str, OfferState)}
    assert all(each["answer_by"] > utc_now() for each in offers if each["state"] == "offered")
    strangers = "SELECT FROM offers f WHERE NOT EXISTS (SELECT FROM candidacies y WHERE y.user_id = f.user_id)"
    assert await rows(demo, strangers) == []


async def expect_a_day_of_interviews_under_way(demo: Services) -> None:
    [day] = await rows(
        demo,
        """
        SELECT (SELECT count(*) FROM panels) AS panels, (SELECT count(*) FROM panel_members) AS members,
               count(*) FILTER (WHERE state = 'in_room') AS inside, count(*) FILTER (WHERE state = 'done') AS done,
               count(*) FILTER (WHERE state IN ('waiting', 'confirmed')) AS waiting, count(*) AS people,
               (SELECT count(*) FROM scores) AS scores
          FROM interviews
        """,
    )
    assert (day["panels"], day["members"], day["people"]) == (4, 8, 72)
    assert day["inside"] <= 4
    [criteria] = [row["criteria"] for row in await rows(demo, "SELECT criteria FROM rounds")]
    assert [each["key"] for each in criteria] == ["1", "2", "3"]
    assert day["done"] * 1.5 <= day["scores"] <= day["done"] * 2


async def test_a_trainee_of_the_demo_company_finds_one_announcement_unseen(services: Services) -> None:
    await create_demo_company(services.database, passwords=services.passwords, email=None, password=None)
    await fill_demo_company(services)
    [person] = await rows(
        services,
        """
        SELECT r.company_id, r.user_id FROM announcement_recipients r
         GROUP BY 1, 2 HAVING count(*) = 2 AND count(r.seen_at) = 1 ORDER BY 2 LIMIT 1
        """,
    )
    async with services.database.reading() as connection:
        unseen, total = await list_own(
            connection, company_id=person["company_id"], user_id=person["user_id"], unseen=True, limit=3
        )

    assert total == 1
    assert unseen[0]["title"] == "Interviews with two employers next week"


async def expect_eight_weeks_of_attendance(demo: Services) -> None:
    sessions = await rows(demo, "SELECT * FROM training_sessions ORDER BY starts_at")
    taken = [each for each in sessions if each["state"] == "taken"]
    assert len({each["batch_id"] for each in sessions}) == 2
    assert 38 <= len(taken) // 2 <= 41
    assert {each["starts_at"].date() for each in sessions} >= {utc_now().date()}
    assert all(each["people"] == each["marked"] > each["present"] > 0 for each in taken)
    [figures] = await rows(demo, "SELECT sum(held) + sum(excused) AS marks FROM attendance_figures")
    assert figures["marks"] == sum(each["people"] for each in taken)
    assert len(await rows(demo, "SELECT * FROM batch_trainers")) == 2


async def expect_details_of_every_trainee(demo: Services) -> None:
    [company] = {row["company_id"] for row in await rows(demo, "SELECT DISTINCT company_id FROM company_fields")}
    async with demo.database.reading() as connection:
        fields = await read_fields(connection, demo, company_id=company)
        ids = [row["id"] for row in await rows(demo, "SELECT id FROM users WHERE profile = 'TRAINEE'")]
        found = await read_values(connection, ids, company_id=company, fields=fields.own, reveals=True)

    assert [field.label for field in fields.own] == [
        *("Course", "10th %", "CGPA", "Father's name", "Hostel", "Category"),
    ]
    assert len(found) == 1_548
    for values in found.values():
        given: dict[str, Any] = dict(values)
        assert judge_values(given, allowed=fields.own, profile=Profile.TRAINEE).errors == {}
        assert 35 < given["10th"] <= 100
        assert given.get("cgpa", 5) <= 10
    keys = await rows(demo, "SELECT count(*) AS keys FROM field_keys")
    assert keys[0]["keys"] == sum(("10th" in values) + ("cgpa" in values) for values in found.values())


async def expect_a_sealed_history(demo: Services) -> None:
    await seal_entries(demo)

    report = await check_chains(demo.database, keys=demo.keys)

    assert (report.holds, report.waiting) == (True, 0)
    past = await rows(demo, "SELECT * FROM audit_entries WHERE created_at < now() - interval '1 minute' ORDER BY id")
    assert len(past) > 500
    assert [entry["created_at"] for entry in past] == sorted(entry["created_at"] for entry in past)
    assert past[0]["created_at"] < utc_now() - timedelta(days=30)


async def test_a_company_in_use_is_left_as_it_is(services: Services) -> None:
    await create_demo_company(services.database, passwords=services.passwords, email=None, password=None)
    async with services.unit_of_work() as unit:
        await unit.connection.execute("UPDATE users SET last_sign_in_at = now()")

    assert not await fill_demo_company(services)
    assert len(await rows(services, "SELECT id FROM users")) == 1


async def test_what_the_demo_company_holds_is_shown_by_every_call(
    services: Services, desks: Desks, sign_in: SignIn
) -> None:
    await create_demo_company(services.database, passwords=services.passwords, email=None, password=None)
    await fill_demo_company(services)
    [company] = await rows(services, "SELECT id, name FROM companies WHERE slug = 'waymark-demo'")
    of_demo = Company(id=company["id"], name=company["name"])
    admin, panelist, officer, trainee = [
        desks.of(await sign_in(profile, company=of_demo))
        for profile in (Profile.ADMIN, Profile.INTERVIEW_PANELIST, Profile.PLACEMENT, Profile.TRAINEE)
    ]
    offered = "SELECT user_id FROM offers WHERE state = 'offered' LIMIT 1"
    waiting = "SELECT user_id FROM interviews WHERE state = 'waiting' LIMIT 1"
    for query, person in (
        ("UPDATE panel_members SET user_id = $1 WHERE user_id = (SELECT user_id FROM panel_members LIMIT 1)", panelist),
        (f"UPDATE interviews SET user_id = $1 WHERE user_id = ({waiting})", trainee),  # noqa: S608 - constants
        (f"UPDATE offers SET user_id = $1 WHERE user_id = ({offered})", trainee),  # noqa: S608 - constants
    ):
        await execute(services, query, person.person.id)
    [ids] = await rows(
        services,
        "SELECT (SELECT id FROM rounds) AS round, (SELECT id FROM openings WHERE state = 'closed') AS opening",
    )
    day, opening = f"interviews/rounds/{ids['round']}", f"openings/{ids['opening']}"
    [panel] = (await panelist.browser.get("interviews/panels")).body["data"]
    of_round = ("candidates", "board", "results")
    of_opening = ("fit", "nearly", "candidates")
    calls = (
        (
            admin,
            [
                *("interviews/rounds", "employers", "offers", "openings", "placement/figures", day, opening),
                *(f"{day}/{each}" for each in of_round),
                *(f"{opening}/{each}" for each in of_opening),
            ],
        ),
        (panelist, [f"interviews/panels/{panel['id']}"]),
        (officer, ["openings", "offers"]),
        (trainee, ["me/interviews", "me/openings", "me/offers"]),
    )
    for desk, paths in calls:
        for path in (*paths, "dashboard"):
            answer = await desk.browser.get(path)
            assert answer.status == 200, (path, answer.body)
            assert answer.body.get("data", answer) != [], path
