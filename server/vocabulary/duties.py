"""Which profile may do what to which people: acts beside the permissions of the API, and their reach."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from server.vocabulary.profiles import Permission, Profile, creatable_by, permissions_of


class Act(StrEnum):
    """What one may do to some people and not to others; no permission string of an answer names it."""

    TRAINING_VIEW = "training.view"
    TRAINING_MANAGE = "training.manage"
    TRAINING_SCHEDULE = "training.schedule"
    ATTENDANCE_MARK = "attendance.mark"
    FIELD_DEFINE = "field.define"
    STAGE_DEFINE = "stage.define"
    STAGE_MOVE = "stage.move"
    ANNOUNCEMENT_SEND = "announcement.send"
    ROUND_MANAGE = "round.manage"
    INTERVIEW_SCORE = "interview.score"
    PLACEMENT_VIEW = "placement.view"
    PLACEMENT_MANAGE = "placement.manage"
    PLACEMENT_OVERRIDE = "placement.override"


class Reach(StrEnum):
    """The people of an act: all of the company, those whose profile the actor covers, or those of what is one's own.

    An own opening is one that the account is put on, or any where the company has its placement staff see all.
    """

    COMPANY = "company"
    COVERED = "covered"
    OWN_BATCH = "own_batch"
    OWN_PANEL = "own_panel"
    OWN_OPENING = "own_opening"


# What belongs to an owner.
OWN: Final = frozenset({Reach.OWN_BATCH, Reach.OWN_PANEL, Reach.OWN_OPENING})


# A profile that is not listed may not do the act.
REACH: Final[Mapping[Act, Mapping[Profile, Reach]]] = {
    Act.TRAINING_VIEW: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COVERED,
        Profile.TRAINER: Reach.OWN_BATCH,
    },
    Act.TRAINING_MANAGE: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COMPANY,
    },
    Act.TRAINING_SCHEDULE: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COMPANY,
        Profile.TRAINER: Reach.OWN_BATCH,
    },
    Act.ATTENDANCE_MARK: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COVERED,
        Profile.TRAINER: Reach.OWN_BATCH,
    },
    Act.FIELD_DEFINE: {Profile.SUPER_ADMIN: Reach.COMPANY},
    Act.STAGE_DEFINE: {Profile.SUPER_ADMIN: Reach.COMPANY, Profile.ADMIN: Reach.COMPANY},
    # Trainers only where their company allows it, and between open stages.
    Act.STAGE_MOVE: {
        Profile.SUPER_ADMIN: Reach.COVERED,
        Profile.ADMIN: Reach.COVERED,
        Profile.MANAGEMENT: Reach.COVERED,
        Profile.TRAINER: Reach.OWN_BATCH,
    },
    Act.ANNOUNCEMENT_SEND: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COVERED,
        Profile.TRAINER: Reach.OWN_BATCH,
    },
    Act.ROUND_MANAGE: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COVERED,
        # Rounds of openings alone.
        Profile.PLACEMENT: Reach.OWN_OPENING,
    },
    # Administrators, too, only where they sit on the panel.
    Act.INTERVIEW_SCORE: {
        Profile.SUPER_ADMIN: Reach.OWN_PANEL,
        Profile.ADMIN: Reach.OWN_PANEL,
        Profile.MANAGEMENT: Reach.OWN_PANEL,
        Profile.TRAINER: Reach.OWN_PANEL,
        Profile.INTERVIEW_PANELIST: Reach.OWN_PANEL,
        Profile.PLACEMENT: Reach.OWN_PANEL,
    },
    Act.PLACEMENT_VIEW: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.MANAGEMENT: Reach.COMPANY,
        Profile.PLACEMENT: Reach.OWN_OPENING,
    },
    Act.PLACEMENT_MANAGE: {
        Profile.SUPER_ADMIN: Reach.COMPANY,
        Profile.ADMIN: Reach.COMPANY,
        Profile.PLACEMENT: Reach.OWN_OPENING,
    },
    # Against the company's policy on offers, with a reason.
    Act.PLACEMENT_OVERRIDE: {Profile.SUPER_ADMIN: Reach.COMPANY, Profile.ADMIN: Reach.COMPANY},
}


def reach_of(profile: Profile | None, act: Act) -> Reach | None:
    return None if profile is None else REACH[act].get(profile)


def acts_of(profile: Profile | None) -> list[Act]:
    return [act for act in Act if reach_of(profile, act) is not None]


# A key for servers manages people, but no ways in and no settings. It has no batch, panel or opening of its own.
KEY_PROFILES: Final = (Profile.ADMIN, Profile.MANAGEMENT)


def scopes_of(profile: Profile) -> list[Permission | Act]:
    """Return what a key of the profile can be given."""
    acts = [act for act in Act if reach_of(profile, act) in {Reach.COMPANY, Reach.COVERED}]
    return [*(right for right in Permission if right in permissions_of(profile)), *acts]


@dataclass(frozen=True, kw_only=True)
class Duty:
    """How far one act of an account reaches. Queries take it, so that a forgotten check answers nothing.

    `is_company`: all that the company has, else what is the owner's: batches that `owner_id` teaches, panels on which
    it sits, or openings that it is put on.

    `profiles` are those of the people; None: all.
    """

    company_id: UUID
    is_company: bool = False
    owner_id: UUID | None = None
    profiles: frozenset[Profile] | None = None


def duty_of(profile: Profile | None, act: Act, *, company_id: UUID, user_id: UUID) -> Duty:
    """Return a duty that reaches no one where the profile is not listed for the act."""
    reach = reach_of(profile, act)
    return Duty(
        company_id=company_id,
        is_company=reach in {Reach.COMPANY, Reach.COVERED},
        owner_id=user_id if reach in OWN else None,
        profiles=creatable_by(profile) if reach is Reach.COVERED else None,
    )
