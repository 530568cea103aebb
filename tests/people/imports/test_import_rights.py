"""Who may see an import and who may act on it, over HTTP."""

from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany, Person, SignIn

FORBIDDEN: Final = (403, "forbidden", "Access denied. You do not have permission to perform this action.")
NOT_FOUND: Final = (404, "not_found", "The requested resource was not found.")


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def every_call(caller: Caller, import_id: object) -> list[tuple[str, Any]]:
    return [
        ("snapshot", await caller.get(import_id if isinstance(import_id, UUID) else f"{import_id}")),
        ("rows", await caller.get(f"{import_id}/rows")),
        ("failed rows", await caller.get(f"{import_id}/results.csv", status="failed")),
        ("results", await caller.get(f"{import_id}/results.csv", status="all")),
        ("workbook of results", await caller.get(f"{import_id}/results.xlsx", status="all")),
        ("workbook of failed rows", await caller.get(f"{import_id}/results.xlsx")),
        ("delete", await caller.delete(f"{import_id}/rows/1")),
        ("start", await caller.post(f"{import_id}/start")),
        ("invite", await caller.post(f"{import_id}/invite")),
        ("date order", await caller.call("PUT", f"{import_id}/date-order", json={"order": "day"})),
        ("cancel", await caller.post(f"{import_id}/cancel")),
    ]


async def test_another_company_s_import_is_not_found(
    caller: Caller, office: Office, add_company: AddCompany, sign_in: SignIn
) -> None:
    import_id = await office.check(person(1, email="x"), person(2))
    stranger = caller.as_person(await sign_in(company=await add_company()))
    for name, answer in await every_call(stranger, import_id):
        assert answer.refusal == NOT_FOUND, name
    history = (await stranger.get()).body
    assert (history["data"], history["total"]) == ([], 0)
    assert (await office.snapshot(import_id)).state == "ready"


@pytest.mark.parametrize("import_id", [uuid4(), "x", "1", "..", "%00"])
async def test_an_id_of_nothing_is_not_found(owner: Caller, import_id: object) -> None:
    for name, answer in await every_call(owner, import_id):
        assert answer.status in {404, 405}, name


async def test_importing_needs_the_permission_to_create_users(caller: Caller, office: Office, sign_in: SignIn) -> None:
    import_id = await office.check(person(1, email="x"), person(2))
    for profile in (Profile.TRAINER, Profile.INTERVIEW_PANELIST, Profile.PLACEMENT, Profile.TRAINEE, None):
        refused = caller.as_person(await sign_in(profile))
        calls = [*await every_call(refused, import_id), ("history", await refused.get())]
        for name, answer in [*calls, ("template", await refused.get("template.csv"))]:
            assert answer.refusal == FORBIDDEN, (profile, name)
    for name, answer in await every_call(caller, import_id):
        assert (answer.status, answer.body["code"]) == (401, "not_signed_in"), name


async def outcomes(caller: Caller, person: Person, import_id: UUID) -> list[int]:
    """Statuses of delete, start and cancel."""
    acting = caller.as_person(person)
    answers = [
        await acting.delete(f"{import_id}/rows/1"),
        await acting.post(f"{import_id}/start"),
        await acting.post(f"{import_id}/cancel"),
    ]
    return [answer.status for answer in answers]


async def test_acting_needs_the_uploader_or_a_matrix_over_every_profile_in_the_file(
    caller: Caller, offices: Offices
) -> None:
    owner, admin, management = [
        await offices.open(profile) for profile in (Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT)
    ]
    rows = (person(1, email="x"), person(2, profile="TRAINER", role="MENTOR"), person(3))
    import_id = await owner.check(*rows)
    assert await outcomes(caller, management.person, import_id) == [403, 403, 403]
    assert await outcomes(caller, admin.person, import_id) == [200, 200, 200]
    of_admins = await owner.check(person(1, email="x"), person(2, profile="ADMIN", role="HR"))
    assert await outcomes(caller, admin.person, of_admins) == [403, 403, 403]
    by_admin = await admin.check(person(1, email="x"), person(4, profile="ADMIN", role="HR"), person(5))
    assert await outcomes(caller, admin.person, by_admin) == [200, 200, 200]


async def test_while_a_file_is_checked_only_the_uploader_or_a_super_admin_cancels_it(
    caller: Caller, offices: Offices
) -> None:
    """Its profiles are not known yet."""
    owner, admin, other = [
        await offices.open(profile) for profile in (Profile.ADMIN, Profile.ADMIN, Profile.SUPER_ADMIN)
    ]
    import_id = await owner.upload(csv_file(person(1)))
    assert (await caller.as_person(admin.person).post(f"{import_id}/cancel")).refusal == FORBIDDEN
    assert (await caller.as_person(other.person).post(f"{import_id}/cancel")).status == 200


async def test_an_uploader_without_the_permission_may_not_act(caller: Caller, office: Office) -> None:
    import_id = await office.check(person(1, email="x"), person(2))
    await office.execute("UPDATE users SET profile = 'TRAINER' WHERE id = $1", office.person.id)
    assert await outcomes(caller, office.person, import_id) == [403, 403, 403]
