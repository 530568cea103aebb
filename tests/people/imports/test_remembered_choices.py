"""S111: what one user has chosen for later files acts for another only where it may, and never without being shown."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from server.people.imports.files.upload_import import ONLY_UPDATES
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, csv_file, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks
from tests.fixtures.view_calls import add_view, views_of

MINE: Final = "me@attacker.example"
OURS: Final[dict[str, str | None]] = {str(place): name for place, name in enumerate(HEADER)}
SYNONYMS: Final = (
    "Student Name", "E-mail ID", "Mobile No.", "DOB", "Sex", "Centre", "Designation", "User Type",
)  # fmt: skip
# No heading names a field, and two columns hold emails.
LETTERS: Final = tuple("ABCDEFGHI")
OTHER_EMAIL: Final = OURS | {"1": None, "8": "email"}
CONFIRM: Final = "Please confirm which columns are the required fields."
# After midnight in the zone of the installation.
CHOSEN_AT: Final = "'2026-11-12T20:00Z'"
DAY: Final = "13 Nov 2026"


@pytest.fixture
def boss(caller: Caller, office: Office) -> ImportDesk:
    return desk_of(caller, office)


@pytest.fixture
async def manager(caller: Caller, offices: Offices) -> ImportDesk:
    """A colleague who may create trainees and panelists."""
    return desk_of(caller, await offices.open(Profile.MANAGEMENT))


def desk_of(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def name_of(desk: ImportDesk) -> str:
    name: str = await desk.office.fetch_value("SELECT full_name FROM users WHERE id = $1", desk.office.person.id)
    return name


async def check(desk: ImportDesk, content: bytes) -> dict[str, Any]:
    return await desk.check((await desk.upload(content))["id"])


def lettered(number: int) -> bytes:
    return csv_file((*person(number), f"other{number}@example.org"), header=LETTERS)


async def choose_letters(desk: ImportDesk, columns: Mapping[str, str | None]) -> None:
    uploaded = await desk.upload(lettered(1))
    await desk.check(uploaded["id"])
    assert (await desk.choose(uploaded["id"], columns=columns)).body["state"] == "validating"
    await desk.office.execute(f"UPDATE import_layouts SET chosen_at = {CHOSEN_AT}")  # noqa: S608 - a constant


@pytest.mark.security("S111")
@pytest.mark.parametrize("header", [HEADER, pytest.param(SYNONYMS, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "chosen",
    [
        {"columns": OURS | {"1": None}, "values": {"email": MINE}},
        {"columns": OURS | {"1": None, "2": None, "8": "email", "9": "phone"}},
        {"columns": OURS | {"7": "role", "6": "profile"}},
        {"splits": {"1": {"separator": "@", "parts": 2}}, "columns": OURS | {"1": None, "8": "email"}},
    ],
)
async def test_no_choice_of_another_changes_what_our_headings_mean(
    boss: ImportDesk, manager: ImportDesk, header: tuple[str, ...], chosen: dict[str, object]
) -> None:
    """Otherwise the next Super Admin of the company is invited at the address of a manager."""
    header = (*header, "Note", "Remark")
    uploaded = await manager.upload(csv_file((*person(1), MINE, "+919812345678"), header=header))
    await manager.check(uploaded["id"])
    assert (await manager.choose(uploaded["id"], **chosen)).status == 200

    new = person(2, profile="SUPER_ADMIN", role="ADMIN")
    ready = await check(boss, csv_file((*new, MINE, ""), header=header))
    assert (ready["state"], ready["validRows"], ready["remarks"]) == ("ready", 1, [])
    assert (await boss.caller.post(f"{ready['id']}/start", {})).status == 200
    await boss.office.work(ready["id"])
    people = await boss.office.fetch("SELECT recipient FROM messages WHERE kind = 'invitation'")
    assert [each["recipient"] for each in people] == [new.cell("email")]


@pytest.mark.security("S111")
async def test_no_value_for_all_rows_that_identifies_or_grants_is_remembered(boss: ImportDesk) -> None:
    """Nor taken from what an earlier version has remembered."""
    header = ("Student Name", "Sex", "Centre")
    everything = {
        "email": MINE, "phone": "+919812345678", "dateOfBirth": "1990-01-01", "role": "ADMIN",
        "profile": "SUPER_ADMIN", "batch": "July",
    }  # fmt: skip
    content = csv_file(("Asha Rao", "Female", "Pune"), header=header)
    uploaded = await boss.upload(content)
    assert (await boss.choose(uploaded["id"], values=everything)).body["state"] == "validating"
    missing = "Missing required headers: email, phone, dateOfBirth, role, profile"
    for stored in ("fields", """jsonb_set(fields, '{values}', '{"email": "a@example.org", "profile": "ADMIN"}')"""):
        await boss.office.execute(f"UPDATE import_layouts SET fields = {stored}")  # noqa: S608 - of this test
        again = await boss.upload(content)
        assert (await boss.caller.get(again["id"])).body["reason"] == missing
        assert (await boss.columns(again["id"]))["values"] == {}


@pytest.mark.security("S111")
async def test_a_known_sheet_of_people_who_have_an_account_needs_no_step(boss: ImportDesk) -> None:
    header = ("Student Name", "E-mail ID", "Mobile No.", "DOB", "Sex", "Centre")
    given = {"role": "TRAINEE", "profile": "TRAINEE"}
    sheet = csv_file(*(person(number)[:6] for number in (1, 2, 3)), header=header)
    first = await boss.upload(sheet)
    assert first["state"] == "mapping"
    assert (await boss.choose(first["id"], values=given)).body["state"] == "validating"
    await boss.check(first["id"])
    assert (await boss.upload(sheet))["state"] == "mapping"
    assert (await boss.caller.post(f"{first['id']}/start", {})).status == 200
    await boss.office.work(first["id"])

    moved = csv_file(*((*person(number)[:5], "Nashik") for number in (1, 2, 4)), header=header)
    again = await check(boss, moved)
    assert (again["state"], again["mode"], again["changedRows"], again["newRows"]) == ("ready", "update", 2, 0)
    assert ONLY_UPDATES in again["remarks"]
    # No person of another class has an account.
    assert (await boss.upload(csv_file(person(7)[:6], person(8)[:6], header=header)))["state"] == "mapping"
    chosen = await boss.choose(again["id"], mode="create", values=given)
    assert (chosen.body["mode"], ONLY_UPDATES in chosen.body["remarks"]) == ("create", False)


@pytest.mark.security("S111")
async def test_columns_act_for_those_who_may_do_no_more_than_their_author(
    boss: ImportDesk, manager: ImportDesk
) -> None:
    """For others they wait to be confirmed, and a lower profile replaces no choice of a higher one."""
    await choose_letters(manager, OTHER_EMAIL)
    said = f"Columns as {await name_of(manager)} chose them on {DAY}."
    own = await check(manager, lettered(2))
    assert (own["state"], own["remarks"]) == ("ready", [said])
    offered = (await boss.caller.get((await boss.upload(lettered(2)))["id"])).body
    assert (offered["state"], offered["reason"], offered["remarks"]) == ("mapping", CONFIRM, [said])
    assert (await boss.columns(offered["id"]))["columns"][8]["field"] == "email"

    await choose_letters(boss, OURS)
    await choose_letters(manager, OTHER_EMAIL)
    said = f"Columns as {await name_of(boss)} chose them on {DAY}."
    for desk in (boss, manager):
        ready = await check(desk, lettered(3))
        assert (ready["state"], ready["remarks"]) == ("ready", [said])
        assert [row["email"] for row in await desk.rows(ready["id"])] == ["imported3@example.org"]


@pytest.mark.security("S111")
async def test_columns_act_while_their_author_is_active(
    boss: ImportDesk, manager: ImportDesk, offices: Offices, caller: Caller
) -> None:
    equal = desk_of(caller, await offices.open())
    await choose_letters(equal, OTHER_EMAIL)
    author = equal.office.person.id
    said = f"Columns as {await name_of(equal)} chose them on {DAY}."
    for change, state, remark in (
        ("UPDATE users SET full_name = full_name WHERE id = $1", "validating", said),
        ("UPDATE users SET is_active = false WHERE id = $1", "mapping", said),
        ("UPDATE users SET is_active = true, profile = 'TRAINER' WHERE id = $1", "mapping", said),
        ("DELETE FROM users WHERE id = $1", "mapping", f"Columns as they were chosen on {DAY}."),
    ):
        await boss.office.execute(change, author)
        uploaded = await boss.upload(lettered(2))
        assert uploaded["state"] == state
        assert (await boss.caller.get(uploaded["id"])).body["remarks"] == [remark]
    await choose_letters(manager, OURS)
    assert (await manager.upload(lettered(2)))["state"] == "validating"


@pytest.mark.security("S111")
async def test_to_read_a_file_in_another_way_is_no_choice_of_its_columns(boss: ImportDesk, manager: ImportDesk) -> None:
    """A Super Admin who has a colleague's file read as month/day would vouch for the columns in it."""
    await choose_letters(manager, OTHER_EMAIL)
    ready = await check(manager, lettered(2))
    assert (await boss.choose(ready["id"], dateOrder="month")).status == 200
    assert (await boss.upload(lettered(3)))["state"] == "mapping"


