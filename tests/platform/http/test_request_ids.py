"""Every answer has a request id."""

import re

import pytest
from quart.typing import TestClientProtocol as Client


@pytest.mark.parametrize("given", ["0123abcd-ef", "a" * 128])
async def test_request_id_is_taken_and_echoed(client: Client, given: str) -> None:
    answer = await client.get("/api/v1/nowhere", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "short", "a" * 129, "with space here", "quote\"'here", "<script>alert"])
async def test_odd_request_id_is_replaced(client: Client, given: str) -> None:
    answer = await client.get("/health/live", headers={"X-Request-ID": given})
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-ID"])
