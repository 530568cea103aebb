"""The rows of a file are judged by its uploader's matrix: a colleague with a smaller one brings no profile into it."""

from typing import Final

import pytest

from server.people.imports.checking.row_repository import profiles_of_accounts
from server.vocabulary.profiles import ADMIN_RULE, Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, csv_file, person
from tests.fixtures.imports import Office, Offices

EVERYTHING: Final = {str(place): name for place, name in enumerate(HEADER)}
WITHOUT_PROFILE: Final = {place: name for place, name in EVERYTHING.items() if name != "profile"}


@pytest.fixture
async def admin(caller: Caller, offices: Offices) -> ImportDesk:
    office = await offices.open(Profile.ADMIN)
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def test_a_colleague_with_a_smaller_matrix_chooses_no_columns(
    caller: Caller, office: Office, admin: ImportDesk, offices: Offices
) -> None:
    """Otherwise the uploader could start a file whose people have just become Super Admins."""
    import_id = str(await office.check(person(1)))
    for chosen in ({"columns": WITHOUT_PROFILE, "values": {"profile": "SUPER_ADMIN"}}, {"headerRow": 1}):
        assert (await admin.choose(import_id, **chosen)).refusal[:2] == (403, "forbidden")
    assert [row["profile"] for row in await admin.rows(import_id)] == ["TRAINEE"]
    equal = await offices.open(Profile.SUPER_ADMIN)
    desk = ImportDesk(caller=caller.as_person(equal.person), office=equal)
    assert (await desk.choose(import_id, columns=EVERYTHING, values={})).status == 200


async def test_a_profile_for_all_rows_is_one_that_the_user_may_create(
    caller: Caller, office: Office, admin: ImportDesk
) -> None:
    """It is remembered for the headings: the next file with them may be a Super Admin's."""
    content = csv_file(person(1)[:-1], header=HEADER[:-1])
    uploaded = await admin.upload(content)
    for name in ("SUPER_ADMIN", " super admin "):
        refused = await admin.choose(uploaded["id"], values={"profile": name})
        assert (refused.status, refused.body["errors"]) == (422, {"values.profile": ADMIN_RULE})
    assert (await ImportDesk(caller=caller.as_person(office.person), office=office).upload(content))[
        "state"
    ] == "mapping"
    assert (await admin.choose(uploaded["id"], values={"profile": "Trainee"})).body["state"] == "validating"


async def test_a_colleague_with_a_smaller_matrix_undoes_only_own_changes(
    caller: Caller, office: Office, admin: ImportDesk
) -> None:
    """What the uploader has taken out of the file does not come back by others."""
    owner = caller.as_person(office.person)
    import_id = await office.check(person(1), person(2, profile="SUPER_ADMIN", role="HR"), person(3))
    assert (await owner.call("DELETE", f"{import_id}/rows", json={"rows": [2]})).status == 200
    assert (await admin.caller.post(f"{import_id}/rows/undo")).refusal[:2] == (403, "forbidden")
    assert (await admin.caller.call("DELETE", f"{import_id}/rows", json={"rows": [3]})).status == 200
    assert (await admin.caller.post(f"{import_id}/rows/undo")).status == 200
    assert [row["profile"] for row in await admin.rows(str(import_id))] == ["TRAINEE", "TRAINEE"]
    assert (await owner.post(f"{import_id}/rows/undo")).body["totalRows"] == 3


async def test_an_uploader_with_another_profile_than_then_writes_what_is_allowed_now(
    caller: Caller, office: Office
) -> None:
    """Another Super Admin could start the file, whose rows are still judged by the matrix of the upload."""
    import_id = str(await office.check(person(1)))
    await office.execute("UPDATE users SET profile = 'ADMIN' WHERE id = $1", office.person.id)
    desk = ImportDesk(caller=caller.as_person(office.person), office=office)
    higher, fitting = ({"values": {"profile": name}, "version": 1} for name in ("SUPER_ADMIN", "TRAINER"))
    mapping = {"field": "profile", "from": "TRAINEE", "to": "SUPER_ADMIN"}
    answers = [
        await desk.caller.call("PATCH", f"{import_id}/rows/1", json=higher),
        await desk.caller.post(f"{import_id}/values", mapping),
        await desk.choose(import_id, columns=WITHOUT_PROFILE, values={"profile": "SUPER_ADMIN"}),
    ]
    assert {answer.refusal[:2] for answer in answers} == {(403, "forbidden")}
    assert (await desk.caller.call("PATCH", f"{import_id}/rows/1", json=fitting)).status == 200


async def test_an_edit_by_a_colleague_reads_no_other_accounts_of_the_company(office: Office) -> None:
    company = office.person.company
    await office.execute(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile)
        SELECT $1, 'many' || n || '@example.org', '+919000000000', 'Asha Rao', 'TRAINEE', 'TRAINEE'
        FROM generate_series(1, 5000) AS n
        """,
        company.id,
    )
    await office.execute("ANALYZE users")
    import_id = await office.check(person(1, email="many7@example.org", profile="TRAINEE"))
    read = "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'users'"
    async with office.services.unit_of_work() as unit:
        # Postgres adds what the connection read before this transaction, until it reports it.
        before = await unit.connection.fetch_value(read)
        for email in (None, "many9@example.org"):
            found = await profiles_of_accounts(
                unit.connection, company_id=company.id, import_id=import_id, rows=[1], email=email
            )
            assert found == ["TRAINEE"]
        assert await unit.connection.fetch_value(read) - before < 100
