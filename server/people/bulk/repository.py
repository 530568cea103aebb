"""SQL of bulk jobs and their people.

Jobs are started, read, counted, moved from state to state, and erased; people selected, counted in groups who are
alike, judged and written chunk by chunk, and shown. A selection is a query of ids; its people never leave Postgres.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Interval, case, cast, delete, func, insert, literal_column, select, text, update

from server.company.companies.suspension import is_suspended
from server.people.account.account_rules import Account, Editor, profile_of
from server.people.account.people_repository import is_acting, lacks_own_password, last_changer, named
from server.people.bulk import rules
from server.people.bulk.schemas import BulkRow
from server.people.bulk.tables import bulk_jobs, bulk_rows
from server.people.chunks.chunk_repository import Chunk, Step
from server.people.invitations.limits import COOLDOWN
from server.people.list.list_repository import Matching
from server.people.stages.repository import TAKEABLE
from server.platform.database.connections import Connection, Row, quoted
from server.vocabulary.emails import Contacts
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import FIELD, POSITION
from server.vocabulary.own_fields import PREFIX, OwnField
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE
from server.vocabulary.profiles import Profile

UNDO_LIFE: Final = timedelta(hours=24)
_JOBS: Final = f"""
    SELECT j.id, j.company_id, j.action, j.changes, j.batch_id, b.name AS batch_name, j.stage_id,
           s.name AS stage_name, j.state, j.total, j.processed, j.done, j.unchanged, j.failed,
           j.undone, j.started_by, j.starter_profile, starter.full_name AS starter_name, j.undone_by,
           CASE WHEN {is_acting("editor")} THEN editor.profile END AS editor_profile, j.started_at,
           j.finished_at, j.version, j.reason, clock_timestamp() AS read_at
      FROM bulk_jobs j
      LEFT JOIN users starter ON starter.company_id = j.company_id AND starter.id = j.started_by
      LEFT JOIN users editor ON editor.company_id = j.company_id
           AND editor.id = CASE WHEN j.state IN ('undoing', 'undone') THEN j.undone_by ELSE j.started_by END
      LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
      LEFT JOIN stages s ON s.company_id = j.company_id AND s.id = j.stage_id
"""  # noqa: S608 - a constant
_ENDED: Final = frozenset({rules.BulkState.COMPLETED, rules.BulkState.CANCELLED})
# The state in which a job's chunks wait for the step.
_STATES: Final = {Step.RUN: rules.BulkState.PROCESSING, Step.UNDO: rules.BulkState.UNDOING}
_HAS_ENDED: Final = bulk_jobs.c.state.in_((*_ENDED, rules.BulkState.UNDONE))
# A job of another action, or on another field, is left to a newer worker.
_IS_KNOWN: Final = f"""
    action IN ({quoted(rules.BulkAction)})
    AND NOT EXISTS (SELECT FROM jsonb_object_keys(changes) AS field
                     WHERE field NOT IN ({quoted(FIELD)}) AND field !~ '^{PREFIX}[0-9]+$')
