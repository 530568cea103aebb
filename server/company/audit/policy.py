"""Which profiles may read the audit trail.

ADMIN and MANAGEMENT have the same permissions, and MANAGEMENT may not read it: the profile decides.
"""

from typing import Final

from server.vocabulary.profiles import Profile

AUDITORS: Final = frozenset({Profile.SUPER_ADMIN, Profile.ADMIN})


def may_read_audit(profile: Profile | None) -> bool:
    return profile in AUDITORS
