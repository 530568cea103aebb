"""Pages of other origins may neither change anything nor read an answer."""

import pytest
from quart.typing import TestClientProtocol as Client

OURS = "http://waymark.test"
FOREIGN = [
    "http://evil.test",
    "null",
    "http://waymark.test.evil.test",
    "https://waymark.test",
    "http://waymark.test:81",
]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_foreign_page_changes_nothing(odd_client: Client, origin: str) -> None:
    answer = await odd_client.post("/api/odd/nothing", headers={"Origin": origin})
    assert (answer.status_code, (await answer.get_json())["code"]) == (403, "foreign_origin")


async def test_cross_site_call_without_an_origin_changes_nothing(odd_client: Client) -> None:
    answer = await odd_client.post("/api/odd/nothing", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


@pytest.mark.parametrize("headers", [{"Origin": OURS}, {}, {"Sec-Fetch-Site": "same-origin"}])
async def test_own_page_and_plain_client_may(odd_client: Client, headers: dict[str, str]) -> None:
    assert (await odd_client.post("/api/odd/nothing", headers=headers)).status_code == 200


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
async def test_foreign_page_gets_no_cors_header(odd_client: Client, origin: str, method: str) -> None:
    call = odd_client.get if method == "GET" else odd_client.options
    answer = await call("/api/odd/notes", headers={"Origin": origin})
    assert not [name for name in dict(answer.headers) if name.lower().startswith("access-control")]


async def test_listed_page_may_read_with_credentials(odd_client: Client) -> None:
    answer = await odd_client.get("/api/odd/notes", headers={"Origin": OURS})
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert answer.headers["Access-Control-Allow-Credentials"] == "true"
    assert "X-Flow-Token" in answer.headers["Access-Control-Expose-Headers"]
    assert "Origin" in answer.headers["Vary"]


async def test_preflight_of_a_listed_page(odd_client: Client) -> None:
    answer = await odd_client.options(
        "/api/odd/notes", headers={"Origin": OURS, "Access-Control-Request-Method": "POST"}
    )
    assert answer.status_code == 204
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Idempotency-Key" in answer.headers["Access-Control-Allow-Headers"]
