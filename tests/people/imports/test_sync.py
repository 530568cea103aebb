"""An import as a sync of a scope: who is missing in its file is counted, confirmed, deactivated and brought back."""

from typing import Any, Final
from uuid import UUID

import pytest

from server.people.bulk.run_job import run_bulk_job, undo_bulk_job
from server.people.imports.states import ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany, SignIn

ACTIVE: Final = "SELECT email FROM users WHERE company_id = $1 AND is_active AND work_location = 'Pune' ORDER BY email"
SCOPE: Final = {"workLocation": "Pune"}


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def filled(office: Office, *, rows: int = 10) -> None:
    """People of Pune, as many as `rows`, and the one who is signed in works elsewhere."""
    await office.work(await office.begin(*people(rows)))


async def active(office: Office) -> list[int]:
    emails = await office.fetch(ACTIVE, office.person.company.id)
    return sorted(int(row["email"].removeprefix("imported").split("@")[0]) for row in emails)


async def start(owner: Caller, import_id: UUID, *, scope: dict[str, Any] = SCOPE, **sync: Any) -> Called:
    body = {"mode": "upsert", "invite": False, "sync": {"scope": scope, **sync}}
    return await owner.post(f"{import_id}/start", body)


async def deactivated(office: Office, import_id: UUID) -> UUID:
    """Do the import and the job that follows; its id."""
    await office.work(import_id)
    await office.services.database.settle()
    sync = (await office.snapshot(import_id)).sync
    assert sync is not None
    assert sync.job_id is not None
    await run_bulk_job(office.services, job_id=sync.job_id)
    return sync.job_id


async def test_missing_people_are_shown_and_stay_unless_they_are_to_be_deactivated(
    owner: Caller, office: Office
) -> None:
    """Rows that are invalid, deleted, or of a person without an email name people who are in the file."""
    await filled(office)
    import_id = await office.check(
        *people(5),
        person(6, dateOfBirth="never"),
        person(7, email=" IMPORTED7@Example.org ", gender="?"),
        person(8, email="not an email"),
        person(11),
        person(12, email="nor this"),
        person(13, email="new@example.org", phone="+919000000010"),
    )
    await owner.call("DELETE", f"{import_id}/rows/6")
    shown = (await owner.get(f"{import_id}/missing", workLocation="Pune", pageSize=1)).body
    assert [each["email"] for each in shown.pop("data")] == ["imported10@example.org"]
    assert shown == {
        "page": 1,
        "pageSize": 1,
        "total": 2,
        "totalIsExact": True,
        "people": 10,
        "allowed": 2,
        "refused": [],
        "unmatched": 2,
        "knownPhones": 1,
        "threshold": 20,
    }
    file = await owner.get(f"{import_id}/missing.csv", workLocation="Pune")
    assert [line.split(",")[1].strip('"') for line in file.content.decode().splitlines()[1:]] == [
        "imported10@example.org",
        "imported9@example.org",
    ]
    assert (await start(owner, import_id)).status == 200
    ended = await office.work(import_id)
    assert ended.sync is not None
    assert (ended.sync.missing, ended.sync.people, ended.sync.job_id) == ("keep", 2, None)
    assert await office.fetch_value("SELECT bool_and(is_active) FROM users")


async def test_they_are_deactivated_once_all_rows_are_done_and_an_undo_brings_them_back(
    owner: Caller, office: Office, sign_in: SignIn
) -> None:
    """Their sessions end, they are named by the job, and each is deactivated once, whatever a worker repeats."""
    await filled(office)
    import_id = await office.check(*people(8), person(11))
    started = await start(owner, import_id, missing="deactivate", people=2)
    assert started.body["sync"] == {"missing": "deactivate", "people": 2, "jobId": None}
    await office.cut(import_id, rows=5)
    await office.create_chunk(import_id)
    await owner.post(f"{import_id}/pause")
    assert len(await active(office)) == 10, "not before the last chunk"
    await owner.post(f"{import_id}/resume")
    job_id = await deactivated(office, import_id)
    await office.create_chunk(import_id)
    await run_bulk_job(office.services, job_id=job_id)
    assert await active(office) == [*range(1, 9), 11]
    assert await office.fetch_value("SELECT count(*) FROM bulk_jobs") == 1
    rows = await office.fetch("SELECT email, status FROM bulk_rows WHERE job_id = $1 ORDER BY email", job_id)
    assert [tuple(row) for row in rows] == [("imported10@example.org", "done"), ("imported9@example.org", "done")]
    actors = await office.fetch("SELECT actor_id FROM audit_entries WHERE action IN ('bulk_started', 'bulk_ended')")
    assert [row["actor_id"] for row in actors] == [office.person.id] * 2
    # One of them is changed since.
    await office.execute("UPDATE users SET version = version + 1 WHERE email = 'imported9@example.org'")
    preview = (await owner.get(f"{import_id}/undo")).body
    assert (preview["accounts"], preview["reactivated"]) == (1, 1)
    assert preview["keptInactive"] == [{"reason": "The account has been changed since", "count": 1}]
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).state is ImportState.UNDONE
    await undo_bulk_job(office.services, job_id=job_id)
    assert await active(office) == [*range(1, 9), 10]


