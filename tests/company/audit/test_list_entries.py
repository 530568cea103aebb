"""The audit trail of a company, for its SUPER_ADMINs and ADMINs."""

import csv
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, TypeAlias
from uuid import UUID

import asyncpg
import pytest
from quart.typing import TestClientProtocol as Client

from server.company.audit.list_entries import may_read_audit
from server.company.audit.record import AuditAction, record
from server.company.audit.repository import list_entries
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Company, Person, SignIn
from tests.fixtures.sign_in import execute

AddEntry: TypeAlias = Callable[..., Awaitable[None]]


@pytest.fixture
def add_entry(services: Services, company: Company) -> AddEntry:
    async def add(
        label: str | None = None,
        *,
        action: AuditAction = AuditAction.USER_EDITED,
        company: Company = company,
        actor_id: UUID | None = None,
        **facts: Any,
    ) -> None:
        async with services.unit_of_work() as unit:
            await record(
                unit.connection, action=action, company_id=company.id, actor_id=actor_id, subject_label=label, **facts
            )

    return add


async def read(client: Client, person: Person, **query: Any) -> dict[str, Any]:
    answer = await client.get("/api/v1/audit", headers=person.headers, query_string=query)
    assert answer.status_code == 200, await answer.get_json()
    page: dict[str, Any] = await answer.get_json()
    return page


def labels(page: dict[str, Any]) -> list[str | None]:
    return [entry["subjectLabel"] for entry in page["data"]]


async def test_an_entry_has_actor_action_subject_time_and_address(
    client: Client, sign_in: SignIn, add_entry: AddEntry
) -> None:
    person, subject = await sign_in(), await sign_in(Profile.TRAINEE)
    await add_entry(
        "p***2@example.com",
        actor_id=person.id,
        subject_id=subject.id,
        address="203.0.113.9",
        before={"role": "TRAINEE"},
        after={"role": "FACULTY"},
    )
    [entry] = (await read(client, person))["data"]
    assert entry.pop("createdAt").endswith("Z")
    assert UUID(entry.pop("id")).version == 7
    assert entry.pop("actorName").startswith("Person ")
    name = entry["subjectName"]
    assert entry == {
        "action": "user_edited",
        "actorId": str(person.id),
        "subjectId": str(subject.id),
        "subjectLabel": "p***2@example.com",
        "subjectName": name,
        "subjectEmail": subject.email,
        "address": "203.0.113.9",
        "before": {"role": "TRAINEE"},
        "after": {"role": "FACULTY"},
    }


async def test_the_newest_come_first_page_by_page(client: Client, sign_in: SignIn, add_entry: AddEntry) -> None:
    person = await sign_in(Profile.ADMIN)
    for number in range(5):
        await add_entry(f"file{number}.csv")
    first = await read(client, person, pageSize=2)
    assert labels(first) == ["file4.csv", "file3.csv"]
    assert (first["page"], first["pageSize"], first["total"], first["totalIsExact"]) == (1, 2, 5, True)
    assert labels(await read(client, person, pageSize=2, page=3)) == ["file0.csv"]
    assert labels(await read(client, person, pageSize=2, page=4)) == []


async def test_a_deleted_or_missing_actor_has_no_name(
    client: Client, sign_in: SignIn, add_entry: AddEntry, services: Services
) -> None:
    person, gone = await sign_in(), await sign_in()
    await add_entry("without an actor")
    await add_entry("by a deleted user", actor_id=gone.id)
    async with services.database.reading() as connection:
        await connection.raw.execute("DELETE FROM users WHERE id = $1", gone.id)
    by_gone, without_actor = (await read(client, person))["data"]
    assert (by_gone["actorId"], by_gone["actorName"]) == (str(gone.id), None)
    assert (without_actor["actorId"], without_actor["actorName"]) == (None, None)


async def test_filters_by_action_and_by_prefix_of_the_label(
    client: Client, sign_in: SignIn, add_entry: AddEntry
) -> None:
    person = await sign_in()
    await add_entry("a***a@example.com", action=AuditAction.LOGIN_FAILED)
    await add_entry("People.csv", action=AuditAction.IMPORT_STARTED)
    await add_entry("people 2.csv", action=AuditAction.IMPORT_ENDED)
    await add_entry(None, action=AuditAction.LOGIN)
    assert labels(await read(client, person, action="login_failed")) == ["a***a@example.com"]
    assert labels(await read(client, person, search="PEOPLE")) == ["people 2.csv", "People.csv"]
    assert labels(await read(client, person, search=" people 2")) == ["people 2.csv"]
    assert labels(await read(client, person, search="people", action="import_started")) == ["People.csv"]
    both = await read(client, person, search="example")
    assert (labels(both), both["total"]) == ([], 0), "only the beginning counts"
    assert (await read(client, person, search=" "))["total"] == 4


@pytest.mark.parametrize("search", ["%", "_", "a%", "\\", "A_**"])
async def test_no_character_of_a_search_is_a_wildcard(
    client: Client, sign_in: SignIn, add_entry: AddEntry, search: str
) -> None:
    await add_entry("a***a@example.com")
    assert labels(await read(client, await sign_in(), search=search)) == []


@pytest.mark.security("S43")
@pytest.mark.parametrize(
    "query",
    [
        *({"action": "nonsense"}, {"page": 0}, {"pageSize": 1001}, {"page": "x"}, {"search": "\x00"}),
        *({"createdFrom": "0001-01-01"}, {"createdFrom": "1969-12-31"}, {"createdTo": "9999-12-31"}),
    ],
)
async def test_a_bad_parameter_is_refused_and_an_unknown_one_ignored(
    client: Client, sign_in: SignIn, query: dict[str, Any]
) -> None:
    person = await sign_in()
    answer = await client.get("/api/v1/audit", headers=person.headers, query_string=query)
    assert (answer.status_code, (await answer.get_json())["code"]) == (422, "validation_failed")
    assert (await read(client, person, colour="green"))["total"] == 0


