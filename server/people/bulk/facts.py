"""SQL of what decides about a user `u` beside the columns of the account."""

from collections.abc import Mapping
from typing import Any, Final

from server.people.account.repository import lacks_own_password
from server.people.bulk.judge import Facts
from server.people.bulk.states import BulkAction
from server.people.invitations.limits import COOLDOWN
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE

_JUST_NOW: Final = (TEMPORARY_PASSWORD_LIFE - COOLDOWN).total_seconds()
_IS_MEMBER: Final[Mapping[str, str]] = {
    "is_member": """EXISTS (SELECT FROM batch_members m
                     WHERE m.company_id = :company_id AND m.batch_id = :wanted_batch AND m.user_id = u.id)"""
}
_OF_ACTION: Final[Mapping[BulkAction, Mapping[str, str]]] = {
    BulkAction.INVITE: {
        "invitation": "u.invitation",
        "has_own_password": f"NOT {lacks_own_password('u')}",
        "was_invited_just_now": f"""u.invitation = 'sent'
            AND u.temporary_password_expires_at > now() + interval '{_JUST_NOW} s'""",
    },
    BulkAction.SIGN_OUT: {
        "is_signed_in": """EXISTS (SELECT FROM sessions s
                            WHERE s.company_id = :company_id AND s.user_id = u.id AND s.ended_at IS NULL)"""
    },
    BulkAction.ADD_TO_BATCH: _IS_MEMBER,
    BulkAction.REMOVE_FROM_BATCH: _IS_MEMBER,
}


def fact_columns(action: BulkAction) -> Mapping[str, str]:
    """By its name, the SQL of each fact that the action needs.

    Their parameters are `company_id`, and `wanted_batch` for the actions of batches.
    """
    return _OF_ACTION.get(action, {})


def facts_of(action: BulkAction) -> str:
    """The columns, each with a comma before it."""
    return "".join(f", {sql} AS {name}" for name, sql in fact_columns(action).items())


def read_facts(row: Any, action: BulkAction) -> Facts:  # noqa: ANN401 - any SQL row
    return Facts(**{name: row[name] for name in fact_columns(action)})
