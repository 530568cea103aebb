"""Companies in Postgres, and what each has used of its day."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from server.company.companies.schemas import CompanySettings
from server.company.companies.tables import companies, company_daily_usage, company_logos
from server.platform.database.connections import Connection
from server.platform.still_image import StillImage


@dataclass(frozen=True, kw_only=True)
class FoundCompany:
    """A company that strangers find by its name."""

    name: str
    slug: str
    logo_id: UUID | None


_IS_VERIFIED: Final = companies.c.name == func.coalesce(companies.c.trusted_name, "")


async def find_company_id(connection: Connection, *, slug: str) -> UUID | None:
    found = await find_company_name(connection, slug=slug)
    return None if found is None else found[0]


async def find_company_name(connection: Connection, *, slug: str) -> tuple[UUID, str] | None:
    row = await connection.fetch_one(select(companies.c.id, companies.c.name).filter_by(slug=slug))
    return None if row is None else (row.id, row.name)


async def is_company_suspended(connection: Connection, **by: UUID | str) -> bool:
    """Find the company by its `id` or its `slug`."""
    return await connection.has_row(select(companies.c.id).filter_by(**by).where(companies.c.suspended_at.is_not(None)))


async def is_founded(connection: Connection, founded_by: UUID) -> bool:
    """Return whether a company was founded by this invitation."""
    return await connection.has_row(select(companies.c.id).filter_by(founded_by=founded_by))


async def find_verified(connection: Connection, *, slug: str) -> tuple[str, UUID | None] | None:
    """Return the name and the logo of a company that the operator has verified under this name."""
    named = select(companies.c.name, company_logos.c.id).outerjoin_from(companies, company_logos)
    row = await connection.fetch_one(named.where(companies.c.slug == slug, _IS_VERIFIED))
    return None if row is None else (row.name, row.id)


async def find_by_name(connection: Connection, typed: str, *, shortest: int, limit: int) -> list[FoundCompany]:
    """Return verified companies that may be found by name, where what was typed begins the name or a word of it.

    Both are folded, which leaves no character with a meaning in a pattern; what then has fewer than `shortest` letters
    finds none. Names that begin with it come first.
    """
    query = """
        SELECT c.name, c.slug, l.id AS logo_id
          FROM (SELECT waymark_fold(CAST(:typed AS text)) AS text) AS wanted
          JOIN companies AS c ON c.found_by_name AND ' ' || waymark_fold(c.name) LIKE '% ' || wanted.text || '%'
          LEFT JOIN company_logos AS l ON l.company_id = c.id
         WHERE length(wanted.text) >= :shortest AND c.name = c.trusted_name AND c.suspended_at IS NULL
         ORDER BY starts_with(waymark_fold(c.name), wanted.text) DESC, waymark_fold(c.name), c.id LIMIT :limit
    """
    return await connection.fetch_records(FoundCompany, query, typed=typed, shortest=shortest, limit=limit)


async def add_company(connection: Connection, **row: str | UUID | None) -> UUID | None:
    """Add a company of these values; return its id, or None where the slug is taken or the invitation used."""
    new = insert(companies).values(**row).on_conflict_do_nothing()
    return await connection.find_value(UUID, new.returning(companies.c.id))


async def read_settings(connection: Connection, *, company_id: UUID, locks: bool = False) -> CompanySettings:
    """`locks`: until the transaction ends."""
    chosen = select(*(companies.c[name] for name in CompanySettings.model_fields)).filter_by(id=company_id)
    found = await connection.fetch_record(CompanySettings, chosen.with_for_update(key_share=True) if locks else chosen)
    assert found is not None  # noqa: S101 - a company of a caller exists
    return found


async def store_settings(connection: Connection, settings: CompanySettings, *, company_id: UUID) -> None:
    await connection.execute(update(companies).filter_by(id=company_id).values(settings.model_dump(by_alias=False)))


_LOGO: Final = select(company_logos.c.media_type, company_logos.c.content).join_from(company_logos, companies)


async def find_logo(connection: Connection, *, company_id: UUID) -> StillImage | None:
    return await connection.fetch_record(StillImage, _LOGO.where(company_logos.c.company_id == company_id))


async def find_shown_logo(connection: Connection, *, logo_id: UUID) -> StillImage | None:
    """Return None for one that no mail may show, also where it is stored."""
    shown = _LOGO.where(company_logos.c.id == logo_id).where(_IS_VERIFIED)
    return await connection.fetch_record(StillImage, shown)


async def is_verified(connection: Connection, *, company_id: UUID) -> bool:
    return await connection.has_row(select(companies.c.id).filter_by(id=company_id).where(_IS_VERIFIED))


async def store_logo(connection: Connection, logo: StillImage, *, company_id: UUID) -> None:
    """Under an id of its own, since the former one is kept by mails and caches."""
    values = {"media_type": logo.media_type, "content": logo.content}
    new = insert(company_logos).values(company_id=company_id, **values)
    changed = new.on_conflict_do_update(index_elements=["company_id"], set_=values | {"id": func.waymark_uuid7()})
    await connection.execute(changed)


async def delete_logo(connection: Connection, *, company_id: UUID) -> bool:
    """False where there was none."""
    removed = delete(company_logos).filter_by(company_id=company_id).returning(company_logos.c.id)
    return await connection.has_row(removed)


async def trust_company(connection: Connection, *, company_id: UUID) -> bool:
    """False where it was trusted already, under the name that it has."""
    name = companies.c.name
    untrusted = update(companies).filter_by(id=company_id).where(companies.c.trusted_name.is_distinct_from(name))
    trusted = {"trusted_at": func.coalesce(companies.c.trusted_at, func.now()), "trusted_name": name}
    return await connection.has_row(untrusted.values(trusted).returning(companies.c.id))


async def add_checked_rows(connection: Connection, *, company_id: UUID, rows: int, limit: int) -> bool:
    """Count rows to be checked; False, and nothing counted, where they would exceed the limit."""
    query = """
        INSERT INTO company_daily_usage AS usage (company_id, day, rows_checked)
        SELECT CAST(:company_id AS uuid), CAST(now() AT TIME ZONE 'UTC' AS date), CAST(:rows AS int)
        WHERE CAST(:rows AS int) <= CAST(:limit AS bigint)
        ON CONFLICT (company_id, day) DO UPDATE SET rows_checked = usage.rows_checked + excluded.rows_checked
        WHERE usage.rows_checked + excluded.rows_checked <= CAST(:limit AS bigint)
        RETURNING rows_checked
    """
    return await connection.has_row(query, company_id=company_id, rows=rows, limit=limit)


async def take_invitations(
    connection: Connection, asked: Counter[UUID], *, limit: int, new_limit: int, new_age: timedelta
) -> Counter[UUID]:
    """Count as many of the requested invitations as each company may send; one younger than `new_age` has `new_limit`.

    The rows are taken in order, which prevents deadlocks.
    """
    query = """
        INSERT INTO company_daily_usage AS usage (company_id, day, invitations)
        SELECT company_id, (now() AT TIME ZONE 'UTC')::date, asked
          FROM unnest(CAST(:companies AS uuid[]), CAST(:numbers AS int[])) AS r(company_id, asked) ORDER BY company_id
        ON CONFLICT (company_id, day)
        DO UPDATE SET invitations = usage.invitations + excluded.invitations
        RETURNING company_id, invitations,
            (SELECT CASE WHEN c.trusted_at IS NULL AND c.created_at > now() - CAST(:new_age AS interval)
                         THEN CAST(:new_limit AS int) ELSE CAST(:limit AS int) END
               FROM companies c WHERE c.id = usage.company_id) AS allowed
    """
    rows = await connection.fetch_all(
        query, companies=list(asked), numbers=list(asked.values()), limit=limit, new_limit=new_limit, new_age=new_age
    )
    over = Counter(
        {row["company_id"]: min(max(0, row["invitations"] - row["allowed"]), asked[row["company_id"]]) for row in rows}
    )
    await return_invitations(connection, over)
    return Counter({company: count - over[company] for company, count in asked.items()})


async def return_invitations(connection: Connection, unused: Counter[UUID]) -> None:
    """Subtract invitations by company; the transaction holds the locks on their rows already."""
    if any(unused.values()):
        query = """
            UPDATE company_daily_usage usage SET invitations = usage.invitations - r.unused
              FROM unnest(CAST(:companies AS uuid[]), CAST(:numbers AS int[])) AS r(company_id, unused)
             WHERE usage.company_id = r.company_id AND usage.day = (now() AT TIME ZONE 'UTC')::date
        """
        await connection.execute(query, companies=list(unused), numbers=list(unused.values()))


async def used_today(connection: Connection, what: str, *, company_id: UUID) -> int:
    """Return how many `invitations` or `taken_elsewhere` the company has had today (UTC)."""
    used = func.coalesce(func.sum(company_daily_usage.c[what]), 0)
    today = func.date(func.timezone("UTC", func.now()))
    return await connection.fetch_number(select(used).filter_by(company_id=company_id, day=today))


async def count_elsewhere(connection: Connection, *, company_id: UUID, number: int) -> int:
    """Count emails that turned out to be registered elsewhere; today's total."""
    query = """
        INSERT INTO company_daily_usage AS usage (company_id, day, taken_elsewhere)
        VALUES (:company_id, CAST(now() AT TIME ZONE 'UTC' AS date), :number)
        ON CONFLICT (company_id, day) DO UPDATE SET taken_elsewhere = usage.taken_elsewhere + excluded.taken_elsewhere
        RETURNING taken_elsewhere
    """
    return await connection.fetch_number(query, company_id=company_id, number=number)


