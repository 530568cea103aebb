"""`waymark import`: a file by the API, also where answers are lost; what only a person can answer stops it."""

import asyncio
import os
import pty
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.platform.services import Services
from tests.fixtures.commands import RunCommand
from tests.fixtures.eventually import eventually
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.key_calls import PEOPLE, KeyDesk
from tests.fixtures.live_server import LiveServer
from tests.fixtures.sign_in import fetch_value
from tests.fixtures.tasks import end_tasks

PROJECT: Final = Path(__file__).parents[2]
PASSED_ON: Final[tuple[str, ...]] = ("authorization", "content-type", "idempotency-key")
NOWHERE: Final = {"WAYMARK_URL": "https://waymark.test", "WAYMARK_KEY": "wm_secret"}
UNCLEAR: Final = ("Naam", "Kontakt", "X")


@pytest.fixture
async def key(key_desk: KeyDesk) -> str:
    _, caller = await key_desk.make(scopes=list(PEOPLE))
    return caller.token or ""


@asynccontextmanager
async def working(services: Services) -> AsyncIterator[None]:
    """A worker's part of all imports that are checked or run."""

    async def work() -> None:
        while True:
            async with services.database.reading() as connection:
                found = await connection.raw.fetch("SELECT id, state FROM imports")
            for each in found:
                if each["state"] == "validating":
                    await check_import(services, import_id=each["id"])
                elif each["state"] == "processing":
                    await create_accounts(services, import_id=each["id"])
            await asyncio.sleep(0.02)

    worker = asyncio.create_task(work())
    try:
        yield
    finally:
        await end_tasks([worker])


def losing_answers(server: LiveServer) -> Callable[[Request], Awaitable[Response]]:
    """A proxy: of each call it passes on, the first answer is lost."""
    lost: set[tuple[str, str]] = set()

    async def reply(request: Request) -> Response:
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as client:
            answer = await client.request(request.method, request.path, headers=headers, content=request.content)
        call = (request.method, request.path)
        if call in lost:
            return Response(status=answer.status_code, body=answer.content)
        lost.add(call)
        status = 429 if len(lost) % 2 else 503
        return Response(status=status, body={"message": "Please wait."}, headers={"Retry-After": "0"})

    return reply


@pytest.mark.slow
async def test_a_file_is_imported_once_though_every_first_answer_is_lost(
    server: LiveServer,
    services: Services,
    http_endpoint: HttpEndpoint,
    run_command: RunCommand,
    key: str,
    tmp_path: Path,
) -> None:
    http_endpoint.reply = losing_answers(server)
    (tmp_path / "joiners.csv").write_bytes(csv_file(*people(20), person(21, email="tara")))
    given = {"WAYMARK_URL": f"http://{http_endpoint.host}", "WAYMARK_KEY": key}

    async with working(services):
        ended = await run_command("import", "joiners.csv", "--watch", "--results", "failed.csv", **given)
    again = await run_command("import", "joiners.csv", "--watch", **given)

    import_id = await fetch_value(services, "SELECT id FROM imports")
    page = f"{given['WAYMARK_URL']}/dashboard/users/imports/{import_id}"
    assert ended.status == 2, ended
    assert ended.output.splitlines() == [
        f"joiners.csv: {page}",
        "20 created, 0 updated, 0 unchanged, 1 failed",
        "Rows that failed, each with why: failed.csv",
    ]
    assert "Please wait. It is tried again in 0 s." in ended.error
    assert "tara" in (tmp_path / "failed.csv").read_text()
    assert (again.status, again.output.splitlines()[:2]) == (2, ended.output.splitlines()[:2])
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE email LIKE 'imported%'") == 20
    assert await fetch_value(services, "SELECT count(*) FROM imports") == 1
    assert key not in f"{ended}{again}"


async def test_what_only_a_person_can_answer_stops_it(
    server: LiveServer, services: Services, run_command: RunCommand, key: str, tmp_path: Path
) -> None:
    (tmp_path / "unclear.csv").write_bytes(csv_file(("Asha", "9800000001", "1"), header=UNCLEAR))
    dates = [person(number, dateOfBirth=f"0{number}/02/1990") for number in (3, 4)]
    (tmp_path / "dates.csv").write_bytes(csv_file(*dates))

    async with working(services):
        for name, question in (("unclear.csv", "olumn"), ("dates.csv", "Is 03/02/1990 day/month/year, or month")):
            ended = await run_command("import", name, "--watch", WAYMARK_URL=server.url, WAYMARK_KEY=key)
            assert (ended.status, ended.output) == (1, ""), ended
            first, asked, page = ended.error.splitlines()[-3:]
            assert first == "The file leaves questions open. Answer them on the import's page:"
            assert question in asked
            assert page.startswith(f"{server.url}/dashboard/users/imports/")
    assert await fetch_value(services, "SELECT count(*) FROM imports WHERE started_at IS NOT NULL") == 0


async def test_why_it_does_not_begin_is_a_sentence(
    server: LiveServer, run_command: RunCommand, http_endpoint: HttpEndpoint, tmp_path: Path
) -> None:
    (tmp_path / "people.csv").write_bytes(csv_file(*people(1)))

    async def elsewhere(_: Request) -> Response:
        return Response(status=301, headers={"Location": "https://waymark.test/"})

    http_endpoint.reply = elsewhere
    for file, changes, sentence in (
        ("people.csv", {"WAYMARK_KEY": ""}, "Set WAYMARK_URL to the address of the site, and WAYMARK_KEY"),
        ("people.csv", {"WAYMARK_URL": "http://waymark.test"}, "WAYMARK_URL must begin with https://"),
        ("people.csv", {"WAYMARK_URL": server.url}, "WAYMARK_KEY is unknown, expired or revoked"),
        ("people.csv", {"WAYMARK_URL": f"http://{http_endpoint.host}"}, "leads to https://waymark.test/"),
        ("missing.csv", {}, "missing.csv: No such file"),
    ):
        ended = await run_command("import", file, **NOWHERE | changes)
        assert (ended.status, ended.output) == (1, ""), ended
        assert sentence in ended.error
        assert "wm_secret" not in ended.error


async def test_ctrl_c_ends_the_watching_and_not_the_import(
    server: LiveServer, services: Services, key: str, tmp_path: Path
) -> None:
    (tmp_path / "people.csv").write_bytes(csv_file(*people(2)))
    terminal, stderr = pty.openpty()
    command = [sys.executable, "-m", "server.cli", "import", str(tmp_path / "people.csv"), "--watch"]
    environment = {"PATH": os.environ["PATH"], "WAYMARK_URL": server.url, "WAYMARK_KEY": key}
    process = await asyncio.create_subprocess_exec(*command, cwd=PROJECT, env=environment, stderr=stderr)
    os.close(stderr)
    os.set_blocking(terminal, False)
    shown = bytearray()

    async def draws(word: str) -> Any:
        async def look() -> bool:
            with suppress(OSError):
                shown.extend(os.read(terminal, 65_536))
            return word in shown.decode(errors="replace")

        return await eventually(look, within=60, what=word)

    try:
        await draws("\r[" + " " * 30 + "]   0%  0 of 2 rows, validating")
        import_id = await fetch_value(services, "SELECT id FROM imports")
        await check_import(services, import_id=import_id)
        await draws("0 of 2 rows, processing")
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 130
        await draws(f"No longer watched. The import goes on: {server.url}/dashboard/users/imports/{import_id}")
    finally:
        os.close(terminal)
        if process.returncode is None:
            process.kill()
    assert await fetch_value(services, "SELECT state FROM imports") == "processing"
