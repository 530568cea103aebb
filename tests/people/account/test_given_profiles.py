"""S140: whatever gives a profile that manages people asks for one fresh proof, undos included.

The routes are found in the code: those that reach a statement which writes profiles, also by a job that they queue.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pytest
from quart import Quart

from server.people.imports.states import ImportMode
from server.vocabulary.profiles import ADMINISTRATORS, Profile
from tests.architecture.calls import MODULES, reached
from tests.architecture.source import statements
from tests.fixtures.accounts import add_account
from tests.fixtures.bulk_calls import Clipboard, Clipboards
from tests.fixtures.factors import let_proofs_age
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office
from tests.fixtures.sign_in import Answer, execute
from tests.fixtures.user_calls import Desk, Desks, position

Act = Callable[[], Awaitable[Answer | Called]]

_set: Final = re.compile(r"UPDATE\s+users(?:\s+\w)?\s+SET\s(.*?)(?:\sFROM\s|\sWHERE\s|\sRETURNING\s|$)", re.DOTALL)
PROVED: Final = "UPDATE sessions SET verified_at = now()"
# No more than a company's jobs at once.
PROFILES: Final = (*sorted(ADMINISTRATORS), Profile.TRAINER, Profile.TRAINEE)
GIVEN: Final = "SELECT count(*) FROM users WHERE profile = $1"


@dataclass(frozen=True, kw_only=True)
class Giver:
    """Prepares an act of a Super Admin that gives a profile to one person, for each route that can."""

    desk: Desk
    clipboard: Clipboard
    caller: Caller
    office: Office

    async def create_single_user(self, profile: Profile) -> Act:
        return partial(self.desk.create, **position(profile))

    async def edit_single_user(self, profile: Profile) -> Act:
        return partial(self.desk.edit, await self._applicant(), **position(profile))

    async def accept_applicants(self, profile: Profile) -> Act:
        form = {"ids": [str(await self._applicant())], **position(profile)}
        return partial(self.desk.browser.post, "users/applications/accept", json=form)

    async def change_many_people(self, profile: Profile) -> Act:
        return partial(self.clipboard.send, "set", [await self._applicant()], set=position(profile))

    async def undo_ended_bulk_job(self, profile: Profile) -> Act:
        role = position(profile)["role"]
        [added] = await self.clipboard.add_people(1, name=profile.lower(), profile=profile, role=role)
        job_id = await self.clipboard.run("set", [added], set=position(_other(profile)))
        return partial(self.clipboard.ask, "undo", job_id)

    async def start_import_processing(self, profile: Profile) -> Act:
        import_id = await self.office.check(person(1, email=f"{profile.lower()}@example.org", **position(profile)))
        return partial(self.caller.post, f"{import_id}/start")

    async def undo_ended_import(self, profile: Profile) -> Act:
        email = f"{profile.lower()}@example.org"
        await add_account(self.desk.services.database, self.desk.person.company, profile=profile, email=email)
        import_id = await self.office.check(person(1, email=email, **position(_other(profile))))
        await self.office.start(import_id, mode=ImportMode.UPDATE)
        await self.office.work(import_id)
        return partial(self.caller.post, f"{import_id}/undo")

    async def _applicant(self) -> Any:
        added = await add_account(self.desk.services.database, self.desk.person.company, profile=None)
        return added.id


# Routes that reach such a statement, and yet give no profile that manages people without a proof.
OTHERS: Final = {
    "create_server_key": "It always asks, and no key is an administrator of administrators.",
    "complete_signup": "The founder of a company becomes its Super Admin.",
    "verify": "An applicant gets no profile.",
    "come_back": "People of a provider get the profile of its connection, which is no administrator's.",
    "archive_stage": "Its job moves people, and a stage gives no profile.",
    "send_announcement": "Its job writes to people and changes nothing of them.",
    "send_again": "Its job writes to people and changes nothing of them.",
    "edit_own_profile": "Its form has no profile.",
    "resume_paused_import": "Its start has asked.",
    "merge_into_user": "It always asks, and the survivor keeps its position.",
    "undo_user_merge": "It always asks, and the survivor keeps its position.",
    **dict.fromkeys(
        ("create_scim_user", "replace_scim_user", "patch_scim_user", "remove_scim_user", "run_scim_bulk"),
        "It asks as forms do, in an answer of SCIM: tests/people/scim/ tries it.",
    ),
}
GIVING: Final = [name for name in vars(Giver) if not name.startswith("_")]


def _other(profile: Profile) -> Profile:
    return Profile.TRAINEE if profile is Profile.PLACEMENT else Profile.PLACEMENT


@pytest.fixture
def giver(office: Office, desks: Desks, clipboards: Clipboards, caller: Caller) -> Giver:
    person = office.person
    return Giver(desk=desks.of(person), clipboard=clipboards.of(person), caller=caller.as_person(person), office=office)


@pytest.mark.security("S140")
def test_every_route_that_can_give_a_profile_is_here(app: Quart) -> None:
    writers = {
        f"{module.name}.{statement.place}"
        for module in MODULES.values()
        for statement in statements(module)
        if "INSERT INTO users" in statement.text
        or any(re.search(r"profile|\{\}", columns) for columns in _set.findall(statement.text))
    }
    views = {app.view_functions[rule.endpoint] for rule in app.url_map.iter_rules()}
    found = {view.__name__ for view in views if not writers.isdisjoint(reached(f"{view.__module__}.{view.__name__}"))}
    assert found == {*GIVING, *OTHERS}


@pytest.mark.security("S140")
@pytest.mark.parametrize("route", GIVING)
async def test_an_administrator_is_made_with_a_fresh_proof_only(giver: Giver, *, route: str) -> None:
    services = giver.desk.services
    for profile in PROFILES:
        await execute(services, PROVED)
        act: Act = await getattr(giver, route)(profile)
        given = await giver.desk.value(GIVEN, profile)
        await let_proofs_age(services)
        answer = await act()
        if profile in ADMINISTRATORS:
            assert (answer.status, answer.body["code"]) == (403, "step_up_required"), profile
            assert await giver.desk.value(GIVEN, profile) == given
            await execute(services, PROVED)
            answer = await act()
        assert answer.status in {200, 201}, (profile, answer)
