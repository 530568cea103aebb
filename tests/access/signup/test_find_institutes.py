"""Companies that learners find by name: those that allow it and are verified, and no others."""

from typing import Any, Final

import pytest

from server.platform.services import Services
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.sign_in import execute
from tests.fixtures.sign_up import Visitor

NAMED: Final = """
    UPDATE companies SET name = $2, trusted_name = CASE WHEN trusted_name IS NOT NULL THEN $2 END, found_by_name = true
     WHERE id = $1
"""


@pytest.fixture
async def institute(services: Services, company: Company) -> Company:
    await execute(services, NAMED, company.id, "Éclair Institute of Pune (M.S.)")
    return company


async def found(visitor: Visitor, typed: str) -> Any:
    answer = await visitor.get("signup/companies", query={"name": typed})
    assert answer.status == 200, answer.body
    return [each["name"] for each in answer.body["institutes"]]


async def test_an_institute_is_found_by_the_beginning_of_its_name_or_of_a_word(
    visitor: Visitor, services: Services, institute: Company
) -> None:
    for typed in ("Éclair", "  ECLAIR   insti", "pun", "pune m.s.)", "eclair institute of pune ms"):
        assert len(await found(visitor, typed)) == 1, typed
    for typed in ("ms", "lair", "eclair pune", "institutes", "xyz"):
        assert await found(visitor, typed) == [], typed
    await execute(services, NAMED, institute.id, "शिक्षा संस्थान")
    assert await found(visitor, "संस्") == ["शिक्षा संस्थान"]


async def test_it_is_shown_with_what_its_page_shows(visitor: Visitor, services: Services, institute: Company) -> None:
    await execute(
        services,
        "INSERT INTO company_logos (company_id, media_type, content) VALUES ($1, 'image/png', 'x')",
        institute.id,
    )
    [shown] = (await visitor.get("signup/companies", query={"name": "eclair"})).body["institutes"]
    page = (await visitor.get(f"signup/companies/{shown['slug']}")).body
    assert set(shown) == {"name", "slug", "logo"}
    assert page == {"companyName": shown["name"], "companyLogo": shown["logo"], "takesApplications": True}


@pytest.mark.security("S48")
async def test_no_others_are_named_whatever_is_typed(
    visitor: Visitor, services: Services, institute: Company, add_company: AddCompany
) -> None:
    """Neither those that do not allow it nor those whose page for applicants does not name them."""
    quiet, unverified = await add_company(), await add_company(is_trusted=False)
    await execute(services, NAMED, quiet.id, "Quiet Institute")
    await execute(services, "UPDATE companies SET found_by_name = false WHERE id = $1", quiet.id)
    await execute(services, NAMED, unverified.id, "Eclair Institute of Pune (MS)")
    assert len(await found(visitor, "eclair")) == 1
    # What has a meaning in a pattern is a space here.
    assert len(await found(visitor, "inst_")) == 1
    for typed in ("quiet", "%%%", "___", "%nst%", "in%te", "e", "ec", "ec%", "   ", "\u200b" * 9):
        assert await found(visitor, typed) == [], typed
    await execute(services, "UPDATE companies SET name = 'Eclair, your parcel is held' WHERE id = $1", institute.id)
    assert await found(visitor, "eclair") == []
    for wrong in ("x" * 201, "a\u0000bc"):
        assert (await visitor.get("signup/companies", query={"name": wrong})).status == 422


async def test_few_are_shown_and_those_that_begin_so_come_first(
    visitor: Visitor, services: Services, add_company: AddCompany
) -> None:
    for name in ("Shree Harbour", "Harbour 6", "Harbour 2", "Harbour 3", "Harbour 4", "Harbour 5"):
        await execute(services, NAMED, (await add_company()).id, name)
    answer = await visitor.get("signup/companies", query={"name": "harb"})
    assert [each["name"] for each in answer.body["institutes"]] == [f"Harbour {n}" for n in range(2, 7)]
    assert answer.headers["Cache-Control"] == "no-store"
    assert await found(visitor, "shree") == ["Shree Harbour"]
