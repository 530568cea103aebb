"""Find the accounts that are probably of one person: of a person who is typed, and, by a worker, of the company."""

import time
from collections.abc import Sequence
from heapq import nlargest
from itertools import combinations
from typing import Final
from uuid import UUID

from server.people.account.read_user import read_records
from server.people.duplicates import repository, schemas
from server.people.duplicates.likeness import Person, find_evidence
from server.people.duplicates.names import are_alike, sound_of
from server.platform.errors import ForbiddenError
from server.platform.process.tasks import Queue, task
from server.platform.process.threads import in_thread, rest_since
from server.platform.services import Context, Services
from server.vocabulary.phones import normalize_phone
from server.vocabulary.profiles import Permission
from server.vocabulary.visible_text import tidy

MOST_NAMED: Final = 5
MOST_PAIRS: Final = 100
# 40,000 people who share their keys with as many as can be take about twenty, of which the thread rests half.
MOST_SECONDS: Final = 30.0


async def find_duplicates_of(context: Context, typed: schemas.DuplicatesRequest) -> schemas.DuplicatesResponse:
    """Return the accounts of the company that are probably of this person, those with most in common first.

    Raises ForbiddenError: the caller may neither create nor edit people.
    """
    if not (context.actor.may(Permission.USER_CREATE) or context.actor.may(Permission.USER_EDIT)):
        raise ForbiddenError
    name, born = tidy(typed.full_name), "" if typed.date_of_birth is None else typed.date_of_birth.isoformat()
    person = Person(name, born, normalize_phone(typed.phone, region=context.services.settings.phone_region) or "")
    # What is missing is no key.
    births, phones = filter(None, [born and born + sound_of(name)]), filter(None, [person.phone])
    async with context.services.database.reading() as connection:
        near = await repository.find_near(connection, company_id=context.company_id, births=births, phones=phones)
    accounts = {account.id: account for some in near.values() for account in some if account.id != typed.user_id}
    found = [
        schemas.ProbableDuplicate(
            id=each.id, full_name=each.person.full_name, label=each.label, evidence=list(evidence)
        )
        for each in accounts.values()
        if (evidence := find_evidence(person, each.person))
    ]
    return schemas.DuplicatesResponse(duplicates=sorted(found, key=lambda each: -len(each.evidence))[:MOST_NAMED])


async def list_pairs(context: Context) -> schemas.DuplicatePairs:
    """Return the pairs that a worker has found and that still are; where people have changed, it compares anew."""
    services, company_id = context.services, context.company_id
    async with services.database.reading() as connection:
        kept = await repository.find_list(connection, company_id=company_id)
        is_outdated = kept.people != await repository.state_of_people(connection, company_id=company_id)
        ids = [user_id for pair in kept.pairs for user_id in pair]
        users = await repository.find_users(connection, ids, company_id=company_id)
        records = {each.id: each for each in await read_records(connection, users, context=context)}
    if is_outdated:
        await services.tasks.enqueue(compare_people.task(company_id=company_id))
    people = {each.id: Person(each.full_name, str(each.value("dateOfBirth") or ""), each.phone) for each in users}
    shown = [
        schemas.DuplicatePair(older=records[older], newer=records[newer], evidence=list(evidence))
        for newer, older in kept.pairs
        # One may have been deleted, merged or edited since.
        if {newer, older} <= people.keys() and (evidence := find_evidence(people[newer], people[older]))
    ]
    return schemas.DuplicatePairs(pairs=shown, is_whole=kept.is_whole, as_of=kept.as_of, is_outdated=is_outdated)


@task(Queue.WORK)
async def compare_people(services: Services, *, company_id: UUID) -> None:
    """Compare those who share a key, the newest first, until there are enough pairs, and keep these."""
    async with services.unit_of_work() as unit:
        if not await repository.begin_list(unit.connection, company_id=company_id):
            return
    pairs, until = list[tuple[str, str]](), time.monotonic() + MOST_SECONDS
    async with services.unit_of_work() as unit:
        people = await repository.state_of_people(unit.connection, company_id=company_id)
        async for group in repository.groups(unit.connection, company_id=company_id):
            has_newest = len(pairs) > MOST_PAIRS and pairs[-1][0] > group[0][0]
            if has_newest or time.monotonic() > until:
                is_whole = False
                break
            # Two keys may give the same pair.
            pairs = nlargest(MOST_PAIRS + 1, {*pairs, *await in_thread(_pairs_in, group)})
        else:
            is_whole = len(pairs) <= MOST_PAIRS
        found = {"people": people, "pairs": pairs[:MOST_PAIRS], "is_whole": is_whole}
        await repository.keep_list(unit.connection, company_id=company_id, **found)


def _pairs_in(group: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    begun = time.thread_time()
    found = [(newer, older) for (newer, one), (older, other) in combinations(group, 2) if are_alike(one, other)]
    rest_since(begun)
    return found