"""


@dataclass(frozen=True, kw_only=True)
class StoredJob(rules.Order):
    """A job as stored. `starter_profile` is that of the start."""

    id: UUID
    company_id: UUID
    batch_name: str | None
    stage_name: str | None
    state: rules.BulkState
    total: int
    processed: int
    done: int
    unchanged: int
    failed: int
    undone: int
    started_by: UUID | None
    starter_profile: Profile | None
    starter_name: str | None
    undone_by: UUID | None
    editor_profile: Profile | None
    started_at: datetime
    finished_at: datetime | None
    version: int
    read_at: datetime

    @cached_property
    def editor(self) -> Editor:
        """The account whose present rights decide: the starter, or who undoes the job."""
        is_undone = self.state in {rules.BulkState.UNDOING, rules.BulkState.UNDONE}
        user_id = self.undone_by if is_undone else self.started_by
        return Editor(company_id=self.company_id, user_id=user_id, profile=self.editor_profile, work_id=self.id)

    @property
    def undo_until(self) -> datetime | None:
        """Until when the job can be undone; None where there is nothing to undo (any more)."""
        if self.finished_at is None or self.state not in _ENDED or self.action not in rules.UNDOABLE or not self.done:
            return None
        return self.finished_at + UNDO_LIFE

    @property
    def can_be_undone(self) -> bool:
        return self.undo_until is not None and self.read_at < self.undo_until

    @property
    def label(self) -> str:
        """The name of the job in the audit trail."""
        return people_label(self.total)

    @property
    def counts(self) -> dict[str, Any]:
        """The results so far, for the audit trail."""
        return {"action": self.action.value, "done": self.done, "unchanged": self.unchanged, "failed": self.failed}


def people_label(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


async def count_running(connection: Connection, *, company_id: UUID) -> int:
    """Jobs under way. Until the transaction ends no other job of the company starts."""
    await connection.hold_lock(f"bulk {company_id}")
    query = "SELECT count(*) FROM bulk_jobs WHERE company_id = :company_id AND state IN ('processing', 'undoing')"
    return await connection.fetch_number(query, company_id=company_id)


async def add_job(connection: Connection, order: rules.Order, *, job_id: UUID, by: Editor, total: int) -> None:
    values = {"id": job_id, "total": total, "starter_profile": by.profile, "started_by": by.user_id}
    await connection.execute(insert(bulk_jobs).values(company_id=by.company_id, **asdict(order), **values))


async def find_job(connection: Connection, *, company_id: UUID, job_id: UUID, locks: bool = False) -> StoredJob | None:
    """`locks`: against any other change of its state until the transaction ends."""
    query = f"{_JOBS} WHERE j.company_id = :company_id AND j.id = :job_id {'FOR NO KEY UPDATE OF j' if locks else ''}"
    return await connection.fetch_record(StoredJob, query, company_id=company_id, job_id=job_id)


async def get_job(connection: Connection, *, job_id: UUID, step: Step | None = None) -> StoredJob | None:
    """For a worker: the job of any company, which waits for the step where one is given."""
    waits = "" if step is None else f"AND j.state = :state AND {_IS_KNOWN} AND NOT {is_suspended('j.company_id')}"
    query = f"{_JOBS} WHERE j.id = :job_id {waits}"
    return await connection.fetch_record(StoredJob, query, job_id=job_id, state=step and _STATES[step])


async def list_jobs(
    connection: Connection, *, company_id: UUID, offset: int, limit: int
) -> tuple[Sequence[StoredJob], int]:
    """(one page, newest first; total number)."""
    query = f"{_JOBS} WHERE j.company_id = :company_id ORDER BY j.id DESC OFFSET :offset LIMIT :limit"
    jobs = await connection.fetch_records(StoredJob, query, company_id=company_id, offset=offset, limit=limit)
    counted = select(func.count()).select_from(bulk_jobs).where(bulk_jobs.c.company_id == company_id)
    return jobs, await connection.fetch_number(counted)


async def set_state(
    connection: Connection, job: StoredJob, state: rules.BulkState, *, undone_by: UUID | None = None
) -> StoredJob:
    """Move a locked job to another state. The moment of its end is that of the work, not of its undoing.

    The reason is no longer needed: it stands with those who have left, or were moved.
    """
    is_work = bulk_jobs.c.state == rules.BulkState.PROCESSING
    finished_at = case((is_work, func.clock_timestamp()), else_=bulk_jobs.c.finished_at)
    changed = {"state": state, "finished_at": finished_at, "reason": None, **_touched()}
    if undone_by is not None:
        changed["undone_by"] = undone_by
    await connection.execute(update(bulk_jobs).filter_by(company_id=job.company_id, id=job.id).values(changed))
    moved = await find_job(connection, company_id=job.company_id, job_id=job.id)
    assert moved is not None  # noqa: S101 - it is locked
    return moved


async def count_chunk(connection: Connection, job: StoredJob, *, counted: Mapping[rules.BulkRowStatus, int]) -> bool:
    """Add people by what became of them; False where the job was cancelled meanwhile."""
    results = (rules.BulkRowStatus.DONE, rules.BulkRowStatus.UNCHANGED, rules.BulkRowStatus.FAILED)
    processed = bulk_jobs.c.processed + sum(counted[each] for each in results)
    changed = {each.value: bulk_jobs.c[each] + counted[each] for each in (*results, rules.BulkRowStatus.UNDONE)}
    running = (
        update(bulk_jobs).filter_by(company_id=job.company_id, id=job.id).where(bulk_jobs.c.state.in_(_STATES.values()))
    )
    return await connection.has_row(
        running.values(processed=processed, **changed, **_touched()).returning(bulk_jobs.c.id)
    )


def _touched() -> dict[str, Any]:
    return {"touched_at": func.now(), "version": bulk_jobs.c.version + 1}


async def unfinished_jobs(connection: Connection, *, silent_seconds: int) -> list[tuple[UUID, rules.BulkState]]:
    """Jobs that a worker should continue, and that none has written to for so long."""
    is_silent = bulk_jobs.c.touched_at < func.now() - cast(timedelta(seconds=silent_seconds), Interval)
    running = select(bulk_jobs.c.id, bulk_jobs.c.state).where(bulk_jobs.c.state.in_(_STATES.values()), is_silent)
    running = running.where(text(_IS_KNOWN), text(f"NOT {is_suspended('bulk_jobs.company_id')}"))
    rows = await connection.fetch_all(running.order_by(bulk_jobs.c.touched_at).limit(100))
    return [(row.id, rules.BulkState(row.state)) for row in rows]


async def next_work(connection: Connection, *, company_id: UUID, after: UUID) -> tuple[UUID, bool] | None:
    """The company's next job, locked until the transaction ends, and whether it has ended."""
    later = select(bulk_jobs.c.id, _HAS_ENDED.label("ended")).filter_by(company_id=company_id)
    first = later.where(bulk_jobs.c.id > after).order_by(bulk_jobs.c.id).limit(1)
    row = await connection.fetch_one(first.with_for_update(key_share=True))
    return None if row is None else (row.id, row.ended)


