"""The demo company and its owner."""

import pytest

from deploy.local.demo.company import (
    OWNER_TAKEN,
    DemoRefusedError,
    create_demo_company,
    find_owner,
    random_password,
)
from server.company.companies.repository import find_company_id
from server.platform.services import Services
from server.vocabulary.password_policy import password_problem


async def stored_hash(services: Services, email: str) -> str | None:
    async with services.database.reading() as connection:
        hashed: str | None = await connection.fetch_value("SELECT password_hash FROM users WHERE email = :e", e=email)
        return hashed


async def create(services: Services, *, email: str | None = None, password: str | None = None) -> str | None:
    owner = await create_demo_company(services.database, passwords=services.passwords, email=email, password=password)
    return owner.made_password


async def test_the_owner_may_sign_in_with_the_password_that_was_made(services: Services) -> None:
    password = await create(services)

    assert password is not None
    assert await services.passwords.verify(await stored_hash(services, "admin@example.com"), password)


async def test_a_given_password_is_set_on_old_data_too(services: Services) -> None:
    made = await create(services)

    assert await create(services, password="Harbour-Lights-71") is None

    hashed = await stored_hash(services, "admin@example.com")
    assert await services.passwords.verify(hashed, "Harbour-Lights-71")
    assert not await services.passwords.verify(hashed, made or "")


async def test_the_same_password_again_changes_nothing(services: Services) -> None:
    await create(services, password="Harbour-Lights-71")
    before = await stored_hash(services, "admin@example.com")

    await create(services, password="Harbour-Lights-71")

    assert await stored_hash(services, "admin@example.com") == before


async def test_an_older_super_admin_without_a_password_is_not_taken_for_the_owner(services: Services) -> None:
    await create(services)
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            """
            INSERT INTO users (id, company_id, email, phone, full_name, role, profile)
            SELECT '01800000-0000-7000-8000-000000000001', id, 'asha@example.org', '+919876543210', 'Asha Verma',
                   'ADMIN', 'SUPER_ADMIN'
            FROM companies
            """
        )

    await create(services, password="Harbour-Lights-71")

    hashed = await stored_hash(services, "admin@example.com")
    assert await services.passwords.verify(hashed, "Harbour-Lights-71")


async def test_another_email_gets_an_owner_of_its_own_in_the_same_company(services: Services) -> None:
    await create(services)

    await create(services, email="Owner@Example.com", password="Harbour-Lights-71")

    async with services.database.reading() as connection:
        company_id = await find_company_id(connection, slug="waymark-demo")
        assert company_id is not None
        owner = await find_owner(connection, company_id=company_id, email="owner@example.com")
    assert owner is not None


async def test_an_email_of_another_company_is_refused(services: Services) -> None:
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            """
            WITH other AS (INSERT INTO companies (name, slug, industry) VALUES ('Other', 'other', 'IT') RETURNING id)
            INSERT INTO users (company_id, email, phone, full_name, role)
            SELECT id, 'taken@example.com', '+919876543210', 'Asha Verma', 'ADMIN' FROM other
            """
        )

    with pytest.raises(DemoRefusedError, match=OWNER_TAKEN):
        await create(services, email="taken@example.com", password="Harbour-Lights-71")


async def test_a_password_against_the_policy_is_refused_before_anything_is_made(services: Services) -> None:
    with pytest.raises(DemoRefusedError, match="ADMIN_PASSWORD"):
        await create(services, password="password")

    async with services.database.reading() as connection:
        assert await connection.fetch_value("SELECT count(*) FROM companies") == 0


def test_made_passwords_always_meet_the_policy() -> None:
    made = {random_password() for _ in range(500)}

    assert len(made) == 500
    assert {password_problem(p, full_name="Demo Admin", email="admin@example.com") for p in made} == {None}
