"""S127: no header of a socket's handshake costs more than its length."""

import pytest

from tests.fixtures.live_server import LiveServer
from tests.fixtures.loop_lag import is_too_long, least_lag
from tests.fixtures.socket_client import open_socket

# A cookie in quotes over several lines, of which each is as long as it may be.
LINES = 4
LONGEST_LINE = 8_000
MOST_LAG = 0.1


@pytest.mark.security("S127")
async def test_a_long_cookie_in_quotes_is_refused_at_once(server: LiveServer) -> None:
    backslashes = "\\" * LONGEST_LINE
    lines = [f'waymark_flow="{backslashes}', *[backslashes] * LINES, f'{backslashes}"']
    headers = [("Cookie", line) for line in lines]

    async def knock() -> None:
        async with open_socket(server.url, None, headers=headers) as socket:
            assert socket.refusal is not None
            assert socket.refusal["data"]["code"] == "flow_expired"

    assert not is_too_long(await least_lag(knock), limit=MOST_LAG)
