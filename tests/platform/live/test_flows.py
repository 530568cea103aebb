"""Sockets of flows: a browser that holds a flow receives the state of its code, and nothing else."""

from dataclasses import replace
from uuid import uuid4

import pytest

from server.access.flows.own_flow import publish_flow_state
from server.access.flows.repository import end_flow
from server.platform.services import Services
from tests.fixtures.flow_rows import OpenFlow, add_flow
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import open_socket


@pytest.fixture
async def flow(services: Services, sign_in: SignIn) -> OpenFlow:
    return await add_flow(services, await sign_in())


async def test_holder_receives_the_state_of_the_code_on_connect_and_at_every_change(
    server: LiveServer, flow: OpenFlow
) -> None:
    async with open_socket(server.url, {"flow": flow.secret}) as socket:
        state = await socket.receive("otp:state")
        assert (state["state"], state["channel"], state["attemptsRemaining"]) == ("code_required", "EMAIL", 5)
        assert state["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
        assert "@example.com" in state["maskedContact"]
        await publish_through(server, flow)
        assert (await socket.receive("otp:state", times=2))["version"] == state["version"]


async def test_cookie_of_a_page_is_enough(server: LiveServer, flow: OpenFlow) -> None:
    cookie = {"Cookie": f"theme=dark; waymark_flow={flow.secret}"}
    async with open_socket(server.url, None, headers=cookie) as socket:
        await socket.receive("otp:state")


async def test_cookie_without_an_origin_is_refused(server: LiveServer, flow: OpenFlow) -> None:
    cookie = {"Cookie": f"waymark_flow={flow.secret}"}
    async with open_socket(server.url, None, headers=cookie, origin=None) as socket:
        assert socket.refusal is not None
        assert socket.refusal["data"]["code"] == "not_signed_in"


async def test_ended_flow_opens_no_socket(server: LiveServer, flow: OpenFlow, services: Services) -> None:
    async with services.unit_of_work() as unit:
        await end_flow(unit.connection, secret=flow.secret)
    async with open_socket(server.url, {"flow": flow.secret}) as socket:
        assert socket.refusal is not None
        assert socket.refusal["data"]["code"] == "flow_expired"
        assert socket.refusal["message"] == "Your verification session has expired. Please start again."


async def test_flow_is_no_session(server: LiveServer, flow: OpenFlow, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"flow": flow.secret}) as socket:
        watched = await socket.ask("import:watch", {"importId": str(uuid4())})
        assert (watched["ok"], watched["code"]) == (False, "not_signed_in")
        upgraded = await socket.ask("session:authenticate", {"token": person.token})
        assert (upgraded["ok"], upgraded["code"]) == (False, "another_session")


async def test_other_flow_receives_nothing(server: LiveServer, flow: OpenFlow, sign_in: SignIn) -> None:
    async with (
        open_socket(server.url, {"flow": flow.secret}) as mine,
        open_socket(server.url, {"token": (await sign_in()).token}) as other,
    ):
        await other.receive("session:state")
        await publish_through(server, flow)
        await mine.receive("otp:state", times=2)
        assert await other.receives_nothing_new(0.2)


async def publish_through(server: LiveServer, flow: OpenFlow) -> None:
    """Publish as the process does, with its own publisher."""
    await publish_flow_state(replace(server.services, publisher=server.publisher), flow_id=flow.id)
