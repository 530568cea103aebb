"""A page of those whom a search finds, by the way that is shortest for its words."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from server.database import Connection
from server.users import find_repository as repository
from server.users.find_repository import Walked, Wanted
from server.users.list_filters import Filters, Sort
from server.users.list_repository import MOST_COUNTED, count_people, estimate_people
from server.users.repository import UserRow
from server.users.search_terms import EVERYBODY, SearchTerms

# So many texts are counted; all of them must match.
MOST_COMPARED: Final = 4
SHORTEST_PART: Final = 3
# From fewer nothing is estimated.
SAMPLE: Final = 10


@dataclass(frozen=True, kw_only=True)
class Ways:
    """Where one way becomes shorter than another.

    At most `most_counted` people are counted exactly, and looked up one by one. Up to `most_led` a word leads to its
    people sooner than a walk over the whole list would. After `most_walked` those who match stand elsewhere.
    """

    most_counted: int = MOST_COUNTED
    most_led: int = 100_000
    most_walked: int = 5_000

    @property
    def surely_more(self) -> int:
        """An estimate of twice what is counted exactly is taken for more than that."""
        return 2 * self.most_counted


WAYS: Final = Ways()


@dataclass(frozen=True, kw_only=True)
class Found:
    rows: list[UserRow]
    total: int
    is_exact: bool = True


@dataclass(frozen=True, kw_only=True)
class Page:
    sort: Sort
    offset: int
    limit: int

    @property
    def end(self) -> int:
        return self.offset + self.limit


async def find_people(
    connection: Connection, terms: SearchTerms, *, company_id: UUID, filters: Filters, page: Page, ways: Ways = WAYS
) -> Found:
    """Those of whom every text of the search is in some word, or in the email (begins it, without pg_trgm)."""
    wanted = await read_wanted(connection, terms, company_id=company_id, filters=filters, ways=ways)
    if wanted is None:
        return Found(rows=[], total=0)
    if wanted.is_led:
        return await _gather(connection, wanted, page)
    people = await count_people(connection, company_id=company_id, filters=filters)
    if people <= ways.most_counted:
        # So few that all of them can be looked at.
        walked = await _walk(connection, wanted, page, most=None, counts=True)
        return Found(rows=walked.rows, total=walked.matches)
    walked = await _walk(connection, wanted, page, most=ways.most_walked)
    if walked.matches < page.end:
        leading = await _counted(connection, wanted, most=ways.most_led)
        if leading or await _few_invited(connection, wanted, most=ways.most_led):
            return await _gather(connection, replace(wanted, leading=tuple(leading)), page)
        if not wanted.texts:
            return await _scan(connection, wanted, page)
        walked = await _walk(connection, wanted, page, most=None)
    return await _with_total(connection, wanted, walked, people=people, ways=ways)


async def read_wanted(
    connection: Connection, terms: SearchTerms, *, company_id: UUID, filters: Filters, ways: Ways = WAYS
) -> Wanted | None:
    """What a search asks for, led by what is rare in it; None where nobody can match."""
    words = await repository.split_words(connection, text=terms.words)
    parts, leads = set[str](), {*words, *terms.emails}
    if await repository.finds_parts(connection):
        parts.update(_long(words))
        for email in terms.emails:
            if within := _long(await repository.split_words(connection, text=email)):
                parts.update([email, *within])
                leads = (leads - {email}).union(within)
    wanted = Wanted(
        company_id=company_id,
        filters=filters,
        texts=_without_implied({*words, *terms.emails}, parts),
        parts=frozenset(parts),
        leads=_without_implied(leads, parts),
    )
    rare = await _counted(connection, wanted, most=ways.most_counted)
    if 0 in rare.values() or not (wanted.texts or terms == EVERYBODY):
        return None
    few_invited = await _few_invited(connection, wanted, most=ways.most_counted)
    return replace(wanted, leading=tuple(rare), few_invited=few_invited)


def _long(words: Iterable[str]) -> list[str]:
    """Those that have a trigram: without one, nothing but the beginnings of words is quick to find."""
    return [word for word in words if len(word) >= SHORTEST_PART]


def _without_implied(texts: Collection[str], parts: Collection[str]) -> tuple[str, ...]:
    """Those that are not true of everybody of whom another one is."""

    def implies(other: str, text: str) -> bool:
        if text in parts:
            return text in other
        return other not in parts and other.startswith(text)

    implied = {text for text in texts for other in texts if other != text and implies(other, text)}
    return tuple(sorted(set(texts) - implied))


async def _counted(connection: Connection, wanted: Wanted, *, most: int) -> dict[str, int]:
    """The leads that at most so many words have, and how many have them; the longest are looked at."""
    counts: dict[str, int] = {}
    for lead in sorted(wanted.leads, key=len, reverse=True)[:MOST_COMPARED]:
        hits = await repository.count_hits(connection, wanted, lead=lead, most=most + 1)
        if hits <= most:
            counts[lead] = hits
    return counts


async def _few_invited(connection: Connection, wanted: Wanted, *, most: int) -> bool:
    """Whether the filter by invitation leaves at most so many people."""
    state, company_id = wanted.filters.invitation, wanted.company_id
    return state is not None and most >= await repository.count_invited(
        connection, company_id=company_id, state=state, most=most + 1
    )


async def _gather(connection: Connection, wanted: Wanted, page: Page) -> Found:
    total, rows = await repository.list_matches(
        connection, wanted, sort=page.sort, offset=page.offset, limit=page.limit
    )
    return Found(rows=rows, total=total)


async def _scan(connection: Connection, wanted: Wanted, page: Page) -> Found:
    rows = await repository.scan_invited(connection, wanted, sort=page.sort, offset=page.offset, limit=page.limit)
    total = await repository.count_matches(connection, wanted)
    return Found(rows=rows, total=total, is_exact=total <= MOST_COUNTED)


async def _walk(
    connection: Connection, wanted: Wanted, page: Page, *, most: int | None, counts: bool = False
) -> Walked:
    return await repository.walk_matches(
        connection, wanted, sort=page.sort, offset=page.offset, limit=page.limit, most=most, counts=counts
    )


async def _with_total(connection: Connection, wanted: Wanted, walked: Walked, *, people: int, ways: Ways) -> Found:
    """Estimated as if they were spread over the list as on the walk; counted where that may be few enough."""
    known = await estimate_people(connection, company_id=wanted.company_id, filters=wanted.filters)
    estimate = round(max(people, known) * walked.matches / walked.looked_at)
    if walked.matches >= SAMPLE and estimate > ways.surely_more:
        return Found(rows=walked.rows, total=estimate, is_exact=False)
    leading = tuple(await _counted(connection, wanted, most=ways.most_led)) or wanted.leads
    total = await repository.count_matches(connection, replace(wanted, leading=leading))
    if total > MOST_COUNTED:
        return Found(rows=walked.rows, total=max(total, estimate), is_exact=False)
    return Found(rows=walked.rows, total=total)