async def suspend_company(connection: Connection, *, company_id: UUID, reason: str) -> bool:
    """False where it was suspended already; it keeps its moment, and gets the reason where it had none."""
    query = """
        UPDATE companies company
           SET suspended_at = coalesce(company.suspended_at, now()),
               suspended_for = coalesce(company.suspended_for, :reason)
          FROM (SELECT suspended_at FROM companies WHERE id = :company_id FOR NO KEY UPDATE) AS former
         WHERE company.id = :company_id RETURNING former.suspended_at IS NULL
    """
    return bool(await connection.fetch_value(query, company_id=company_id, reason=reason))


async def resume_company(connection: Connection, *, company_id: UUID) -> bool:
    """False where it is not suspended, or is to be deleted."""
    query = """
        UPDATE companies SET suspended_at = NULL, suspended_for = NULL
         WHERE id = :company_id AND suspended_at IS NOT NULL AND deletes_at IS NULL RETURNING id
    """
    return await connection.has_row(query, company_id=company_id)


async def mark_for_deletion(connection: Connection, *, company_id: UUID, after: timedelta) -> datetime | None:
    """Suspend the company, and return when it may be deleted; None where it was marked already."""
    query = """
        UPDATE companies SET suspended_at = coalesce(suspended_at, now()), deletes_at = now() + CAST(:after AS interval)
         WHERE id = :company_id AND deletes_at IS NULL RETURNING deletes_at
    """
    return await connection.find_value(datetime, query, company_id=company_id, after=after)


async def unmark_for_deletion(connection: Connection, *, company_id: UUID) -> bool:
    """False where it is not marked, or its moment has come. It stays suspended where it was for another reason."""
    query = """
        UPDATE companies
           SET deletes_at = NULL, suspended_at = CASE WHEN suspended_for IS NOT NULL THEN suspended_at END
         WHERE id = :company_id AND deletes_at > clock_timestamp() RETURNING id
    """
    return await connection.has_row(query, company_id=company_id)


async def due_companies(connection: Connection) -> list[UUID]:
    return await connection.fetch_column("SELECT id FROM companies WHERE deletes_at <= now() ORDER BY deletes_at")


async def hold_due_company(connection: Connection, *, company_id: UUID) -> str | None:
    """Return the slug, once no cancellation can come any more: one that waits for this row sees that it is too late."""
    query = """
        UPDATE companies SET deletes_at = least(deletes_at, now())
         WHERE id = :company_id AND deletes_at <= clock_timestamp() RETURNING slug
    """
    return await connection.find_value(str, query, company_id=company_id)


async def remove_company(connection: Connection, *, company_id: UUID) -> None:
    """Delete it with what still refers to it."""
    await connection.execute(delete(companies).filter_by(id=company_id))
