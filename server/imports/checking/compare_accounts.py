"""What updating would do to the account with the email of a row: what changes, or why it is refused.

The rules are those of the edit of a single account, for the fields that a file may change.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from server.errors import FORBIDDEN_MESSAGE
from server.identity.permission_matrix import covers, creation_refusals, role_fits
from server.identity.position import INVALID_ROLE
from server.identity.profiles import Profile, Role
from server.imports.checking.row_rules import Problem
from server.imports.files.layout import Cells
from server.imports.schemas import FieldName
from server.imports.states import RowChange
from server.users.errors import EMAIL_TAKEN, SelfForbiddenError

# By cell, the field as it is sent. Date of birth and gender are never changed.
CHANGEABLE: Final[Mapping[str, FieldName]] = {
    "full_name": "fullName",
    "phone": "phone",
    "work_location": "workLocation",
    "role": "role",
    "profile": "profile",
}
_KEPT: Final = frozenset({"dateOfBirth", "gender"})
_PROFILES: Final = frozenset(map(str, Profile))


class Account(NamedTuple):
    """An account of the company: the fields that a file may change."""

    id: UUID
    email: str
    full_name: str
    phone: str
    work_location: str | None
    role: str
    profile: str | None


@dataclass(frozen=True, kw_only=True)
class Editor:
    """Who updates: the uploader in the preview, later the account that started the import, with its present rights."""

    user_id: UUID | None
    profile: Profile | None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """`before` and `after` hold the fields that change, by their names as sent; both are empty without a `change`.

    Without a change the update is refused, for the `errors`.
    """

    account: Account
    change: RowChange | None
    before: dict[str, str | None]
    after: dict[str, str]
    errors: list[Problem]

    def refused(self, *errors: Problem) -> "Comparison":
        return Comparison(account=self.account, change=None, before={}, after={}, errors=list(errors))


def compare(
    values: Cells, account: Account, *, errors: list[Problem], editor: Editor, absent: Container[str]
) -> Comparison:
    """Compare a row, whose `errors` are those of creating it, with the account.

    `absent` are the fields (as sent) without a column: an account keeps what it has of them. It keeps its date of
    birth and its gender, whatever the row says of them.
    """
    before, after = dict[str, str | None](), dict[str, str]()
    for cell, name in CHANGEABLE.items():
        text, present = getattr(values, cell), getattr(account, cell)
        if text != present and (text or name not in absent):
            before[name], after[name] = present, text
    refused = [each for each in errors if _concerns(each, values, absent=absent)]
    if after and not refused:
        refused = list(_refusals(account, after, editor=editor))
    if refused:
        return Comparison(account=account, change=None, before={}, after={}, errors=refused)
    change = RowChange.CHANGED if after else RowChange.UNCHANGED
    return Comparison(account=account, change=change, before=before, after=after, errors=[])


def _concerns(problem: Problem, values: Cells, *, absent: Container[str]) -> bool:
    """Whether an error of creating is one of updating, too."""
    field, message = problem
    if field in _KEPT or problem == ("email", EMAIL_TAKEN):
        return False
    if field == "profile" and values.profile in _PROFILES:
        # Who may give it is decided by what it changes.
        return False
    return not (field in absent and message == f"Missing {field}")


def _refusals(account: Account, after: Mapping[str, str], *, editor: Editor) -> Iterator[Problem]:
    """The first reason for which the edit of a single account would refuse the change."""
    moves = "role" in after or "profile" in after
    if account.id == editor.user_id:
        # Users may change their own name and phone, but not their position.
        if moves:
            yield "row", SelfForbiddenError.message
        return
    if not covers(editor.profile, _profile(account.profile)):
        yield "row", FORBIDDEN_MESSAGE
        return
    profile, role = _profile(after.get("profile", account.profile)), Role(after.get("role", account.role))
    if "profile" in after and profile and (reasons := creation_refusals(editor.profile, profile)):
        yield "profile", reasons[0]
    elif moves and not (role is Role.APPLICANT if profile is None else role_fits(profile, role)):
        yield "role", INVALID_ROLE


def _profile(value: str | None) -> Profile | None:
    return None if value is None else Profile(value)
