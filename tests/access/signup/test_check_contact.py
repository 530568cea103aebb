"""Whether a contact is available, as the form asks while it is filled in."""

import pytest

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.sign_in import execute
from tests.fixtures.sign_up import Visitor


async def test_a_free_email_is_available(visitor: Visitor) -> None:
    answer = await visitor.get("signup/check-email", query={"email": visitor.email})
    assert (answer.status, answer.body) == (200, {"available": True, "didYouMean": None})


@pytest.mark.parametrize("write", [str, str.upper, lambda email: f"  {email} "])
async def test_an_email_of_an_account_is_not(visitor: Visitor, account: Account, write: type[str]) -> None:
    answer = await visitor.get("signup/check-email", query={"email": write(account.email)})
    assert answer.body == {"available": False, "didYouMean": None}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("asha@gmial.com", "asha@gmail.com"), (" Asha@Yaho.com ", "asha@yahoo.com"), ("asha@gmail.com", None)],
)
async def test_an_email_that_looks_misspelt_is_answered_with_the_one_that_is_meant(
    visitor: Visitor, typed: str, meant: str | None
) -> None:
    answer = await visitor.get("signup/check-email", query={"email": typed})
    assert answer.body == {"available": True, "didYouMean": meant}


async def test_a_free_phone_is_available(visitor: Visitor) -> None:
    assert (await visitor.get("signup/check-phone", query={"phone": visitor.phone})).body == {"available": True}


@pytest.mark.parametrize("prefix", ["+91", "91", "", "+91-", "(91) "])
async def test_a_phone_of_an_account_is_not_however_it_is_written(
    visitor: Visitor, services: Services, account: Account, prefix: str
) -> None:
    await execute(services, "UPDATE users SET phone_verified_at = now() WHERE id = $1", account.id)
    typed = prefix + account.phone.removeprefix("+91")
    assert (await visitor.get("signup/check-phone", query={"phone": typed})).body == {"available": False}


async def test_a_plus_that_was_not_escaped_counts_as_one(visitor: Visitor) -> None:
    for path in ("signup/check-phone?phone=+6581234567", "signup/check-phone?phone=%2B6581234567"):
        assert (await visitor.get(path)).status == 200


async def test_an_unfinished_sign_up_reserves_no_contact(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    answer = await visitor.get("signup/check-email", query={"email": visitor.email})
    assert answer.body == {"available": True, "didYouMean": None}
    assert (await visitor.get("signup/check-phone", query={"phone": visitor.phone})).body == {"available": True}


async def test_an_invalid_contact_is_refused(visitor: Visitor) -> None:
    cases: list[tuple[str, dict[str, str], dict[str, str]]] = [
        ("check-email", {"email": "asha"}, {"email": "Please enter a valid email address"}),
        ("check-email", {"email": " "}, {"email": "Email is required"}),
        ("check-email", {}, {"email": "This field is required"}),
        ("check-phone", {"phone": "12"}, {"phone": "Please enter a valid phone number"}),
        ("check-phone", {"phone": "098765 4321"}, {"phone": "Please enter a valid phone number"}),
        ("check-phone", {"phone": ""}, {"phone": "Phone is required"}),
        ("check-phone", {}, {"phone": "This field is required"}),
    ]
    for path, query, errors in cases:
        refused = await visitor.get(f"signup/{path}", query=query)
        assert (refused.status, refused.body["errors"]) == (422, errors), path
