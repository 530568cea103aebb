"""Days and moments that requests on imports give."""

from datetime import date, datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

MINIMUM_YEAR: Final = 2000
MAXIMUM_YEAR: Final = 3000
NO_MOMENT: Final = "Please give true, false, or a time with its offset, such as 2026-12-01T09:00+05:30"


def _refuse_far(given: datetime | date) -> datetime | date:
    """Postgres and Python end at different years, and one may be a day later in UTC."""
    if not MINIMUM_YEAR <= given.year < MAXIMUM_YEAR:
        msg = "The day must lie between 2000 and 2999"
        raise ValueError(msg)
    return given


def _read_invite(given: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    """A moment needs its offset: no other clock is known."""
    if isinstance(given, bool):
        return given
    try:
        moment = datetime.fromisoformat(given)
    except (TypeError, ValueError):
        raise ValueError(NO_MOMENT) from None
    if moment.tzinfo is None or not MINIMUM_YEAR <= moment.year < MAXIMUM_YEAR:
        raise ValueError(NO_MOMENT)
    return moment


DayOrMoment = Annotated[AwareDatetime | date, Field(union_mode="left_to_right"), AfterValidator(_refuse_far)]
InviteChoice = Annotated[bool | AwareDatetime, BeforeValidator(_read_invite)]