async def holds_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    return await connection.has_row(
        select(bulk_rows.c.row).where(*_of_person(work_id, user_id=user_id, contacts=contacts)).limit(1)
    )


async def erase_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    """Blank the person's rows of an ended job; they keep their numbers, results and the account's id."""
    return await connection.has_row(
        update(bulk_rows)
        .where(*_of_person(work_id, user_id=user_id, contacts=contacts))
        .values(full_name="", email="", message=None, before=None)
        .returning(bulk_rows.c.row)
    )


def _of_person(work_id: UUID, *, user_id: UUID, contacts: Contacts) -> tuple[ColumnElement[bool], ...]:
    return bulk_rows.c.job_id == work_id, (bulk_rows.c.user_id == user_id) | (bulk_rows.c.email == contacts.email)


async def delete_old_job(connection: Connection, *, days: int, limit: int) -> None:
    """Delete rows of the oldest job that has not been touched for so many days, and the job with the last of them."""
    is_old = bulk_jobs.c.touched_at < func.now() - cast(timedelta(days=days), Interval)
    oldest = select(bulk_jobs.c.id).where(_HAS_ENDED, is_old).order_by(bulk_jobs.c.id).limit(1)
    job_id = await connection.fetch_value(oldest.with_for_update(skip_locked=True))
    if job_id is None:
        return
    query = """
        WITH deleted AS (
            DELETE FROM bulk_rows WHERE job_id = :job_id AND row IN (
                SELECT row FROM bulk_rows WHERE job_id = :job_id ORDER BY row LIMIT :limit)
            RETURNING row)
        SELECT count(*) = :limit FROM deleted
    """
    left = await connection.fetch_value(query, job_id=job_id, limit=limit)
    if not left:
        await connection.execute(delete(bulk_jobs).where(bulk_jobs.c.id == job_id))


