"""The call of the dashboard."""

from typing import Annotated

from pydantic import Field
from quart import Blueprint

from server.dashboard.sections import Section, make_sections
from server.platform.http.authentication import Routes, current_context
from server.platform.process.clock import utc_now
from server.platform.schemas import QuerySchema, ResponseSchema, ServerTime

routes = Routes(Blueprint("dashboard", __name__), "Dashboard")


class DashboardQuery(QuerySchema):
    kinds: Annotated[str | None, Field(max_length=400, description="only these sections: people,application")] = None


class Dashboard(ResponseSchema):
    """The caller's sections in the order of the page. A client leaves out those that it does not know."""

    sections: list[Section]
    server_time: ServerTime


@routes.get("/dashboard", signed_in=True, limit=600)
async def read_dashboard(query_args: DashboardQuery) -> Dashboard:
    """What the caller's profile opens the product with."""
    kinds = None if query_args.kinds is None else query_args.kinds.split(",")
    return Dashboard(sections=await make_sections(current_context(), kinds=kinds), server_time=utc_now())
