"""How far an account's acts on batches reach. Queries take it, so that a forgotten check answers nothing."""

from dataclasses import dataclass
from typing import Final, Self
from uuid import UUID

from server.vocabulary.identity import Actor
from server.vocabulary.profiles import ADMINISTRATORS, Profile, creatable_by

READERS: Final = ADMINISTRATORS | {Profile.TRAINER}


@dataclass(frozen=True, kw_only=True)
class Reach:
    """Which batches, and whom in them: without more than the company it reaches none.

    `is_company`: all batches of the company; else those of `trainer_id`. `profiles` are those of the people; None: all.
    """

    company_id: UUID
    is_company: bool = False
    trainer_id: UUID | None = None
    profiles: frozenset[Profile] | None = None

    @classmethod
    def of(cls, actor: Actor) -> Self:
        profile, company_id = actor.profile, actor.company_id
        if profile is Profile.TRAINER:
            return cls(company_id=company_id, trainer_id=actor.user_id)
        covered = creatable_by(profile) if profile is Profile.MANAGEMENT else None
        return cls(company_id=company_id, is_company=profile in ADMINISTRATORS, profiles=covered)