RECENT_ROWS: Final = 10
NONE_OF_THEM: Final = UUID(int=0)
_JUST_NOW: Final = TEMPORARY_PASSWORD_LIFE - COOLDOWN
# The facts of a user `u`, of which each action reads its own.
_FACTS: Final = f"""
    :wanted_action IN ('add-to-batch', 'remove-from-batch', 'announce') AND EXISTS (
        SELECT FROM batch_members m
         WHERE m.company_id = :company_id AND m.batch_id = :wanted_batch AND m.user_id = u.id) AS is_member,
    :wanted_action = 'sign-out' AND EXISTS (
        SELECT FROM sessions s
         WHERE s.company_id = :company_id AND s.user_id = u.id AND s.ended_at IS NULL) AS is_signed_in,
    :wanted_action = 'move-stage' AND EXISTS (
        SELECT FROM stage_entries e
         WHERE e.company_id = :company_id AND e.user_id = u.id AND e.left_at IS NULL) AS has_stage,
    :wanted_action = 'move-stage' AND EXISTS (
        SELECT FROM stage_entries e
         WHERE e.company_id = :company_id AND e.user_id = u.id AND e.left_at IS NULL
           AND e.stage_id = :wanted_stage) AS is_in_stage,
    CASE WHEN :wanted_action = 'invite' THEN u.invitation ELSE 'none' END AS invitation,
    COALESCE(:wanted_action = 'invite' AND NOT {lacks_own_password("u")}, false) AS has_own_password,
    COALESCE(:wanted_action = 'invite' AND u.invitation = 'sent'
             AND u.temporary_password_expires_at > now() + CAST(:just_now AS interval), false) AS was_invited_just_now
"""  # noqa: S608 - constants


# Why an undo has left a person as they are names who has changed them since.
_COMPANY: Final = "(SELECT company_id FROM bulk_jobs WHERE id = bulk_rows.job_id)"
_CHANGER: Final = last_changer(_COMPANY, "bulk_rows.user_id", since="bulk_rows.version")
_MESSAGE: Final = f"""
    bulk_rows.message || CASE bulk_rows.message WHEN '{rules.CHANGED_SINCE}'
                              THEN {named(_COMPANY, _CHANGER)} ELSE '' END
"""


class Selection(NamedTuple):
    """A query of ids for a statement that stores them, and its parameters; `company_id` is one of them.

    Plan for its values (:func:`~server.platform.database.query_plans.plan_for_values`) in the transaction that runs it.
    """

    sql: str
    values: Mapping[str, Any]


class ChunkRow(NamedTuple):
    """A person of a chunk; `was_found` when the job was started. `before` and `version` are kept with what was done."""

    row: int
    user_id: UUID
    was_found: bool
    before: dict[str, Any] | None
    version: int | None


def people_of_ids(ids: list[UUID], *, company_id: UUID) -> Selection:
    """Ids that are of no account of the company are among them."""
    query = "SELECT given.id FROM unnest(CAST(:ids AS uuid[])) AS given (id) GROUP BY given.id"
    return Selection(query, {"company_id": company_id, "ids": ids})


def people_matching(query: Matching) -> Selection:
    return Selection(f"SELECT u.id FROM users u WHERE u.company_id = :company_id{query.conditions}", query.values)  # noqa: S608 - constants


def people_in_stage(stage_id: UUID, *, company_id: UUID) -> Selection:
    query = """
        SELECT user_id AS id FROM stage_entries
         WHERE company_id = :company_id AND stage_id = :stage_id AND left_at IS NULL
    """
    return Selection(query, {"company_id": company_id, "stage_id": stage_id})


def people_in_batch(batch_id: UUID, *, company_id: UUID) -> Selection:
    query = "SELECT user_id AS id FROM batch_members WHERE company_id = :company_id AND batch_id = :batch_id"
    return Selection(query, {"company_id": company_id, "batch_id": batch_id})


