"""S59: the filters of the list and saved views, given by an attacker who may read a list."""

from typing import Any, Final
from urllib.parse import urlencode

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.user_calls import Desk, Desks
from tests.fixtures.varied_people import Varied, add_varied, varied_people
from tests.fixtures.view_calls import add_view, views_of

PARAMETERS: Final = (
    *(
        "search",
        "role",
        "profile",
        "invitation",
        "status",
        "workLocation",
        "batch",
        "application",
        "createdFrom",
        "createdTo",
    ),
    *("lastSignIn", "sort", "page", "pageSize"),
)
HOSTILE: Final = (
    "' OR '1'='1",
    "'; DELETE FROM users; --",
    "') UNION SELECT email FROM users --",
    ":company_id",
    "$1 OR $2",
    "%",
    "%%_\\",
    "{conditions}",
    "-7d' --",
    "since:-7d'); --",
    "before:9999-12-31",
    "0001-01-01",
    "-9999d",
    "-99999999999999999999d",
    "1e999",
    "NaN",
    "null",
    "\U0001f600" * 40,
    "\u0661\u0662-\u0661\u0661-\u0662\u0660\u0662\u0666",
    "a" * 1_024,
)


@pytest.fixture
async def people(desk: Desk) -> list[Varied]:
    people = varied_people(count=20)
    await add_varied(desk.services.database, desk.person.company, people)
    return people


@pytest.mark.security("S59")
@pytest.mark.settings(rate_limit_scale=1000)
async def test_no_parameter_of_the_list_carries_sql(desk: Desk, people: list[Varied]) -> None:
    """Each value is refused, or matches as text: only an age of 27 years finds all, as it should."""
    for parameter in PARAMETERS:
        for path, values in (("users", HOSTILE), ("users/export.csv", HOSTILE[:1])):
            for value in values:
                query = urlencode({"page": 1, parameter: value})
                answer = await desk.browser.client.get(
                    f"/api/v1/{path}?{query}", headers={"Authorization": f"Bearer {desk.browser.token}"}
                )
                assert answer.status_code in {200, 422}, (path, value, await answer.get_data())
                if answer.status_code == 200 and path == "users" and value != "-9999d":
                    assert (await answer.get_json())["data"] == [] or parameter == "page", value
        assert await desk.value("SELECT count(*) FROM users") == len(people) + 1, parameter


@pytest.mark.security("S59")
async def test_a_parameter_a_hundred_times_is_one_or_refused(desk: Desk, people: list[Varied]) -> None:
    token = {"Authorization": f"Bearer {desk.browser.token}"}
    for parameter, value in (("status", "inactive"), ("search", "asha"), ("batch", str(people[1].batches[0]))):
        once, often = [
            await desk.browser.client.get(f"/api/v1/users?{urlencode([(parameter, value)] * times)}", headers=token)
            for times in (1, 100)
        ]
        assert often.status_code in {200, 422}
        if often.status_code == 200:
            assert await often.get_json() == await once.get_json()
    others = urlencode([(f"p{number}", "x") for number in range(100)])
    assert (await desk.browser.client.get(f"/api/v1/users?{others}", headers=token)).status_code == 200
    long = urlencode([("search", "x" * 150)] * 60)
    assert (await desk.browser.client.get(f"/api/v1/users?{long}", headers=token)).status_code == 400


@pytest.mark.security("S59")
async def test_a_batch_of_another_company_is_as_one_that_is_not_there(
    desk: Desk, desks: Desks, people: list[Varied], sign_in: SignIn, add_company: AddCompany, shelf: Shelf
) -> None:
    stranger = desks.of(await sign_in(company=await add_company()))
    batch, nothing = str(people[1].batches[0]), "01900000-0000-7000-8000-00000000ffff"
    assert (await desk.browser.get("users", query={"batch": batch})).body["total"] > 0

    async def asked(batch: str) -> list[Any]:
        query = {"search": "", "batch": batch}
        body = {"name": "x", "scope": "own", "query": {"batch": batch}}
        answers = [
            await stranger.browser.get("users", query={**query, "sort": sort}) for sort in ("email", "createdAt")
        ]
        answers.append(await stranger.browser.post("views", json=body))
        return [(answer.status, answer.body.get("data"), answer.body.get("errors")) for answer in answers]

    assert await asked(batch) == await asked(nothing)


@pytest.mark.security("S59")
async def test_a_stored_view_gives_its_reader_no_more_than_the_list(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    """What was written past the rules into a view is shown with a sentence, and the list refuses it."""
    await add_view(desk.browser, name="Ours", scope="company")
    other = (await add_company()).id
    await desk.value(
        "UPDATE saved_views SET query = jsonb_build_object('companyId', $1::uuid::text, 'status', 'x') RETURNING 1",
        other,
    )
    view = (await views_of(desk.browser))["Ours"]
    assert view["problem"]
    assert (await desk.browser.get("users", query=view["query"])).status == 422
    assert (await desk.browser.get("users", query={"companyId": str(other)})).body["total"] == 1


@pytest.mark.security("S59")
async def test_a_view_outlives_its_maker_s_rights_and_gives_none_back(
    desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    """Who shared a view and was demoted reads, changes and deletes no view; colleagues keep what was shared."""
    maker = desks.of(await sign_in(Profile.MANAGEMENT, company=desk.person.company))
    own = await add_view(maker.browser, name="Mine")
    shared = await add_view(maker.browser, name="Ours", scope="company", query={"workLocation": "Pune"})
    version = (await desk.row(maker.person.id))["version"]
    demoted = await desk.edit(maker.person.id, profile="TRAINER", role="MENTOR", version=version)
    assert demoted.status == 200
    answers = [
        await maker.browser.get("views"),
        await maker.browser.get("users", query={"workLocation": "Pune"}),
        await maker.browser.post("views", json={"name": "More", "scope": "company", "query": {}}),
        *[await maker.browser.call("PUT", f"views/{each}", json={"name": "Theirs"}) for each in (own, shared)],
        *[await maker.browser.delete(f"views/{each}") for each in (own, shared)],
    ]
    assert [answer.status for answer in answers] == [403] * len(answers)
    view = (await views_of(desk.browser))["Ours"]
    assert (view["query"], view["mayEdit"], view["problem"]) == ({"workLocation": "Pune"}, True, None)
    assert (await desk.browser.delete(f"views/{shared}")).status == 200