async def test_entries_of_another_company_are_never_returned(
    client: Client, sign_in: SignIn, add_entry: AddEntry, add_company: AddCompany, services: Services
) -> None:
    elsewhere = await add_company()
    person, stranger = await sign_in(), await sign_in(company=elsewhere)
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await add_entry("named.csv", actor_id=stranger.id)
    await add_entry("ours.csv")
    await add_entry("theirs.csv", company=elsewhere)
    ours = await read(client, person)
    assert (labels(ours), ours["total"]) == (["ours.csv"], 1)
    assert labels(await read(client, stranger)) == ["theirs.csv"]
    assert labels(await read(client, person, search="theirs")) == []
    async with services.database.reading() as connection:
        recent = await list_entries(connection, company_id=person.company.id, offset=0, limit=8)
    assert [entry.subject_label for entry in recent] == ["ours.csv"]


@pytest.mark.parametrize("profile", [*Profile, None])
async def test_management_may_not_read_the_audit_trail(
    client: Client, sign_in: SignIn, profile: Profile | None
) -> None:
    person = await sign_in(profile)
    answer = await client.get("/api/v1/audit", headers=person.headers)
    allowed = profile in {Profile.SUPER_ADMIN, Profile.ADMIN}
    assert answer.status_code == (200 if allowed else 403)
    assert may_read_audit(profile) is allowed


async def test_the_total_is_counted_up_to_ten_thousand(
    client: Client, sign_in: SignIn, services: Services, company: Company
) -> None:
    person = await sign_in()
    query = """
        INSERT INTO audit_entries (company_id, action, subject_label)
        SELECT $1, 'login', 'n' || number FROM generate_series(1, $2) number
    """
    async with services.database.reading() as connection:
        await connection.raw.execute(query, company.id, 10_000)
    exact = await read(client, person)
    assert (exact["total"], exact["totalIsExact"]) == (10_000, True)
    async with services.database.reading() as connection:
        await connection.raw.execute(query, company.id, 1)
    beyond = await read(client, person, page=10_001, pageSize=1)
    assert (beyond["total"], beyond["totalIsExact"]) == (10_000, False)
    assert len(beyond["data"]) == 1


async def test_a_person_is_found_by_name_and_email_and_shown_unmasked_within_a_period(
    client: Client, sign_in: SignIn, add_entry: AddEntry, add_company: AddCompany
) -> None:
    person, asha = await sign_in(Profile.ADMIN), await sign_in(Profile.TRAINEE)
    stranger = await sign_in(company=await add_company())
    await add_entry("p***a@example.com", subject_id=asha.id)
    await add_entry("another")
    name = asha.email.partition("@")[0]
    for search in (asha.email, f"{name[:-1]} {name}"[: len(name)], asha.email.upper()):
        [entry] = (await read(client, person, search=search))["data"]
        assert (entry["subjectId"], entry["subjectEmail"]) == (str(asha.id), asha.email)
        assert entry["subjectName"].startswith("Person")
    assert (await read(client, person, search=stranger.email))["total"] == 0
    today = utc_now().date()
    assert (await read(client, person, createdFrom=str(today - timedelta(days=1))))["total"] == 2
    assert (await read(client, person, createdFrom=str(today + timedelta(days=2))))["total"] == 0
    assert (await read(client, person, createdTo=str(today - timedelta(days=2))))["total"] == 0


async def test_the_file_of_the_trail_is_in_the_words_of_its_reader(
    client: Client, services: Services, sign_in: SignIn, add_entry: AddEntry
) -> None:
    person = await sign_in()
    await execute(services, "UPDATE users SET language = 'hi'")
    await add_entry("=cmd()", before={"role": "EMPLOYEE"}, after={"role": "TRAINEE", "isActive": True, "rows": 7})
    answer = await client.get("/api/v1/audit.csv", headers=person.headers, query_string={"search": "=cmd"})
    header, row = csv.reader((await answer.get_data(as_text=True)).removeprefix("\ufeff").splitlines())
    assert header == ["कब", "किसने", "क्या हुआ", "किस पर", "नाम", "ईमेल", "पहले", "बाद में", "नेटवर्क पता"]
    assert row[2] == "खाता बदला गया"
    assert row[6:8] == ["भूमिका: कर्मचारी", "भूमिका: प्रशिक्षु; पंक्तियाँ: 7; सक्रिय: हाँ"]


async def test_the_trail_is_exported_for_its_readers_alone_without_formulas(
    client: Client, sign_in: SignIn, add_entry: AddEntry, add_company: AddCompany
) -> None:
    person = await sign_in()
    await add_entry("=cmd()", after={"role": "=1+1"})
    await add_entry("of others", company=await add_company())
    answer = await client.get("/api/v1/audit.csv", headers=person.headers, query_string={"search": "=cmd"})
    text = (await answer.get_data(as_text=True)).removeprefix("\ufeff")
    assert answer.status_code == 200
    header, row = csv.reader(text.splitlines())
    assert (header[:4], row[2:4]) == (["When", "Who", "Action", "Target"], ["Person edited", "'=cmd()"])
    whole = await (await client.get("/api/v1/audit.csv", headers=person.headers)).get_data(as_text=True)
    assert "Audit exported" in whole
    assert re.search(r"activity-\d{4}-\d\d-\d\d\.csv", answer.headers["Content-Disposition"])
    assert "of others" not in whole
    for profile in (Profile.MANAGEMENT, Profile.TRAINER):
        denied = await client.get("/api/v1/audit.csv", headers=(await sign_in(profile)).headers)
        assert denied.status_code == 403
