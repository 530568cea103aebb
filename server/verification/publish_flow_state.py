from uuid import UUID

from server.realtime.events import Event
from server.realtime.rooms import flow_room
from server.services import Services
from server.verification.answers import state_answer
from server.verification.repository import get_flow


async def publish_flow_state(services: Services, *, flow_id: UUID) -> None:
    """Tell the page of a flow how it stands now; a flow that is over says nothing more."""
    async with services.database.reading() as connection:
        flow = await get_flow(connection, flow_id=flow_id)
    if flow is not None:
        payload = state_answer(flow, settings=services.settings)
        await services.publisher.publish(Event.OTP_STATE, room=flow_room(flow_id), payload=payload)
