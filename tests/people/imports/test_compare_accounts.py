"""What updating would do to an account, for any row, account and editor."""

from typing import Any, Final
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from server.people.account.account_rules import Account, Editor
from server.people.imports.checking.compare_accounts import CHANGEABLE, Comparison, compare
from server.people.imports.files.layout import REQUIRED_HEADERS, Cells
from server.people.imports.states import RowChange
from server.vocabulary.permission_matrix import covers, creatable_by
from server.vocabulary.profiles import Gender, Profile, Role

ID, OTHER = UUID(int=1), UUID(int=2)
NAMES, PHONES, PLACES = ("Asha Rao", "Bina Das"), ("+919000000001", "+919000000002"), ("Pune", "Delhi")
ROWS: Final = st.builds(
    Cells,
    full_name=st.sampled_from(NAMES),
    email=st.just("asha@example.org"),
    phone=st.sampled_from(PHONES),
    date_of_birth=st.sampled_from(("1990-04-12", "?")),
    gender=st.sampled_from([*map(str, Gender), "?"]),
    work_location=st.sampled_from(PLACES),
    role=st.sampled_from(list(map(str, Role))),
    profile=st.sampled_from(list(map(str, Profile))),
)
ACCOUNTS: Final = st.builds(
    Account,
    id=st.just(ID),
    email=st.just("asha@example.org"),
    full_name=st.sampled_from(NAMES),
    phone=st.sampled_from(PHONES),
    work_location=st.sampled_from((*PLACES, None)),
    role=st.sampled_from(list(map(str, Role))),
    profile=st.sampled_from([*map(str, Profile), None]),
    date_of_birth=st.just("1990-04-12"),
    gender=st.sampled_from([*map(str, Gender), None]),
    is_active=st.booleans(),
    version=st.just(1),
)
EDITORS: Final = st.builds(Editor, user_id=st.sampled_from((ID, OTHER)), profile=st.sampled_from([*Profile, None]))
ABSENT: Final = st.frozensets(st.sampled_from([name for name in REQUIRED_HEADERS if name != "email"]))


def without(values: Cells, absent: frozenset[str]) -> Cells:
    """The row as a file without these columns has it."""
    return Cells._make("" if name in absent else cell for name, cell in zip(REQUIRED_HEADERS, values, strict=True))


def changed(account: Account, comparison: Comparison) -> Account:
    now: dict[str, Any] = {
        cell: comparison.after.get(name, getattr(account, cell)) for cell, name in CHANGEABLE.items()
    }
    return account._replace(**now)


@given(ROWS, ACCOUNTS, EDITORS, ABSENT)
def test_a_change_is_whole_allowed_and_made_once(
    values: Cells, account: Account, editor: Editor, absent: frozenset[str]
) -> None:
    found = compare(without(values, absent), account, errors=[], editor=editor, absent=absent)
    differing = {
        name
        for cell, name in CHANGEABLE.items()
        if name not in absent and getattr(values, cell) != getattr(account, cell)
    }
    if found.change is None:
        assert differing
        assert (found.before, found.after) == ({}, {})
        assert len(found.errors) == 1
        return
    assert found.errors == []
    assert found.before.keys() == found.after.keys() == differing
    assert (found.change is RowChange.UNCHANGED) == (not differing)
    after = changed(account, found)
    again = compare(without(values, absent), after, errors=[], editor=editor, absent=absent)
    assert again.change is RowChange.UNCHANGED
    if differing and editor.user_id != ID:
        assert covers(editor.profile, None if account.profile is None else Profile(account.profile))
    if "profile" in differing:
        assert Profile(str(found.after["profile"])) in creatable_by(editor.profile)
    if differing & {"role", "profile"}:
        assert editor.user_id != ID


@given(ROWS, ACCOUNTS, EDITORS)
def test_errors_of_what_is_never_changed_refuse_nothing(values: Cells, account: Account, editor: Editor) -> None:
    ignored = [
        ("dateOfBirth", "Missing dateOfBirth"),
        ("gender", "Missing gender"),
        ("email", "Email already registered"),
    ]
    plain = compare(values, account, errors=[], editor=editor, absent=frozenset())
    assert compare(values, account, errors=ignored, editor=editor, absent=frozenset()) == plain
    refused = compare(
        values, account, errors=[*ignored, ("phone", "Invalid phone format")], editor=editor, absent=frozenset()
    )
    assert (refused.change, refused.errors) == (None, [("phone", "Invalid phone format")])
