"""Users are found by any part of their name, email or phone."""

from datetime import UTC
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.people.list.list_repository import ExportedPerson, list_after, matching, tidy_search
from server.people.list.list_schemas import FilterQuery, Slice, Sort, exported
from server.platform.database.connections import Database
from server.platform.database.query_plans import planned_for_values
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.search import add_person, assert_found, filters, searches, sorts
from tests.fixtures.user_list import Reader, add_crowd

NAME: Final = "Asha Verma-Rao"


@pytest.fixture
async def asha(database: Database, company: Company) -> None:
    await add_person(database, company, NAME, email="a.verma_2@mail.vermas.org", phone="+919812345678")


async def test_any_part_is_found_and_short_terms_begin_a_word(reader: Reader, asha: None) -> None:
    cases: list[str] = [
        "asha",
        "ASHA",
        " ash ",
        "ver rao",
        "rao asha",
        "verma-rao",
        "a.verma",
        "a.verma_2@mail.vermas.org",
        "A.Verma_2@MAIL",
        "@mail.vermas",
        "vermas",
        "asha vermas.org",
        "9812345678",
        "98123 45678",
        "+91 98123-45678",
        "919812",
        "09812345678",
        "(98123) 45",
        "sha",
        "ERM",
        "erma rao",
        "ma_2@mail",
        "verma_2@mail.verm",
        "812345",
        "12345678",
        "mas.org",
        "as ve ra",
        "2 91 verma",
        "asha - %",
    ]
    for search in cases:
        assert await reader.names(search=search) == [NAME], search


async def test_a_text_that_no_user_has_is_not_found(reader: Reader, asha: None) -> None:
    cases: list[str] = [
        *("ha", "asha kumar", "verma@mail", "a.verma_2@example.com", "rma_2@example", "ma%2@mail", "912345678"),
        *("a@", "_", "__", "%%%", "-", "@", "%", ".*", "(", "\\"),
    ]
    for search in cases:
        found = await reader.get(search=search)
        assert (found["data"], found["total"], found["totalIsExact"]) == ([], 0, True), search


@pytest.mark.parametrize(
    ("name", "searches"),
    [
        ("Zoë Ärger", ["zoë", "ZOË", "Zoe\u0308", "ärg", "är", "RGER"]),
        ("Ольга Шарма", ["ольга", "ШАРМА", "арм", "ша"]),
        ("मीरा शर्मा", ["मीरा", "शर्मा", "मी"]),
        ("王小明", ["王小明", "王小", "王"]),
        ("Οδυσσεύς", ["ΟΔΥΣΣ", "δυσ"]),
        ("D'Souza", ["d'souza", "souza", "ds"]),
        ("क्\u200dष", ["क्\u200dष"]),
    ],
)
async def test_names_of_every_script_are_found_in_any_case(
    reader: Reader, database: Database, company: Company, name: str, searches: list[str]
) -> None:
    await add_person(database, company, name, email="someone@list.example", phone="+4915112345678")
    for search in searches:
        assert await reader.names(search=search) == [name], search


