from collections.abc import Collection
from uuid import UUID

from server.services import Services
from server.verification.repository import live_flow_ids


async def find_live_flows(services: Services, *, flow_ids: Collection[UUID]) -> set[UUID]:
    """Those of the flows that are not over."""
    async with services.database.reading() as connection:
        return await live_flow_ids(connection, flow_ids=flow_ids)
