"""Why undoing a job leaves a person as they are: in the dry run for groups, in each chunk for locked accounts."""

from datetime import datetime
from typing import Final

from server.people.account.account_rules import Account, Change, Editor, profile_of, refuse_acting
from server.people.bulk.reasons import not_covered, not_given, reason_of
from server.people.bulk.states import BulkAction
from server.vocabulary.permission_matrix import covers
from server.vocabulary.profiles import Profile

DELETED: Final = "The account has been deleted since"
CHANGED: Final = "The account has been changed since"
ADDED_SINCE: Final = "This person has been added to the batch again since"
REMOVED_SINCE: Final = "This person has left the batch since"


def why_kept(
    account: Account | None, *, is_changed: bool, former: Profile | None, editor: Editor, action: BulkAction
) -> str | None:
    """`former` is the profile that the account would get back, or has."""
    if account is None:
        return DELETED
    if is_changed:
        return CHANGED
    if refusal := refuse_acting(account, editor=editor):
        return reason_of(refusal, Change(account, {}, {}), action=action)
    return None if former is None or covers(editor.profile, former) else not_given(former)


def why_kept_in_batch(
    account: Account | None, *, added_at: datetime | None, done_at: datetime, editor: Editor, action: BulkAction
) -> str | None:
    """`added_at` is of those who are in the batch; the job was done to them at `done_at`."""
    if account is None:
        return DELETED
    if not covers(editor.profile, profile_of(account.profile)):
        return not_covered(account, action=action)
    if action is BulkAction.REMOVE_FROM_BATCH:
        return None if added_at is None else ADDED_SINCE
    if added_at == done_at:
        return None
    return REMOVED_SINCE if added_at is None else ADDED_SINCE
