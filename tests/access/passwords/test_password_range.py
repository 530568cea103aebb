"""A service of breached passwords, which a server on loopback stands in for."""

import asyncio
import hashlib
from collections.abc import AsyncIterator

import pytest
from prometheus_client import REGISTRY

from server.platform.outbound.password_range import LONGEST_ANSWER, PasswordRange
from server.vocabulary.password_policy import BREACHED
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response

PASSWORD = "Café-Harbour-93"
DIGEST = hashlib.sha1(PASSWORD.encode(), usedforsecurity=False).hexdigest().upper()
OTHER = "0" * 35


def failures() -> float:
    return REGISTRY.get_sample_value("waymark_password_ranges_total", {"result": "failed"}) or 0.0


@pytest.fixture
async def password_range(http_endpoint: HttpEndpoint) -> AsyncIterator[PasswordRange]:
    """Patient: how long it waits is the subject of one test alone."""
    password_range = PasswordRange(f"http://{http_endpoint.host}/range/", timeout=60)
    yield password_range
    await password_range.close()


def answer(endpoint: HttpEndpoint, response: Response) -> None:
    async def reply(_: Request) -> Response:
        return response

    endpoint.reply = reply


@pytest.mark.parametrize("lines", [[f"{DIGEST[5:]}:3"], [f"{OTHER}:1", f"{DIGEST[5:].lower()}:20341"]])
async def test_a_password_that_the_service_knows_is_refused(
    password_range: PasswordRange, http_endpoint: HttpEndpoint, lines: list[str]
) -> None:
    answer(http_endpoint, Response(body="\r\n".join(lines).encode()))

    assert await password_range.find_problem(PASSWORD) == BREACHED
    # The same letters, typed on another keyboard.
    assert await password_range.find_problem("Cafe\u0301-Harbour-93") == BREACHED


@pytest.mark.parametrize("lines", [[], [f"{OTHER}:1"], [f"{DIGEST[5:]}:0"]])
async def test_an_unknown_one_and_padding_are_not(
    password_range: PasswordRange, http_endpoint: HttpEndpoint, lines: list[str]
) -> None:
    answer(http_endpoint, Response(body="\r\n".join(lines).encode()))
    before = failures()

    assert await password_range.find_problem(PASSWORD) is None
    assert failures() == before


async def test_five_digits_of_the_hash_are_all_that_is_sent(
    password_range: PasswordRange, http_endpoint: HttpEndpoint
) -> None:
    answer(http_endpoint, Response(body=b""))
    await password_range.find_problem(PASSWORD)

    (request,) = http_endpoint.requests
    assert (request.method, request.path, request.content) == ("GET", f"/range/{DIGEST[:5]}", b"")
    assert request.headers["add-padding"] == "true"
    assert DIGEST[5:] not in str(request.headers).upper()


@pytest.mark.parametrize(
    "response",
    [
        Response(status=500, body=b""),
        Response(status=429, body=b""),
        Response(status=302, body=b"", headers={"Location": "/elsewhere"}),
        Response(body=b"<html>Maintenance</html>"),
        Response(body=f"{OTHER}:1\r\n".encode() * (LONGEST_ANSWER // 38 + 2)),
    ],
    ids=["error", "limit", "redirection", "page", "flood"],
)
async def test_without_a_proper_answer_the_password_is_accepted_and_counted(
    password_range: PasswordRange, http_endpoint: HttpEndpoint, response: Response
) -> None:
    answer(http_endpoint, response)
    before = failures()

    assert await password_range.find_problem(PASSWORD) is None
    assert failures() == before + 1
    assert len(http_endpoint.requests) == 1


async def test_a_service_that_does_not_answer_is_not_waited_for(http_endpoint: HttpEndpoint) -> None:
    asked, done = asyncio.Event(), asyncio.Event()

    async def hang(_: Request) -> Response:
        asked.set()
        await done.wait()
        return Response(body=b"")

    http_endpoint.reply = hang
    password_range = PasswordRange(f"http://{http_endpoint.host}/range/", timeout=0.2)
    before = failures()
    try:
        assert await password_range.find_problem(PASSWORD) is None
    finally:
        done.set()
        await password_range.close()
    assert failures() == before + 1


async def test_a_service_that_is_not_there_is_no_reason_to_refuse() -> None:
    password_range = PasswordRange("http://127.0.0.1:1/range/")

    assert await password_range.find_problem(PASSWORD) is None
    await password_range.close()


async def test_offline_no_service_is_asked(http_endpoint: HttpEndpoint) -> None:
    password_range = PasswordRange(None)

    assert await password_range.find_problem(PASSWORD) is None
    assert http_endpoint.requests == []
    await password_range.close()
