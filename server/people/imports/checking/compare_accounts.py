"""What updating would do to the account with the email of a row: what changes, or why it is refused.

The rules are those of every edit (:mod:`server.people.account.account_rules`), for the fields that a file may change.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Final

from server.people.account.account_rules import ACCOUNT, Account, Change, Editor, refuse_change
from server.people.account.errors import EMAIL_TAKEN
from server.people.imports.checking.row_rules import Problem
from server.people.imports.files.layout import PLACES, Cells
from server.people.imports.states import RowChange
from server.platform.errors import ForbiddenError
from server.vocabulary.fields import BATCH, FILE_FIELDS, Value
from server.vocabulary.profiles import Profile, covers

CHANGED_BY_FILES: Final = tuple(field.name for field in FILE_FIELDS if field.changed_by_files)
# What a file says of them changes no account. By the email it is found.
_KEPT: Final = frozenset(PLACES) - {*CHANGED_BY_FILES, "email"}
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
        if not covers(editor.profile, self.account.profile):
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

    `absent` are the fields (as sent) without a column. An account keeps what it has of them and of empty cells.
    """
    before, after = dict[str, Value](), dict[str, Value]()
    for name in CHANGED_BY_FILES:
        text, present = values.cell(name), account.value(name)
        if text and text != present:
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
