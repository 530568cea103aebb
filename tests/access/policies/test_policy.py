"""The sign-in policy of a company over HTTP: what it is at first, what it takes, and what it refuses."""

from typing import Any

from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.policy_calls import PolicyDesk


async def test_a_company_asks_nothing_at_first(policy_desk: PolicyDesk) -> None:
    await add_account(policy_desk.services.database, policy_desk.person.company, profile=Profile.TRAINEE)

    assert await policy_desk.read() == {
        "secondFactor": "none",
        "factors": ["totp", "passkey"],
        "passkeysOnly": False,
        "sessionIdleMinutes": None,
        "sessionDays": None,
        "emailDomains": [],
        "administratorNetworks": [],
        "version": 0,
        "limits": {"leastIdleMinutes": 15, "sessionIdleMinutes": 1440, "sessionDays": 30},
        "people": {
            "administrators": {"people": 1, "withAny": 0, "withTotp": 0, "withPasskey": 0},
            "everyone": {"people": 2, "withAny": 0, "withTotp": 0, "withPasskey": 0},
        },
        "yourAddress": policy_desk.address,
    }


async def test_what_is_chosen_is_stored_as_it_counts(policy_desk: PolicyDesk) -> None:
    await policy_desk.set(
        sessionIdleMinutes=30,
        sessionDays=7,
        emailDomains=["@Example.COM", "bücher.example", "example.com "],
        administratorNetworks=["203.0.113.99/24", "2001:db8::7", " 203.0.113.0/24"],
    )

    found = await policy_desk.read()
    assert found["emailDomains"] == ["example.com", "xn--bcher-kva.example"]
    assert found["administratorNetworks"] == ["203.0.113.0/24", "2001:db8::7/128"]
    assert (found["sessionIdleMinutes"], found["sessionDays"], found["version"]) == (30, 7, 1)


async def test_a_change_of_nothing_makes_no_version(policy_desk: PolicyDesk) -> None:
    await policy_desk.set(sessionDays=7)

    assert (await policy_desk.change()).body["version"] == 1
    assert (await policy_desk.change(sessionDays=None)).body["version"] == 2


async def test_what_is_no_policy_is_refused_by_field(policy_desk: PolicyDesk) -> None:
    cases: list[tuple[str, Any, str | None]] = [
        ("sessionIdleMinutes", 14, "Choose 15 to 1,440 minutes"),
        ("sessionIdleMinutes", 1_441, "Choose 15 to 1,440 minutes"),
        ("sessionDays", 0, "Choose 1 to 30 days"),
        ("sessionDays", 31, "Choose 1 to 30 days"),
        ("emailDomains", ["example.com", "not a domain"], "“not a domain” is not a domain. Write it like example.org"),
        ("emailDomains", ["*.example.com"], "“*.example.com” is not a domain. Write it like example.org"),
        ("emailDomains", [""], "“” is not a domain. Write it like example.org"),
        ("administratorNetworks", ["203.0.113.0/33"], None),
        ("administratorNetworks", ["::ffff:203.0.113.0/120"], None),
        ("administratorNetworks", ["fe80::1%eth0"], None),
        ("administratorNetworks", ["0.0.0.0/0"], "“0.0.0.0/0” admits every address. Leave the list empty instead"),
        ("administratorNetworks", ["10.0.0.1/0"], "“10.0.0.1/0” admits every address. Leave the list empty instead"),
        ("passkeysOnly", True, "Choose passkeys among the second factors, and who needs one"),
        ("secondFactor", "managers", None),
        ("factors", [], None),
        ("factors", ["sms"], None),
        ("emailDomains", ["example.com"] * 51, None),
    ]
    for field, value, sentence in cases:
        refused = await policy_desk.change(**{field: value})

        assert (refused.status, refused.code) == (422, "validation_failed"), (field, value)
        assert [name.partition(".")[0] for name in refused.body["errors"]] == [field], value
        if sentence is not None:
            assert refused.body["errors"] == {field: sentence}, value
        assert (await policy_desk.read())["version"] == 0, (field, value)
