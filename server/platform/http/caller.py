"""The caller of the current request."""

from quart import request

from server.platform.http.client import Caller
from server.platform.http.context import client_address
from server.platform.http.flow_cookie import device_secret, flow_secret


def current_caller() -> Caller:
    return Caller(
        address=client_address(),
        user_agent=request.headers.get("User-Agent", ""),
        flow_secret=flow_secret(),
        device_secret=device_secret(),
    )
