"""Calls of those who teach batches, and on who does."""

from uuid import UUID

from quart import Blueprint

from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import PageQuery
from server.training import train_batches
from server.training.schemas import CardPage, TrainersRequest, TrainingBatch, TrainingBatchPage
from server.vocabulary.duties import Act

routes = Routes(Blueprint("training", __name__), "Training")


@routes.get("/training/batches", requires=Act.TRAINING_VIEW, limit=1200)
async def list_training_batches(query_args: PageQuery) -> TrainingBatchPage:
    """A trainer's own batches; all of the company for who manages them."""
    return await train_batches.list_batches(current_context(), query=query_args)


@routes.get("/training/batches/<uuid:batch_id>", requires=Act.TRAINING_VIEW, limit=1200)
async def get_training_batch(batch_id: UUID) -> TrainingBatch:
    """One of these batches, with its trainers."""
    return await train_batches.get_batch(current_context(), batch_id=batch_id)


@routes.get("/training/batches/<uuid:batch_id>/people", requires=Act.TRAINING_VIEW, limit=1200)
async def list_training_people(batch_id: UUID, query_args: PageQuery) -> CardPage:
    """The people of one of these batches, by name and code alone."""
    return await train_batches.list_people(current_context(), batch_id=batch_id, query=query_args)


@routes.put("/training/batches/<uuid:batch_id>/trainers", requires=Act.TRAINING_MANAGE, limit=600)
async def choose_trainers(batch_id: UUID, data: TrainersRequest) -> TrainingBatch:
    """Choose who teaches a batch. A trainer who is in neither list stays."""
    return await train_batches.choose_trainers(current_context(), data, batch_id=batch_id)
