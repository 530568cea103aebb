"""S32: two companies and every call: neither can read, change or learn anything of the other's."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import asyncpg
import pytest
from quart import Quart
from quart.datastructures import FileStorage
from quart.testing.utils import sentinel

from server.people.workbooks.writer import XLSX_TYPE
from server.platform.http.authentication import route_of
from server.platform.services import Services
from tests.fixtures.key_calls import key_form
from tests.fixtures.neighbour import SOURCE, SSO, Neighbour
from tests.fixtures.people import Company, SignIn
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.user_calls import Desk, Desks

UNKNOWN_ID: Final = "01900000-0000-7000-8000-000000000000"
PARAMETER: Final = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
# The bodies and queries with which a call reaches the lookup of the id in its path.
BODIES: Final[dict[str, Any]] = {"PUT": {"isActive": False}}
BODIES_OF_PATHS: Final[dict[str, Any]] = {
    "sso": SSO,
    "trainers": {},
    "stage": {"stageId": UNKNOWN_ID, "from": None},
    "confirm": {"code": "123456"},
    "date-order": {"order": "day"},
    "columns": {"values": {}},
    "sheets": {"sheet": "Sheet 1"},
    "values": {"field": "role", "from": "Trainer", "to": "FACULTY"},
    "policy": {
        "secondFactor": "none",
        "factors": ["totp"],
        "passkeysOnly": False,
        "sessionIdleMinutes": None,
        "sessionDays": 7,
        "emailDomains": [],
        "administratorNetworks": [],
        "version": 0,
    },
    "views": {"name": "Taken", "scope": "company", "query": {}},
    "archive": {"version": 1},
    "restore": {"version": 1},
    "retract": {"version": 1},
    "again": {"to": "unseen"},
    "check": {"unique": True},
    "order": {"keys": [], "version": 0},
    "fields": {"label": "Taken", "kind": "text"},
    "erase": {"fullName": "Meera Nair"},
    "merge": {"mergedId": UNKNOWN_ID[:-1] + "1", "version": 1, "mergedVersion": 1},
    "bulk": {"select": {"filter": {}}, "action": "sign-out"},
    "changes": {"changes": [{"field": "role", "from": "Trainer", "to": "FACULTY"}]},
    "edit": {"rows": [{"row": 1, "values": {"phone": "9000000001"}, "version": 1}]},
}
# By the method and the last part of the rule, where a path has calls with several bodies.
BODIES_OF_CALLS: Final[dict[tuple[str, str], Any]] = {
    ("PUT", "attendance"): {
        "sheetId": UNKNOWN_ID,
        "marks": [{"userId": UNKNOWN_ID, "mark": "present"}],
        "seen": 1,
    },
    ("PATCH", "1"): {"values": {"phone": "9000000001"}, "version": 1},
    ("DELETE", "rows"): {"rows": [1]},
    ("POST", "candidates"): {"select": {"ids": [UNKNOWN_ID]}, "state": "shortlisted"},
    ("PUT", "host-key"): {"hostKey": f"ssh-ed25519 {'A' * 68}"},
    ("PUT", "rank"): {"userIds": [], "version": 1},
    ("PUT", "staff"): {"userIds": []},
    ("POST", "offers"): {"ids": [UNKNOWN_ID]},
    ("POST", "file.csv"): {"recipients": ["hr@example.org"]},
    ("POST", "file.xlsx"): {"recipients": ["hr@example.org"]},
    ("POST", "export.csv"): {"ids": [UNKNOWN_ID]},
    ("POST", "export.xlsx"): {"ids": [UNKNOWN_ID]},
}
# By the room and the last part of the rule.
BODIES_OF_ROOMS: Final[dict[tuple[str, str], Any]] = {
    ("interviews", "rounds"): {
        "name": "Taken",
        "day": "2026-01-05",
        "slotMinutes": 15,
        "criteria": [{"label": "Taken"}],
    },
    ("interviews", "panels"): {"panels": [{"name": "Taken", "from": "09:00", "to": "10:00"}]},
    ("interviews", "candidates"): {"select": {"ids": [UNKNOWN_ID]}},
    ("interviews", "publish"): {"version": 1},
    ("interviews", "close"): {"version": 1},
    ("interviews", "next"): {"after": None, "sheetId": UNKNOWN_ID},
    ("interviews", "begin"): {"interviewId": UNKNOWN_ID, "sheetId": UNKNOWN_ID},
    ("interviews", "absent"): {"interviewId": UNKNOWN_ID, "sheetId": UNKNOWN_ID},
    ("interviews", "state"): {"state": "paused"},
    ("interviews", "move"): {"to": None},
    ("interviews", "desk"): {"act": "here", "version": 1},
    ("interviews", "score"): {"marks": {}, "verdict": "yes"},
    ("training", "cancel"): {"reason": "Taken", "version": 1},
    ("openings", "open"): {"version": 1},
    ("openings", "close"): {"version": 1},
    **{("offers", act): {"reason": "Taken", "version": 1} for act in ("withdraw", "free", "did-not-join")},
    ("offers", "joined"): {"version": 1},
    ("offers", "end"): {"leftOn": "2026-01-05", "version": 1},
    ("stages", "order"): {"ids": [UNKNOWN_ID]},
    ("stages", "stages"): {"name": "Taken"},
}
# By the method and the part before the id that ends the rule.
BODIES_OF_RECORDS: Final[dict[tuple[str, str], Any]] = {
    ("PUT", "batches"): {"name": "Taken"},
    ("PATCH", "rounds"): {"name": "Taken", "version": 1},
    ("PATCH", "panels"): {"name": "Taken", "version": 1},
    ("PATCH", "interviews"): {"panelId": None, "version": 1},
    ("POST", "interviews"): {"answer": "confirm"},
    ("PATCH", "employers"): {"name": "Taken", "version": 1},
    ("PATCH", "openings"): {"title": "Taken", "version": 1},
    ("PATCH", "candidates"): {"state": "rejected", "version": 1},
    ("PATCH", "offers"): {"pay": 1, "version": 1},
    ("POST", "openings"): {"answer": "apply"},
    ("POST", "offers"): {"answer": "decline", "version": 1},
    ("PATCH", "sessions"): {"topic": "Taken", "version": 1},
    ("PUT", "stages"): {"name": "Taken", "version": 1},
    ("PUT", "fields"): {"label": "Taken", "version": 1},
    ("PUT", "factors"): {"name": "Taken"},
    ("PUT", "views"): {"name": "Taken"},
    ("PUT", "sso"): SSO,
    ("PUT", "keys"): key_form(version=1),
    ("PUT", "webhooks"): {"url": "https://example.org/hook", "events": ["person.created"], "version": 1},
    ("PUT", "sources"): SOURCE | {"version": 1},
}
# Calls on the caller's own session: no leak, and calling them would end the session.
ENDS_THE_CALLER_S_SESSION: Final = {"/api/v1/login/logout", "/api/v1/auth/sessions"}


def calls(app: Quart) -> Iterator[tuple[str, str, list[str]]]:
    """(method, rule, parameters) of every call that needs a session."""
    for rule in app.url_map.iter_rules():
        if route_of(app.view_functions[rule.endpoint]).signed_in:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield method, rule.rule, PARAMETER.findall(rule.rule)


async def ask(browser: Browser, method: str, path: str) -> tuple[int, str]:
    *_, folder, last = parts = path.split("/")
    body = (
        BODIES_OF_ROOMS.get((parts[3], last))
        or BODIES_OF_CALLS.get((method, last))
        or BODIES_OF_RECORDS.get((method, folder))
        or BODIES_OF_PATHS.get(last, BODIES.get(method))
    )
    is_file = last == "file"
    if method == "GET":
        path, body = (f"{path}?field=role", None) if last == "values" else (path, body)
    response = await browser.client.open(
        path,
        method=method,
        json=sentinel if body is None or is_file else body,
        files={"file": FileStorage(io.BytesIO(b"Code,2026-01-05"), filename="a.csv", name="file")} if is_file else None,
        headers={"Authorization": f"Bearer {browser.token}"},
    )
    content = await response.get_data(as_text=False)
    if response.mimetype == XLSX_TYPE:
        with zipfile.ZipFile(io.BytesIO(content)) as workbook:
            content = b"".join(map(workbook.read, workbook.namelist()))
    return response.status_code, content.decode()


def fill(rule: str, values: dict[str, object]) -> str:
    return PARAMETER.sub(lambda match: str(values[match[1]]), rule)


async def everything_of(services: Services, company: Company) -> dict[str, list[str]]:
    """All rows of the company's tables, as text."""
    async with services.database.reading() as connection:
        tables = await connection.raw.fetch(
            """
            SELECT DISTINCT table_name FROM information_schema.columns
             WHERE table_schema = 'public' AND column_name = 'company_id' ORDER BY 1
            """
        )
        return {
            row["table_name"]: [
                found["text"]
                for found in await connection.raw.fetch(
                    f'SELECT CAST(t AS text) AS text FROM "{row["table_name"]}" t WHERE company_id = $1 ORDER BY 1',  # noqa: S608 - names of tables
                    company.id,
                )
            ]
            for row in tables
        }


