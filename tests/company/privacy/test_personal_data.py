"""S81: everything held about a person goes to that person, or to those who may delete them, without any secret."""

import json
import re
from typing import Any, Final
from uuid import UUID

import pytest
from pydantic.alias_generators import to_camel
from quart import Quart

from server.company.privacy.export_data import LABELS, TITLES, PageWriter
from server.company.privacy.repository import SECTIONS
from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.platform.process.clock import zone_of
from server.platform.services import Services
from server.vocabulary.fields import FIELDS
from server.vocabulary.languages import SOURCE_LANGUAGE, Language
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.batch_calls import Shelves
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Browser, fetch_value
from tests.fixtures.user_calls import Desk, Desks

TABLE: Final = ("table", "thead", "tbody", "tr", "th", "td")
OWN: Final = "users/profile/data.json"


def of(user_id: object) -> str:
    return f"users/{user_id}/data.json"


async def stored_secrets(services: Services, user_id: UUID) -> list[str]:
    """What the rows of an account hold that no file may hold."""
    query = """
        SELECT array_remove(ARRAY(
            SELECT password_hash FROM users WHERE id = $1
            UNION ALL SELECT encode(temporary_password_mac, 'hex') FROM users WHERE id = $1
            UNION ALL SELECT encode(secret, 'hex') FROM messages WHERE user_id = $1
            UNION ALL SELECT encode(t.token_hash, 'hex') FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
                       WHERE s.user_id = $1), NULL)
    """
    secrets: list[str] = await fetch_value(services, query, user_id)
    return secrets


async def found(browser: Browser, path: str) -> dict[str, Any]:
    answer = await browser.get(path)
    assert answer.status == 200, answer
    assert answer.headers["Content-Disposition"] == 'attachment; filename="personal-data.json"'
    return answer.body


@pytest.mark.security("S81")
async def test_a_person_gets_all_sections_of_their_own_data(
    app: Quart, services: Services, desk: Desk, desks: Desks, shelves: Shelves
) -> None:
    account = await add_account(
        services.database, desk.person.company, profile=Profile.TRAINEE, email="own@example.com"
    )
    shelf = shelves.of(desk.person)
    await shelf.put_in(await shelf.make("Batch 7"), [account.id])
    assert (await desk.edit(account.id, workLocation="Kochi")).status == 200
    browser = await Browser(app=app, services=services).sign_in(account)

    data = await found(browser, OWN)
    assert data.keys() == {"exportedAt", *SECTIONS}
    assert [row["email"] for row in data["account"]] == ["own@example.com"]
    assert [row["name"] for row in data["batches"]] == ["Batch 7"]
    assert [row["address"] for row in data["sessions"]] == [browser.address]
    assert [row["kind"] for row in data["messages"]] == ["code"]
    assert {row["action"] for row in data["audit"]} >= {"user_edited", "login"}
    own = {row["action"]: row["address"] for row in data["audit"]}
    assert (own["login"], own["user_edited"]) == (browser.address, None), "an editor's address is the editor's"


@pytest.mark.security("S81")
async def test_it_holds_no_secret(app: Quart, services: Services, desk: Desk) -> None:
    created = await desk.create(email="secret@example.com")
    account = await add_account(services.database, desk.person.company, profile=Profile.TRAINEE)
    await Browser(app=app, services=services).sign_in(account)
    for user_id in (created.body["id"], account.id, desk.person.id):
        path = OWN if user_id == desk.person.id else of(user_id)
        written = json.dumps(await found(desk.browser, path)).lower()
        for column in ("password_hash", "temporary_password_mac", "secret", "token_hash", "public_key", "parameters"):
            assert not any(f'"{name.lower()}":' in written for name in (column, to_camel(column)))
        for stored in await stored_secrets(services, UUID(str(user_id))):
            assert stored.lower() not in written


@pytest.mark.security("S81")
async def test_the_row_of_an_import_is_part_of_it(services: Services, caller: Caller, desk: Desk) -> None:
    boss = caller.as_person(desk.person)
    uploaded = await boss.upload(csv_file(person(1, email="mine@example.com"), person(2, email="other@example.com")))
    import_id = UUID(uploaded.body["id"])
    await check_import(services, import_id=import_id)
    assert (await boss.post(f"{import_id}/start")).status == 200
    await create_accounts(services, import_id=import_id)
    user_id = await fetch_value(services, "SELECT id FROM users WHERE email = 'mine@example.com'")

    data = await found(desk.browser, of(user_id))
    assert [(row["email"], row["outcome"]) for row in data["importRows"]] == [("mine@example.com", "created")]
    assert "other@example.com" not in json.dumps(data)


@pytest.mark.security("S81")
@pytest.mark.parametrize("profile", [*(each for each in Profile if each is not Profile.SUPER_ADMIN), None])
async def test_others_get_their_own_alone(desk: Desk, desks: Desks, sign_in: SignIn, profile: Profile | None) -> None:
    other = desks.of(await sign_in(profile)).browser
    subject = await desk.create()

    assert (await other.get(of(subject.body["id"]))).status == 403
    assert (await found(other, OWN))["account"][0]["profile"] == (None if profile is None else profile.value)


