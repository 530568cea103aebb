"""Calls on the sign-in policy of the caller's company."""

from functools import partial

from quart import Blueprint

from server.access.factors.fresh_proof import ask_fresh_proof
from server.access.policies.change_policy import change_policy, get_policy
from server.access.policies.policy import PolicyRecord, PolicyRequest
from server.people.imports.checking.check_import import recheck_previews
from server.platform.http.authentication import Routes, current_context
from server.vocabulary.profiles import Profile

routes = Routes(Blueprint("policies", __name__, url_prefix="/companies/current"), "Companies")


@routes.get("/policy", reserved_for=(Profile.SUPER_ADMIN,), limit=600)
async def get_company_policy() -> PolicyRecord:
    """What the company asks of the sign-in of its people."""
    return await get_policy(current_context())


@routes.put("/policy", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def change_company_policy(data: PolicyRequest) -> PolicyRecord:
    """Change all of it. It applies at the next request, and never locks its author out."""
    context = current_context()
    await ask_fresh_proof(context)
    recheck = partial(recheck_previews, context.services, company_id=context.company_id)
    return await change_policy(context, data, on_new_domains=recheck)
