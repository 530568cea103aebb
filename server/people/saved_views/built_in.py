"""The views that every company has."""

from typing import Final

from server.people.saved_views.schemas import Scope, ViewRecord

_QUERIES: Final = {
    "new-this-week": ("New this week", {"createdFrom": "-7d"}),
    "invitation-lapsed": ("Invitation lapsed", {"invitation": "lapsed"}),
    "not-signed-in": ("Not signed in for 30 days", {"lastSignIn": "before:-30d"}),
}
BUILT_IN_VIEWS: Final = tuple(
    ViewRecord(
        id=key,
        name=name,
        scope=Scope.BUILTIN,
        query=query,
        columns=None,
        version=1,
        created_by=None,
        may_edit=False,
        problem=None,
    )
    for key, (name, query) in _QUERIES.items()
)