@pytest.mark.security("S32")
@pytest.mark.settings(rate_limit_scale=100)
async def test_every_id_of_another_company_is_answered_like_an_unknown_one(
    app: Quart, desk: Desk, neighbour: Neighbour
) -> None:
    before = await everything_of(desk.services, neighbour.company)
    assert len(before["users"]) >= 3
    asked = 0
    for method, rule, parameters in calls(app):
        if not parameters:
            continue
        for stolen in neighbour.ids(parameters[0]):
            values: dict[str, object] = {name: neighbour.ids(name)[0] for name in parameters}
            theirs = await ask(desk.browser, method, fill(rule, values | {parameters[0]: stolen}))
            unknown = await ask(desk.browser, method, fill(rule, values | {parameters[0]: UNKNOWN_ID}))
            assert theirs == unknown, (method, rule)
            # Errors of SCIM have no code.
            told = "not_found" if "/scim/" in rule else json.loads(theirs[1])["code"]
            assert (theirs[0], told) == (404, "not_found"), (method, rule)
            asked += 1
    assert asked >= 15
    assert await everything_of(desk.services, neighbour.company) == before


@pytest.mark.security("S32")
@pytest.mark.settings(rate_limit_scale=100)
async def test_no_list_export_or_summary_shows_anything_of_another_company(
    app: Quart, desk: Desk, neighbour: Neighbour
) -> None:
    await desk.create()
    texts = {
        rule: (await ask(desk.browser, method, rule))[1]
        for method, rule, parameters in calls(app)
        if method == "GET" and not parameters
    }
    assert len(texts) >= 5
    assert desk.person.email in texts["/api/v1/users/profile"]
    for rule, text in texts.items():
        assert {mark for mark in neighbour.marks if mark in text} == set(), rule


