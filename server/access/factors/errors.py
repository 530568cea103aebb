"""Refusals about second factors."""

from collections.abc import Collection

from server.access.factors.limits import MOST_FACTORS
from server.platform.errors import ConflictError, ForbiddenError


class TooManyFactorsError(ConflictError):
    code = "too_many_factors"
    message = f"You can have at most {MOST_FACTORS} ways to confirm it is you. Remove one first."


class StepUpRequiredError(ForbiddenError):
    """`methods` are those by which the caller can prove themselves now."""

    code = "step_up_required"
    message = "Please confirm that it is you."

    def __init__(self, methods: Collection[str]) -> None:
        super().__init__()
        self.met = {"methods": list(methods)}
