"""How many invitations may be sent, and how often to one address."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from server.platform.configuration.settings import Settings

# Between two to one mailbox, whichever company sends them.
COOLDOWN: Final = timedelta(minutes=10)
# To one mailbox a day (UTC), all companies together.
DESTINATION_DAILY: Final = 5
# A company is new for so long, unless the operator marks it as trusted.
NEW_COMPANY_AGE: Final = timedelta(days=7)
# After so many companies were asked to stop, only trusted ones may invite the address.
STOPS_FOR_ALL: Final = 2


@dataclass(frozen=True, kw_only=True)
class InvitationLimits:
    """Daily numbers, which grow with the other limits in load tests. The cooldown never does."""

    company: int
    new_company: int
    destination: int

    @classmethod
    def from_settings(cls, settings: Settings) -> "InvitationLimits":
        scale = settings.rate_limit_scale
        return cls(
            company=settings.daily_rows,
            new_company=min(settings.daily_rows, max(1, int(settings.new_company_daily_invitations * scale))),
            destination=max(1, int(DESTINATION_DAILY * scale)),
        )
