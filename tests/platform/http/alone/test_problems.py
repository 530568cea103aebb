"""Every error is a problem with a sentence to be shown, and without internal details."""

import json

import pytest
from quart.testing.utils import sentinel
from quart.typing import TestClientProtocol as Client

INTERNAL = "Internal server error. Please try again later."


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nowhere", 404, "not_found"),
        ("POST", "/api/v1/nowhere", 404, "not_found"),
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/health/nowhere", 404, "not_found"),
        ("GET", "/assets/nowhere-12345678.js", 404, "not_found"),
        ("GET", "/dev/nowhere", 404, "not_found"),
        ("GET", "/api/v1/users/imports/not-a-uuid", 404, "not_found"),
        ("DELETE", "/health/live", 405, "method_not_allowed"),
        ("GET", "/api/odd/crash", 500, "internal_error"),
        ("GET", "/api/odd/misfit", 500, "internal_error"),
        ("GET", "/api/odd/unavailable", 503, "unavailable"),
        ("GET", "/api/odd/undeclared", 403, "forbidden"),
    ],
)
async def test_every_failure_is_an_envelope(odd_client: Client, method: str, path: str, status: int, code: str) -> None:
    answer = await odd_client.open(path, method=method, json=sentinel)
    body = await answer.get_json()
    assert (answer.status_code, body["code"]) == (status, code)
    assert answer.content_type == "application/json"
    assert body["message"]


async def test_crash_reveals_nothing_about_itself(odd_client: Client) -> None:
    answer = await odd_client.get("/api/odd/crash")
    assert await answer.get_json() == {"message": INTERNAL, "code": "internal_error"}


async def test_wrong_method_names_the_right_ones(odd_client: Client) -> None:
    answer = await odd_client.delete("/health/live")
    assert set(answer.headers["Allow"].replace(" ", "").split(",")) == {"GET", "HEAD", "OPTIONS"}


async def test_wait_is_in_body_and_header(odd_client: Client) -> None:
    answer = await odd_client.get("/api/odd/wait")
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "3"
    assert await answer.get_json() == {
        "message": "Please wait 3 seconds.",
        "code": "too_many_requests",
        "retryAfter": 3,
        "attemptsRemaining": 2,
    }


async def test_unavailable_has_a_retry_after(odd_client: Client) -> None:
    answer = await odd_client.get("/api/odd/unavailable")
    assert answer.headers["Retry-After"] == "7"
    assert (await answer.get_json())["message"] == "Service temporarily unavailable. Please try again later."


async def test_field_errors_stand_beside_the_message(odd_client: Client) -> None:
    answer = await odd_client.get("/api/odd/fields")
    assert answer.status_code == 422
    assert await answer.get_json() == {
        "message": "Validation failed",
        "code": "validation_failed",
        "errors": {"email": "Email is required"},
    }


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"title": "This field is required"}),
        ({"title": 1}, {"title": "Must be text"}),
        ({"title": "a", "stars": "x"}, {"stars": "Must be a whole number"}),
        ({"title": "a", "stars": 1.5}, {"stars": "Must be a whole number"}),
        ({"title": "a", "owner": "me"}, {"owner": "Unknown field"}),
        ({"stars": None}, {"title": "This field is required", "stars": "Must be a whole number"}),
    ],
)
async def test_wrong_fields_are_named_with_sentences(
    odd_client: Client, body: dict[str, object], errors: dict[str, str]
) -> None:
    answer = await odd_client.post("/api/odd/notes", json=body)
    assert answer.status_code == 422
    assert await answer.get_json() == {"message": "Validation failed", "code": "validation_failed", "errors": errors}


@pytest.mark.parametrize("title", ["a\u0000b", "a\nb", "\u0007", "\ud800"])
async def test_text_that_cannot_be_stored_is_refused(odd_client: Client, title: str) -> None:
    answer = await odd_client.post(
        "/api/odd/notes", data=json.dumps({"title": title}), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert (await answer.get_json())["code"] == "validation_failed"


@pytest.mark.parametrize("page", ["x", "", "1.5", "9" * 5000])
async def test_wrong_query_is_refused(odd_client: Client, page: str) -> None:
    answer = await odd_client.get("/api/odd/notes", query_string={"page": page})
    assert answer.status_code == 422
    assert "page" in (await answer.get_json())["errors"]


async def test_unknown_query_is_ignored(odd_client: Client) -> None:
    answer = await odd_client.get("/api/odd/notes?page=2&utm=x")
    assert await answer.get_json() == {"message": "2"}
