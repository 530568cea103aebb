"""Find the accounts that are probably of one person: of a person who is typed, and of all of the company."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from server.people.account.read_user import read_records
from server.people.duplicates import repository
from server.people.duplicates.likeness import MOST_COMPARED, Evidence, Known, Person, find_evidence
from server.people.duplicates.names import sound_of
from server.people.duplicates.schemas import (
    DuplicatePair,
    DuplicatePairs,
    DuplicatesRequest,
    DuplicatesResponse,
    ProbableDuplicate,
)
from server.platform.errors import ForbiddenError
from server.platform.process.threads import in_thread
from server.platform.services import Context
from server.vocabulary.phones import normalize_phone
from server.vocabulary.profiles import Permission
from server.vocabulary.visible_text import tidy

MOST_NAMED = 5
MOST_PAIRS = 100
# Comparing so many takes a few seconds, in queries of milliseconds.
MOST_PEOPLE = 100_000
_AT_ONCE = 1_000


async def find_duplicates_of(context: Context, typed: DuplicatesRequest) -> DuplicatesResponse:
    """Return the accounts of the company that are probably of this person, those with most in common first.

    Raises ForbiddenError: the caller may neither create nor edit people.
    """
    if not (context.identity.may(Permission.USER_CREATE) or context.identity.may(Permission.USER_EDIT)):
        raise ForbiddenError
    name, born = tidy(typed.full_name), "" if typed.date_of_birth is None else typed.date_of_birth.isoformat()
    person = Person(name, born, normalize_phone(typed.phone, region=context.services.settings.phone_region) or "")
    births, phones = (filter(None, [key]) for key in _keys(person))
    async with context.services.database.reading() as connection:
        near = await repository.find_near(connection, company_id=context.company_id, births=births, phones=phones)
    accounts = {account.id: account for some in near.values() for account in some if account.id != typed.user_id}
    found = [
        ProbableDuplicate(id=each.id, full_name=each.person.full_name, label=each.label, evidence=list(evidence))
        for each in accounts.values()
        if (evidence := find_evidence(person, each.person))
    ]
    return DuplicatesResponse(duplicates=sorted(found, key=lambda each: -len(each.evidence))[:MOST_NAMED])


async def list_pairs(context: Context) -> DuplicatePairs:
    """Compare accounts, the newest first, with all older ones, until there are enough pairs.

    No connection is held while names are compared: that takes seconds where a company has no duplicates.
    """
    pairs, compared, company_id, before = list[_Pair](), 0, context.company_id, None
    database = context.services.database
    while len(pairs) <= MOST_PAIRS and compared < MOST_PEOPLE:
        async with database.reading() as connection:
            some = await repository.newest_accounts(connection, company_id=company_id, before=before, limit=_AT_ONCE)
            if not some:
                break
            keys = [_keys(each.person) for each in some]
            births, phones = ({key for key in column if key} for column in zip(*keys, strict=True))
            near = await repository.find_near(connection, company_id=company_id, births=births, phones=phones)
        pairs += await in_thread(_find_pairs, some, keys, near)
        before, compared = some[-1].id, compared + len(some)
    async with database.reading() as connection:
        ids = [user_id for pair in pairs[:MOST_PAIRS] for user_id in (pair.older, pair.newer)]
        users = await repository.find_users(connection, ids, company_id=company_id)
        records = {each.id: each for each in await read_records(connection, users, company_id=company_id)}
    shown = [
        DuplicatePair(older=records[pair.older], newer=records[pair.newer], evidence=list(pair.evidence))
        for pair in pairs[:MOST_PAIRS]
        # One may have been deleted meanwhile.
        if {pair.older, pair.newer} <= records.keys()
    ]
    return DuplicatePairs(pairs=shown, is_whole=len(pairs) <= MOST_PAIRS and compared < MOST_PEOPLE)


class _Pair(NamedTuple):
    older: UUID
    newer: UUID
    evidence: Sequence[Evidence]


def _keys(person: Person) -> tuple[str, str]:
    """Return the two keys by which people near to this one are found; what is missing is empty."""
    return person.born and person.born + sound_of(person.full_name), person.phone


def _find_pairs(
    some: Sequence[Known], keys: Sequence[tuple[str, str]], near: Mapping[str, Sequence[Known]]
) -> list[_Pair]:
    pairs = list[_Pair]()
    for newer, of_newer in zip(some, keys, strict=True):
        found = [accounts for key in of_newer if len(accounts := near.get(key, ())) < MOST_COMPARED]
        older = {each.id: each.person for accounts in found for each in accounts if each.id < newer.id}
        pairs += [
            _Pair(user_id, newer.id, evidence)
            for user_id in sorted(older, reverse=True)
            if (evidence := find_evidence(newer.person, older[user_id]))
        ]
    return pairs