# Each name, and searches that find it; all people are in the list at once.
SPELLINGS: Final[dict[str, list[str]]] = {
    "José Müller": ["jose", "JOSÉ", "jose\u0301", "muller", "müller jose"],
    "Łukasz Żak": ["lukasz", "ŁUKASZ", "zak", "Żak"],
    "Nguyễn Thị Ánh": ["nguyen", "NGUYỄN", "thi anh", "ánh"],
    "İpek Y\u0131lmaz": ["ipek", "IPEK", "İPEK", "yilmaz", "YILMAZ"],
    "Hans Straße": ["strasse", "strase", "STRASSE", "straße", "STRAẞE"],
    "Ørsted Nils": ["orsted", "ØRSTED"],
    "Æsir Odin": ["aesir", "AEsir", "æsir", "ÆSIR"],
    "फ़ातिमा": ["फातिमा", "फ़ातिमा", "\u095eातिमा"],
    "ज़ोया ख़ान": ["जोया", "ज़ोया खान", "ख़ान"],
    "ঘড়ি": ["ঘডি", "ঘড়ি"],
    "مُحَمَّد علي": ["محمد", "علی"],
    "Ёлкин": ["елкин", "ЁЛКИН"],
    "Οδυσσεύς": ["οδυσσευσ", "ΟΔΥΣΣΕΥΣ"],
    "D'Souza Anita": ["dsouza anita", "D'Souza anita", "D’Souza anita", "d`souza anita", "D\u00b4Souza anita"],
    "D’Souza Bela": ["dsouza bela", "D'Souza bela", "bela dsouza"],
    "Ann Smith-Jones": ["smith jones", "smith-jones", "Smith–Jones", "jones-smith"],
    "Mohd.Irfan": ["mohd irfan", "mohd. irfan", "Irfan,Mohd", "mohammad irfan", "Md Irphan", "इरफ़ान"],
    "इन्दु": ["इंदु", "Indu"],
    "A. P. J. Abdul Kalam": ["apj abdul", "A.P.J. Abdul", "a p j kalam", "kalam, A. P. J."],
    "आर.के. शर्मा": ["आर के शर्मा", "आर. के. शर्मा"],
}


async def test_names_are_found_in_every_spelling_and_no_others_with_them(
    reader: Reader, database: Database, company: Company
) -> None:
    for number, name in enumerate(SPELLINGS):
        await add_person(database, company, name, email=f"list{number}@list.example", phone=f"+919812300{number:03d}")
    for name, spellings in SPELLINGS.items():
        for search in (name, *spellings):
            assert await reader.names(search=search) == [name], search
    for search in ("maria jose", "dsouza carl", "jones ann mary", "pj kalam", "\u0301"):
        assert await reader.names(search=search) == [], search


async def test_one_slip_of_a_key_is_forgiven_where_nothing_else_is_found(
    reader: Reader, database: Database, company: Company
) -> None:
    names = ["Meera Kulkarni", "Asha Sharma", "Asha Sarna"]
    for number, name in enumerate(names):
        await add_person(database, company, name, email=f"list{number}@list.example", phone=f"+919812300{number:03d}")
    for search in ("kulkrani", "kulkanri", "kulkatni", "lkulkarni", "meera klkarni", "mwera kulkarni", "कुलकरमी"):
        assert await reader.names(search=search) == names[:1], search
    assert await reader.names(search="asha sarna") == names[2:]
    assert await reader.names(search="asha shamra") == names[1:2]
    for search in ("kulkzzni", "sharmila", "asha kul"):
        assert await reader.names(search=search) == [], search

    exported = await (await reader.ask("/export.csv", search="kulkatni", columns="fullName")).get_data(as_text=True)
    body = {"action": "deactivate", "select": {"filter": {"search": "kulkatni"}}, "dryRun": True}
    preview = await (await reader.send("/bulk", **body)).get_json()
    assert names[0] in exported
    assert preview["allowed"] == 1


async def test_phones_are_found_in_the_digits_of_every_script(reader: Reader, asha: None) -> None:
    for search in ("९८१२३४५६७८", "+९१ ९८१२३ ४५६७८", "௯௮௧௨௩"):
        assert await reader.names(search=search) == [NAME], search


async def test_initials_are_one_word_with_and_without_dots(
    reader: Reader, database: Database, company: Company
) -> None:
    names = ["M. S. Dhoni", "M S Dhoni", "MS Dhoni", "M.S. Dhoni", "M.S.Dhoni"]
    for number, name in enumerate([*names, "Mahesh Dhoni", "Sakshi Dhoni"]):
        await add_person(database, company, name, email=f"list{number}@list.example", phone=f"+919812300{number:03d}")
    for search in ("dhoni ms", "dhoni MS", *names):
        assert await reader.names(search=search, sort="createdAt") == names, search
    assert await reader.names(search="dhoni m", sort="createdAt") == [*names, "Mahesh Dhoni"]


