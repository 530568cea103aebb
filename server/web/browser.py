from quart import request

from server.login.browser import Browser
from server.web.context import client_address
from server.web.flow_cookie import device_secret, flow_secret


def current_browser() -> Browser:
    return Browser(
        address=client_address(),
        user_agent=request.headers.get("User-Agent", ""),
        flow_secret=flow_secret(),
        device_secret=device_secret(),
    )