@pytest.mark.security("S32")
@pytest.mark.settings(rate_limit_scale=100)
async def test_nothing_that_one_company_does_changes_another(
    app: Quart, desk: Desk, desks: Desks, neighbour: Neighbour, sign_in: SignIn
) -> None:
    """Every call without an id in its path; then those on the caller's own company."""
    before = await everything_of(desk.services, neighbour.company)
    for method, rule, parameters in calls(app):
        if not parameters and method != "GET" and rule not in ENDS_THE_CALLER_S_SESSION:
            await ask(desk.browser, method, rule)
    own = (await desk.create()).body
    assert (await desk.edit(own["id"], isActive=False)).status == 200
    assert (await desk.delete(own["id"])).status == 200
    other = await sign_in()
    assert (await desk.delete(other.id)).status == 200
    assert await everything_of(desk.services, neighbour.company) == before
    assert (await desks.of(neighbour.boss).browser.status()).status == 200


@pytest.mark.security("S32")
async def test_a_moved_person_takes_no_session_flow_or_mail_along(desk: Desk, neighbour: Neighbour) -> None:
    """Postgres itself keeps a user's rows within their company."""
    created = (await desk.create()).body
    for table in ("sessions", "messages"):
        owner = created["id"] if table == "messages" else desk.person.id
        query = f"UPDATE {table} SET company_id = $1 WHERE user_id = $2"  # noqa: S608 - names of tables
        with pytest.raises(asyncpg.ForeignKeyViolationError):
            await execute(desk.services, query, neighbour.company.id, UUID(str(owner)))
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await execute(
            desk.services,
            "UPDATE users SET company_id = $1 WHERE id = $2",
            neighbour.company.id,
            desk.person.id,
        )
