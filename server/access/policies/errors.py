"""Refusals of changes to a company's policy."""

from server.platform.errors import ConflictError


class PolicyConflictError(ConflictError):
    code = "edit_conflict"
    message = "Another Super Admin has changed this policy meanwhile. Please look at it again."
