"""S144: every call and every profile: who is not admitted is refused before anything is read."""

from typing import Final

import pytest
from quart import Quart
from quart.testing.utils import sentinel

from server.platform.http.authentication import Route, route_of
from server.vocabulary.duties import Act
from server.vocabulary.profiles import Permission, Profile
from tests.fixtures.people import SignIn
from tests.fixtures.url_map import Call, rules_of

MANAGERS: Final = {"SUPER_ADMIN", "ADMIN", "MANAGEMENT"}
ADMITTED: Final[dict[str, set[str]]] = {
    "user.create": MANAGERS,
    "user.view": MANAGERS,
    "user.edit": MANAGERS,
    "user.delete": {"SUPER_ADMIN"},
    "system.admin": {"SUPER_ADMIN"},
    "dashboard.view": {"TRAINER", "INTERVIEW_PANELIST", "PLACEMENT", "TRAINEE"},
    "training.view": MANAGERS | {"TRAINER"},
    "training.manage": MANAGERS,
    "training.schedule": MANAGERS | {"TRAINER"},
    "attendance.mark": MANAGERS | {"TRAINER"},
    "field.define": {"SUPER_ADMIN"},
    "stage.define": {"SUPER_ADMIN", "ADMIN"},
    "stage.move": MANAGERS | {"TRAINER"},
    "announcement.send": MANAGERS | {"TRAINER"},
    "round.manage": MANAGERS | {"PLACEMENT"},
    "interview.score": MANAGERS | {"TRAINER", "INTERVIEW_PANELIST", "PLACEMENT"},
    "placement.view": MANAGERS | {"PLACEMENT"},
    "placement.manage": {"SUPER_ADMIN", "ADMIN", "PLACEMENT"},
    "placement.override": {"SUPER_ADMIN", "ADMIN"},
}


def is_admitted(route: Route, profile: Profile | None) -> bool:
    if route.right is not None:
        return profile is not None and profile.value in ADMITTED[route.right]
    return route.profiles is None or profile in route.profiles


@pytest.mark.security("S144")
@pytest.mark.settings(rate_limit_scale=1000)
@pytest.mark.parametrize("profile", [*Profile, None])
async def test_a_call_admits_the_profiles_that_have_its_right(
    profile: Profile | None, app: Quart, sign_in: SignIn
) -> None:
    person, client = await sign_in(profile), app.test_client()
    wrong: dict[Call, int] = {}
    for call, rule in rules_of(app):
        route = route_of(app.view_functions[rule.endpoint])
        if not route.signed_in or call.method == "HEAD":
            continue
        # A body of another kind is refused behind the gate: nothing is changed.
        body = {} if call.method == "GET" else {"Content-Type": "text/plain"}
        answer = await client.open(
            call.path, method=call.method, headers=person.headers | body, data=b"a" if body else None, json=sentinel
        )
        if (answer.status_code == 403) is is_admitted(route, profile):
            wrong[call] = answer.status_code

    assert wrong == {}


def test_every_right_is_in_the_table() -> None:
    assert set(ADMITTED) == {*Permission, *Act}
