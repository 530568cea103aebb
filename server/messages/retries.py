"""When a message is tried again."""

from datetime import timedelta
from typing import Final

from server.messages.kinds import MessageKind

MOST_TRIES: Final = 6

# A claim lapses after this time, so that another worker takes over what a dead one had begun. It is longer
# than an attempt can last.
CODE_LEASE: Final = timedelta(seconds=15)
BATCH_LEASE: Final = timedelta(seconds=60)

_CODE_DELAYS: Final = (2, 5, 15, 45, 120)
_OTHER_DELAYS: Final = (10, 60, 300, 1_800, 7_200)


def delay_after(attempts: int, *, kind: MessageKind) -> timedelta | None:
    """The wait after the given number of tries (at least 1); None when there will be no further one."""
    if attempts >= MOST_TRIES:
        return None
    delays = _CODE_DELAYS if kind is MessageKind.CODE else _OTHER_DELAYS
    return timedelta(seconds=delays[attempts - 1])