def people_who_have_not_seen(announcement_id: UUID, *, company_id: UUID) -> Selection:
    query = """
        SELECT user_id AS id FROM announcement_recipients
         WHERE company_id = :company_id AND announcement_id = :announcement_id AND seen_at IS NULL
    """
    return Selection(query, {"company_id": company_id, "announcement_id": announcement_id})


async def trains_batch(connection: Connection, *, company_id: UUID, batch_id: UUID, user_id: UUID) -> bool:
    """Whether the batch, which is not archived, has this trainer."""
    query = """
        SELECT FROM batch_trainers t JOIN batches b ON b.company_id = t.company_id AND b.id = t.batch_id
         WHERE t.company_id = :company_id AND t.batch_id = :batch_id AND t.user_id = :user_id
           AND b.archived_at IS NULL
    """
    return await connection.has_row(query, company_id=company_id, batch_id=batch_id, user_id=user_id)


async def count_groups(
    connection: Connection, people: Selection, *, order: rules.Order, actor_id: UUID, own: Sequence[OwnField] = ()
) -> list[tuple[Account | None, rules.Facts, int]]:
    """(a sample of people who are alike for the order, None where the company has none; how many they are).

    Whether people have the wanted text of a field is all that their texts decide, and their values of the company's
    `own` fields that are set. Of a sensitive one it is not said: asking it of one person would show the value.
    """
    columns = {name: FIELD[name].column for name in order.changes if name in FIELD and name not in POSITION}
    has = "".join(
        f", u.{each} IS NOT DISTINCT FROM CAST(:wanted_{each} AS text) AS has_{each}" for each in columns.values()
    )
    for field in own:
        columns[field.slot] = each = f"own_{field.number}"
        has_it = f"p.own_values -> '{field.number}' IS NOT DISTINCT FROM CAST(:wanted_{each} AS jsonb)"
        has += f", {has_it} AND NOT {field.is_sensitive} AS has_{each}"
    grouped = range(1, 6 + len(columns) + len(rules.Facts._fields))
    query = f"""
        SELECT u.id IS NOT NULL AS is_found, COALESCE(u.id = :actor_id, false) AS is_own, u.role, u.profile,
               u.is_active{has}, {_FACTS}, count(*) AS people
          FROM ({people.sql}) AS selected LEFT JOIN users u ON u.company_id = :company_id AND u.id = selected.id
          {"LEFT JOIN person_fields p ON p.company_id = :company_id AND p.user_id = u.id" if own else ""}
         GROUP BY {", ".join(map(str, grouped))}
    """  # noqa: S608 - made from constants
    rows = await connection.fetch_all(
        query,
        **people.values,
        **_values(order),
        **{f"wanted_{column}": order.changes[name] for name, column in columns.items()},
        actor_id=actor_id,
    )
    groups = []
    for row in rows:
        known = {"role": row.role, "isActive": row.is_active}
        wanted = {name: order.changes[name] if row[f"has_{column}"] else "" for name, column in columns.items()}
        account = _sample(row, actor_id=actor_id, values={**known, **wanted})
        groups.append((account, _facts(row), row.people))
    return groups


async def store_people(connection: Connection, people: Selection, *, job_id: UUID, most: int) -> int:
    """One row for each of them, in the order of their ids; how many, where one more than `most` stands for too many."""
    query = f"""
        WITH stored AS (
            INSERT INTO bulk_rows (job_id, row, user_id, full_name, email)
            SELECT CAST(:job_id AS uuid), row_number() OVER (ORDER BY selected.id), selected.id,
                   COALESCE(u.full_name, ''), COALESCE(u.label, '')
              FROM ({people.sql}) AS selected LEFT JOIN users u ON u.company_id = :company_id AND u.id = selected.id
             LIMIT :most
            RETURNING row
        )
        SELECT count(*) FROM stored
    """  # noqa: S608 - made from constants
    return await connection.fetch_number(query, **people.values, job_id=job_id, most=most + 1)


