"""The history of the demo company: audit entries, oldest first."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from deploy.local.demo.people import Person, happens
from server.company.audit.record import AuditAction
from server.vocabulary.emails import mask_email
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import Profile

SIGN_INS_SINCE: Final = timedelta(days=30)
MANAGERS: Final = frozenset({Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT})
# A network reserved for documentation (RFC 5737).
NETWORK: Final = "203.0.113."


@dataclass(frozen=True, kw_only=True)
class Event:
    at: datetime
    action: AuditAction
    actor: UUID | None
    subject: UUID
    label: str | None = None
    address: str | None = None
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


def make_history(chance: random.Random, people: list[Person], *, owner: UUID, now: datetime) -> list[Event]:
    managers = [owner, *(p.id for p in people if p.profile in MANAGERS and p.last_sign_in_at and p.is_active)]
    events = [event for person in people for event in _life(chance, person, managers=managers, now=now)]
    return sorted(events, key=lambda event: event.at)


def _life(chance: random.Random, person: Person, *, managers: list[UUID], now: datetime) -> Iterator[Event]:
    address = f"{NETWORK}{chance.randrange(1, 255)}"
    yield from _actions(chance, person, manager=chance.choice(managers), address=address, now=now)
    signed_in_at = person.last_sign_in_at
    if signed_in_at and signed_in_at > now - SIGN_INS_SINCE:
        session = {"session": str(uuid4())}
        yield Event(
            at=signed_in_at,
            action=AuditAction.LOGIN,
            actor=person.id,
            subject=person.id,
            address=address,
            after=session,
        )


def _actions(chance: random.Random, person: Person, *, manager: UUID, address: str, now: datetime) -> Iterator[Event]:
    """The audit entries of a manager's changes to the account."""
    by_manager = partial(
        Event, actor=manager, subject=person.id, label=mask_email(person.contact.email), address=address
    )
    if person.profile and person.profile is not Profile.TRAINEE:
        position = {"role": person.role.value, "profile": person.profile.value, "isActive": True}
        yield by_manager(at=person.created_at, action=AuditAction.USER_CREATED, after=position)
    if person.invitation is Invitation.FAILED and happens(chance, percent=50):
        yield by_manager(
            at=_later(chance, person.created_at, now=now),
            action=AuditAction.USER_INVITED,
            before={"invitation": Invitation.FAILED.value},
            after={"invitation": Invitation.QUEUED.value},
        )
    if not person.is_active:
        yield by_manager(
            at=_later(chance, person.last_sign_in_at or person.created_at, now=now),
            action=AuditAction.USER_EDITED,
            before={"isActive": True},
            after={"isActive": False},
        )


def _later(chance: random.Random, moment: datetime, *, now: datetime) -> datetime:
    return moment + (now - moment) * chance.random()
