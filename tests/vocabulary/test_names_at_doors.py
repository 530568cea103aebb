"""S52: what is no name of a person is stored by no door, and each door takes the same names."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

import pytest
from quart import Quart

from server.people.imports.checking.check_import import check_import
from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.identity_provider import DOMAIN, SsoBrowser, SsoDesk
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.names import LINKS, MIXTURES, PEOPLE
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Answer, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.user_calls import Desk

HOSTILE: Final = (
    *("null", "#N/A", "ADMIN", "male", "=1+1", "@asha", "{{name}}", "<b>Asha</b>", "Jos\u00c3\u00a9", "????", "4711"),
    *("Asha asha@evil.example", "Asha +91 98765 43210", "A\u202eB", "A\u200bB", "Asha\r\nBcc: x", "Asha \x07"),
    *(LINKS[0], "Evil.com", MIXTURES[0], "Z" + "\u0316" * 5, "A" * 201),
)
GOOD: Final = (*PEOPLE[:3], "\u0930\u093e\u092e Kumar")
NAMES: Final = (*HOSTILE, *GOOD)


def taken(answers: dict[str, Answer]) -> set[str]:
    """The names that a form has not refused."""
    assert {answer.code for answer in answers.values()} == {None, "validation_failed"}
    return {name for name, answer in answers.items() if answer.code is None}


@dataclass(frozen=True, kw_only=True)
class Doors:
    """Each takes the names one by one, and returns those that it would store."""

    app: Quart
    services: Services
    company: Company
    desk: Desk

    async def sign_up(self) -> set[str]:
        return taken(
            {each: await Visitor(app=self.app, services=self.services).register(fullName=each) for each in NAMES}
        )

    async def apply(self) -> set[str]:
        slug = await slug_of(self.services, self.company)
        form = {"applyTo": slug}
        return taken(
            {
                each: await Visitor(app=self.app, services=self.services).register(fullName=each, **form)
                for each in NAMES
            }
        )

    async def create(self) -> set[str]:
        return taken({each: await self.desk.create(fullName=each) for each in NAMES})

    async def edit(self) -> set[str]:
        trainee = await add_account(self.services.database, self.company)
        return taken({each: await self.desk.edit(trainee.id, fullName=each) for each in NAMES})

    async def edit_own_profile(self) -> set[str]:
        put = self.desk.browser.call
        return taken({each: await put("PUT", "users/profile", json={"fullName": each}) for each in NAMES})

    async def upload(self) -> set[str]:
        owner = Caller(app=self.app, person=self.desk.person)
        rows = [person(number, fullName=name) for number, name in enumerate(NAMES)]
        return await self._valid(owner, (await owner.upload(csv_file(*rows))).body["id"])

    async def mend(self) -> set[str]:
        owner = Caller(app=self.app, person=self.desk.person)
        uploaded = await owner.upload(csv_file(*(person(number) for number in range(len(NAMES)))))
        import_id = uploaded.body["id"]
        await self._valid(owner, import_id)
        for row, name in enumerate(NAMES, start=1):
            edited = {"values": {"fullName": name}, "version": 1}
            assert (await owner.call("PATCH", f"{import_id}/rows/{row}", json=edited)).status in {200, 422}
        rows = (await owner.get(f"{import_id}/rows", pageSize=1000)).body["data"]
        names = {row["values"]["fullName"] for row in rows if not row["errors"]}
        return names & set(NAMES)

    async def _valid(self, owner: Caller, import_id: str) -> set[str]:
        await check_import(self.services, import_id=UUID(import_id))
        rows = (await owner.get(f"{import_id}/rows", pageSize=1000)).body["data"]
        assert len(rows) == len(NAMES)
        return {name for name, row in zip(NAMES, rows, strict=True) if not row["errors"]}


@pytest.mark.security("S52")
@pytest.mark.settings(rate_limit_scale=100)
@pytest.mark.parametrize("door", [name for name in vars(Doors) if not name.startswith("_")])
async def test_every_door_takes_the_same_names(
    app: Quart, services: Services, company: Company, desk: Desk, *, door: str
) -> None:
    doors = Doors(app=app, services=services, company=company, desk=desk)
    assert await getattr(doors, door)() == set(GOOD)


@pytest.mark.security("S52")
@pytest.mark.settings(rate_limit_scale=100)
async def test_a_provider_states_no_other_names(sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services) -> None:
    """A person of such a name is called by what stands before the @ of the email, where that is a name."""
    await sso_desk.created()
    stored = {}
    for number, name in enumerate(NAMES):
        local = "admin" if number == 0 else f"asha.v{number}"
        email = f"{local}@{DOMAIN}"
        sso_browser.provider.claims = {"sub": f"subject-{number}", "email": email, "name": name}
        await sso_browser.sign_in(email)
        stored[name] = await fetch_value(services, "SELECT full_name FROM users WHERE email = $1", email)
    assert {name for name, kept in stored.items() if kept == name} == set(GOOD)
    assert stored[HOSTILE[0]] == "New person"
    assert {stored[name] for name in HOSTILE[1:]} == {f"asha v{number}" for number in range(1, len(HOSTILE))}
