"""The user list over HTTP: filters, orders, pages and totals."""

from datetime import UTC, date, datetime
from itertools import product
from typing import Final

import pytest
from quart import Quart

from server.platform.database.connections import Database
from server.vocabulary.fields import FIELD
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.user_list import Reader, add_crowd, add_people

OTHER_SORTS: Final = ("-createdAt", "fullName", "email", "-email")
PLAIN: Final = str.maketrans("éä", "ea")
SORTS: Final = ("createdAt", "-fullName", *OTHER_SORTS)


async def test_a_record_has_every_field(reader: Reader, database: Database, company: Company) -> None:
    async with database.reading() as connection:
        user_id = await connection.raw.fetchval(
            """
            INSERT INTO users (company_id, full_name, role, profile, email, phone, date_of_birth, gender,
                               work_location, is_active, invitation, last_sign_in_at, created_at)
            VALUES ($1, 'Meera Iyer', 'MENTOR', 'TRAINER', 'meera@list.example', '+919812345678', $2, 'FEMALE', 'Pune',
                    false, 'sent', $3, $3) RETURNING id
            """,
            company.id,
            date(1990, 2, 28),
            datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        )
    expected: dict[str, object] = {
        # What the row does not say of a field is null.
        **dict.fromkeys(FIELD),
        "id": str(user_id),
        "fullName": "Meera Iyer",
        "email": "meera@list.example",
        "pendingEmail": None,
        "phone": "+919812345678",
        "role": "MENTOR",
        "profile": "TRAINER",
        "dateOfBirth": "1990-02-28",
        "gender": "FEMALE",
        "workLocation": "Pune",
        "isActive": False,
        "invitation": "sent",
        "lastSignInAt": "2026-01-02T03:04:05.000Z",
        "createdAt": "2026-01-02T03:04:05.000Z",
        "version": 1,
        "batches": [],
        "application": None,
        "fields": {},
    }
    assert (await reader.get(role="MENTOR"))["data"] == [expected]
    assert await (await reader.ask(f"/{user_id}")).get_json() == expected | {
        "photoId": None,
        "pendingEmailSentTo": None,
    }


async def test_the_newest_come_first_ten_to_a_page(reader: Reader, database: Database, company: Company) -> None:
    await add_people(database, company, *((f"P{number}", "TRAINEE", "TRAINEE") for number in range(14)))
    first = await reader.get(page=1)
    second = await reader.get(page=2)
    assert [user["fullName"] for user in first["data"]] == [f"P{number}" for number in range(13, 3, -1)]
    assert [user["fullName"] for user in second["data"][:4]] == ["P3", "P2", "P1", "P0"]
    assert (first["page"], first["pageSize"], first["total"], first["totalIsExact"]) == (1, 10, 15, True)
    assert (await reader.get(page=3))["data"] == []