async def test_emails_and_codes_are_found_as_they_are_stored(
    reader: Reader, database: Database, company: Company
) -> None:
    emails = ["o'neil.p@list.example", "m.s.k@list.example", "jürgen-e@list.example", "x_y.z@list.example"]
    for number, email in enumerate(emails):
        await add_person(database, company, "Asha Verma", email=email, phone=f"+919812300{number:03d}")
    cases = {
        emails[0]: ["o'neil", "o'neil.p", "O'NEIL.P@LIST", "verma o'neil"],
        emails[1]: ["m.s.k", "m.s.k@", "asha m.s"],
        emails[2]: ["jürgen", "JÜRGEN-E", "jürgen-e@list.example"],
        emails[3]: ["x_y.z", "x_y"],
    }
    for email, parts in cases.items():
        for search in parts:
            assert [user["email"] for user in (await reader.get(search=search))["data"]] == [email], search


async def test_the_list_sorts_names_without_accents_case_and_punctuation(
    reader: Reader, database: Database, company: Company
) -> None:
    names = [
        *("100% Real", "Abel", "Æsir Odin", "Ángel", "Anil Kumar", "asha verma", "ASHA VERMA", "Asha Verma"),
        *(
            "D'Souza Anita",
            "D’Souza Bela",
            "Dsouza Carl",
            "Émile Zola",
            "İpek Y\u0131lmaz",
            "Jose Mueller",
            "José Müller",
        ),
        *("Łukasz Żak", "Mohd. Irfan", "M. S. Dhoni", "MS Dhoni", "M S Dhoni", "Ñandú Pedro", "O`Brien Carl"),
        *("Ørsted Nils", "Smith-Jones Ann", "Smith Jones Bo", "Straße Hans", "Zara Khan", "Zoë", "Zoe", "محمد خان"),
        *("ज़ोया ख़ान", "फ़ातिमा", "राहुल शर्मा", "முருகன் கே"),
    ]
    # Their ids rise in the order of the list: it decides between names that are equal.
    for number, name in enumerate(names):
        await add_person(database, company, name, email=f"list{number}@list.example", phone=f"+919812300{number:03d}")
    listed = await reader.names(search="list.example", sort="fullName", pageSize=50)
    assert listed == names
    assert await reader.names(search="list.example", sort="-fullName", pageSize=50) == names[::-1]


async def test_pages_divide_people_whose_names_are_equal(reader: Reader, database: Database, company: Company) -> None:
    spellings = ["Zoe", "Zoë", "ZOE", "zoé"]
    for number in range(12):
        name, phone = spellings[number % 4], f"+919812300{number:03d}"
        await add_person(database, company, name, email=f"list{number}@list.example", phone=phone)
    everyone = matching(FilterQuery(search="zoe"), company_id=company.id, zone=UTC)
    async with database.reading() as connection:
        ids = [
            row["id"] for row in await connection.raw.fetch("SELECT id FROM users WHERE email ~ '^list' ORDER BY id")
        ]
        read: list[ExportedPerson] = []
        while following := await list_after(
            connection, everyone, columns=exported(BUILT_IN), sort=Sort.NAME, last=read[-1] if read else None, limit=5
        ):
            read += following
    assert [person.id for person in read] == ids
    pages = [await reader.get(search="zoe", sort="fullName", page=page, pageSize=5) for page in (1, 2, 3)]
    assert [user["id"] for page in pages for user in page["data"]] == [str(each) for each in ids]


