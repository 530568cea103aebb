"""Views of the list: the built-in ones, one's own and the company's."""

import asyncio
from typing import Any, Final

import pytest

from server.people.saved_views.change_view import MOST_VIEWS
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Answer, execute
from tests.fixtures.user_calls import Desk, Desks
from tests.fixtures.user_list import Reader
from tests.fixtures.varied_people import NO_BATCH
from tests.fixtures.view_calls import add_view, views_of

UNKNOWN_ID: Final = "01900000-0000-7000-8000-000000000000"
COLUMNS: Final = [{"name": "fullName", "width": 240}, {"name": "batches", "width": None}]
QUERY: Final = {
    "search": "asha",
    "role": "TRAINEE",
    "profile": "TRAINEE",
    "invitation": "lapsed",
    "status": "active",
    "workLocation": "Mumbai, West",
    "createdFrom": "-7d",
    "createdTo": "2026-11-22",
    "lastSignIn": "before:-30d",
    "sort": "-fullName",
}
# Fields of a view with what is refused: the messages, or the names of the fields alone.
BAD_FIELDS: Final[list[tuple[dict[str, Any], Any]]] = [
    ({"name": None}, {"name": "Please give the view a name"}),
    ({"name": "  "}, {"name": "Please give the view a name"}),
    ({"name": "x" * 61}, {"name": "Please use at most 60 characters"}),
    ({"name": "x\u202ey"}, {"name"}),
    ({"name": "P\u0430ypal"}, {"name"}),
    ({"scope": "builtin"}, {"scope"}),
    ({"scope": None}, {"scope"}),
    ({"query": None}, {"query"}),
    ({"query": []}, {"query"}),
    ({"query": {"page": "1"}}, {"query.page"}),
    ({"query": {"work_location": "x"}}, {"query.work_location"}),
    ({"query": {"role": "BOSS"}}, {"query.role"}),
    ({"query": {"search": 1}}, {"query.search"}),
    ({"query": {"search": {"a": 1}}}, {"query.search"}),
    ({"query": {"search": "x" * 201}}, {"query.search"}),
    ({"query": {"search": "a\u0000b"}}, {"query"}),
    ({"query": {"createdFrom": "yesterday"}}, {"query.createdFrom"}),
    ({"query": {"lastSignIn": "before:0001-01-01"}}, {"query.lastSignIn"}),
    ({"query": {"batch": str(NO_BATCH)}}, {"query.batch": "This batch does not exist"}),
    ({"columns": [{"name": "a"}] * 2}, {"columns": "Each column can be named once"}),
    ({"columns": [{"name": "x" * 41}]}, {"columns.0.name"}),
    ({"columns": [{"name": "a; drop"}]}, {"columns.0.name"}),
    ({"columns": [{"name": "a", "width": 39}]}, {"columns.0.width"}),
    ({"columns": [{"name": "a", "width": 2_001}]}, {"columns.0.width"}),
    ({"columns": [{"name": "a", "width": 1.5}]}, {"columns.0.width"}),
    ({"columns": [{"name": "a", "more": 1}]}, {"columns.0.more"}),
    ({"columns": [{"name": "a" * (n % 40 + 1)} for n in range(41)]}, {"columns"}),
    ({"ownerId": UNKNOWN_ID}, {"ownerId"}),
    ({"companyId": UNKNOWN_ID}, {"companyId"}),
]


def refusal(answer: Answer) -> tuple[int, str | None, Any]:
    return answer.status, answer.code, answer.body.get("errors")


async def change(desk: Desk, view_id: object, **fields: Any) -> Answer:
    return await desk.browser.call("PUT", f"views/{view_id}", json=fields)


async def test_every_company_has_the_built_in_views_and_the_list_takes_their_queries(
    desk: Desk, reader: Reader
) -> None:
    views = (await desk.browser.get("views")).body["views"]
    assert [view["name"] for view in views] == ["New this week", "Invitation expired", "Not logged in for 30 days"]
    assert {(view["scope"], view["version"], view["mayEdit"], view["createdBy"]) for view in views} == {
        ("builtin", 1, False, None)
    }
    for view in views:
        assert (await reader.ask("", **view["query"])).status_code == 200
        for method in ("PUT", "DELETE"):
            assert (await desk.browser.call(method, f"views/{view['id']}", json={})).status == 404


async def test_a_view_has_the_list_s_query_and_columns_as_they_were_given(desk: Desk) -> None:
    view_id = await add_view(desk.browser, name="  Asha’s ", query=QUERY, columns=COLUMNS)
    view = (await views_of(desk.browser))["Asha’s"]
    assert view == {
        "id": str(view_id),
        "name": "Asha’s",
        "scope": "own",
        "query": QUERY,
        "columns": COLUMNS,
        "version": 1,
        "createdBy": {"id": str(desk.person.id), "fullName": view["createdBy"]["fullName"]},
        "mayEdit": True,
        "problem": None,
    }
    empty = await add_view(desk.browser, name="All", query={"role": None, "search": "", "workLocation": None})
    assert ((await views_of(desk.browser))["All"]["query"], empty != view_id) == ({}, True)


