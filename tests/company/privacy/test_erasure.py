"""S104: an erasure leaves no copy of the person, takes nothing of others, and leaves the chain whole."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Final
from uuid import UUID

import pytest

from server.company.audit.chain import check_chains, seal_entries
from server.company.privacy.erase_person import ERASING, erase_from_trail, run_erasure
from server.people.bulk.run_job import run_bulk_job
from server.people.chunks.engine import do_next
from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.platform.database.connections import Database
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.field_calls import Form
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Answer, execute, fetch_value
from tests.fixtures.user_calls import Desk, Desks
from tests.fixtures.view_calls import add_view

EMAIL: Final = "asha.erased@example.com"
NAME: Final = "Asha Vanishing"
# A search finds her by this, too.
ACCENTED: Final = "Áshá Vanishing"
PHONE: Final = "+919876501234"
TEXTS: Final = """
    SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND (data_type IN ('text', 'jsonb', 'ARRAY', 'character varying'))
"""
BYTES: Final = """
    SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea'
"""
PROVED: Final = "UPDATE sessions SET verified_at = now() WHERE id = $1"


@pytest.fixture
async def boss(desk: Desk) -> Desk:
    """With a fresh proof."""
    await execute(desk.services, PROVED, desk.person.session_id)
    return desk


@pytest.fixture
async def owner(owner_url: str) -> AsyncIterator[Database]:
    owner = Database(owner_url, pool_size=2)
    await owner.connect()
    yield owner
    await owner.disconnect()


async def erase(desk: Desk, user_id: object, *, name: str = NAME) -> Answer:
    return await desk.browser.post(f"users/{user_id}/erase", json={"fullName": name})


async def upload(services: Services, caller: Caller, content: bytes, *, start: bool = True) -> UUID:
    uploaded: Called = await caller.upload(content)
    import_id = UUID(uploaded.body["id"])
    await check_import(services, import_id=import_id)
    if start:
        assert (await caller.post(f"{import_id}/start")).status == 200
        await create_accounts(services, import_id=import_id)
    return import_id


async def run_all(services: Services) -> None:
    async with services.database.reading() as connection:
        for row in await connection.raw.fetch("SELECT id FROM erasures"):
            await run_erasure(services, erasure_id=row["id"])


async def places_of(services: Services, *words: str) -> set[str]:
    """Every column of every table that holds one of these."""
    found = set()
    async with services.database.reading() as connection:
        for query, hay in ((TEXTS, 'lower("{}"::text)'), (BYTES, """encode("{}", 'escape')""")):
            for row in await connection.raw.fetch(query):
                table, column = row["table_name"], row["column_name"]
                condition = " OR ".join(
                    f"position(${place} IN {hay.format(column)}) > 0" for place in range(1, len(words) + 1)
                )
                said = [word if query == BYTES else word.lower() for word in words]
                statement = f'SELECT EXISTS (SELECT FROM "{table}" WHERE {condition})'  # noqa: S608 - names of columns
                if await connection.raw.fetchval(statement, *said):
                    found.add(f"{table}.{column}")
    return found


@pytest.fixture
async def subject(services: Services, boss: Desk, caller: Caller) -> UUID:
    """A person with traces in every place: made and changed by files, edited, in bulk jobs, searched for, invited."""
    admin = caller.as_person(boss.person)
    first = person(1, email=EMAIL, fullName=NAME, phone=PHONE)
    await upload(services, admin, csv_file(first, person(2, email="other@example.com")))
    user_id: UUID = await fetch_value(services, "SELECT id FROM users WHERE email = $1", EMAIL)
    like = person(3, email="third@example.com", fullName="Ashaa Vanishing")
    await upload(services, admin, csv_file(first, like))
    assert (await boss.edit(user_id, workLocation="Kochi", phone="+919876501235")).status == 200
    assert (await boss.edit(user_id, fullName="Asha Former")).status == 200
    assert (await boss.edit(user_id, fullName=NAME, phone=PHONE)).status == 200
    form = {"select": {"ids": [str(user_id)]}, "action": "set", "set": {"workLocation": "Pune"}}
    started = await boss.browser.post("users/bulk", json=form)
    assert started.status == 201, started.body
    await run_bulk_job(services, job_id=UUID(started.body["id"]))
    for search in (EMAIL, ACCENTED):
        view = {"name": f"Her {len(search)}", "scope": "own", "query": {"search": search}}
        assert (await boss.browser.post("views", json=view)).status == 201
    await execute(
        services,
        "INSERT INTO notifications (company_id, user_id, kind, title, body)"
        " VALUES ($1, $2, 'invitation_failed', 'x', $3)",
        boss.person.company.id,
        boss.person.id,
        f"{NAME} ({EMAIL}) could not be invited.",
    )
    await boss.browser.post("login/authenticate", json={"email": EMAIL, "password": "wrong", "robotCheck": "solved"})
    await seal_entries(services)
    return user_id


@pytest.mark.security("S104")
async def test_no_copy_of_an_erased_person_is_left(
    services: Services, boss: Desk, caller: Caller, subject: UUID, owner: Database
) -> None:
    before = await places_of(services, EMAIL, NAME, PHONE, "Asha Former")
    assert {"users.email", "import_rows.email", "import_files.content", "bulk_rows.email"} <= before, before
    assert "import_rows.warnings" in before
    assert {"saved_views.query", "notifications.body", "audit_entries.before", "import_updates.after"} & before

    assert (await erase(boss, subject)).status == 200
    await run_all(services)
    trail = await places_of(services, EMAIL, NAME, PHONE, "Asha Former")
    assert trail <= {"audit_entries.before", "audit_entries.after"}, "the serving role cannot change the trail"
    await seal_entries(services)
    assert await erase_from_trail(owner, keys=services.keys) == (1, await entries_about(services, subject))

    assert await places_of(services, EMAIL, NAME, ACCENTED, PHONE, "Asha Former", "a***d@example.com") == set()
    report = await check_chains(services.database, keys=services.keys)
    assert (report.holds, "without an erased person" in report.lines()[-2]) == (True, True), report.lines()
    assert await fetch_value(
        services, "SELECT contacts IS NULL AND erased_at IS NOT NULL AND next_at IS NULL FROM erasures"
    )
    assert await fetch_value(services, "SELECT count(*) FROM import_rows WHERE email = 'other@example.com'") == 1


# Conditions that tell nothing of her alone, and some that do.
KEPT: Final[list[dict[str, object]]] = [
    {"field": "town", "is": ["Latur"]},
    {"field": "marks", "is": [61]},
    {"field": "town", "contains": "R-4711 and more"},
]
TELLING: Final[list[dict[str, object]]] = [
    {"field": "roll", "is": ["r-4711"]},
    {"field": "roll", "isNot": ["R-1", "R-4711"]},
    {"field": "father", "contains": "ravi vánishing"},
    {"field": "town", "contains": NAME},
    {"field": "town", "contains": "code-77"},
    {"field": "token", "from": 987654, "to": 987654},
]


async def search_for_her(form: Form) -> UUID:
    """Make her, with details, and views and exports that look for these; return her id."""
    browser = form.browser
    kinds = {"Roll": "text", "Father": "text", "Town": "text", "Token": "number", "Marks": "number"}
    for label, kind in kinds.items():
        await form.make(label, kind, unique=label == "Token")
    details = {"roll": "R-4711", "father": "Ravi Vanishing", "town": "Latur", "token": 987654, "marks": 61}
    made = await form.desk.create(email=EMAIL, fullName=NAME, phone=PHONE, code="CODE-77", fields=details)
    await form.person(town="Latur", marks=62)
    for place, term in enumerate(TELLING):
        query = {"where": json.dumps([KEPT[0], term, KEPT[1]]), "workLocation": "Pune"}
        await add_view(browser, name=f"Of one {place}", scope="company", query=query)
    await add_view(browser, name="Of code", scope="company", query={"search": "CODE-77", "workLocation": "Pune"})
    await add_view(browser, name="Of one alone", query={"where": json.dumps(TELLING[:1])})
    await add_view(browser, name="Of others", scope="company", query={"where": json.dumps(KEPT)})
    for query in ({"search": "code-77"}, {"where": json.dumps(TELLING[:1])}, {"where": json.dumps(KEPT)}):
        assert (await browser.get("users/export.csv", query=query)).status == 200
    return UUID(made.body["id"])


@pytest.mark.security("S104")
async def test_what_was_searched_for_in_own_fields_goes_with_the_person_who_has_it(
    services: Services, form: Form, owner: Database
) -> None:
    words = (EMAIL, NAME, PHONE, 'R-4711\\"', "vánishing", "code-77", "987654")
    await execute(services, PROVED, form.desk.person.session_id)
    user_id = await search_for_her(form)
    await seal_entries(services)
    assert {"saved_views.query", "audit_entries.after"} <= await places_of(services, words[3])

    assert (await erase(form.desk, user_id)).status == 200
    await run_all(services)

    views = {each["name"]: each for each in (await form.browser.get("views")).body["views"]}
    for place in range(len(TELLING)):
        query = views[f"Of one {place}"]["query"]
        assert (json.loads(query.pop("where")), query) == (KEPT[:2], {"workLocation": "Pune"}), place
        assert views[f"Of one {place}"]["version"] == 2
    assert (views["Of code"]["query"], views["Of one alone"]["query"]) == ({"workLocation": "Pune"}, {})
    assert (json.loads(views["Of others"]["query"]["where"]), views["Of others"]["version"]) == (KEPT, 1)
    assert await places_of(services, *words) == {"audit_entries.after"}, "the serving role cannot change the trail"
    await seal_entries(services)
    await erase_from_trail(owner, keys=services.keys)
    assert await places_of(services, *words) == set()
    assert "audit_entries.after" in await places_of(services, "R-4711 and more")
    report = await check_chains(services.database, keys=services.keys)
    assert (report.holds, "without an erased person" in report.lines()[-2]) == (True, True), report.lines()


async def entries_about(services: Services, user_id: UUID) -> int:
    count: int = await fetch_value(
        services,
        "SELECT count(*) FROM audit_entries e JOIN audit_redactions r ON r.entry_id = e.id WHERE subject_id = $1",
        user_id,
    )
    return count


@pytest.mark.security("S104")
async def test_others_with_the_same_phone_or_name_keep_their_data(
    services: Services, boss: Desk, caller: Caller
) -> None:
    rows = [
        person(
            number,
            email=f"twin{number}@example.com",
            fullName=NAME if number < 3 else "Brother",
            phone=PHONE if number != 2 else "+919876500000",
        )
        for number in (1, 2, 3)
    ]
    await upload(services, caller.as_person(boss.person), csv_file(*rows))
    user_id = await fetch_value(services, "SELECT id FROM users WHERE email = 'twin1@example.com'")

    assert (await erase(boss, user_id)).status == 200
    await run_all(services)

    async with services.database.reading() as connection:
        kept = [row["email"] for row in await connection.raw.fetch("SELECT email FROM import_rows ORDER BY row")]
    assert kept == ["", "twin2@example.com", "twin3@example.com"]
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE email LIKE 'twin%'") == 2


@pytest.mark.security("S104")
async def test_an_import_that_has_not_ended_is_waited_for(services: Services, boss: Desk, caller: Caller) -> None:
    admin = caller.as_person(boss.person)
    rows = csv_file(person(1, email=EMAIL, fullName=NAME), person(2, email="other@example.com"))
    ready = await upload(services, admin, rows, start=False)
    user = await boss.create(email=EMAIL, fullName=NAME)
    assert (await erase(boss, user.body["id"])).status == 200
    await run_all(services)
    assert await fetch_value(services, "SELECT erased_at IS NULL AND next_at > now() FROM erasures")
    assert "import_rows.email" in await places_of(services, EMAIL)

    assert (await admin.post(f"{ready}/cancel")).status == 200
    await execute(services, "UPDATE erasures SET next_at = now()")
    await run_all(services)
    assert await fetch_value(services, "SELECT erased_at IS NOT NULL FROM erasures")
    assert not {place for place in await places_of(services, EMAIL) if place.startswith("import")}


@pytest.mark.security("S104")
async def test_the_results_of_an_erased_row_are_blank(
    services: Services, boss: Desk, caller: Caller, subject: UUID
) -> None:
    admin = caller.as_person(boss.person)
    assert (await erase(boss, subject)).status == 200
    await run_all(services)
    import_id = await fetch_value(services, "SELECT min(id::text)::uuid FROM imports")

    for query in ({}, {"status": "failed"}):
        found = await admin.get(f"{import_id}/results.csv", **query)
        assert (found.status, EMAIL.encode() in found.content) == (200, False), found
    assert (await admin.get(f"{import_id}/rows")).status == 200
    assert (await admin.get(import_id)).status == 200


@pytest.mark.security("S104")
@pytest.mark.parametrize("profile", [*(each for each in Profile if each is not Profile.SUPER_ADMIN), None])
async def test_who_may_not_delete_a_person_may_not_erase_them(
    services: Services, boss: Desk, desks: Desks, sign_in: SignIn, profile: Profile | None
) -> None:
    other = desks.of(await sign_in(profile))
    await execute(services, PROVED, other.person.session_id)

    refused = await erase(other, boss.person.id, name=f"Person {boss.person.email}")

    assert (refused.status, await fetch_value(services, "SELECT count(*) FROM erasures")) == (403, 0)


@pytest.mark.security("S104")
async def test_it_needs_a_fresh_proof_the_name_and_the_same_company(
    services: Services, desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    user = (await desk.create(fullName=NAME)).body["id"]
    await execute(services, "UPDATE sessions SET verified_at = now() - interval '1 hour'")
    assert ((await erase(desk, user)).status, (await erase(desk, user)).code) == (403, "step_up_required")
    await execute(services, PROVED, desk.person.session_id)
    other = desks.of(await sign_in(company=await add_company()))
    await execute(services, PROVED, other.person.session_id)

    assert (await erase(other, user)).status == 404
    wrong = await erase(desk, user, name="Asha Someone")
    assert (wrong.status, set(wrong.body["errors"])) == (422, {"fullName"})
    assert (await erase(desk, desk.person.id)).status == 409 or (await erase(desk, desk.person.id)).status == 403
    assert await fetch_value(services, "SELECT count(*) FROM erasures") == 0
    assert (await erase(desk, user, name="  asha   VANISHING ")).status == 200


@pytest.mark.security("S104")
async def test_it_is_done_once_and_the_entry_names_nobody(services: Services, boss: Desk, subject: UUID) -> None:
    answers = await asyncio.gather(*(erase(boss, subject) for _ in range(4)))
    again = await erase(boss, subject)

    assert {answer.status for answer in (*answers, again)} == {200}
    assert await fetch_value(services, "SELECT count(*) FROM erasures") == 1
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'user_erased'") == 1
    entry = await boss.audit_entry("user_erased")
    assert (entry["subject_id"], entry["actor_id"], entry["subject_label"]) == (subject, boss.person.id, None)
    assert (entry["before"], entry["after"]) == (None, None)


@pytest.mark.security("S104")
async def test_interrupted_it_is_continued_where_it_was(services: Services, boss: Desk, subject: UUID) -> None:
    assert (await erase(boss, subject)).status == 200
    erasure_id = await fetch_value(services, "SELECT id FROM erasures")
    assert await do_next(services, ERASING, erasure_id)
    place = await fetch_value(services, "SELECT place FROM erasures")
    assert place.startswith("import ")

    steps = await asyncio.gather(*(run_erasure(services, erasure_id=erasure_id) for _ in range(3)))
    assert len(steps) == 3
    await run_erasure(services, erasure_id=erasure_id)
    assert await fetch_value(services, "SELECT erased_at IS NOT NULL FROM erasures")


@pytest.mark.security("S104")
@pytest.mark.parametrize(
    ("tampering", "said"),
    [
        (
            "UPDATE audit_entries SET subject_label = 'x' WHERE id IN (SELECT entry_id FROM audit_redactions)",
            "was changed",
        ),
        pytest.param(
            "UPDATE audit_entries SET actor_id = NULL WHERE id IN (SELECT entry_id FROM audit_redactions)",
            "was changed",
            marks=pytest.mark.long,
        ),
        ("UPDATE audit_redactions SET mac = '\\x00'", "was changed"),
        ("DELETE FROM audit_redactions", "was changed"),
        ("UPDATE audit_redactions SET key_id = 'ffffffff'", "UNKNOWN"),
    ],
)
async def test_a_redaction_hides_no_other_change(
    services: Services, boss: Desk, owner: Database, tampering: str, said: str
) -> None:
    user = await boss.create(email=EMAIL, fullName=NAME)
    assert (await erase(boss, user.body["id"])).status == 200
    await seal_entries(services)
    people, redactions = await erase_from_trail(owner, keys=services.keys)
    assert (people, redactions > 0) == (1, True)
    assert (await check_chains(services.database, keys=services.keys)).holds

    async with owner.reading() as connection:
        await connection.raw.execute(tampering)

    report = await check_chains(services.database, keys=services.keys)
    assert (report.holds, said in "\n".join(report.lines())) == (False, True), report.lines()
