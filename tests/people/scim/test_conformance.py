"""S165: the service holds what RFC 7643 and 7644 ask for, as scim2-tester checks it against a live server."""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import CheckResult, Status, check_server

from tests.fixtures.key_calls import PEOPLE, KeyDesk
from tests.fixtures.live_server import LiveServer


class Fresh(list[Any]):
    """Examples of which each is made anew: what a person has is unique, and of a form."""

    def __init__(self, make: Callable[[], Any]) -> None:
        super().__init__([None])
        self.make = make

    def __getitem__(self, place: Any) -> Any:
        return self.make()


def an_email() -> str:
    return f"{uuid4().hex[:12]}@example.org"


PASSED = {Status.SUCCESS, Status.SKIPPED}
# The schema cannot say which of its values go together.
EXAMPLES: dict[str, dict[str, Any]] = {
    "user_name": {"value": an_email},
    "display_name": {"value": "Meera Nair"},
    "name": {"formatted": "Meera Nair", "given_name": "Meera", "family_name": "Nair"},
    "emails": {"value": an_email, "type": "work", "primary": True},
    "phone_numbers": {"value": "+919800000001", "type": "mobile", "primary": True},
    "user_type": {"value": "TRAINEE"},
    "roles": {"value": "TRAINEE"},
    "employee_number": {"value": lambda: f"E-{uuid4().hex[:8].upper()}"},
    "date_of_birth": {"value": "1994-06-30"},
}


@pytest.mark.security("S165")
@pytest.mark.settings(rate_limit_scale=1000)
async def test_a_standard_client_finds_no_fault(server: LiveServer, key_desk: KeyDesk) -> None:
    _, caller = await key_desk.make(scopes=PEOPLE)

    def check() -> list[CheckResult]:
        with Client(
            base_url=f"{server.url}/api/v1/scim/v2", headers={"Authorization": f"Bearer {caller.token}"}
        ) as http:
            client = SyncSCIMClient(http)
            client.discover()
            for kind in client.provider.resource_types:
                model: Any = client.provider.model_for(kind)
                for each in (model, *model.get_extension_models().values()):
                    give_examples(each)
            return check_server(client)

    results = await asyncio.to_thread(check)
    faults = [(each.resource_type, each.title, each.reason) for each in results if each.status not in PASSED]
    assert faults == []
    # A search of people and groups together is refused by 501, as it may be.
    assert Counter(each.status for each in results) == {Status.SUCCESS: 82, Status.SKIPPED: 2}


def give_examples(model: Any) -> None:
    for name in EXAMPLES.keys() & model.model_fields.keys():
        kind, parts = model.get_field_root_type(name), EXAMPLES[name]
        model.model_fields[name].examples = Fresh(partial(make, kind, parts))
        if kind is not str:
            for part, value in parts.items():
                kind.model_fields[part].examples = Fresh(partial(make, str, {"value": value}))


def make(kind: Any, parts: dict[str, Any]) -> Any:
    values = {name: value() if callable(value) else value for name, value in parts.items()}
    return values["value"] if kind is str else kind(**values)
