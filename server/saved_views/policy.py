"""Who may change the company's views: all who may create users, because they are for the work of those.

A view holds a query and no people: it shows each reader what the list shows them.
"""

from server.identity.identity import Identity
from server.identity.profiles import Permission


def may_share(identity: Identity) -> bool:
    return Permission.USER_CREATE in identity.permissions
