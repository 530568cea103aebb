"""A body is JSON and small, or nothing; one route takes a file."""

from io import BytesIO

import pytest
from quart.datastructures import FileStorage
from quart.typing import TestClientProtocol as Client

JSON = {"Content-Type": "application/json"}
MEGABYTE = 1024 * 1024
FILE_BYTES = 10 * MEGABYTE


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"{'title': 1}",
        b'{"title": NaN}',
        b'{"stars": Infinity}',
        b"\xff\xfe",
        b'"\xc3"',
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b"1" * 5_000,
    ],
)
async def test_malformed_json_is_a_json_error(odd_client: Client, body: bytes) -> None:
    answer = await odd_client.post("/api/odd/notes", data=body, headers=JSON)
    problem = await answer.get_json()
    assert (answer.status_code, problem["code"]) == (400, "bad_request")
    assert problem["message"] == "The request body is not valid JSON."


@pytest.mark.parametrize("body", [b"[]", b'"text"', b"1", b"null", b"true"])
async def test_json_that_is_no_object_is_refused(odd_client: Client, body: bytes) -> None:
    answer = await odd_client.post("/api/odd/notes", data=body, headers=JSON)
    problem = await answer.get_json()
    assert answer.status_code == 422
    assert problem["message"] == "The request body must be a JSON object."


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None]
)
async def test_body_of_another_type_is_refused(odd_client: Client, content_type: str | None) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    answer = await odd_client.post("/api/odd/notes", data=b'{"title": "a"}', headers=headers)
    assert (answer.status_code, (await answer.get_json())["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(("body", "headers"), [(b"", {}), (b"{}", {}), (b" {} ", {}), (b"{}", JSON), (b"", JSON)])
async def test_call_that_takes_nothing_takes_an_empty_body(
    odd_client: Client, body: bytes, headers: dict[str, str]
) -> None:
    answer = await odd_client.post("/api/odd/nothing", data=body, headers=headers)
    assert answer.status_code == 200


async def test_call_that_takes_nothing_refuses_fields(odd_client: Client) -> None:
    answer = await odd_client.post("/api/odd/nothing", json={"role": "ADMIN"})
    assert answer.status_code == 422
    assert (await answer.get_json())["errors"] == {"role": "Unknown field"}


async def test_json_of_64_kilobytes_is_the_most(odd_client: Client) -> None:
    frame = len('{"title": ""}')
    fitting = b'{"title": "' + b"a" * (64 * 1024 - frame) + b'"}'
    assert (await odd_client.post("/api/odd/notes", data=fitting, headers=JSON)).status_code == 200
    answer = await odd_client.post("/api/odd/notes", data=fitting + b" ", headers=JSON)
    assert (answer.status_code, (await answer.get_json())["code"]) == (413, "payload_too_large")


async def test_unannounced_bytes_count_too(odd_client: Client) -> None:
    async with odd_client.request("/api/odd/notes", method="POST", headers=JSON) as connection:
        for _ in range(3):
            await connection.send(b"a" * 32 * 1024)
        await connection.send_complete()
    answer = await connection.as_response()
    assert answer.status_code == 413


async def upload(client: Client, size: int, *, field: str = "file") -> tuple[int, dict[str, object]]:
    file = FileStorage(BytesIO(b"x" * size), filename="people.csv", content_type="text/csv")
    answer = await client.post("/api/odd/file", files={field: file})
    return answer.status_code, await answer.get_json()


async def test_file_of_ten_megabytes_is_taken(odd_client: Client) -> None:
    assert await upload(odd_client, FILE_BYTES) == (200, {"message": f"people.csv {FILE_BYTES}"})


@pytest.mark.parametrize("size", [FILE_BYTES + 1, FILE_BYTES + MEGABYTE])
async def test_larger_file_is_refused(odd_client: Client, size: int) -> None:
    status, problem = await upload(odd_client, size)
    assert (status, problem["code"]) == (413, "payload_too_large")


async def test_file_in_another_field_is_refused(odd_client: Client) -> None:
    status, problem = await upload(odd_client, 10, field="document")
    assert (status, problem["errors"]) == (422, {"document": "Unknown field"})


async def test_missing_file_is_named(odd_client: Client) -> None:
    answer = await odd_client.post(
        "/api/odd/file", data=b"--x--\r\n", headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert answer.status_code == 422
    assert (await answer.get_json())["errors"] == {"file": "This field is required"}


async def test_json_where_a_file_is_due_is_refused(odd_client: Client) -> None:
    answer = await odd_client.post("/api/odd/file", json={"file": "x"})
    assert answer.status_code == 415


@pytest.mark.parametrize("content_type", ["multipart/form-data", "multipart/form-data; boundary="])
async def test_form_without_a_boundary_is_a_client_error(odd_client: Client, content_type: str) -> None:
    answer = await odd_client.post("/api/odd/file", data=b"x", headers={"Content-Type": content_type})
    assert 400 <= answer.status_code < 500
    assert (await answer.get_json())["message"]
