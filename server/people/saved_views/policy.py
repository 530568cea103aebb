"""Who may share views with the company, and change them: all who may create users, because they are for that work.

A view holds a query and no people: it shows each reader what the list shows them. But readers act on what it shows,
trusting its author: a user who may create less changes no view of theirs.
"""

from server.people.saved_views.repository import ViewRow
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Permission, covers_rights_of


def may_share(identity: Identity) -> bool:
    return Permission.USER_CREATE in identity.permissions


def may_change(identity: Identity, view: ViewRow) -> bool:
    """Whether the caller may change a view that they see."""
    if view.owner_id is not None:
        return True
    return may_share(identity) and covers_rights_of(identity.profile, view.creator_profile)
