"""SQL of stages, of who is in which or was, and of what that sums up to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from server.people.stages.schemas import StageEntry, StageKind, StageName, StageRecord
from server.people.stages.tables import stage_entries, stages
from server.platform.database.connections import Connection, any_id
from server.platform.errors import existing
from server.vocabulary.duties import Duty

MOST_ENTRIES: Final = 200
_SHOWN: Final = """
    SELECT s.id, s.name, s.kind, s.position, s.colour, s.public_name, s.public_text, s.public_next,
           s.is_for_accepted AS for_accepted, s.version,
           coalesce((SELECT sum(f.people) FROM stage_figures f
                      WHERE f.company_id = :company_id AND f.stage_id = s.id), 0) AS people
      FROM stages s WHERE s.company_id = :company_id AND s.archived_at IS NULL
"""
_ENTRIES: Final = """
    SELECT e.stage_id, s.name AS stage_name, s.public_name, e.entered_at, e.left_at, by.full_name AS moved_by, e.reason
      FROM stage_entries e JOIN stages s ON s.company_id = :company_id AND s.id = e.stage_id
      LEFT JOIN bulk_jobs job ON job.company_id = :company_id AND job.id = e.work_id
      LEFT JOIN imports file ON file.company_id = :company_id AND file.id = e.work_id
      LEFT JOIN users by ON by.company_id = :company_id
           AND by.id = coalesce(e.moved_by, job.started_by, file.started_by)
     WHERE e.company_id = :company_id AND e.user_id = :user_id AND e.undone_at IS NULL
     ORDER BY e.entered_at DESC LIMIT :limit
"""


# People that a job has moved and no one since; the stage before is not archived.
TAKEABLE: Final = """
    SELECT e.user_id FROM stage_entries e
     CROSS JOIN LATERAL (
        SELECT f.stage_id FROM stage_entries f
         WHERE f.company_id = e.company_id AND f.user_id = e.user_id AND f.entered_at < e.entered_at
           AND f.undone_at IS NULL
         ORDER BY f.entered_at DESC LIMIT 1) AS before
      JOIN stages s ON s.company_id = e.company_id AND s.id = before.stage_id AND s.archived_at IS NULL
     WHERE e.company_id = :company_id AND e.work_id = :job_id AND e.left_at IS NULL
"""


@dataclass(frozen=True, kw_only=True)
class Moved:
    """Who was moved from which stage, and whether the person reads another public name now."""

    user_id: UUID
    stage_id: UUID
    is_news: bool


@dataclass(frozen=True, kw_only=True)
class Mover:
    """Who moves people, or the job that does, and why."""

    company_id: UUID
    moved_by: UUID | None = None
    work_id: UUID | None = None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class StageOfMove:
    id: UUID
    name: str
    kind: StageKind
    is_archived: bool


@dataclass(frozen=True, kw_only=True)
class StageWords:
    public_name: str
    public_text: str


@dataclass(frozen=True, kw_only=True)
class Mailed:
    id: UUID
    email: str
    full_name: str
    company_name: str


async def list_stages(connection: Connection, *, company_id: UUID) -> list[StageRecord]:
    return await connection.fetch_records(StageRecord, f"{_SHOWN} ORDER BY s.position", company_id=company_id)


async def live_names(connection: Connection, *, company_id: UUID, holds: bool = False) -> list[str]:
    """The names of the stages that take people, in their order; `holds`: they stay so until the transaction ends."""
    live = select(stages.c.name).filter_by(company_id=company_id, archived_at=None).order_by(stages.c.position)
    return await connection.fetch_column(live.with_for_update(read=True) if holds else live)


async def lock_stages(connection: Connection, *, company_id: UUID) -> list[StageRecord]:
    """The company's stages, which stay as they are until the transaction ends."""
    await connection.hold_lock(f"stages {company_id}")
    return await list_stages(connection, company_id=company_id)


async def find_stage(
    connection: Connection, *, company_id: UUID, stage_id: UUID, holds: bool = True
) -> StageOfMove | None:
    """The stage; `holds`: it stays as it is until the transaction ends."""
    is_archived = stages.c.archived_at.is_not(None).label("is_archived")
    shown = stages.c.id, stages.c.name, stages.c.kind, is_archived
    found = select(*shown).filter_by(company_id=company_id, id=stage_id)
    return await connection.fetch_record(StageOfMove, found.with_for_update(read=True) if holds else found)


async def find_words(connection: Connection, *, company_id: UUID, stage_id: UUID) -> StageWords:
    """What the people of a stage that is there read."""
    found = select(stages.c.public_name, stages.c.public_text).filter_by(company_id=company_id, id=stage_id)
    return existing(await connection.fetch_record(StageWords, found))


