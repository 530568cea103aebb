"""The columns of the list and the rows of its pages, as each user has chosen them."""

from typing import Any, Final

import pytest

from tests.fixtures.people import SignIn
from tests.fixtures.user_calls import Desk, Desks

COLUMNS: Final = [{"name": "fullName", "width": 240}, {"name": "batches", "width": None}]


async def test_columns_are_kept_by_user(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    nothing: dict[str, Any] = {"columns": [], "pageSize": None}
    assert (await desk.browser.get("users/columns")).body == nothing
    for columns in ([{"name": "email", "width": 300}], COLUMNS):
        chosen = await desk.browser.call("PUT", "users/columns", json={"columns": columns})
        assert (chosen.status, chosen.body) == (200, {"columns": columns, "pageSize": None})
    colleague = desks.of(await sign_in(company=desk.person.company))
    assert (await colleague.browser.get("users/columns")).body == nothing
    assert (await desk.browser.get("users/columns")).body == {"columns": COLUMNS, "pageSize": None}
    refused = await desk.browser.call("PUT", "users/columns", json={"columns": [{"name": "a"}, {"name": "a"}]})
    assert (refused.status, refused.body["errors"]) == (422, {"columns": "Each column can be named once"})


async def test_the_rows_of_a_page_are_kept_beside_the_columns(desk: Desk) -> None:
    """Each change leaves the other as it is, in either order."""
    for changed, chosen in (
        ({"pageSize": 50}, {"columns": [], "pageSize": 50}),
        ({"columns": COLUMNS}, {"columns": COLUMNS, "pageSize": 50}),
        ({"pageSize": 100}, {"columns": COLUMNS, "pageSize": 100}),
        ({}, {"columns": COLUMNS, "pageSize": 100}),
        ({"columns": []}, {"columns": [], "pageSize": 100}),
    ):
        answer = await desk.browser.call("PUT", "users/columns", json=changed)
        assert (answer.status, answer.body) == (200, chosen)
        assert (await desk.browser.get("users/columns")).body == chosen


@pytest.mark.parametrize("page_size", [0, -10, 1_001, "50", 10.5, True, 2**63])
async def test_rows_of_a_page_that_the_list_does_not_have_are_refused(desk: Desk, page_size: object) -> None:
    answer = await desk.browser.call("PUT", "users/columns", json={"columns": COLUMNS, "pageSize": page_size})
    assert (answer.status, list(answer.body["errors"])) == (422, ["pageSize"])
    assert await desk.value("SELECT count(*) FROM list_columns") == 0