@pytest.mark.security("S81")
async def test_another_company_learns_nothing(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    other = desks.of(await sign_in(company=await add_company())).browser
    subject = await desk.create()

    refused, unknown = await other.get(of(subject.body["id"])), await other.get(of(UUID(int=7)))
    assert (refused.status, refused.body) == (unknown.status, unknown.body) == (404, unknown.body)


@pytest.mark.security("S81")
async def test_an_export_is_audited(desk: Desk) -> None:
    subject = await desk.create(email="audited@example.com")
    await found(desk.browser, of(subject.body["id"]))

    entry = await desk.audit_entry("data_exported")
    assert (entry["actor_id"], str(entry["subject_id"])) == (desk.person.id, subject.body["id"])
    assert entry["subject_label"] == "a***d@example.com"


@pytest.mark.security("S81")
async def test_the_page_shows_every_value_as_text(services: Services, desk: Desk) -> None:
    """What was typed runs in no browser that opens the file, whose origin is the person's own disk."""
    typed = "Asha <Script> & 'Co'"
    subject = await desk.create(email="page@example.com")
    await fetch_value(
        services,
        "UPDATE users SET full_name = $2, work_location = '\"><img src=x onerror=alert(1)>' WHERE id = $1 RETURNING 1",
        UUID(subject.body["id"]),
        typed,
    )
    answer = await desk.browser.client.get(
        f"/api/v1/{of(subject.body['id'])}?format=html", headers={"Authorization": f"Bearer {desk.person.token}"}
    )
    page = (await answer.get_data(as_text=False)).decode()

    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="personal-data.html"'
    assert "<h1>Data held about Asha &lt;Script&gt; &amp; &#x27;Co&#x27;</h1>" in page
    assert "page@example.com" in page
    tags = {tag.lower() for tag in re.findall(r"<([a-zA-Z]+)", page)}
    assert tags <= {*("html", "head", "meta", "title", "style", "body", "main", "h", "p", "div", "br"), *TABLE}, tags
    assert "default-src &#x27;none&#x27;" in page
    assert {f"<h2>{title}</h2>" for title in TITLES.values()} <= set(re.findall("<h2>.*?</h2>", page))
    assert TITLES.keys() == SECTIONS.keys()
    assert (await desk.browser.get(f"{OWN}?format=pdf")).status == 422


@pytest.mark.parametrize("typed", ["2026-13-45T99:00:00Z", "9999-12-31T23:59:59Z", "2026-02-30"])
def test_what_only_looks_like_a_moment_is_shown_as_it_was_typed(typed: str) -> None:
    page = PageWriter(language=SOURCE_LANGUAGE, region="IN", zone=zone_of("IN"))
    assert f"<td>{typed}</td>" in page.section("account", [{"workLocation": typed}])


def test_on_a_phone_each_cell_of_several_rows_has_its_label() -> None:
    page = PageWriter(language=Language.HINDI, region="IN", zone=zone_of("IN"))
    rows = page.section("audit", [{"action": "login", "address": ""}, {"action": "logout", "address": "10.0.0.1"}])
    assert rows.count('<td data-name="क्या हुआ">') == 2
    assert rows.count("<td data-name=") == 4
    assert "<td data-name=" not in page.section("account", [{"workLocation": "Pune"}])


async def test_the_page_is_in_the_language_of_its_reader(app: Quart, services: Services, desk: Desk) -> None:
    account = await add_account(services.database, desk.person.company, profile=Profile.TRAINEE, language="hi")
    browser = await Browser(app=app, services=services).sign_in(account)
    await fetch_value(
        services, "UPDATE users SET created_at = '2026-01-05 20:00Z' WHERE id = $1 RETURNING 1", account.id
    )
    answer = await browser.client.get(
        f"/api/v1/{OWN}?format=html", headers={"Authorization": f"Bearer {browser.token}"}
    )
    page = (await answer.get_data(as_text=False)).decode()

    assert '<html lang="hi">' in page
    words = re.findall("<(?:h2|th)(?: [^>]*)?>(.*?)</(?:h2|th)>", page)
    assert [word for word in words if re.search("[a-z]", word)] == []
    assert "<td>प्रशिक्षु</td>" in page
    # As the company's region and time zone have it.
    assert "6 जन॰ 2026, 1:30:00 am" in page
    # What is stored in English is marked, for the client to translate it.
    assert '<span lang="en">Secure your account</span>' in page


async def test_every_column_of_the_page_has_a_label(services: Services) -> None:
    named = {*LABELS, *(field.column for field in FIELDS)}
    async with services.database.reading() as connection:
        for section, query in SECTIONS.items():
            statement = await connection.raw.prepare(query.replace(":company_id", "$1").replace(":user_id", "$2"))
            assert {column.name for column in statement.get_attributes()} <= named, section
