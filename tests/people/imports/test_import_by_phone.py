"""S99: an import by phones reaches no account that exists."""

import pytest

from server.people.imports.states import ImportMode
from tests.fixtures.import_files import person
from tests.fixtures.imports import Offices
from tests.fixtures.people import AddCompany

pytestmark = pytest.mark.settings(sign_in_by="email,phone")
PHONE = "+919000000001"
ACCOUNTS = """
    SELECT id, company_id, full_name, email, phone, profile, version FROM users WHERE phone = $1 AND full_name = $2
"""


@pytest.mark.security("S99")
@pytest.mark.parametrize("mode", ImportMode)
async def test_a_row_without_an_email_changes_no_account(
    offices: Offices, add_company: AddCompany, mode: ImportMode
) -> None:
    """Neither one of the company with this phone, nor one of another company, which is not even shown."""
    attacker, victim = await offices.open(), await offices.open(company=await add_company())
    known = attacker.person.company
    await attacker.add_user(known, email="imported2@example.org", phone="+919000000002")
    await attacker.add_user(known, email="here@example.org", phone=PHONE)
    theirs = await victim.add_user(victim.person.company, email="there@example.org", phone=PHONE)
    await victim.execute("UPDATE users SET email = NULL WHERE id = $1", theirs)
    before = await victim.fetch(ACCOUNTS, PHONE, "Already Here")
    import_id = await attacker.check(person(1, email="", fullName="Renamed"), person(2, workLocation="Kochi"))
    (row, *_) = (await attacker.rows(import_id)).data
    assert (row.errors, [warning.message for warning in row.warnings]) == ([], ["Also the phone of 1 other"])
    await attacker.start(import_id, mode=mode)
    await attacker.work(import_id)
    assert await victim.fetch(ACCOUNTS, PHONE, "Already Here") == before
    created = await victim.fetch(ACCOUNTS, PHONE, "Renamed")
    assert [each["company_id"] for each in created] == ([] if mode is ImportMode.UPDATE else [known.id])
