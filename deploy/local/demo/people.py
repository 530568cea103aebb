"""2,000 invented people with every profile; only the dates differ between runs."""

import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID

from deploy.local.demo.names import NAMES, PLACES
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import ROLES_OF_PROFILE, Gender, Profile, Role

NUMBERS: Final[dict[Profile | None, int]] = {
    Profile.SUPER_ADMIN: 2,
    Profile.ADMIN: 9,
    Profile.MANAGEMENT: 24,
    Profile.TRAINER: 120,
    Profile.INTERVIEW_PANELIST: 60,
    Profile.PLACEMENT: 45,
    Profile.TRAINEE: 1_548,
    None: 20,
}
DOMAINS: Final = ("example.com", "example.org")
# Few distinct digits, so that the numbers are recognised as invented.
PHONE_STARTS: Final = ("98765", "90000", "88888", "77777", "99999", "70000")
STAFF_DAYS: Final = (40, 400)
TRAINEE_DAYS: Final = (1, 110)
TEMPORARY_LIFE: Final = timedelta(hours=72)
TRAINEE_AGES: Final = (18, 26)
STAFF_AGES: Final = (27, 58)
WEIGHTS: Final = [names.weight for names in NAMES]


@dataclass(frozen=True, kw_only=True)
class Contact:
    """A person as a file names one."""

    full_name: str
    email: str
    phone: str
    gender: Gender
    birth_date: date
    work_location: str


@dataclass(frozen=True, kw_only=True)
class Person:
    id: UUID
    contact: Contact
    role: Role
    profile: Profile | None
    created_at: datetime
    is_active: bool
    invitation: Invitation
    verified_at: datetime | None
    last_sign_in_at: datetime | None
    password_expires_at: datetime | None


class Contacts:
    """Generates people with unique emails."""

    def __init__(self, chance: random.Random, *, today: date) -> None:
        self._chance = chance
        self._today = today
        self._emails: dict[str, int] = {}
        self._drawn = 0

    def draw(self, *, ages: tuple[int, int], in_family: bool = False) -> Contact:
        """The next person; members of a family share the phone of the previous one."""
        self._drawn += 1
        chance = self._chance
        gender = chance.choices((Gender.FEMALE, Gender.MALE), (48, 52))[0]
        names = chance.choices(NAMES, WEIGHTS)[0]
        first = chance.choice((names.women if gender is Gender.FEMALE else names.men).split())
        last = chance.choice([name for name in names.last.split() if name != first])
        days = chance.randrange(ages[0] * 366, ages[1] * 365)
        return Contact(
            full_name=f"{first} {last}",
            email=self._email(f"{first}.{last}".lower()),
            phone=self._phone(self._drawn - in_family),
            gender=Gender.PREFER_NOT_TO_SAY if happens(chance, percent=2) else gender,
            birth_date=self._today - timedelta(days=days),
            work_location=chance.choice(PLACES.split()),
        )

    def _email(self, local: str) -> str:
        number = self._emails[local] = self._emails.get(local, 0) + 1
        return f"{local}{number if number > 1 else ''}@{DOMAINS[sum(local.encode()) % 2]}"

    @staticmethod
    def _phone(number: int) -> str:
        return f"+91{PHONE_STARTS[number % len(PHONE_STARTS)]}{10_000 + number * 37 % 90_000}"


def happens(chance: random.Random, *, percent: int) -> bool:
    return chance.randrange(100) < percent


def make_people(chance: random.Random, contacts: Contacts, *, now: datetime) -> list[Person]:
    """Make the people, in the order in which they were added."""
    posts = [profile for profile, number in NUMBERS.items() for _ in range(number)]
    dated = sorted(((_added_at(chance, profile, now=now), number) for number, profile in enumerate(posts)))
    return [_person(chance, contacts, profile=posts[number], created_at=at, now=now) for at, number in dated]


def _added_at(chance: random.Random, profile: Profile | None, *, now: datetime) -> datetime:
    """Choose a day, in office hours of India; trainees come in batches, one a fortnight."""
    if profile is Profile.TRAINEE and happens(chance, percent=90):
        days = 4 + 14 * chance.randrange(8)
    else:
        days = chance.randrange(*(TRAINEE_DAYS if profile in {Profile.TRAINEE, None} else STAFF_DAYS))
    midnight = datetime.combine(now.date() - timedelta(days=days), datetime.min.time(), UTC)
    return midnight + timedelta(seconds=chance.randrange(4 * 3600, 12 * 3600))


def _person(
    chance: random.Random, contacts: Contacts, *, profile: Profile | None, created_at: datetime, now: datetime
) -> Person:
    ages = TRAINEE_AGES if profile in {Profile.TRAINEE, None} else STAFF_AGES
    contact = contacts.draw(ages=ages, in_family=happens(chance, percent=2))
    invitation = _invitation(chance, profile)
    has_come = invitation is Invitation.ACCEPTED
    verified_at = min(created_at + timedelta(hours=chance.uniform(0.1, 60)), now) if has_come else None
    return Person(
        id=_id_at(chance, created_at),
        contact=contact,
        role=Role.APPLICANT if profile is None else chance.choice(ROLES_OF_PROFILE[profile]),
        profile=profile,
        created_at=created_at,
        is_active=profile is Profile.SUPER_ADMIN or not happens(chance, percent=4),
        invitation=invitation,
        verified_at=verified_at,
        last_sign_in_at=verified_at and _last_sign_in(chance, since=verified_at, now=now),
        password_expires_at=created_at + TEMPORARY_LIFE if invitation is Invitation.SENT else None,
    )


def _invitation(chance: random.Random, profile: Profile | None) -> Invitation:
    """Applicants sign up by themselves. An invitation that was only sent has lapsed, where it is older than 3 days."""
    if profile is None:
        return Invitation.NONE
    return chance.choices((Invitation.ACCEPTED, Invitation.SENT, Invitation.FAILED), (85, 12, 3))[0]


def _last_sign_in(chance: random.Random, *, since: datetime, now: datetime) -> datetime:
    """Most come every few days."""
    return max(since, now - timedelta(days=chance.expovariate(1 / 6)))


def _id_at(chance: random.Random, moment: datetime) -> UUID:
    """A UUID version 7 of that moment: the list's order of creation is that of ids."""
    head = int(moment.timestamp() * 1000) << 80
    return uuid.UUID(int=head | 7 << 76 | chance.getrandbits(12) << 64 | 2 << 62 | chance.getrandbits(62))


def columns(people: list[Person]) -> Iterator[list[object]]:
    """Return the values by column, in the order of `PEOPLE in deploy.local.demo.fill`."""
    yield [p.id for p in people]
    yield [p.contact.full_name for p in people]
    yield [p.contact.email for p in people]
    yield [p.contact.phone for p in people]
    yield [p.role.value for p in people]
    yield [p.profile and p.profile.value for p in people]
    yield [p.contact.birth_date for p in people]
    yield [p.contact.gender.value for p in people]
    yield [p.contact.work_location for p in people]
    yield [p.is_active for p in people]
    yield [p.invitation.value for p in people]
    yield [p.verified_at for p in people]
    yield [p.last_sign_in_at for p in people]
    yield [p.password_expires_at for p in people]
    yield [p.created_at for p in people]
