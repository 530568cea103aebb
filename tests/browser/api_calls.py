"""What tests do through the API, as any client would."""

from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import StorageState

from server.vocabulary.own_fields import OwnKind
from tests.browser.people import signed_in_state
from tests.browser.system import System
from tests.browser.waiting import WAIT_SECONDS, wait_until
from tests.fixtures.accounts import Account


def bearer(state: StorageState) -> dict[str, str]:
    """The header of the calls of the browser that holds this state."""
    stored = {item["name"]: item["value"] for origin in state["origins"] for item in origin["localStorage"]}
    return {"Authorization": f"Bearer {stored['authToken']}"}


def change_user(system: System, admin: Account, user: Account, *, method: str, change: dict[str, Any] | None) -> None:
    answer = httpx2.request(
        method,
        f"{system.url}/api/v1/users/{user.id}",
        headers=bearer(signed_in_state(system, admin)),
        json=change,
        timeout=WAIT_SECONDS,
    )
    assert answer.is_success, answer.text


def set_position(system: System, admin: Account, user: Account, *, role: str, profile: str) -> None:
    change_user(system, admin, user, method="PUT", change={"role": role, "profile": profile})


def make_fields(system: System, admin: Account) -> None:
    """A field of each kind, named after it, which people see and edit themselves too."""
    headers = bearer(signed_in_state(system, admin))
    with httpx2.Client(base_url=f"{system.url}/api/v1", headers=headers, timeout=WAIT_SECONDS) as client:
        for kind in OwnKind:
            choices = {"choices": [{"label": "Red"}, {"label": "Blue"}]} if kind.has_choices else {}
            field = {"label": kind.capitalize(), "kind": kind, "ownView": True, "ownEdit": True, **choices}
            made = client.post("/fields", json=field)
            assert made.is_success, made.text


def import_people(system: System, admin: Account, file: Path) -> str:
    """The id of the import of the file, completed."""
    headers = bearer(signed_in_state(system, admin))
    with httpx2.Client(base_url=f"{system.url}/api/v1", headers=headers, timeout=WAIT_SECONDS) as client:
        uploaded = client.post("/users/imports", files={"file": (file.name, file.read_bytes(), "text/csv")})
        assert uploaded.status_code == httpx2.codes.CREATED, uploaded.text
        import_id = str(uploaded.json()["id"])
        _wait_for(client, import_id, state="ready")
        started = client.post(f"/users/imports/{import_id}/start")
        assert started.status_code == httpx2.codes.OK, started.text
        _wait_for(client, import_id, state="completed")
    return import_id


def _wait_for(client: httpx2.Client, import_id: str, *, state: str) -> None:
    def snapshot() -> dict[str, Any] | None:
        found: dict[str, Any] = client.get(f"/users/imports/{import_id}").json()
        return found if found["state"] == state else None

    wait_until(snapshot, what=f"the import to be {state}")
