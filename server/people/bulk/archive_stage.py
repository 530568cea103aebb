"""Archive a stage; who is in it is moved to another one by a job."""

from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.account.account_rules import Editor
from server.people.bulk import repository as jobs
from server.people.bulk import rules
from server.people.bulk.control_job import begin_job, refuse_many_running
from server.people.stages import repository
from server.people.stages.define_stages import checked
from server.people.stages.schemas import ArchivedStage, ArchiveStageRequest, StageKind
from server.people.stages.stage_events import announce_stages
from server.platform.errors import ConflictError, ValidationFailedError
from server.platform.services import Context

KEPT: Final = "Applicants wait in this stage, or accepted people come to it: it cannot be archived"
NOT_THERE: Final = "Choose another stage that is not archived"


class StageInUseError(ConflictError):
    message = "People are in this stage. Say to which other one they are moved."


async def archive_stage(context: Context, request: ArchiveStageRequest, *, stage_id: UUID) -> ArchivedStage:
    """Archive a stage; return the job that moves its people, where there are any.

    Raises StageConflictError, StageInUseError, TooManyJobsError, ValidationFailedError, NotFoundError.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        await refuse_many_running(unit.connection, company_id=company_id)
        present = await repository.lock_stages(unit.connection, company_id=company_id)
        stage = checked(present, stage_id, version=request.version)
        if stage.kind is StageKind.ENTRY or stage.for_accepted:
            raise ValidationFailedError(KEPT)
        if request.move_to is not None and request.move_to not in {each.id for each in present} - {stage_id}:
            raise ValidationFailedError(errors={"moveTo": NOT_THERE})
        await repository.archive_stage(unit.connection, company_id=company_id, stage_id=stage_id)
        people = await repository.count_present(unit.connection, company_id=company_id, stage_id=stage_id)
        if people and request.move_to is None:
            raise StageInUseError
        await record_act(unit, AuditAction.STAGE_ARCHIVED, subject_id=stage_id, subject_label=stage.name)
        announce_stages(unit, company_id=company_id)
        if not people:
            return ArchivedStage(job_id=None)
        order = rules.Order(action=rules.BulkAction.MOVE_STAGE, stage_id=request.move_to)
        chosen = jobs.people_in_stage(stage_id, company_id=company_id)
        by = Editor.of(context.actor, address=unit.address)
        return ArchivedStage(job_id=await begin_job(unit, chosen, order=order, by=by))
