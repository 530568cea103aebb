"""Calls on applications."""

from quart import Blueprint

from server.people.applications.schemas import AcceptRequest, ApplicationRecord, DecisionAnswer, DeclineRequest
from server.people.edit import decide_applications
from server.platform.http.authentication import Routes, current_context
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("applications", __name__), "Applications")


@routes.get("/users/application", signed_in=True, limit=600, fails=(404,))
async def read_own_application() -> ApplicationRecord:
    """The caller's own application, and what became of it."""
    return await decide_applications.read_own_application(current_context())


@routes.post("/users/applications/accept", requires=Permission.USER_EDIT, limit=120)
async def accept_applicants(data: AcceptRequest) -> DecisionAnswer:
    """Accept applicants by giving them a profile; they get a mail."""
    return DecisionAnswer(decided=await decide_applications.accept(current_context(), data))


@routes.post("/users/applications/decline", requires=Permission.USER_EDIT, limit=120)
async def decline_applicants(data: DeclineRequest) -> DecisionAnswer:
    """Decline applicants with a reason, which they get by mail and see in their portal."""
    return DecisionAnswer(decided=await decide_applications.decline(current_context(), data))
