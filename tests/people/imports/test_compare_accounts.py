"""What updating would do to an account, for any row, account and editor."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from server.people.account.account_rules import Account, Editor
from server.people.imports.checking.compare_rows import compare
from server.people.imports.files.layout import Cells
from server.people.imports.states import RowChange
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Gender, Profile, Role, covers, creatable_by
from tests.fixtures.import_files import HEADER, person

ID, OTHER = UUID(int=1), UUID(int=2)
NAMES, PHONES, TOWNS = ("Asha Rao", "Bina Das"), ("+919000000001", "+919000000002"), ("Pune", "Delhi")
ROLES, PROFILES, GENDERS = (list(map(str, each)) for each in (Role, Profile, Gender))
ROWS: Final = st.fixed_dictionaries(
    {
        "fullName": st.sampled_from(NAMES),
        "email": st.just("asha@example.org"),
        "phone": st.sampled_from(PHONES),
        "dateOfBirth": st.sampled_from(("1990-04-12", "?")),
        "gender": st.sampled_from([*GENDERS, "?"]),
        "workLocation": st.sampled_from(TOWNS),
        "role": st.sampled_from(ROLES),
        "profile": st.sampled_from(PROFILES),
    }
).map(lambda cells: person(1, **cells).cells)
ACCOUNTS: Final = st.builds(
    Account,
    id=st.just(ID),
    label=st.just("asha@example.org"),
    version=st.just(1),
    values=st.fixed_dictionaries(
        {
            "email": st.just("asha@example.org"),
            "fullName": st.sampled_from(NAMES),
            "phone": st.sampled_from(PHONES),
            "workLocation": st.sampled_from((*TOWNS, None)),
            "role": st.sampled_from(ROLES),
            "profile": st.sampled_from([*PROFILES, None]),
            "dateOfBirth": st.just("1990-04-12"),
            "gender": st.sampled_from([*GENDERS, None]),
            "isActive": st.booleans(),
        }
    ),
)
EDITORS: Final = st.builds(Editor, user_id=st.sampled_from((ID, OTHER)), profile=st.sampled_from([*Profile, None]))
ABSENT: Final = st.frozensets(st.sampled_from([name for name in HEADER if name != "email"])).map(
    lambda some: some | (BUILT_IN.places.keys() - HEADER)
)


def without(values: Cells, absent: frozenset[str]) -> Cells:
    """The row as a file without these columns has it."""
    return values.with_cells(dict.fromkeys(absent, ""))


@given(ROWS, ACCOUNTS, EDITORS, ABSENT)
def test_a_change_is_whole_allowed_and_made_once(
    values: Cells, account: Account, editor: Editor, absent: frozenset[str]
) -> None:
    found = compare(without(values, absent), account, errors=[], editor=editor, known=BUILT_IN)
    differing = {
        name for name in BUILT_IN.changed_by_files if name not in absent and values.cell(name) != account.value(name)
    }
    if found.change is None:
        assert differing
        assert (found.before, found.after) == ({}, {})
        assert len(found.errors) == 1
        return
    assert found.errors == []
    assert found.before.keys() == found.after.keys() == differing
    assert (found.change is RowChange.UNCHANGED) == (not differing)
    after = replace(account, values={**account.values, **found.after})
    again = compare(without(values, absent), after, errors=[], editor=editor, known=BUILT_IN)
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
        ("dateOfBirth", "Missing date of birth"),
        ("gender", "Missing gender"),
        ("email", "Email already registered"),
    ]
    plain = compare(values, account, errors=[], editor=editor, known=BUILT_IN)
    assert compare(values, account, errors=ignored, editor=editor, known=BUILT_IN) == plain
    refused = compare(
        values,
        account,
        errors=[*ignored, ("phone", "Invalid phone format")],
        editor=editor,
        known=BUILT_IN,
    )
    assert (refused.change, refused.errors) == (None, [("phone", "Invalid phone format")])