async def find_mailed(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[Mailed]:
    """Who of these people gets a mail about a new stage; a decision of this transaction has a mail of its own."""
    query = """
        SELECT u.id, u.email, u.full_name, c.name AS company_name
          FROM companies c JOIN users u ON u.company_id = c.id
         WHERE c.id = :company_id AND c.mail_stage_changes AND u.id = ANY(CAST(:user_ids AS uuid[]))
           AND u.is_active AND u.email IS NOT NULL
           AND NOT EXISTS (SELECT FROM applications a
                            WHERE a.company_id = :company_id AND a.user_id = u.id AND a.decided_at = now())
         ORDER BY u.id
    """
    return await connection.fetch_records(Mailed, query, company_id=company_id, user_ids=list(user_ids))


async def is_taught(connection: Connection, user_id: UUID, *, duty: Duty) -> bool:
    """Whether the person is in a batch that is not archived and that the trainer of the duty teaches."""
    query = """
        SELECT EXISTS (
            SELECT FROM batch_members m
              JOIN batches b ON b.company_id = :company_id AND b.id = m.batch_id AND b.archived_at IS NULL
              JOIN batch_trainers t ON t.company_id = :company_id AND t.batch_id = b.id
             WHERE m.company_id = :company_id AND m.user_id = :user_id AND t.user_id = CAST(:trainer_id AS uuid))
    """
    values = {"company_id": duty.company_id, "user_id": user_id, "trainer_id": duty.owner_id}
    return bool(await connection.fetch_value(query, **values))


async def add_stage(connection: Connection, values: Mapping[str, Any], *, company_id: UUID) -> UUID:
    added = insert(stages).values(company_id=company_id, **values).returning(stages.c.id)
    stage_id: UUID = await connection.fetch_value(added)
    return stage_id


async def change_stage(connection: Connection, values: Mapping[str, Any], *, company_id: UUID, stage_id: UUID) -> None:
    changed = update(stages).filter_by(company_id=company_id, id=stage_id)
    await connection.execute(changed.values(version=stages.c.version + 1, **values))


async def store_order(connection: Connection, stage_ids: Sequence[UUID], *, company_id: UUID) -> None:
    query = """
        UPDATE stages s SET position = given.place
          FROM unnest(CAST(:stage_ids AS uuid[])) WITH ORDINALITY AS given (id, place)
         WHERE s.company_id = :company_id AND s.id = given.id
    """
    await connection.execute(query, company_id=company_id, stage_ids=list(stage_ids))


async def archive_stage(connection: Connection, *, company_id: UUID, stage_id: UUID) -> None:
    await change_stage(connection, {"archived_at": func.now()}, company_id=company_id, stage_id=stage_id)


async def count_present(connection: Connection, *, company_id: UUID, stage_id: UUID) -> int:
    """How many people are in the stage. Who comes to it meanwhile holds it: lock it, or archive it before."""
    inside = select(func.count()).select_from(stage_entries).filter_by(company_id=company_id, stage_id=stage_id)
    return await connection.fetch_number(inside.where(stage_entries.c.left_at.is_(None)))


async def list_entries(
    connection: Connection, *, company_id: UUID, user_id: UUID, limit: int = MOST_ENTRIES
) -> list[StageEntry]:
    """The person's times in stages, the last first, without those that were taken back."""
    return await connection.fetch_records(StageEntry, _ENTRIES, company_id=company_id, user_id=user_id, limit=limit)


async def find_present(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> dict[UUID, StageName]:
    """The stages in which these people are."""
    query = """
        SELECT e.user_id, s.id, s.name
          FROM stage_entries e JOIN stages s ON s.company_id = :company_id AND s.id = e.stage_id
         WHERE e.company_id = :company_id AND e.user_id = ANY(CAST(:user_ids AS uuid[])) AND e.left_at IS NULL
    """
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=list(user_ids))
    return {row.user_id: StageName(id=row.id, name=row.name) for row in rows}


async def place_people(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, to: UUID, work_id: UUID
) -> None:
    """Let people that this transaction has created begin in another stage than the first, in which they never were."""
    query = """
        UPDATE stage_entries SET stage_id = :to, work_id = :work_id
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND left_at IS NULL
    """
    await connection.execute(query, company_id=company_id, user_ids=list(user_ids), to=to, work_id=work_id)


async def move_people(connection: Connection, user_ids: Sequence[UUID], *, to: UUID, mover: Mover) -> list[Moved]:
    """Move people whose accounts are locked, and who are in another stage; those who were."""
    query = """
        WITH moved AS (
            UPDATE stage_entries SET left_at = greatest(clock_timestamp(), entered_at), left_to = :to
             WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND left_at IS NULL
               AND stage_id <> :to
            RETURNING user_id, stage_id, greatest(left_at, entered_at + interval '1 microsecond') AS entered_at
        ), added AS (
            INSERT INTO stage_entries (company_id, user_id, stage_id, entered_at, moved_by, work_id, reason)
            SELECT :company_id, user_id, :to, entered_at, :moved_by, :work_id, :reason FROM moved
        )
        SELECT m.user_id, m.stage_id, earlier.public_name <> later.public_name AS is_news
          FROM moved m JOIN stages earlier ON earlier.company_id = :company_id AND earlier.id = m.stage_id
          JOIN stages later ON later.company_id = :company_id AND later.id = :to
    """
    return await connection.fetch_records(Moved, query, user_ids=list(user_ids), to=to, **vars(mover))


async def find_first(connection: Connection, *, company_id: UUID, kind: StageKind | None) -> UUID | None:
    """Return the first stage of a kind, which takes people until the transaction ends; None: that of accepted people.

    Where it is being archived, this waits for that, and takes the next.
    """
    of_company = select(stages.c.id).filter_by(company_id=company_id, archived_at=None)
    chosen = of_company.where(stages.c.is_for_accepted if kind is None else stages.c.kind == kind)
    first = chosen.order_by(stages.c.position).limit(1).with_for_update(read=True)
    found: UUID | None = await connection.fetch_value(first)
    return found


async def begin_ways(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Put people who are trainees now into a stage: the last one of their own, else that of accepted people."""
    query = """
        INSERT INTO stage_entries (company_id, user_id, stage_id)
        SELECT :company_id, given.id, coalesce(earlier.stage_id, accepted.id)
          FROM unnest(CAST(:user_ids AS uuid[])) AS given (id)
          JOIN stages accepted ON accepted.company_id = :company_id AND accepted.is_for_accepted
          LEFT JOIN LATERAL (
            SELECT e.stage_id FROM stage_entries e JOIN stages s ON s.company_id = :company_id AND s.id = e.stage_id
             WHERE e.company_id = :company_id AND e.user_id = given.id AND s.archived_at IS NULL AND s.kind <> 'entry'
             ORDER BY e.entered_at DESC LIMIT 1) AS earlier ON true
         WHERE NOT EXISTS (SELECT FROM stage_entries e
                            WHERE e.company_id = :company_id AND e.user_id = given.id AND e.left_at IS NULL)
    """
    await connection.execute(query, company_id=company_id, user_ids=list(user_ids))


async def end_ways(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Close the present stage of people who are no trainees any more."""
    present = update(stage_entries).filter_by(company_id=company_id).where(stage_entries.c.left_at.is_(None))
    left = present.where(stage_entries.c.user_id == any_id(user_ids))
    await connection.execute(left.values(left_at=func.greatest(func.clock_timestamp(), stage_entries.c.entered_at)))


async def find_takeable(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, work_id: UUID
) -> set[UUID]:
    """Return who of these is still where a job has moved them, and can go back."""
    query = f"SELECT user_id FROM ({TAKEABLE}) AS t WHERE user_id = ANY(CAST(:user_ids AS uuid[]))"  # noqa: S608 - a constant
    values = {"company_id": company_id, "job_id": work_id, "user_ids": list(user_ids)}
    return set(await connection.fetch_column(query, **values))


async def take_back(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, work_id: UUID) -> None:
    """Put people that a job has moved back into the stage before. Moves that are taken back are in no funnel."""
    of_job = {"company_id": company_id, "user_ids": list(user_ids)}
    undone = """
        UPDATE stage_entries SET left_at = greatest(clock_timestamp(), entered_at), undone_at = clock_timestamp()
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND work_id = :work_id
           AND left_at IS NULL
    """
    await connection.execute(undone, **of_job, work_id=work_id)
    # In another statement: until the first has ended, a person would have two open rows.
    opened = """
        UPDATE stage_entries e SET left_at = NULL, left_to = NULL
          FROM (SELECT user_id, max(entered_at) AS entered_at FROM stage_entries
                 WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND undone_at IS NULL
                 GROUP BY user_id) AS last
         WHERE e.company_id = :company_id AND e.user_id = last.user_id AND e.entered_at = last.entered_at
    """
    await connection.execute(opened, **of_job)


async def forget_ways(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Delete the history of people who are about to be deleted as if they had never been there."""
    history = delete(stage_entries).filter_by(company_id=company_id)
    await connection.execute(history.where(stage_entries.c.user_id == any_id(user_ids)))


async def move_history(connection: Connection, user_id: UUID, *, company_id: UUID, to: UUID) -> None:
    """Give another account the history of one that is about to be deleted; what was its present has ended."""
    query = """
        WITH moved AS (
            DELETE FROM stage_entries WHERE company_id = :company_id AND user_id = :user_id RETURNING *
        )
        INSERT INTO stage_entries
               (company_id, user_id, stage_id, entered_at, left_at, left_to, moved_by, work_id, reason, undone_at)
        SELECT company_id, :to, stage_id, entered_at, coalesce(left_at, clock_timestamp()), left_to, moved_by, work_id,
               reason, undone_at FROM moved ON CONFLICT DO NOTHING
    """
    await connection.execute(query, company_id=company_id, user_id=user_id, to=to)


async def merge_figures(connection: Connection) -> None:
    """Replace what changes have added to a stage's number by its sum, where there are more than eight rows.

    Of two at once the second finds no row and adds none.
    """
    query = """
        WITH many AS (
            SELECT company_id, stage_id FROM stage_figures GROUP BY company_id, stage_id HAVING count(*) > 8
        ), taken AS (
            DELETE FROM stage_figures f USING many
             WHERE f.company_id = many.company_id AND f.stage_id = many.stage_id RETURNING f.*
        )
        INSERT INTO stage_figures (company_id, stage_id, people)
        SELECT company_id, stage_id, sum(people) FROM taken GROUP BY company_id, stage_id
    """
    await connection.execute(query)
