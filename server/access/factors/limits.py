"""Numbers of second factors."""

from typing import Final

MOST_FACTORS: Final = 10
# How long a registered authenticator app waits for its first code.
PENDING_MINUTES: Final = 30
RECOVERY_CODES: Final = 10