async def test_without_a_page_size_the_first_thousand_are_returned(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_crowd(database, company, count=1_005)
    everything = await reader.get()
    assert (len(everything["data"]), everything["pageSize"], everything["total"]) == (1_000, 1_000, 1_006)
    assert len((await reader.get(unknown="1"))["data"]) == 1_000
    assert len((await reader.get(search="", role="", profile="", sort=""))["data"]) == 10


async def test_every_order_of_every_filter_is_that_of_all_people(
    reader: Reader, database: Database, company: Company
) -> None:
    posts = [("HR", "ADMIN"), ("HR", "MANAGEMENT"), ("MENTOR", "TRAINER"), ("FACULTY", "TRAINER"), ("APPLICANT", None)]
    names = ["zoe", "Asha", "élan", "Bo", "asha", "Ärger", "10 Kim", "Zed"]
    await add_people(database, company, *((names[n % 8], *posts[n % 5]) for n in range(40)))
    users = (await reader.get())["data"]
    filters: tuple[dict[str, str], ...] = {}, {"role": "HR"}, {"profile": "TRAINER"}, {"role": "HR", "profile": "ADMIN"}
    for sort, chosen in product(SORTS, filters):
        field = sort.removeprefix("-")
        expected = sorted(
            (user for user in users if chosen.items() <= user.items()),
            key=lambda user: ("" if field == "createdAt" else user[field].lower().translate(PLAIN), user["id"]),
            reverse=sort.startswith("-"),
        )
        pages = [await reader.get(sort=sort, page=page, pageSize=20, **chosen) for page in (1, 2, 3)]
        assert [user["id"] for page in pages for user in page["data"]] == [user["id"] for user in expected], sort
        assert {page["total"] for page in pages} == {len(expected)}, (sort, chosen)


async def test_applicants_have_a_role_and_no_profile(reader: Reader, database: Database, company: Company) -> None:
    await add_people(database, company, ("Ravi", "APPLICANT", None), ("Lata", "TRAINEE", "TRAINEE"))
    assert await reader.names(role="APPLICANT") == ["Ravi"]
    assert await reader.names(profile="TRAINEE") == ["Lata"]


@pytest.mark.parametrize(
    "sort", ["createdAt", "-fullName", *(pytest.param(sort, marks=pytest.mark.long) for sort in OTHER_SORTS)]
)
async def test_a_page_far_down_equals_the_one_read_from_the_beginning(
    reader: Reader, database: Database, company: Company, sort: str
) -> None:
    await add_crowd(database, company, count=2_400)
    users = [
        user["id"] for page in (1, 2, 3) for user in (await reader.get(sort=sort, page=page, pageSize=1_000))["data"]
    ]
    assert len(set(users)) == 2_401
    for page in (120, 121, 150, 126, 240, 241):
        found = await reader.get(sort=sort, page=page)
        assert [user["id"] for user in found["data"]] == users[(page - 1) * 10 : page * 10]
    assert (await reader.get(sort=sort, page=5_000))["data"] == []


async def test_a_total_is_exact_up_to_ten_thousand(reader: Reader, database: Database, company: Company) -> None:
    await add_crowd(database, company, count=10_000)
    exact = await reader.get(profile="TRAINEE")
    assert (exact["total"], exact["totalIsExact"]) == (10_000, True)
    beyond = await reader.get(page=1)
    assert beyond["totalIsExact"] is False
    assert beyond["total"] == 10_000


async def test_a_bad_value_is_refused(reader: Reader) -> None:
    refusals: list[tuple[str, object]] = [
        *[("role", "BOSS"), ("profile", "trainer"), ("sort", "phone"), ("invitation", "gone")],
        *[("page", 0), ("page", "x"), ("pageSize", 1_001), ("search", "x" * 201), ("search", "a\x00b")],
    ]
    for field, value in refusals:
        refused = await reader.ask("", **{field: value})
        body = await refused.get_json()
        assert (refused.status_code, body["code"]) == (422, "validation_failed"), field
        assert value == "a\x00b" or set(body["errors"]) == {field}


@pytest.mark.parametrize("profile", [Profile.TRAINER, Profile.TRAINEE, None])
async def test_listing_needs_the_permission_to_view_users(app: Quart, sign_in: SignIn, profile: Profile | None) -> None:
    reader = Reader(app=app, person=await sign_in(profile))
    for path in ("", "/export.csv", "/summary", "/values", "/locations", f"/{reader.person.id}"):
        assert (await reader.ask(path)).status_code == 403, path


async def test_another_company_s_people_are_not_there(reader: Reader, sign_in: SignIn, add_company: AddCompany) -> None:
    """S32."""
    stranger = await sign_in(Profile.SUPER_ADMIN, company=await add_company())
    for sort in SORTS:
        for query in ({}, {"profile": "SUPER_ADMIN"}, {"search": "person"}, {"search": stranger.email}):
            found = await reader.get(sort=sort, page=1, **query)
            assert {user["id"] for user in found["data"]} <= {str(reader.person.id)}
            assert found["total"] <= 1
    missing = await reader.ask(f"/{stranger.id}")
    assert (missing.status_code, (await missing.get_json())["code"]) == (404, "not_found")


async def test_those_whose_invitation_failed_are_a_filter_of_every_search_and_order(
    reader: Reader, database: Database, company: Company, add_company: AddCompany
) -> None:
    await add_people(
        database,
        company,
        *[(f"Kim {number}", "TRAINEE", "TRAINEE") for number in range(4)],
        ("Kim Mentor", "MENTOR", "TRAINER"),
        ("Ada", "TRAINEE", "TRAINEE"),
    )
    await add_people(database, await add_company(), ("Kim Stranger", "TRAINEE", "TRAINEE"), start=50)
    async with database.reading() as connection:
        await connection.raw.execute("UPDATE users SET invitation = 'failed' WHERE full_name ~ 'Ada|Kim [^03]'")
    failed = {"invitation": "failed"}
    assert await reader.names(**failed, sort="fullName") == ["Ada", "Kim 1", "Kim 2", "Kim Mentor"]
    assert await reader.names(**failed, search="kim", sort="-fullName") == ["Kim Mentor", "Kim 2", "Kim 1"]
    assert await reader.names(**failed, search="kim", profile="TRAINEE", sort="createdAt") == ["Kim 1", "Kim 2"]
    second = await reader.get(**failed, search="kim", page=2, pageSize=2, sort="fullName")
    assert ([user["fullName"] for user in second["data"]], second["total"]) == (["Kim Mentor"], 3)
    assert (await reader.get(**failed, search="-"))["total"] == 0


async def test_an_invitation_lapses_with_its_password_and_is_a_filter_of_every_search_and_order(
    reader: Reader, database: Database, company: Company, add_company: AddCompany
) -> None:
    names = ("Kim Fresh", "Kim Lapsed", "Kim Queued", "Kim Accepted", "Kim Failed", "Ada Lapsed")
    await add_people(database, company, *((name, "TRAINEE", "TRAINEE") for name in names))
    await add_people(database, await add_company(), ("Kim Lapsed", "TRAINEE", "TRAINEE"), start=50)
    await invite(database)
    lapsed, waiting = {"invitation": "lapsed", "sort": "fullName"}, {"invitation": "waiting", "sort": "fullName"}
    assert await reader.names(**lapsed) == ["Ada Lapsed", "Kim Lapsed"]
    assert await reader.names(**waiting) == ["Kim Fresh", "Kim Queued"]
    assert await reader.names(**lapsed, search="kim") == ["Kim Lapsed"]
    invited = ["Ada Lapsed", "Kim Accepted", "Kim Fresh", "Kim Lapsed", "Kim Queued"]
    assert await reader.names(invitation="invited", sort="fullName") == invited
    assert await reader.names(**waiting, search="kim", profile="TRAINER") == []
    found = (await reader.get(**lapsed))["data"][0]
    assert found["invitation"] == "lapsed"
    assert (await (await reader.ask(f"/{found['id']}")).get_json())["invitation"] == "lapsed"


async def test_a_total_of_a_search_is_exact_up_to_ten_thousand(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_crowd(database, company, count=10_001)
    for query in ({"search": "crowd example"}, {"search": "c"}):
        found = await reader.get(**query, page=1)
        assert (len(found["data"]), found["total"], found["totalIsExact"]) == (10, 10_000, False)
    turned = {"search": "c", "profile": "TRAINEE", "sort": "-fullName"}
    deep = await reader.get(**turned, page=500)
    assert (len(deep["data"]), deep["total"], deep["totalIsExact"]) == (10, 10_000, False)
    last = await reader.get(**turned, page=1_001)
    assert (len(last["data"]), last["total"], last["totalIsExact"]) == (1, 10_001, True)
    fewer = await reader.get(search="c crowd", profile="TRAINEE", page=2_000)
    assert (fewer["data"], fewer["total"], fewer["totalIsExact"]) == ([], 10_000, False)


async def invite(database: Database) -> None:
    """Set the state of each invitation to the one in the last name."""
    async with database.reading() as connection:
        await connection.raw.execute(
            """
            UPDATE users SET
                invitation = CASE substring(full_name FROM 'Queued|Accepted|Failed|Fresh|Lapsed')
                    WHEN 'Fresh' THEN 'sent' WHEN 'Lapsed' THEN 'sent'
                    ELSE lower(substring(full_name FROM 'Queued|Accepted|Failed')) END,
                temporary_password_expires_at = now()
                    + CASE WHEN full_name LIKE '%Fresh%' THEN interval '1 day' ELSE interval '0' END
            WHERE full_name ~ 'Queued|Accepted|Failed|Fresh|Lapsed'
            """
        )
