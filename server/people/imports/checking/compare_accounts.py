"""What updating would do to the account with the email of a row: what changes, or why it is refused.

The rules are those of every edit (:mod:`server.people.account.account_rules`), for the fields that a file may change.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Final

from server.people.account.account_rules import ACCOUNT, Account, Change, Editor, Value, profile_of, refuse_change
from server.people.account.errors import EMAIL_TAKEN
from server.people.imports.checking.row_rules import Problem
from server.people.imports.files.layout import BATCH, Cells
from server.people.imports.schemas import FieldName
from server.people.imports.states import RowChange
from server.platform.errors import ForbiddenError
from server.vocabulary.permission_matrix import covers
from server.vocabulary.profiles import Profile

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


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """`before` and `after` hold the fields that change, by their names as sent; both are empty without a `change`.

    Without a change the update is refused, for the `errors`.
    """

    account: Account
    change: RowChange | None
    before: dict[str, Value]
    after: dict[str, Value]
    errors: list[Problem]

    @property
    def as_change(self) -> Change:
        """Of the account itself: empty where the person is only put into batches."""
        fields = (self.before, self.after)
        before, after = ({name: value for name, value in each.items() if name != BATCH} for each in fields)
        return Change(self.account, before, after)

    def with_batches(self, *, before: str | None, after: str, editor: Editor) -> "Comparison":
        """The person is put into batches, too; `before` names those of now. The matrix decides for each account."""
        if self.change is None:
            return self
        if not covers(editor.profile, profile_of(self.account.profile)):
            return self.refused((ACCOUNT, ForbiddenError.message))
        return replace(
            self,
            change=RowChange.CHANGED,
            before={**self.before, BATCH: before},
            after={**self.after, BATCH: after},
        )

    def refused(self, *errors: Problem) -> "Comparison":
        return Comparison(account=self.account, change=None, before={}, after={}, errors=list(errors))


def compare(
    values: Cells, account: Account, *, errors: list[Problem], editor: Editor, absent: Container[str]
) -> Comparison:
    """Compare a row, whose `errors` are those of creating it, with the account.

    `absent` are the fields (as sent) without a column: an account keeps what it has of them. It keeps its date of
    birth and its gender, whatever the row says of them.
    """
    before, after = dict[str, Value](), dict[str, Value]()
    for cell, name in CHANGEABLE.items():
        text, present = getattr(values, cell), getattr(account, cell)
        if text != present and (text or name not in absent):
            before[name], after[name] = present, text
    refused = [each for each in errors if _concerns(each, values, absent=absent)]
    if after and not refused:
        # Users may change their own name and phone, but not their position.
        refusal = refuse_change(Change(account, before, after), editor=editor, own_details=True)
        refused = [] if refusal is None else [(refusal.field, refusal.message)]
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
