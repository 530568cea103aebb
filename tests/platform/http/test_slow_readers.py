"""S114: what a download costs while it is read slowly, or not at all."""

import socket
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import urlsplit

import httpx2
import pytest
from quart import Quart

from server.people.chunks.row_files import FileFormat
from server.people.imports.preview.results_file import results_file
from server.people.imports.states import RowFilter
from server.platform.http.authentication import download, route_of
from server.platform.process.fair_slots import DOWNLOADS_OF_A_COMPANY, DOWNLOADS_WAITING
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import IMPORTS
from tests.fixtures.imports import Office, Offices
from tests.fixtures.live_server import StartServer
from tests.fixtures.people import AddCompany, Person

READERS: Final = DOWNLOADS_OF_A_COMPANY + DOWNLOADS_WAITING + 3
# More than the kernel and the server together keep of an answer: these rows are a kilobyte each.
ROWS: Final = 3_000
# An answer of so many rows still has several pieces.
FEWER_ROWS: Final = 8_000
MOST_AT_ONCE: Final = 512 * 1024
# Short, so that the test is; a machine that stands still for so long reads slowly indeed.
SEND_SECONDS: Final = 3.0
LONGEST_SECONDS: Final = 120.0
# These are sent in one piece, which is no longer than 100 KB.
WITHOUT_SLOT: Final = {
    *("/api/v1/users/imports/template.csv", "/api/v1/companies/logos/<uuid:logo_id>"),
    *("/api/v1/users/profile/photo", "/api/v1/users/<uuid:user_id>/photo"),
}


@pytest.mark.security("S114")
async def test_every_file_that_is_made_as_it_is_read_has_a_slot(app: Quart) -> None:
    files = {rule.rule for rule in app.url_map.iter_rules() if route_of(app.view_functions[rule.endpoint]).files}
    held = {rule.rule for rule in app.url_map.iter_rules() if route_of(app.view_functions[rule.endpoint]).is_download}
    assert files - held == WITHOUT_SLOT
    assert held


@pytest.mark.security("S114")
@pytest.mark.parametrize(
    ("status", "file_format"),
    [
        (None, FileFormat.XLSX),
        (RowFilter.FAILED, FileFormat.CSV),
        pytest.param(None, FileFormat.CSV, marks=pytest.mark.long),
        pytest.param(RowFilter.FAILED, FileFormat.XLSX, marks=pytest.mark.long),
    ],
)
async def test_a_file_is_made_piece_by_piece(office: Office, status: RowFilter | None, file_format: FileFormat) -> None:
    import_id = await office.refuse_all(FEWER_ROWS)
    pieces = await results_file(await office.context(), import_id, status=status, file_format=file_format)
    lengths = [len(piece) async for piece in pieces]
    assert len(lengths) > FEWER_ROWS / 2_500
    assert max(lengths) < MOST_AT_ONCE


@pytest.mark.security("S114")
@pytest.mark.parametrize(("method", "taken"), [("GET", 1), ("HEAD", 0)])
async def test_a_request_whose_answer_has_no_body_makes_no_file(app: Quart, method: str, taken: int) -> None:
    made = []

    async def pieces() -> AsyncIterator[bytes]:
        made.append(1)
        yield b"a"

    async with app.test_request_context("/", method=method):
        response = download(pieces(), name="a.csv", media_type="text/csv")
        await response.get_data()
    assert len(made) == taken
    assert response.headers["Content-Disposition"] == 'attachment; filename="a.csv"'


@pytest.mark.security("S114")
@pytest.mark.slow
async def test_readers_that_take_nothing_are_few_and_are_ended(
    start_server: StartServer, office: Office, offices: Offices, add_company: AddCompany
) -> None:
    path = f"{IMPORTS}/{await office.refuse_all(ROWS, name='Asha ' * 200)}/results.csv?status=failed"
    elsewhere = await offices.open(company=await add_company())
    their_path = f"{IMPORTS}/{await elsewhere.refuse_all(2)}/results.csv?status=failed"
    async with start_server(send_seconds=SEND_SECONDS) as server:
        readers = [open_reader(server.url, path, office.person) for _ in range(READERS)]
        refused = READERS - DOWNLOADS_OF_A_COMPANY - DOWNLOADS_WAITING

        async def are_refused() -> bool:
            return Counter(map(status_of, readers))[b"429"] == refused

        async def our_turn() -> httpx2.Response | None:
            answer = await get_file(server.url, path, office.person)
            return answer if answer.status_code == 200 else None

        await eventually(are_refused, within=LONGEST_SECONDS, what="those that may not wait are refused")
        theirs = await get_file(server.url, their_path, elsewhere.person)
        assert (theirs.status_code, theirs.text.count("\n")) == (200, 3)
        ours = await eventually(our_turn, within=LONGEST_SECONDS, what="those that take nothing are ended")
        assert ours is not None
        assert ours.text.count("\n") == ROWS + 1
        for reader in readers:
            reader.close()


def open_reader(url: str, path: str, person: Person) -> socket.socket:
    """A client that asks for the file, and takes no more of it than its own buffer holds."""
    address = urlsplit(url)
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    reader.connect((address.hostname, address.port))
    reader.settimeout(0)
    head = f"GET {path} HTTP/1.1\r\nHost: waymark.test\r\nAuthorization: Bearer {person.token}\r\n"
    reader.send(f"{head}Connection: close\r\n\r\n".encode())
    return reader


def status_of(reader: socket.socket) -> bytes:
    """Return the status of the answer that has begun; it stays in the buffer."""
    try:
        return reader.recv(12, socket.MSG_PEEK)[9:12]
    except BlockingIOError:
        return b""


async def get_file(url: str, path: str, person: Person) -> httpx2.Response:
    async with httpx2.AsyncClient(base_url=url, timeout=LONGEST_SECONDS) as client:
        return await client.get(path, headers={"Authorization": f"Bearer {person.token}"})