async def test_what_finds_a_person_follows_each_of_its_changes(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_person(database, company, "Asha Rao", email="asha@list.example", phone="+919812300001")
    changes = {
        "full_name = 'Meera Nair'": ("asha rao", "meera"),
        "email = 'meera@list.example'": ("asha@list", "meera@list"),
        "phone = '+919812300002'": ("9812300001", "9812300002"),
        "code = '21CS042'": ("21cs043", "21cs042"),
    }
    for change, (former, present) in changes.items():
        async with database.reading() as connection:
            await connection.raw.execute(f"UPDATE users SET {change} WHERE email LIKE '%list.example'")  # noqa: S608
        assert await reader.names(search=former) == [], change
        assert await reader.names(search=present) == ["Meera Nair"], change
    async with database.reading() as connection:
        await connection.raw.execute("DELETE FROM users WHERE email LIKE '%list.example'")
    assert await reader.names(search="meera") == []


async def test_searches_read_the_trigram_index(database: Database, company: Company) -> None:
    await add_crowd(database, company, count=20_000)
    async with database.unit_of_work() as unit:
        await tidy_search(unit.connection)
        await unit.connection.raw.execute("ANALYZE users, people_search")
    for search in ("verma", "josé", "d'souza", "m. s.", "smith-jones", "o'neil@list", "o'neil.p"):
        query = matching(FilterQuery(search=search), company_id=company.id, zone=UTC)
        async with database.reading() as connection, planned_for_values(connection):
            plan = await connection.fetch_all(
                f"EXPLAIN SELECT FROM users u WHERE u.company_id = :company_id{query.conditions}",
                **query.values,
            )
        lines = "\n".join(line[0] for line in plan)
        assert "ix_people_search_" in lines, search
        assert "Seq Scan" not in lines, search


async def test_a_search_goes_with_filters_and_orders(reader: Reader, database: Database, company: Company) -> None:
    for number, (name, profile) in enumerate(
        [("Kim C", "TRAINEE"), ("Kim A", "TRAINER"), ("Kim B", "TRAINEE"), ("Tom", "TRAINEE")]
    ):
        await add_person(
            database, company, name, email=f"p{number}@x.example", phone=f"+91981234000{number}", profile=profile
        )
    assert await reader.names(search="kim", sort="fullName") == ["Kim A", "Kim B", "Kim C"]
    assert await reader.names(search="kim", sort="-email", profile="TRAINEE") == ["Kim B", "Kim C"]
    assert await reader.names(search="kim", sort="createdAt", page=2, pageSize=2) == ["Kim B"]


async def test_a_new_name_is_found_and_the_old_one_is_not(
    reader: Reader, database: Database, company: Company, asha: None
) -> None:
    async with database.reading() as connection:
        await connection.raw.execute("UPDATE users SET full_name = 'Usha Verma' WHERE full_name = 'Asha Verma-Rao'")
    assert await reader.names(search="usha") == ["Usha Verma"]
    assert await reader.names(search="verma") == ["Usha Verma"]
    assert await reader.names(search="asha") == []


async def test_users_of_another_company_are_not_found(
    app: Quart, asha: None, sign_in: SignIn, add_company: AddCompany
) -> None:
    """S32."""
    stranger = Reader(app=app, person=await sign_in(Profile.SUPER_ADMIN, company=await add_company()))
    for search in ("asha", "a.verma_2@mail.vermas.org", "9812345678"):
        assert (await stranger.get(search=search))["total"] == 0


@pytest.mark.parametrize("gathered", [0, 100_000], ids=["walked", "gathered"])
@settings(max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    search=searches,
    filters=filters,
    sort=sorts,
    offset=st.integers(0, 30),
    limit=st.integers(1, 12),
)
async def test_a_search_finds_the_same_users_as_a_scan_in_python(
    database: Database,
    company: Company,
    crowd: None,
    gathered: int,
    search: str,
    filters: dict[str, str],
    sort: Sort,
    offset: int,
    limit: int,
) -> None:
    page = Slice(sort=sort, offset=offset, limit=limit)
    await assert_found(database, company, search, filters=filters, page=page, most_gathered=gathered)


async def test_what_new_accounts_left_beside_the_index_is_entered(
    database: Database, company: Company, crowd: None, reader: Reader
) -> None:
    async with database.unit_of_work() as unit:
        assert await unit.connection.fetch_value("SELECT waymark_tidy_search()") > 0
        await tidy_search(unit.connection)
        assert await unit.connection.fetch_value("SELECT waymark_tidy_search()") == 0
    assert (await reader.get(search="u11.r-1@"))["total"] == 1
