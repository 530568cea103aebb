"""S32: every event that a client may send, with every id of another company."""

from typing import Any, Final

import pytest

from server.access.sessions.live import SESSION_AUTHENTICATE
from server.interviews.board_events import ROUND_UNWATCH
from server.live_events import CATALOGUE
from server.people.bulk.read_job import BULK_UNWATCH
from server.people.imports.read_import import IMPORT_UNWATCH
from server.platform.live.client_events import ClientEvent
from server.platform.services import Services
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import fetch_value
from tests.fixtures.socket_client import open_socket

UNKNOWN_ID: Final = "01900000-0000-7000-8000-000000000000"


async def add_import(services: Services, person: Person) -> str:
    query = """
        INSERT INTO imports (company_id, file_name, delimiter, encoding, uploaded_by)
        VALUES ($1, 'neighbours.csv', ',', 'utf-8', $2) RETURNING id
    """
    return str(await fetch_value(services, query, person.company.id, person.id))


async def add_bulk_job(services: Services, person: Person) -> str:
    query = "INSERT INTO bulk_jobs (company_id, action, started_by) VALUES ($1, 'sign-out', $2) RETURNING id"
    return str(await fetch_value(services, query, person.company.id, person.id))


async def add_round(services: Services, person: Person) -> str:
    query = """
        INSERT INTO rounds (company_id, name, day, slot_minutes, break_minutes, criteria)
        VALUES ($1, 'neighbours.csv', '2027-01-05', 15, 0, '[]') RETURNING id
    """
    return str(await fetch_value(services, query, person.company.id))


def argument(event: ClientEvent[Any], values: dict[str, str]) -> dict[str, str]:
    """One value for each field by its name on the wire; a new field fails here."""
    return {field.alias or name: values[field.alias or name] for name, field in event.request.model_fields.items()}


@pytest.mark.security("S32")
async def test_no_event_takes_an_id_of_another_company(
    server: LiveServer, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    ours, theirs = await sign_in(), await sign_in(company=await add_company())
    foreign = {
        "token": theirs.token,
        "importId": await add_import(services, theirs),
        "bulkId": await add_bulk_job(services, theirs),
        "roundId": await add_round(services, theirs),
    }
    unknown = {"token": "unknown", "importId": UNKNOWN_ID, "bulkId": UNKNOWN_ID, "roundId": UNKNOWN_ID}
    async with open_socket(server.url, {"token": ours.token}) as socket:
        for event in CATALOGUE.asked:
            answers = [await socket.ask(event.name, argument(event, values)) for values in (unknown, foreign)]
            # Unwatching what was never watched is no error, whatever its company.
            assert answers[1]["ok"] is (event in {IMPORT_UNWATCH, BULK_UNWATCH, ROUND_UNWATCH}), answers
            assert "neighbours.csv" not in str(answers)
            if event is not SESSION_AUTHENTICATE:
                assert answers[0] == answers[1], event
