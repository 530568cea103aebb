"""The cookie of a flow's secret."""

from typing import Final

FLOW_COOKIE: Final = "waymark_flow"
FLOW_SECONDS: Final = 30 * 60
