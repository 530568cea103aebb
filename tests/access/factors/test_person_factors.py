"""What those who may remove a person's second factors see of them."""

from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account
from tests.fixtures.factors import App
from tests.fixtures.people import SignIn
from tests.fixtures.user_calls import Desk, Desks


async def test_they_are_listed_without_their_names(
    desk: Desk, desks: Desks, sign_in: SignIn, *, account: Account, app_of_account: App
) -> None:
    path = f"users/{account.id}/factors"
    listed = (await desk.browser.get(path)).body["factors"]
    assert all(each.pop("createdAt") for each in listed)
    assert listed == [{"kind": "totp", "lastUsedAt": None, "blocked": False}]
    for profile in (Profile.ADMIN, Profile.TRAINEE):
        assert (await desks.of(await sign_in(profile)).browser.get(path)).status == 403, profile
    assert (await desk.browser.get(f"users/{app_of_account.id}/factors")).status == 404
