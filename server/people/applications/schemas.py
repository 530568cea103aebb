"""Requests and responses about applications."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field

from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import Moment, RequestSchema, ResponseSchema
from server.vocabulary.profiles import Profile, Role
from server.vocabulary.visible_text import text_problem, tidy


class ApplicationState(OpenEnum):
    """An accepted applicant has a profile; a declined one keeps the account, and sees the reason."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    DECLINED = "declined"


class ApplicationRecord(ResponseSchema):
    """`reason` is what a declined applicant was told."""

    state: ApplicationState
    reason: str | None
    applied_at: Moment
    decided_at: Moment | None


MOST_AT_ONCE: Final = 1_000


def _read_reason(typed: str) -> str:
    reason = tidy(typed)
    if problem := text_problem(reason) if reason else "Say why, so that the applicant understands it":
        raise ValueError(problem)
    return reason


Ids = Annotated[list[UUID], Field(min_length=1, max_length=MOST_AT_ONCE)]


class AcceptRequest(RequestSchema):
    """Accepted people get this profile and role."""

    ids: Ids
    profile: Profile
    role: Role


class DeclineRequest(RequestSchema):
    """`reason` is one plain line; the applicants see it."""

    ids: Ids
    reason: Annotated[str, Field(max_length=500), AfterValidator(_read_reason)]


class DecisionAnswer(ResponseSchema):
    """`decided` is how many of the applications were decided by this call; the others no longer waited."""

    decided: int
