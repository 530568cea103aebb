"""What panels say of the people that they have met: each panelist alone until all of the panel have sent."""

from collections.abc import AsyncIterator
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.interviews import day_repository, repository, schemas, score_repository
from server.interviews.hold_rounds import people_of
from server.interviews.repository import OfRound
from server.interviews.score_repository import Scored
from server.people.chunks.row_files import BATCH_ROWS, Rows, as_csv
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ForbiddenError, NotFoundError, ValidationFailedError, existing
from server.platform.services import Context
from server.vocabulary.duties import Act

FILE_NAME: Final = "results.csv"
SCORED: Final = frozenset({schemas.InterviewState.CALLED, schemas.InterviewState.IN_ROOM, schemas.InterviewState.DONE})
ALL_CRITERIA: Final = "Give each criterion a step from 1 to 4"
SAY_WHY: Final = "You have sent this score before: say why you change it"


class NotOnPanelError(ForbiddenError):
    message = "You do not sit on this panel any more, or its time is over. Your score was not taken."


class ScoresNotOpenError(ForbiddenError):
    message = "You sit on a panel of this round: you see its results once it is closed."


class NotMetError(ConflictError):
    message = "The panel has not met this person yet."


async def send_score(context: Context, request: schemas.ScoreRequest, *, interview_id: UUID) -> schemas.InterviewScores:
    """Store the caller's own score. The same once more changes nothing; another needs a reason, and both are kept.

    Raises NotFoundError, NotOnPanelError, NotMetError, ValidationFailedError.
    """
    own = context.actor.key
    async with context.unit_of_work() as unit:
        connection = unit.connection
        found = await _find(connection, context, interview_id, locks=True)
        if not found.is_seated:
            raise NotOnPanelError
        if found.state not in SCORED:
            raise NotMetError
        if request.marks.keys() != {each.key for each in found.criteria}:
            raise ValidationFailedError(errors={"marks": ALL_CRITERIA})
        score = {"marks": request.marks, "verdict": request.verdict.value, "note": request.note or None}
        before = await score_repository.find_score(connection, interview_id, **own)
        former = before and {"marks": before.marks, "verdict": before.verdict.value, "note": before.note}
        if score != former:
            if former is not None and request.reason is None:
                raise ValidationFailedError(errors={"reason": SAY_WHY})
            await score_repository.write_score(connection, interview_id, **own, score=score)
            changed: dict[str, Any] = {"before": former, "after": score, "reason": request.reason}
            await day_repository.add_event(connection, interview_id, "scored", **own, **changed)
        return await _scores(connection, context, await _find(connection, context, interview_id))


async def read_scores(context: Context, *, interview_id: UUID) -> schemas.InterviewScores:
    """Raises NotFoundError, NotOnPanelError."""
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, interview_id)
        if not (found.is_seated or found.is_managed):
            raise NotOnPanelError
        return await _scores(connection, context, found)


async def _find(connection: Connection, context: Context, interview_id: UUID, *, locks: bool = False) -> Scored:
    """Raises NotFoundError: also for who neither sits on the panel, nor has taken part, nor manages the round."""
    is_managed = context.actor.duty(Act.ROUND_MANAGE).is_company
    duty = context.actor.duty(Act.INTERVIEW_SCORE)
    found = existing(
        await score_repository.find_scored(connection, interview_id, duty=duty, is_managed=is_managed, locks=locks)
    )
    if not (found.is_seated or is_managed) and not await score_repository.has_met(
        connection, interview_id, **context.actor.key
    ):
        raise NotFoundError
    return found


async def _scores(connection: Connection, context: Context, found: Scored) -> schemas.InterviewScores:
    is_open = found.is_closed or (found.state is schemas.InterviewState.DONE and found.missing == 0)
    sees_all = is_open or (found.is_managed and not found.is_seated)
    scores = await score_repository.list_scores(connection, found.id, **context.actor.key, is_open=sees_all)
    return schemas.InterviewScores(
        interview_id=found.id, criteria=found.criteria, scores=scores, is_open=is_open, missing=found.missing
    )


async def read_results(context: Context, *, round_id: UUID, query: schemas.RoundResultsQuery) -> schemas.ResultPage:
    """Who manages the round sees means at once, also of panels that have not sent all.

    Raises NotFoundError, ScoresNotOpenError: the caller sits on a panel of the round, and it is not closed.
    """
    of_round: OfRound = {"company_id": context.company_id, "round_id": round_id}
    async with context.services.database.reading() as connection:
        found = await _readable(connection, context, round_id)
        results, total = await score_repository.list_results(connection, query, **of_round, limit=query.page_size)
        items = await _with_people(connection, context, results)
        missing = await score_repository.count_missing(connection, **of_round)
    more: dict[str, Any] = {"criteria": found.criteria, "pass_stage_id": found.pass_stage_id, "missing_scores": missing}
    return schemas.ResultPage.of(query, items, total=total, **more)


async def _readable(connection: Connection, context: Context, round_id: UUID) -> schemas.RoundRecord:
    """Raises NotFoundError, ScoresNotOpenError."""
    found = existing(await repository.find_round(connection, round_id, duty=context.actor.duty(Act.ROUND_MANAGE)))
    seated = await repository.list_seated(connection, company_id=context.company_id, round_id=round_id)
    if context.user_id in seated and found.state is not schemas.RoundState.CLOSED:
        raise ScoresNotOpenError
    return found


async def _with_people(
    connection: Connection, context: Context, results: list[tuple[UUID, schemas.ResultItem]]
) -> list[schemas.ResultItem]:
    people = await people_of(connection, context, {user_id for user_id, _ in results})
    return [item.model_copy(update={"person": people.get(user_id)}) for user_id, item in results]


async def results_file(context: Context, *, round_id: UUID) -> AsyncIterator[bytes]:
    """The pieces of the file. Reading it is recorded. Raises NotFoundError, ScoresNotOpenError."""
    async with context.unit_of_work() as unit:
        found = await _readable(unit.connection, context, round_id)
        after = {"rows": found.candidates, "round": found.name}
        await record_act(unit, AuditAction.USERS_EXPORTED, subject_id=round_id, subject_label=found.name, after=after)
        of_round: OfRound = {"company_id": context.company_id, "round_id": round_id}
        all_results = schemas.RoundResultsQuery()
        results, _ = await score_repository.list_results(
            unit.connection, all_results, **of_round, limit=schemas.MOST_CANDIDATES
        )
        items = await _with_people(unit.connection, context, results)
    keys = [each.key for each in found.criteria]

    async def rows() -> AsyncIterator[Rows]:
        labels = [each.label for each in found.criteria]
        head = ["Name", "Code", "Ticket", "Panel", "State", "Mean", *labels, "Spread", "Yes", "No", "Maybe", "Missing"]
        yield [head]
        for first in range(0, len(items), BATCH_ROWS):
            yield [_cells(each, keys) for each in items[first : first + BATCH_ROWS]]

    return as_csv(rows())


def _cells(item: schemas.ResultItem, keys: list[str]) -> list[str]:
    name, code = ("", None) if item.person is None else (item.person.full_name, item.person.code)
    numbers = [item.mean, *(item.means.get(key) for key in keys), item.spread]
    counts = [item.yes, item.no, item.maybe, item.missing]
    place = [name, code or "", str(item.ticket), item.panel_name or "", item.state.value]
    return [*place, *("" if each is None else str(each) for each in numbers), *map(str, counts)]