async def test_more_than_the_threshold_needs_the_number_typed(owner: Caller, office: Office) -> None:
    """An import of one row against all others; and never more people than were shown, whatever has changed since."""
    await filled(office)
    import_id = await office.check(person(1))
    refused = await start(owner, import_id, missing="deactivate", people=9)
    assert refused.refusal[:2] == (409, "missing_people_unconfirmed")
    assert refused.body["allowed"] == 9
    assert (await start(owner, import_id, missing="deactivate", people=9, typed=8)).status == 409
    changed = await start(owner, import_id, missing="deactivate", people=8, typed=9)
    assert changed.refusal[:2] == (409, "missing_people_changed")
    assert (await start(owner, import_id, missing="deactivate")).status == 422
    await office.execute("UPDATE companies SET sync_threshold = 90")
    assert (await start(owner, import_id, missing="deactivate", people=9)).status == 200
    await office.execute("UPDATE users SET work_location = 'Kochi' WHERE email = 'imported2@example.org'")
    await office.add_user(office.person.company, email="imported77@example.org", phone="+919000000077")
    await office.execute("UPDATE users SET work_location = 'Pune' WHERE email = 'imported77@example.org'")
    await deactivated(office, import_id)
    assert await active(office) == [1, 77]
    assert await office.fetch_value("SELECT is_active FROM users WHERE email = 'imported2@example.org'")


async def test_an_import_that_is_cancelled_or_does_nothing_deactivates_no_one(owner: Caller, office: Office) -> None:
    await filled(office)
    cancelled = await office.check(*people(9))
    await start(owner, cancelled, missing="deactivate", people=1)
    await owner.post(f"{cancelled}/cancel")
    await office.work(cancelled)
    # Every row fails: its account is deleted between the preview and the work.
    fails = await office.check(person(1, fullName="Renamed"))
    body = {"mode": "update", "sync": {"scope": SCOPE, "missing": "deactivate", "people": 9, "typed": 9}}
    assert (await owner.post(f"{fails}/start", body)).status == 200
    await office.execute("DELETE FROM users WHERE email = 'imported1@example.org'")
    assert (await office.work(fails)).state is ImportState.COMPLETED
    assert len(await active(office)) == 9
    assert await office.fetch_value("SELECT count(*) FROM bulk_jobs") == 0


async def test_a_worker_that_dies_at_the_end_leaves_neither_half(owner: Caller, office: Office) -> None:
    """The end of the import and the job that follows are one transaction."""
    await filled(office, rows=5)
    import_id = await office.check(*people(4))
    await start(owner, import_id, missing="deactivate", people=1)
    async with office.dying() as connection:
        await connection.execute("LOCK TABLE bulk_jobs IN SHARE MODE")
        assert await office.fetch_value("SELECT count(*) FROM bulk_jobs") == 0
    await deactivated(office, import_id)
    assert await active(office) == [1, 2, 3, 4]
    assert await office.fetch_value("SELECT count(*) FROM bulk_jobs") == 1


async def test_people_beyond_the_rights_of_the_starter_stay_active(
    owner: Caller, office: Office, offices: Offices, caller: Caller, sign_in: SignIn
) -> None:
    """Also oneself, and everyone once the starter has lost the right before the end."""
    await filled(office, rows=3)
    company = office.person.company
    admin = await offices.open(Profile.ADMIN, company=company)
    for each in (office.person, admin.person):
        await office.execute("UPDATE users SET work_location = 'Pune' WHERE id = $1", each.id)
    as_admin = caller.as_person(admin.person)
    import_id = await admin.check(*people(2))
    shown = (await as_admin.get(f"{import_id}/missing", workLocation="Pune")).body
    assert (shown["total"], shown["allowed"]) == (3, 1)
    assert sum(each["count"] for each in shown["refused"]) == 2
    assert (await start(as_admin, import_id, missing="deactivate", people=1)).status == 200
    await office.execute("UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE' WHERE id = $1", admin.person.id)
    await office.work(import_id)
    await office.services.database.settle()
    job_id = await office.fetch_value("SELECT id FROM bulk_jobs")
    await run_bulk_job(office.services, job_id=job_id)
    failed = await office.fetch_value("SELECT count(*) FROM bulk_rows WHERE job_id = $1 AND status = 'failed'", job_id)
    assert failed == 3
    # The first Super Admin does not deactivate themselves, and the last one is kept.
    again = await office.check(*people(3))
    refused = (await owner.get(f"{again}/missing", profile="SUPER_ADMIN")).body["refused"]
    assert [each["count"] for each in refused] == [1]


async def test_a_scope_is_of_the_company_and_of_a_preview(
    owner: Caller, office: Office, caller: Caller, sign_in: SignIn, add_company: AddCompany
) -> None:
    other = await add_company()
    stranger = await sign_in(Profile.SUPER_ADMIN, company=other)
    batch = "INSERT INTO batches (company_id, name, folded_name) VALUES ($1, 'Autumn', 'autumn') RETURNING id"
    theirs = str(await office.fetch_value(batch, other.id))
    ours = str(await office.fetch_value(batch, office.person.company.id))
    await filled(office, rows=2)
    import_id = await office.check(*people(3))
    assert (await owner.get(f"{import_id}/missing", batchId=theirs)).status == 404
    assert (await start(owner, import_id, scope={"batchId": theirs})).status == 404
    assert (await owner.get(f"{import_id}/missing")).status == 422
    assert (await start(owner, import_id, scope={})).status == 422
    assert (await caller.as_person(stranger).get(f"{import_id}/missing", **SCOPE)).status == 404
    only_new = {"mode": "create", "sync": {"scope": {"batchId": ours}}}
    assert (await owner.post(f"{import_id}/start", only_new)).status == 422
    member = (
        "INSERT INTO batch_members (company_id, batch_id, user_id) SELECT company_id, $1, id FROM users WHERE id = $2"
    )
    await office.execute(member, UUID(ours), office.person.id)
    assert (await owner.get(f"{import_id}/missing", batchId=ours, profile="SUPER_ADMIN")).body["total"] == 1
    await office.start(import_id)
    assert (await owner.get(f"{import_id}/missing", batchId=ours)).refusal[:2] == (409, "wrong_import_state")
