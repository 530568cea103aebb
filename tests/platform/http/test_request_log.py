"""One log line for each request, with its id and without secrets."""

from quart.typing import TestClientProtocol as Client
from structlog.testing import capture_logs

from tests.fixtures.people import SignIn


async def test_line_names_the_request_and_its_user(odd_client: Client, sign_in: SignIn) -> None:
    person = await sign_in()
    with capture_logs() as lines:
        await odd_client.get("/api/odd/me?email=someone@example.com", headers=person.headers)
    (line,) = [line for line in lines if line["event"] == "request"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/odd/me", 200)
    assert line["user_id"] == str(person.id)
    assert "someone@example.com" not in str(line)
    assert person.token not in str(line)


async def test_refusal_is_logged_with_its_code(odd_client: Client) -> None:
    with capture_logs() as lines:
        await odd_client.get("/api/odd/me")
    (line,) = [line for line in lines if line["event"] == "request"]
    assert (line["status"], line["code"]) == (401, "not_signed_in")


async def test_crash_is_logged_with_its_cause_and_the_request(odd_client: Client) -> None:
    with capture_logs() as lines:
        await odd_client.get("/api/odd/crash")
    (crash,) = [line for line in lines if line["event"] == "unexpected_error"]
    assert isinstance(crash["exc_info"], RuntimeError)


async def test_answer_that_does_not_fit_is_logged(odd_client: Client) -> None:
    with capture_logs() as lines:
        await odd_client.get("/api/odd/misfit")
    assert [line for line in lines if line["event"] == "answer_does_not_fit_its_schema"]


async def test_health_checks_are_not_logged_each_time(odd_client: Client) -> None:
    with capture_logs() as lines:
        await odd_client.get("/health/live")
    assert [line for line in lines if line["event"] == "request"] == []
