"""S29: the permission matrix over HTTP: create, import, edit and delete for every pair of profiles."""

import base64
import json
from datetime import datetime
from itertools import product
from typing import Final

import pytest
from quart import Quart

from server.access.sessions.access_token import issue_access_token
from server.people.imports.checking.check_import import check_import
from server.platform.services import Services
from server.vocabulary.identity import Bearer
from server.vocabulary.profiles import Profile, Role
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file
from tests.fixtures.import_files import person as row_of
from tests.fixtures.people import Person, SignIn
from tests.fixtures.position_rules import ADMIN_RULE, MANAGEMENT_RULE, MAY_CREATE, may
from tests.fixtures.sign_in import Browser
from tests.fixtures.tokens import token_that_ends_in
from tests.fixtures.user_calls import Desk, Desks, position, user_form

ACTORS: Final = [*Profile, None]
RULES: Final = {Profile.ADMIN: ADMIN_RULE, Profile.MANAGEMENT: MANAGEMENT_RULE}
ACCESS_DENIED: Final = "Access denied. You do not have permission to perform this action."


@pytest.fixture
async def acting(desks: Desks, sign_in: SignIn, actor: Profile | None) -> Desk:
    return desks.of(await sign_in(actor))


async def add(desk: Desk, profile: Profile | None) -> Account:
    """A user of the same company; a second SUPER_ADMIN always remains."""
    return await add_account(desk.services.database, desk.person.company, profile=profile)


@pytest.mark.security("S29")
@pytest.mark.parametrize("actor", ACTORS)
async def test_create(acting: Desk, actor: Profile | None) -> None:
    for profile in Profile:
        form = user_form(**position(profile))
        answer = await acting.send(form)
        there = await acting.value("SELECT profile FROM users WHERE email = $1", form["email"])
        if may(actor, profile):
            assert (answer.status, there) == (201, profile.value), profile
        else:
            sentence = RULES.get(actor, ACCESS_DENIED) if actor else ACCESS_DENIED
            refusal = (answer.status, answer.code, answer.body["message"])
            assert refusal == (403, "forbidden", sentence), profile
            assert there is None, profile


@pytest.mark.security("S29")
@pytest.mark.parametrize("actor", ACTORS)
async def test_bulk(services: Services, caller: Caller, sign_in: SignIn, actor: Profile | None) -> None:
    """The file is checked row by row."""
    calling = caller.as_person(await sign_in(actor))
    rows = [row_of(number, **position(profile)) for number, profile in enumerate(Profile)]
    uploaded = await calling.upload(csv_file(*rows))
    if str(actor) not in MAY_CREATE:
        assert uploaded.refusal == (403, "forbidden", ACCESS_DENIED)
        return
    await check_import(services, import_id=uploaded.body["id"])
    judged = (await calling.get(f"{uploaded.body['id']}/rows")).body["data"]
    valid = {row["values"]["profile"] for row in judged if row["status"] == "valid"}
    assert valid == MAY_CREATE[str(actor)]
    assert {row["values"]["profile"] for row in judged} == {profile.value for profile in Profile}
    for row in judged:
        if row["status"] != "valid":
            assert actor is not None
            assert row["errors"][0] == {"field": "profile", "message": RULES[actor]}


@pytest.mark.security("S29")
@pytest.mark.parametrize("actor", ACTORS)
async def test_edit_needs_the_right_over_the_old_profile(acting: Desk, actor: Profile | None) -> None:
    for profile in [*Profile, None]:
        target = await add(acting, profile)
        answer = await acting.edit(target.id, isActive=False)
        row = await acting.row(target.id)
        allowed = may(actor, profile)
        assert (answer.status, row["is_active"]) == ((200, False) if allowed else (403, True)), profile
        invited = await acting.invite(target.id)
        assert invited.status == (409 if allowed else 403), profile


@pytest.mark.security("S29")
@pytest.mark.parametrize("actor", ACTORS)
async def test_a_change_of_profile_needs_the_right_over_both(acting: Desk, actor: Profile | None) -> None:
    for old, new in product([*Profile, None], Profile):
        if old is new:
            continue
        target = await add(acting, old)
        answer = await acting.edit(target.id, **position(new))
        row = await acting.row(target.id)
        allowed = may(actor, old) and may(actor, new)
        assert (answer.status, answer.code) == ((200, None) if allowed else (403, "forbidden")), (old, new)
        assert row["profile"] == (new if allowed else old), (old, new)


@pytest.mark.security("S29")
@pytest.mark.parametrize("actor", ACTORS)
async def test_delete_is_for_super_admins(acting: Desk, actor: Profile | None) -> None:
    for profile in [*Profile, None]:
        target = await add(acting, profile)
        answer = await acting.delete(target.id)
        allowed = actor is Profile.SUPER_ADMIN
        assert answer.status == (200 if allowed else 403), profile
        assert (await acting.row(target.id) is None) is allowed, profile


async def every_forbidden_call(browser: Browser, target: Person) -> list[int]:
    forms = user_form(**position(Profile.SUPER_ADMIN)), user_form()
    answers = [await browser.post("users/create", json=form) for form in forms]
    answers += [
        await browser.call("PUT", f"users/{target.id}", json={"isActive": False}),
        await browser.delete(f"users/{target.id}"),
        await browser.post(f"users/{target.id}/invite"),
        await browser.delete(f"users/{target.id}/sessions"),
        await browser.get("users/imports"),
    ]
    return [answer.status for answer in answers]


@pytest.mark.security("S29")
async def test_rights_come_from_postgres_and_not_from_valid_claims(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    """Even with a validly signed claim of SUPER_ADMIN, the row in the database decides."""
    trainee, target = await sign_in(Profile.TRAINEE), await sign_in(Profile.TRAINEE)
    promoted = issue_access_token(
        services.keys,
        bearer=Bearer(
            user_id=trainee.id,
            email=trainee.email,
            full_name="Asha Verma",
            role=Role.ADMIN,
            profile=Profile.SUPER_ADMIN,
            company_id=trainee.company.id,
            company_name=trainee.company.name,
        ),
        session_id=trainee.session_id,
        generation=0,
        issued_at=(await _now(services)),
        expires_at=(await _now(services)).replace(year=2100),
    )
    browser = Browser(app=app, services=services, token=promoted)
    assert (await browser.get("users/profile")).body["profile"] == "TRAINEE"
    assert set(await every_forbidden_call(browser, target)) == {403}


async def _now(services: Services) -> datetime:
    async with services.database.reading() as connection:
        now: datetime = await connection.raw.fetchval("SELECT now()")
    return now


@pytest.mark.security("S29")
async def test_a_token_with_changed_claims_is_refused(app: Quart, services: Services, sign_in: SignIn) -> None:
    trainee, target = await sign_in(Profile.TRAINEE), await sign_in(Profile.TRAINEE)
    header, payload, signature = token_that_ends_in(services, trainee, 600).split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims |= {"profile": "SUPER_ADMIN", "role": "ADMIN", "authorities": ["user.create", "user.delete"]}
    forged = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    browser = Browser(app=app, services=services, token=f"{header}.{forged}.{signature}")
    assert set(await every_forbidden_call(browser, target)) == {401}


@pytest.mark.security("S29")
def test_the_table_here_names_every_profile() -> None:
    assert set().union(*MAY_CREATE.values()) == {profile.value for profile in Profile}
