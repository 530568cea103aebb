"""Uploading a file over HTTP."""

import asyncio
import os
from typing import Final
from uuid import UUID

import pytest

from server.people.imports.checking.check_import import check_import
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office
from tests.fixtures.people import SignIn
from tests.fixtures.workbooks import zipped

NO_SUCH_RIGHT: Final = "Access denied. You do not have permission to perform this action."
TOO_LARGE: Final = "The file is larger than 10MB. Save it as Excel, or zip it, and upload that."


@pytest.fixture
async def uploader(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def test_an_upload_is_answered_with_its_id(uploader: Caller, office: Office) -> None:
    answer = await uploader.upload(csv_file(*people(3)))
    assert (answer.status, answer.body["state"]) == (201, "validating")
    assert set(answer.body) == {"id", "state"}
    assert answer.headers["Cache-Control"] == "no-store"
    await office.services.database.settle()
    assert office.enqueued("check_import") == 1
    snapshot = await uploader.get(answer.body["id"])
    assert (snapshot.status, snapshot.body["totalRows"]) == (200, 3)


@pytest.mark.parametrize(
    ("content", "name", "content_type", "message"),
    [
        (b"Dear Sir", "people.txt", "text/plain", "Please upload a CSV file"),
        (b"", "people.csv", "text/csv", "CSV file must contain at least a header row and one data row"),
        (csv_file(), "people.csv", "text/csv", "CSV file must contain at least a header row and one data row"),
        (b'"' + csv_file(person(1)), "people.csv", "text/csv", "Error parsing CSV file. Please check the format."),
    ],
)
async def test_a_refused_file_has_its_sentence(
    uploader: Caller, content: bytes, name: str, content_type: str, message: str
) -> None:
    answer = await uploader.upload(content, name=name, content_type=content_type)
    assert answer.refusal == (422, "file_refused", message)


async def test_ten_megabytes_are_taken_and_one_byte_more_is_not(uploader: Caller, office: Office) -> None:
    lines = csv_file(*((*row, "n" * 30_000) for row in people(345)), header=(*HEADER, "Notes"))
    most = lines + b"\n" * (10_485_760 - len(lines))
    assert (await uploader.upload(most)).status == 201
    assert await office.fetch_value("SELECT content FROM import_files") == most, "it is copied in pieces"
    assert (await uploader.upload(most + b"\n")).refusal == (413, "file_too_large", TOO_LARGE)
    announced = {"Content-Type": "multipart/form-data; boundary=b", "Content-Length": "30000000"}
    refused = await uploader.call("POST", data=b"--b--", headers=announced)
    assert refused.refusal == (413, "file_too_large", TOO_LARGE)
    assert await office.fetch_value("SELECT count(*) FROM imports") == 1


@pytest.mark.long
async def test_a_table_beyond_ten_megabytes_comes_in_zipped_and_in_its_own_encoding(
    uploader: Caller, office: Office
) -> None:
    lines = csv_file(*((*row, os.urandom(15_000).hex()) for row in people(400)), header=(*HEADER, "Notes"))
    assert len(lines) > 10_485_760
    lines = lines.decode().replace(",", ";").encode("utf-16")
    extras = {"__MACOSX/._people.csv": b"x", "read me.pdf": b"%PDF"}
    packed = zipped({"people.csv": lines, **extras, "photo.jpg": os.urandom(5_000_000)})
    assert len(packed) > 10_485_760
    answer = await uploader.upload(packed, name="people.zip", content_type="application/zip")
    assert (answer.status, answer.body.get("state")) == (201, "validating"), answer.body
    assert await office.fetch_value("SELECT converted FROM import_files") == lines
    await check_import(office.services, import_id=UUID(answer.body["id"]))
    snapshot = (await uploader.get(answer.body["id"])).body
    assert (snapshot["state"], snapshot["validRows"]) == ("ready", 400)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.csv": b"x", "b.csv": b"y"}, "This zip file holds several tables."),
        ({"a.csv": b"," * 30_000_000}, "This workbook is too large to be read."),
        ({"a.csv": b"\n" * 1_000_001}, "This workbook is too large to be read."),
        ({"a.docx": b"x"}, "Please upload a CSV file"),
        ({"a.csv": b"Dear Sir"}, "Please upload a CSV file"),
    ],
)
async def test_an_archive_that_is_no_table_has_its_sentence(
    uploader: Caller, files: dict[str, bytes], message: str
) -> None:
    answer = await uploader.upload(zipped(files), name="a.zip")
    assert (answer.status, answer.body["code"]) == (422, "file_refused")
    assert answer.body["message"].startswith(message)