async def test_a_view_is_changed_in_what_is_given(desk: Desk) -> None:
    view_id = await add_view(desk.browser, query={"workLocation": "Pune"}, columns=COLUMNS)
    renamed = await change(desk, view_id, name="Pune now", version=1)
    assert (renamed.status, renamed.body["query"], renamed.body["columns"]) == (200, {"workLocation": "Pune"}, COLUMNS)
    assert (renamed.body["name"], renamed.body["version"]) == ("Pune now", 2)
    assert refusal(await change(desk, view_id, name="Late", version=1)) == (409, "edit_conflict", None)
    without = await change(desk, view_id, query={"status": "inactive"}, columns=None, version=2)
    assert (without.body["query"], without.body["columns"]) == ({"status": "inactive"}, None)
    assert (await change(desk, view_id)).body["columns"] is None
    assert (await desk.browser.delete(f"views/{view_id}")).status == 200
    assert (await desk.browser.delete(f"views/{view_id}")).status == 404
    assert await views_of(desk.browser) == {}


async def test_names_are_unique_in_each_scope_without_regard_to_case(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    own = await add_view(desk.browser, name="Pune")
    await add_view(desk.browser, name="Pune", scope="company")
    taken = (409, "view_exists", {"name": "A view has this name already"})
    for scope in ("own", "company"):
        for name in ("Pune", " PUNE ", "pune"):
            again = await desk.browser.post("views", json={"name": name, "scope": scope, "query": {}})
            assert refusal(again) == taken
    other = await add_view(desk.browser, name="Delhi")
    assert refusal(await change(desk, other, name="pUNE")) == taken
    assert (await change(desk, own, name="PUNE")).status == 200
    colleague = desks.of(await sign_in(company=desk.person.company))
    await add_view(colleague.browser, name="Pune")


async def test_of_many_views_of_one_name_at_once_one_is_saved(desk: Desk) -> None:
    body = {"name": "Pune", "scope": "company", "query": {}}
    answers = await asyncio.gather(*(desk.browser.post("views", json=body) for _ in range(8)))
    assert sorted(answer.status for answer in answers) == [201, *[409] * 7]


@pytest.mark.parametrize("scope", ["own", "company"])
async def test_there_are_at_most_a_hundred_views_of_a_scope(desk: Desk, scope: str) -> None:
    await execute(
        desk.services,
        """
        INSERT INTO saved_views (company_id, owner_id, name, folded_name, query)
        SELECT $1, $2, n::text, n::text, '{}' FROM generate_series(1, $3::int) n
        """,
        desk.person.company.id,
        desk.person.id if scope == "own" else None,
        MOST_VIEWS - 1,
    )
    await add_view(desk.browser, name="The last", scope=scope)
    refused = await desk.browser.post("views", json={"name": "One more", "scope": scope, "query": {}})
    assert refusal(refused) == (409, "too_many_views", None)
    await add_view(desk.browser, name="Of the other scope", scope="own" if scope == "company" else "company")


async def test_one_s_own_views_are_seen_by_no_colleague(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    own = await add_view(desk.browser, name="Mine")
    shared = await add_view(desk.browser, name="Ours", scope="company")
    colleague = desks.of(await sign_in(Profile.MANAGEMENT, company=desk.person.company))
    assert set(await views_of(colleague.browser)) == {"Ours"}
    for answer in (await change(colleague, own, name="x"), await colleague.browser.delete(f"views/{own}")):
        assert answer.status == 404
    equal = desks.of(await sign_in(company=desk.person.company))
    assert (await change(equal, shared, name="All of us")).status == 200


@pytest.mark.parametrize("profile", [Profile.TRAINER, Profile.PLACEMENT, Profile.TRAINEE, None])
async def test_views_are_for_those_who_see_the_list(desk: Desk, desks: Desks, sign_in: SignIn, profile: Any) -> None:
    shared = await add_view(desk.browser, scope="company")
    other = desks.of(await sign_in(profile, company=desk.person.company)).browser
    body = {"name": "x", "scope": "own", "query": {}}
    answers = [
        await other.get("views"),
        await other.post("views", json=body),
        await other.call("PUT", f"views/{shared}", json={"name": "x"}),
        await other.delete(f"views/{shared}"),
        await other.get("users/columns"),
        await other.call("PUT", "users/columns", json={"columns": []}),
    ]
    assert [answer.status for answer in answers] == [403] * len(answers)


async def test_what_is_done_to_the_company_s_views_is_audited(desk: Desk) -> None:
    await desk.browser.delete(f"views/{await add_view(desk.browser, name='Mine')}")
    assert await desk.audit_entry("view_created") is None
    view_id = await add_view(desk.browser, name="Ours", scope="company", query={"workLocation": "Pune"})
    await change(desk, view_id, name="All", query={"status": "inactive"})
    await desk.browser.delete(f"views/{view_id}")
    before, after = (
        {"name": "Ours", "query": {"workLocation": "Pune"}},
        {"name": "All", "query": {"status": "inactive"}},
    )
    for action, was, now in (("created", None, before), ("edited", before, after), ("deleted", after, None)):
        entry = await desk.audit_entry(f"view_{action}")
        assert (entry["actor_id"], entry["before"], entry["after"]) == (desk.person.id, was, now)
        assert entry["address"]


async def test_a_view_of_a_batch_that_is_gone_says_so_and_the_list_is_empty(
    desk: Desk, shelf: Shelf, reader: Reader
) -> None:
    batch = await shelf.make("July")
    view_id = await add_view(desk.browser, name="July", query={"batch": str(batch)})
    assert (await views_of(desk.browser))["July"]["problem"] is None
    await execute(desk.services, "DELETE FROM batches WHERE id = $1", batch)
    view = (await views_of(desk.browser))["July"]
    assert (
        view["problem"] == "The batch of this view does not exist any more. Choose another batch, or delete the view."
    )
    assert (await reader.get(page=1, **view["query"]))["total"] == 0
    assert (await change(desk, view_id, name="July 2026")).status == 200
    assert refusal(await change(desk, view_id, query=view["query"])) == (
        422,
        "validation_failed",
        {"query.batch": "This batch does not exist"},
    )


async def test_a_stored_query_that_no_filter_takes_any_more_says_so(desk: Desk) -> None:
    view_id = await add_view(desk.browser)
    await execute(desk.services, """UPDATE saved_views SET query = '{"role": "CAPTAIN", "n": 1}'""")
    view = (await views_of(desk.browser))["Pune"]
    assert view["problem"] == (
        "A filter of this view does not exist any more. Choose its filters again, or delete the view."
    )
    assert view["query"] == {"role": "CAPTAIN", "n": "1"}
    assert (await change(desk, view_id, query={"role": "HR"})).body["problem"] is None


async def test_with_its_owner_a_view_is_deleted_and_the_company_s_stays(
    desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    colleague = desks.of(await sign_in(company=desk.person.company))
    await add_view(colleague.browser, name="Mine")
    await add_view(colleague.browser, name="Ours", scope="company")
    await colleague.browser.call("PUT", "users/columns", json={"columns": COLUMNS})
    assert (await desk.delete(colleague.person.id)).status == 200
    assert await desk.value("SELECT count(*) FROM saved_views") == 1
    assert await desk.value("SELECT count(*) FROM list_columns") == 0
    assert (await views_of(desk.browser))["Ours"]["createdBy"] is None


async def test_a_bad_value_is_refused_at_its_field(desk: Desk) -> None:
    for fields, errors in BAD_FIELDS:
        body = {"name": "Pune", "scope": "own", "query": {}, **fields}
        status, code, found = refusal(await desk.browser.post("views", json=body))
        assert (status, code) == (422, "validation_failed"), fields
        assert found == errors if isinstance(errors, dict) else set(found) == errors, fields
        assert await views_of(desk.browser) == {}, fields


async def test_a_huge_body_is_refused(desk: Desk) -> None:
    many = {f"f{number}": "x" for number in range(101)}
    body = {"name": "x", "scope": "own", "query": many}
    assert (await desk.browser.post("views", json=body)).status == 400
    body = {"name": "x", "scope": "own", "query": {"search": "x" * 70_000}}
    assert (await desk.browser.post("views", json=body)).status == 413


async def test_another_company_s_views_are_not_there(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany, shelf: Shelf
) -> None:
    """S32."""
    shared, batch = await add_view(desk.browser, name="Ours", scope="company"), await shelf.make("July")
    stranger = desks.of(await sign_in(company=await add_company()))
    assert await views_of(stranger.browser) == {}
    assert (await change(stranger, shared, name="Theirs")).status == 404
    assert (await stranger.browser.delete(f"views/{shared}")).status == 404
    theirs = {"name": "x", "scope": "own", "query": {"batch": str(batch)}}
    assert refusal(await stranger.browser.post("views", json=theirs))[2] == {"query.batch": "This batch does not exist"}
    await add_view(stranger.browser, name="Ours", scope="company")
    assert set(await views_of(desk.browser)) == {"Ours"}
