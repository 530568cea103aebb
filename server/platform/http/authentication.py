"""Declarations of a view's callers, and access to the present one."""

from server.platform.http.access import limited, public, requires, reserved_for, serves_setup, signed_in, spend
from server.platform.http.caller import current_context, current_visit
from server.platform.http.context import (
    bearer_token,
    client_address,
    company_slot,
    current_identity,
    current_services,
    heavy,
    request_id,
)

__all__ = [
    "bearer_token",
    "client_address",
    "company_slot",
    "current_context",
    "current_identity",
    "current_services",
    "current_visit",
    "heavy",
    "limited",
    "public",
    "request_id",
    "requires",
    "reserved_for",
    "serves_setup",
    "signed_in",
    "spend",
]
