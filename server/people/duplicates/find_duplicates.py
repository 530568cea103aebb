"""Find the accounts that are probably of one person: of a person who is typed, and of all of the company."""

from collections.abc import Sequence

from server.people.account.read_user import read_records
from server.people.duplicates import repository
from server.people.duplicates.likeness import Person, find_evidence
from server.people.duplicates.names import sound_of
from server.people.duplicates.repository import CandidatePair
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


async def find_duplicates_of(context: Context, typed: DuplicatesRequest) -> DuplicatesResponse:
    """Return the accounts of the company that are probably of this person, those with most in common first.

    Raises ForbiddenError: the caller may neither create nor edit people.
    """
    if not (context.identity.may(Permission.USER_CREATE) or context.identity.may(Permission.USER_EDIT)):
        raise ForbiddenError
    name, born = tidy(typed.full_name), "" if typed.date_of_birth is None else typed.date_of_birth.isoformat()
    person = Person(name, born, normalize_phone(typed.phone, region=context.services.settings.phone_region) or "")
    keys = {"births": [born + sound_of(name)] if born else [], "phones": [person.phone] if person.phone else []}
    async with context.services.database.reading() as connection:
        near = await repository.find_near(connection, company_id=context.company_id, **keys)
    accounts = {account.id: account for some in near.values() for account in some if account.id != typed.user_id}
    found = [
        ProbableDuplicate(id=each.id, full_name=each.person.full_name, label=each.label, evidence=list(evidence))
        for each in accounts.values()
        if (evidence := find_evidence(person, each.person))
    ]
    return DuplicatesResponse(duplicates=sorted(found, key=lambda each: -len(each.evidence))[:MOST_NAMED])


async def list_pairs(context: Context) -> DuplicatePairs:
    shown, total, company_id = list[CandidatePair](), 0, context.company_id
    async with context.services.unit_of_work() as unit:
        async for some in repository.candidate_pairs(unit.connection, company_id=company_id):
            pairs = await in_thread(_choose, some)
            shown += pairs[: MOST_PAIRS - len(shown)]
            total += len(pairs)
        ids = [user_id for pair in shown for user_id in (pair.older, pair.newer)]
        users = await repository.find_users(unit.connection, ids, company_id=company_id)
        records = {each.id: each for each in await read_records(unit.connection, users, company_id=company_id)}
    return DuplicatePairs(
        pairs=[
            DuplicatePair(older=records[pair.older], newer=records[pair.newer], evidence=list(pair.evidence))
            for pair in shown
            # One may have been deleted since the pairs were read.
            if {pair.older, pair.newer} <= records.keys()
        ],
        total=total,
    )


def _choose(candidates: Sequence[CandidatePair]) -> list[CandidatePair]:
    return [pair for pair in candidates if pair.evidence]
