"""Why the rules keep a person as they are, in a sentence that names what they are kept by."""

from collections.abc import Mapping
from typing import Final

from server.people.account.account_rules import ACCOUNT, Account, Change, Refusal, profile_of
from server.people.bulk.states import OF_BATCHES, BulkAction
from server.platform.errors import ForbiddenError
from server.vocabulary.profiles import Profile, Role

NO_PROFILE_NO_ROLE: Final = "People without a profile have the role Applicant."
_VERBS: Final[Mapping[BulkAction, str]] = {
    BulkAction.DELETE: "delete",
    BulkAction.INVITE: "invite",
    BulkAction.SIGN_OUT: "log out",
    **dict.fromkeys(OF_BATCHES, "change the batches of"),
}


def most_first(counted: Mapping[str | None, int]) -> list[tuple[str, int]]:
    """The counted reasons; None is none."""
    reasons = [(why, count) for why, count in counted.items() if why is not None]
    return sorted(reasons, key=lambda each: (-each[1], each[0]))


def reason_of(refusal: Refusal, change: Change, *, action: BulkAction) -> str:
    """The refusal of a change as its result shows it; a single edit shows the refusal's own message."""
    if refusal.kind is ForbiddenError and refusal.field == ACCOUNT:
        return not_covered(change.account, action=action)
    profile = profile_of(change.value("profile"))
    if refusal.kind is ForbiddenError and profile is not None:
        return not_given(profile)
    if refusal.field == "role":
        return _misfit(Role(str(change.value("role"))), profile)
    return refusal.message


def not_covered(account: Account, *, action: BulkAction) -> str:
    """The matrix keeps the editor from acting on accounts of this profile."""
    profile = profile_of(account.profile)
    people = "people without a profile" if profile is None else f"people with the profile {_label(profile)}"
    return f"You may not {_VERBS.get(action, 'change')} {people}."


def not_given(profile: Profile) -> str:
    return f"You may not give people the profile {_label(profile)}."


def _misfit(role: Role, profile: Profile | None) -> str:
    if profile is None:
        return NO_PROFILE_NO_ROLE
    return f"The role {_label(role)} does not fit the profile {_label(profile)}."


def _label(constant: Profile | Role) -> str:
    return "HR" if constant is Role.HR else constant.value.replace("_", " ").title()
