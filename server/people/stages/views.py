"""Calls on a company's stages, and on where people stand."""

from uuid import UUID

from quart import Blueprint

from server.people.board import read_board as board
from server.people.board.schemas import Board, BoardQuery, Funnel, FunnelQuery
from server.people.bulk import archive_stage as archive_stages
from server.people.edit import move_stage
from server.people.stages import define_stages, own_way, schemas
from server.platform.http.authentication import Routes, current_context
from server.platform.http.requests import idempotent_call
from server.vocabulary.duties import Act
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("stages", __name__), "Stages")


@routes.get("/stages", requires=Permission.USER_VIEW, limit=1200)
async def list_stages() -> schemas.StagesResponse:
    """The company's stages, with how many people are in each."""
    return await define_stages.list_stages(current_context())


@routes.post("/stages", requires=Act.STAGE_DEFINE, limit=300, status=201)
async def create_stage(data: schemas.CreateStageRequest) -> tuple[schemas.StageRecord, int]:
    """Make a stage."""
    return await define_stages.create_stage(current_context(), data, call=idempotent_call(fields=data)), 201


@routes.put("/stages/order", requires=Act.STAGE_DEFINE, limit=300)
async def order_stages(data: schemas.OrderStagesRequest) -> schemas.StagesResponse:
    """Put the stages into another order."""
    return await define_stages.order_stages(current_context(), data)


@routes.put("/stages/<uuid:stage_id>", requires=Act.STAGE_DEFINE, limit=300)
async def change_stage(stage_id: UUID, data: schemas.ChangeStageRequest) -> schemas.StageRecord:
    """Change a stage, or what its people read."""
    return await define_stages.change_stage(current_context(), data, stage_id=stage_id)


@routes.post("/stages/<uuid:stage_id>/archive", requires=Act.STAGE_DEFINE, limit=300)
async def archive_stage(stage_id: UUID, data: schemas.ArchiveStageRequest) -> schemas.ArchivedStage:
    """Archive a stage; a job moves its people to another one. What they have been through stays."""
    return await archive_stages.archive_stage(current_context(), data, stage_id=stage_id)


@routes.get("/stages/board", requires=Permission.USER_VIEW, limit=1200)
async def read_board(query_args: BoardQuery) -> Board:
    """The people who match the filters of the list, by stage: how many, and the newest twenty of each."""
    return await board.read_board(current_context(), query=query_args)


@routes.get("/stages/funnel", requires=Permission.USER_VIEW, limit=600)
async def read_funnel(query_args: FunnelQuery) -> Funnel:
    """How many people came to each stage in some days, how long they stayed, and where they went."""
    return await board.read_funnel(current_context(), query=query_args)


@routes.get("/me/way", signed_in=True, limit=1200, fails=(404,))
async def read_own_way() -> schemas.OwnWay:
    """The caller's own way through the stages, as the company words it for its people."""
    return await own_way.read_own_way(current_context())


@routes.put("/users/<uuid:user_id>/stage", requires=Act.STAGE_MOVE, limit=1200)
async def move_person(user_id: UUID, data: schemas.MoveStageRequest) -> schemas.MovedEntry:
    """Move an applicant or a trainee to another stage; a trainer, where the company allows it, to an open one."""
    return await move_stage.move_person(current_context(), data, user_id=user_id)


@routes.get("/users/<uuid:user_id>/stages", requires=Permission.USER_VIEW, limit=1200)
async def list_stages_of_person(user_id: UUID) -> schemas.StageEntries:
    """The stages in which a person is and was."""
    return await move_stage.list_entries(current_context(), user_id=user_id)
