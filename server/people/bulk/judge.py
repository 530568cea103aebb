"""Whether a person is concerned by a job, and why not: in the dry run for groups, in each chunk for locked accounts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from server.people.account.account_rules import (
    Account,
    Change,
    Editor,
    change_of,
    profile_of,
    refuse_acting,
    refuse_change,
)
from server.people.account.errors import HAS_SIGNED_IN, IS_INACTIVE
from server.people.bulk.orders import Order
from server.people.bulk.reasons import not_covered, reason_of
from server.people.bulk.states import BulkAction, BulkRowStatus, permission_of
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.permission_matrix import covers
from server.vocabulary.profiles import permissions_of

NOT_FOUND: Final = "There is no such person in your company"
DELETED: Final = "The account has been deleted meanwhile"
NO_LONGER_ALLOWED: Final = "The account that started this may no longer do so"
OWN_SESSIONS: Final = "You cannot log yourself out here. Your own sessions are in your settings."
INVITED_JUST_NOW: Final = "This address was sent an invitation a moment ago"


class Facts(NamedTuple):
    """What beside the account decides. Only what its action needs is known; the rest has these values."""

    is_member: bool = False
    is_signed_in: bool = False
    invitation: str = Invitation.NONE.value
    has_own_password: bool = False
    was_invited_just_now: bool = False


class Verdict(NamedTuple):
    """DONE is what the job does, or would do. `reason` is of a failure."""

    status: BulkRowStatus
    reason: str | None = None


WOULD_CHANGE: Final = Verdict(BulkRowStatus.DONE)
UNCHANGED: Final = Verdict(BulkRowStatus.UNCHANGED)


def judge(account: Account, facts: Facts, *, order: Order, editor: Editor) -> Verdict:
    """An account that has everything already is refused for nothing."""
    if permission_of(order.action) not in permissions_of(editor.profile):
        return refused(NO_LONGER_ALLOWED)
    if order.wanted:
        return _judge_change(account, order, editor)
    return _RULES[order.action](account, facts, editor)


@dataclass(frozen=True, kw_only=True)
class Judge:
    """Judges people of one order and editor; those who are alike once."""

    order: Order
    editor: Editor
    _known: dict[tuple[Any, ...], Verdict] = field(default_factory=dict)

    def __call__(self, account: Account, facts: Facts) -> Verdict:
        is_own = account.id == self.editor.user_id
        alike = (
            account.role,
            account.profile,
            account.is_active,
            is_own,
            facts,
            *map(account.value, self.order.wanted),
        )
        known = self._known.get(alike)
        if known is None:
            known = self._known[alike] = judge(account, facts, order=self.order, editor=self.editor)
        return known


def refused(reason: str) -> Verdict:
    return Verdict(BulkRowStatus.FAILED, reason)


def _judge_change(account: Account, order: Order, editor: Editor) -> Verdict:
    change = change_of(account, order.wanted)
    if not change.after:
        return UNCHANGED
    refusal = refuse_change(change, editor=editor)
    return WOULD_CHANGE if refusal is None else refused(reason_of(refusal, change, action=order.action))


def _delete(account: Account, _facts: Facts, editor: Editor) -> Verdict:
    refusal = refuse_acting(account, editor=editor)
    if refusal is None:
        return WOULD_CHANGE
    return refused(reason_of(refusal, Change(account, {}, {}), action=BulkAction.DELETE))


def _invite(account: Account, facts: Facts, editor: Editor) -> Verdict:
    """As a single invitation; who wants none, and what the day's limits allow, the sending decides."""
    if not covers(editor.profile, profile_of(account.profile)):
        return refused(not_covered(account, action=BulkAction.INVITE))
    if facts.invitation == Invitation.ACCEPTED or facts.has_own_password:
        return refused(HAS_SIGNED_IN)
    if not account.is_active:
        return refused(IS_INACTIVE)
    if facts.invitation == Invitation.QUEUED:
        return UNCHANGED
    return refused(INVITED_JUST_NOW) if facts.was_invited_just_now else WOULD_CHANGE


def _sign_out(account: Account, facts: Facts, editor: Editor) -> Verdict:
    if editor.is_owner_of(account):
        return refused(OWN_SESSIONS)
    return _of_covered(account, editor, action=BulkAction.SIGN_OUT, changes=facts.is_signed_in)


def _add(account: Account, facts: Facts, editor: Editor) -> Verdict:
    return _of_covered(account, editor, action=BulkAction.ADD_TO_BATCH, changes=not facts.is_member)


def _remove(account: Account, facts: Facts, editor: Editor) -> Verdict:
    return _of_covered(account, editor, action=BulkAction.REMOVE_FROM_BATCH, changes=facts.is_member)


def _of_covered(account: Account, editor: Editor, *, action: BulkAction, changes: bool) -> Verdict:
    if not changes:
        return UNCHANGED
    if covers(editor.profile, profile_of(account.profile)):
        return WOULD_CHANGE
    return refused(not_covered(account, action=action))


_RULES: Final[Mapping[BulkAction, Callable[[Account, Facts, Editor], Verdict]]] = {
    BulkAction.DELETE: _delete,
    BulkAction.INVITE: _invite,
    BulkAction.SIGN_OUT: _sign_out,
    BulkAction.ADD_TO_BATCH: _add,
    BulkAction.REMOVE_FROM_BATCH: _remove,
}