async def test_anything_but_a_form_is_refused(uploader: Caller) -> None:
    for options in ({"json": {"file": "x"}}, {"data": csv_file(person(1)), "headers": {"Content-Type": "text/csv"}}):
        answer = await uploader.call("POST", **options)
        assert answer.refusal == (415, "unsupported_media_type", "The request body must be multipart/form-data.")


async def test_a_form_without_the_file_is_refused(uploader: Caller) -> None:
    answer = await uploader.upload(csv_file(person(1)), field="attachment")
    assert (answer.status, answer.body["errors"]) == (422, {"attachment": "Unknown field"})
    body = b"--b--\r\n"
    answer = await uploader.call("POST", data=body, headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert (answer.status, answer.body["errors"]) == (422, {"file": "This field is required"})


async def test_an_unknown_field_beside_the_file_is_refused(uploader: Caller, office: Office) -> None:
    body = (
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\n\r\n'
        + csv_file(person(1))
        + b'\r\n--b\r\nContent-Disposition: form-data; name="companyId"\r\n\r\nx\r\n--b--\r\n'
    )
    answer = await uploader.call("POST", data=body, headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert answer.status == 422
    assert answer.body["errors"] == {"companyId": "Unknown field"}
    assert await office.fetch_value("SELECT count(*) FROM imports") == 0


@pytest.mark.parametrize("body", [b"", b"--b", b"--b\r\nContent-Disposition: form-data\r\n\r\nx", b"\x00" * 100])
async def test_a_broken_form_is_refused(uploader: Caller, body: bytes) -> None:
    answer = await uploader.call("POST", data=body, headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert answer.status in {400, 422}
    assert answer.body["message"]


async def test_uploading_needs_the_permission_to_create_users(caller: Caller, sign_in: SignIn) -> None:
    content = csv_file(person(1))
    assert (await caller.upload(content)).status == 401
    for profile in (*Profile, None):
        answer = await caller.as_person(await sign_in(profile)).upload(content)
        if profile in {Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT}:
            assert answer.status == 201
        else:
            assert answer.refusal == (403, "forbidden", NO_SUCH_RIGHT)


async def test_the_same_key_gives_the_same_import(uploader: Caller, office: Office) -> None:
    content = csv_file(*people(3))
    first = await uploader.upload(content, key="once")
    again = await uploader.upload(content, key="once")
    assert (first.status, first.body) == (again.status, again.body)
    other = await uploader.upload(content, key="twice")
    assert other.body["id"] != first.body["id"]
    reused = await uploader.upload(csv_file(*people(4)), key="once")
    assert (reused.status, reused.body["code"]) == (409, "idempotency_key_reused")
    assert await office.fetch_value("SELECT count(*) FROM imports") == 2
    assert await office.fetch_value("SELECT rows_checked FROM company_daily_usage") == 6


async def test_six_at_once_with_one_key_make_one_import(uploader: Caller, office: Office) -> None:
    content = csv_file(*people(3))
    answers = await asyncio.gather(*(uploader.upload(content, key="at-once") for _ in range(6)))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body["id"] for answer in answers}) == 1
    assert await office.fetch_value("SELECT count(*) FROM imports") == 1
    await office.services.database.settle()
    assert office.enqueued("check_import") == 1


async def test_another_person_with_the_same_key_makes_an_import_of_their_own(caller: Caller, sign_in: SignIn) -> None:
    content = csv_file(person(1))
    answers = [await caller.as_person(await sign_in()).upload(content, key="mine") for _ in range(2)]
    assert len({answer.body["id"] for answer in answers}) == 2
