"""What became of an account that the rules allow to change."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from server.people.bulk.states import BulkRowStatus


class Outcome(NamedTuple):
    """`before` and `version` are what an undo needs: the fields that were replaced, and the account's new version."""

    status: BulkRowStatus = BulkRowStatus.DONE
    reason: str | None = None
    before: Mapping[str, Any] | None = None
    version: int | None = None
