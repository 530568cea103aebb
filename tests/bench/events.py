"""The event that both sides publish: two people of a company have changed."""

from typing import Any, Final

from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind

IDS: Final = ["01990000-0000-7000-8000-000000000001", "01990000-0000-7000-8000-000000000002"]
CHANGED: Final = UsersChanged.model_validate({"kind": UsersChangeKind.UPDATED, "ids": IDS})
EVENT: Final = USERS_CHANGED.name
PAYLOAD: Final[dict[str, Any]] = CHANGED.model_dump(mode="json", by_alias=True)
