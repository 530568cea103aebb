"""An edit of an older version says who has changed the account since, when, and what."""

from typing import Any
from uuid import UUID

import pytest

from server.people.imports.states import ImportMode
from server.vocabulary.profiles import Profile
from tests.fixtures.import_files import people, person
from tests.fixtures.import_modes import account, run
from tests.fixtures.imports import Office
from tests.fixtures.people import Person, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks


@pytest.fixture
async def trainee(sign_in: SignIn) -> Person:
    return await sign_in(Profile.TRAINEE)


@pytest.fixture
async def colleague(desks: Desks, sign_in: SignIn) -> Desk:
    return desks.of(await sign_in(Profile.ADMIN))


async def conflict(desk: Desk, user_id: object, *, version: int = 1, **fields: Any) -> dict[str, Any]:
    refused = await desk.edit(user_id, version=version, **fields or {"workLocation": "Delhi"})
    assert (refused.status, refused.code) == (409, "edit_conflict")
    body: dict[str, Any] = refused.body
    assert (
        body["current"] | {"photoId": None, "pendingEmailSentTo": None}
        == (await desk.browser.get(f"users/{user_id}")).body
    )
    return body


def changes(body: dict[str, Any]) -> dict[str, tuple[object, object]]:
    return {each["field"]: (each["before"], each["after"]) for each in body["changes"]}


async def test_it_names_the_editor_the_moment_and_the_fields(desk: Desk, colleague: Desk, trainee: Person) -> None:
    former = (await desk.browser.get(f"users/{trainee.id}")).body["fullName"]
    await colleague.edit(trainee.id, fullName="Asha Rao", isActive=False)
    body = await conflict(desk, trainee.id)
    name = await desk.value("SELECT full_name FROM users WHERE id = $1", colleague.person.id)
    assert body["changedBy"] == {"id": str(colleague.person.id), "fullName": name}
    moment = await desk.value(
        "SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS') FROM audit_entries"
        " WHERE subject_id = $1 AND action = 'user_edited'",
        trainee.id,
    )
    assert body["changedAt"].startswith(moment)
    assert changes(body) == {"fullName": (former, "Asha Rao"), "isActive": (True, False)}
    assert (await desk.row(trainee.id))["work_location"] is None


async def test_changes_since_the_edited_version_are_put_together(desk: Desk, colleague: Desk, trainee: Person) -> None:
    for place in ("Pune", "Kochi", "Delhi"):
        await colleague.edit(trainee.id, workLocation=place)
    await desk.edit(trainee.id, fullName="Asha Rao")
    assert changes(await conflict(desk, trainee.id, version=2, gender="OTHER")) == {
        "workLocation": ("Pune", "Delhi"),
        "fullName": ("Person " + trainee.email.removeprefix("person").partition("@")[0], "Asha Rao"),
    }
    last = await conflict(desk, trainee.id, version=4, gender="OTHER")
    assert changes(last).keys() == {"fullName"}
    assert last["changedBy"]["id"] == str(desk.person.id)


async def test_what_was_changed_back_has_not_changed(desk: Desk, colleague: Desk, trainee: Person) -> None:
    for active in (False, True):
        await colleague.edit(trainee.id, isActive=active)
    assert changes(await conflict(desk, trainee.id)) == {}


async def test_what_the_trail_hides_stays_hidden(desk: Desk, colleague: Desk, trainee: Person) -> None:
    await colleague.edit(trainee.id, phone="+919000000001", dateOfBirth="1991-02-28", gender="FEMALE")
    found = changes(await conflict(desk, trainee.id))
    assert found["phone"] == (f"+91********{found['phone'][0][-2:]}", "+919000000001")  # type: ignore[index] # a text
    assert found["dateOfBirth"] == (None, "1991-02-28")
    await colleague.edit(trainee.id, dateOfBirth="1992-02-28")
    assert changes(await conflict(desk, trainee.id, version=2))["dateOfBirth"] == ("***", "1992-02-28")


async def test_the_account_s_own_edit_is_named(desk: Desk, desks: Desks, trainee: Person) -> None:
    await desks.of(trainee).browser.call("PUT", "users/profile", json={"fullName": "Asha Rao"})
    body = await conflict(desk, trainee.id)
    assert body["changedBy"] == {"id": str(trainee.id), "fullName": "Asha Rao"}


async def test_an_import_is_named_by_its_starter(office: Office, desks: Desks, sign_in: SignIn) -> None:
    desk = desks.of(await sign_in(company=office.person.company))
    await office.work(await office.begin(*people(1)))
    moved = person(1, fullName="Asha Rao", phone="+919000000077", profile="TRAINER", role="MENTOR")
    await run(office, await office.check(moved), ImportMode.UPDATE)
    user_id: UUID = (await account(office, 1))["id"]
    body = await conflict(desk, user_id)
    assert body["changedBy"]["id"] == str(office.person.id)
    assert body["changedAt"] is not None
    assert changes(body) == {
        "fullName": ("Imported 1", "Asha Rao"),
        "phone": ("+919000000001", "+919000000077"),
        "role": ("TRAINEE", "MENTOR"),
        "profile": ("TRAINEE", "TRAINER"),
    }


async def test_a_change_of_an_unknown_author_is_a_conflict_without_one(
    desk: Desk, colleague: Desk, trainee: Person
) -> None:
    await execute(desk.services, "UPDATE users SET version = version + 1 WHERE id = $1", trainee.id)
    body = await conflict(desk, trainee.id)
    assert (body["changedBy"], body["changedAt"], body["changes"]) == (None, None, [])
    await colleague.edit(trainee.id, fullName="Asha Rao")
    await desk.delete(colleague.person.id)
    body = await conflict(desk, trainee.id)
    assert body["changedBy"] is None
    assert changes(body).keys() == {"fullName"}


@pytest.mark.security("S29")
async def test_who_may_not_edit_the_account_learns_nothing(
    desk: Desk, desks: Desks, trainee: Person, sign_in: SignIn
) -> None:
    await desk.edit(trainee.id, fullName="Asha Rao")
    refused = await desks.of(await sign_in(Profile.TRAINER)).edit(trainee.id, fullName="X", version=1)
    assert refused.status == 403
    assert "current" not in refused.body
