"""Public routes that cost more than a look-up: their costs and limits are listed here, and nowhere else."""

from enum import Flag, auto
from typing import Final

from server.platform.http.authentication import View
from server.platform.http.rate_limiter import Limit


class Cost(Flag):
    """What a call without a session may cost: slow hashes, keys and signatures, calls of other servers."""

    HASHES = auto()
    VERIFIES = auto()
    CALLS_OUT = auto()


# A school begins its day behind one address: these are two tries a minute for each of 600 people. Its hashes take turns
# with those of other networks, each try pays with a robot check, and wrong passwords keep the whole network waiting.
SCHOOL: Final = 1_200

# By view: its costs, and how many calls a minute one network may make.
COSTLY: Final[dict[str, tuple[Cost, int]]] = {
    "server.access.login.views.log_in_with_passkey": (Cost.VERIFIES, SCHOOL),
    "server.people.invitations.views.accept_with_passkey": (Cost.VERIFIES, 300),
    "server.access.login.views.end_login": (Cost.VERIFIES | Cost.CALLS_OUT, 300),
    "server.access.login.views.start_login": (Cost.HASHES | Cost.CALLS_OUT, SCHOOL),
    "server.access.passwords.views.complete_reset": (Cost.HASHES | Cost.CALLS_OUT, 300),
    "server.access.passwords.views.initiate_reset": (Cost.CALLS_OUT, 300),
    "server.access.passwords.views.set_own_password": (Cost.HASHES | Cost.CALLS_OUT, SCHOOL),
    "server.access.robot_check.views.make_challenge": (Cost.HASHES, SCHOOL),
    "server.access.signup.views.register": (Cost.HASHES | Cost.CALLS_OUT, 300),
    "server.access.sso.views.end_sessions_of_provider": (Cost.VERIFIES | Cost.CALLS_OUT, 600),
    "server.access.sso.views.come_back": (Cost.VERIFIES | Cost.CALLS_OUT, 60),
    "server.access.sso.views.start": (Cost.VERIFIES | Cost.CALLS_OUT, 60),
}

# Sign-ups without a robot check are accepted, but rarely: scripts send none either. Beyond these, one is asked for
# before anything is hashed.
UNCHECKED_SIGN_UPS: Final = Limit(bucket="signup.unchecked", count=30, seconds=600)
# All networks share this one.
ALL_UNCHECKED_SIGN_UPS: Final = Limit(bucket="signup.unchecked.all", count=60, seconds=600)
# One connection has so many, from all addresses together.
LOGOUTS_OF_A_CONNECTION: Final = Limit(bucket="sso logouts of a connection", count=300, seconds=60)


def costly(view: View) -> int:
    """The limit of a public view, as its line above says."""
    return COSTLY[f"{view.__module__}.{view.__name__}"][1]