async def read_rows(connection: Connection, chunk: Chunk, *, status: rules.BulkRowStatus) -> list[ChunkRow]:
    query = """
        SELECT row, user_id, email <> '' AS was_found, before, version FROM bulk_rows
         WHERE job_id = :job_id AND row BETWEEN :first_row AND :last_row AND status = :status ORDER BY row
    """
    rows = await connection.fetch_all(
        query, job_id=chunk.work_id, first_row=chunk.first_row, last_row=chunk.last_row, status=status.value
    )
    return [ChunkRow(*row.values()) for row in rows]


async def read_facts(connection: Connection, job: StoredJob, user_ids: Sequence[UUID]) -> dict[UUID, rules.Facts]:
    """What beside their accounts decides about them, as it is now: read it once they are locked.

    Nothing does where accounts are changed or deleted.
    """
    if job.wanted or job.action is rules.BulkAction.DELETE:
        return dict.fromkeys(user_ids, rules.Facts())
    query = f"SELECT u.id, {_FACTS} FROM users u WHERE u.company_id = :company_id AND u.id = ANY(:user_ids)"  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, **_values(job), company_id=job.company_id, user_ids=user_ids)
    return {row.id: _facts(row) for row in rows}


# A worker of a version before leaves the reason when a job ends.
WIPE_REASONS: Final = """
    UPDATE bulk_jobs SET reason = NULL WHERE id IN (
        SELECT id FROM bulk_jobs WHERE reason IS NOT NULL AND state NOT IN ('processing', 'undoing') LIMIT :limit)
"""
# When a person was put into the batch: of those who are in it, and after a removal also of those who were put in and
# have left again since. `c.done_at` is when the removal began: the first leaving after it is its own.
_ADDED_AT: Final = """
    coalesce(m.added_at, (
        SELECT l.joined_at FROM batch_leavings l
         WHERE :is_removal AND l.company_id = :company_id AND l.batch_id = :batch_id AND l.user_id = r.user_id
           AND l.left_at > c.done_at ORDER BY l.left_at OFFSET 1 LIMIT 1))
"""


def _of_batch(job: StoredJob) -> dict[str, Any]:
    is_removal = job.action is rules.BulkAction.REMOVE_FROM_BATCH
    return {"company_id": job.company_id, "batch_id": job.batch_id, "is_removal": is_removal}