@pytest.mark.security("S111")
async def test_values_are_read_as_those_chose_who_may_create_all_that_the_uploader_may(
    boss: ImportDesk, manager: ImportDesk
) -> None:
    """Neither a later choice of a lower profile, nor a thousand of them, nor an undo puts another in its place."""

    async def map_pune(desk: ImportDesk, to: str) -> str:
        ready = await check(desk, csv_file(person(1, workLocation="Pune")))
        body = {"field": "workLocation", "from": "Pune", "to": to}
        assert (await desk.caller.post(f"{ready['id']}/values", body)).body == {"rows": 1}
        await desk.office.execute(f"UPDATE import_value_maps SET chosen_at = {CHOSEN_AT}")  # noqa: S608 - a constant
        return str(ready["id"])

    async def read_pune(desk: ImportDesk) -> tuple[str, list[str]]:
        ready = await check(desk, csv_file(person(2, workLocation="Pune")))
        return (await desk.rows(ready["id"]))[0]["workLocation"], ready["remarks"]

    low, high = [
        (to, [f"Work location: Pune is read as {to}, as {await name_of(desk)} chose on {DAY}."])
        for desk, to in ((manager, "Delhi"), (boss, "Poona"))
    ]
    await map_pune(manager, "Delhi")
    assert [await read_pune(desk) for desk in (manager, boss)] == [low, ("Pune", [])]
    await boss.caller.post(f"{await map_pune(boss, 'Mumbai')}/rows/undo")
    assert await read_pune(boss) == ("Pune", [])
    await map_pune(boss, "Poona")
    await boss.office.execute(
        """
        INSERT INTO import_value_maps (company_id, field, from_value, to_value, chosen_by)
        SELECT $1, 'workLocation', 'Place ' || n, 'Delhi', $2 FROM generate_series(1, 1001) AS n
        """,
        manager.office.person.company.id,
        manager.office.person.id,
    )
    await map_pune(manager, "Delhi")
    assert [await read_pune(desk) for desk in (manager, boss)] == [high, high]
    await boss.office.execute("UPDATE users SET is_active = false WHERE id = $1", boss.office.person.id)
    assert await read_pune(manager) == ("Pune", [])


@pytest.mark.security("S111")
async def test_a_view_of_the_company_is_changed_by_those_who_may_create_all_that_its_author_may(
    desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    """Its readers act on the people that it shows, in the trust that its author has chosen them."""
    view_id = await add_view(desk.browser, name="Left us", scope="company", query={"status": "inactive"})
    lower = desks.of(await sign_in(Profile.MANAGEMENT, company=desk.person.company))
    assert (await views_of(lower.browser))["Left us"]["mayEdit"] is False
    path = f"views/{view_id}"
    everybody: dict[str, object] = {"query": {}}
    answers = [await lower.browser.call("PUT", path, json=everybody), await lower.browser.delete(path)]
    assert [answer.status for answer in answers] == [403, 403]
    own = await add_view(lower.browser, name="Trainees", scope="company")
    assert (await desk.browser.call("PUT", f"views/{own}", json=everybody)).status == 200
    await execute(desk.services, "UPDATE users SET is_active = false WHERE id = $1", desk.person.id)
    assert (await lower.browser.call("PUT", path, json=everybody)).status == 200