async def read_added_at(
    connection: Connection, job: StoredJob, user_ids: Sequence[UUID], *, done_at: datetime | None
) -> dict[UUID, datetime]:
    """Return since when people are in the batch of the job, or were again since the job has removed them."""
    query = f"""
        SELECT r.user_id, {_ADDED_AT} AS added_at
          FROM unnest(CAST(:user_ids AS uuid[])) AS r(user_id)
         CROSS JOIN (SELECT CAST(:done_at AS timestamptz) AS done_at) AS c
          LEFT JOIN batch_members m ON m.company_id = :company_id AND m.batch_id = :batch_id AND m.user_id = r.user_id
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, **_of_batch(job), user_ids=user_ids, done_at=done_at)
    return {row.user_id: row.added_at for row in rows if row.added_at is not None}


async def store_outcomes(
    connection: Connection, outcomes: Sequence[tuple[int, rules.Verdict]], *, job_id: UUID
) -> None:
    """Each with the number of its row."""
    query = """
        UPDATE bulk_rows r SET status = c.status, message = c.message, before = c.before, version = c.version
          FROM unnest(CAST(:rows AS int[]), CAST(:status AS text[]), CAST(:message AS text[]),
                      CAST(:before AS jsonb[]), CAST(:version AS int[]))
               AS c(row, status, message, before, version)
         WHERE r.job_id = :job_id AND r.row = c.row
    """
    if outcomes:
        columns = zip(*((row, *verdict) for row, verdict in outcomes), strict=True)
        values = dict(zip(("rows", *rules.Verdict._fields), columns, strict=True))
        await connection.execute(query, job_id=job_id, **values)


async def count_done(connection: Connection, job: StoredJob, *, actor_id: UUID) -> list[tuple[rules.Since, int]]:
    """The people that the job has changed, in groups who are alike.

    Accounts have the version that it has given them, members of a batch the moment of the chunk that has added them.
    """
    query = f"""
        SELECT u.id IS NOT NULL AS is_found, COALESCE(u.id = :actor_id, false) AS is_own, u.profile,
               CASE WHEN :is_move THEN r.user_id NOT IN ({TAKEABLE}) ELSE COALESCE(u.version <> r.version, false)
               END AS is_changed,
               CASE WHEN r.before ? 'profile' THEN r.before ->> 'profile' ELSE u.profile END AS former,
               {_ADDED_AT} AS added_at, c.done_at, count(*) AS people
          FROM work_chunks c
          JOIN bulk_rows r ON r.job_id = c.work_id AND r.row BETWEEN c.first_row AND c.last_row AND r.status = 'done'
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
          LEFT JOIN batch_members m ON m.company_id = :company_id AND m.batch_id = :batch_id AND m.user_id = r.user_id
         WHERE c.work_id = :job_id AND c.done_at IS NOT NULL
         GROUP BY 1, 2, 3, 4, 5, 6, 7
    """  # noqa: S608 - a constant
    is_move = job.action is rules.BulkAction.MOVE_STAGE
    rows = await connection.fetch_all(query, **_of_batch(job), job_id=job.id, actor_id=actor_id, is_move=is_move)
    groups = []
    for row in rows:
        account, former = _sample(row, actor_id=actor_id), profile_of(row.former)
        since = rules.Since(account, row.is_changed, former, added_at=row.added_at, done_at=row.done_at)
        groups.append((since, row.people))
    return groups


async def recent_rows(connection: Connection, *, job_id: UUID) -> list[BulkRow]:
    """The last ten of the most recently done chunks, newest first."""
    query = """
        SELECT r.row, r.user_id, r.full_name, r.email, r.status, r.message
          FROM (SELECT * FROM work_chunks WHERE work_id = :job_id AND done_at IS NOT NULL
                 ORDER BY done_at DESC, number DESC LIMIT :limit) AS c
         CROSS JOIN LATERAL (
            SELECT * FROM bulk_rows
             WHERE job_id = c.work_id AND row BETWEEN c.first_row AND c.last_row ORDER BY row DESC LIMIT :limit) AS r
         ORDER BY c.done_at DESC, c.number DESC, r.row DESC LIMIT :limit
    """
    return await connection.fetch_records(BulkRow, query, job_id=job_id, limit=RECENT_ROWS)


async def list_rows(
    connection: Connection,
    *,
    job_id: UUID,
    status: rules.BulkRowFilter | None,
    limit: int,
    after: int = 0,
    offset: int = 0,
) -> list[BulkRow]:
    """The rows behind the number `after`, in their order."""
    shown = (bulk_rows.c[name] for name in BulkRow.model_fields if name != "message")
    rows = select(*shown, literal_column(_MESSAGE).label("message")).filter_by(job_id=job_id)
    if status is not None:
        rows = rows.where(bulk_rows.c.status == status)
    page = rows.where(bulk_rows.c.row > after).order_by(bulk_rows.c.row).offset(offset).limit(limit)
    return await connection.fetch_records(BulkRow, page)


def _values(order: rules.Order) -> dict[str, Any]:
    return {"wanted_action": order.action.value, "wanted_batch": order.batch_id, "wanted_stage": order.stage_id} | {
        "just_now": _JUST_NOW
    }


def _facts(row: Row) -> rules.Facts:
    return rules.Facts._make(row[name] for name in rules.Facts._fields)


def _sample(row: Row, *, actor_id: UUID, values: Mapping[str, Value] | None = None) -> Account | None:
    """An account that stands for all of its group, with what the rules read of it."""
    if not row.is_found:
        return None
    known: dict[str, Value] = {"email": "", "role": "", "profile": row.profile, "isActive": True, **(values or {})}
    return Account(id=actor_id if row.is_own else NONE_OF_THEM, label="", version=0, values=known)
