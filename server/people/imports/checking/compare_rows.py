"""Compare checked rows with what the company has: its accounts, their phones, its batches and its stages."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple
from uuid import UUID

from server.access.policies.repository import allowed_domains
from server.people.account.account_rules import ACCOUNT, Account, Change, Editor, refuse_change
from server.people.account.errors import CODE_TAKEN, EMAIL_TAKEN
from server.people.account.people_repository import find_batches
from server.people.batches.batch_form import batch_name_problem
from server.people.batches.change_batches import MOST_OPEN
from server.people.batches.repository import KnownBatch, known_batches
from server.people.fields.judge_values import ValueTakenError
from server.people.fields.repository import find_taken
from server.people.imports.checking.row_repository import batch_cells, find_accounts, known_contacts
from server.people.imports.checking.row_rules import (
    OWN_PHONE_TAKEN,
    AccountVerdict,
    CheckedRow,
    Problem,
    RuleBook,
    dump_problems,
)
from server.people.imports.files.layout import Cells, some_of
from server.people.imports.repository import Import
from server.people.imports.states import CHANGED_SINCE_PREVIEW, ImportMode, ImportState, RowChange
from server.people.stages.repository import find_present, live_names
from server.people.stages.schemas import HAS_NO_WAY
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError
from server.vocabulary.field_kinds import Value, domain_problem
from server.vocabulary.fields import ACCESS, BATCH, BESIDE, BUILT_IN, STAGE, FieldSet
from server.vocabulary.own_fields import MOST_BYTES, PREFIX, TOO_LARGE, number_of, size_of
from server.vocabulary.profiles import Profile, covers
from server.vocabulary.visible_text import fold_name, tidy

# The message of a row of an import that only updates; and what can be wrong with such a row without an account.
NO_ACCOUNT: Final = "No account has this email"
NO_ACCOUNT_OF_CODE: Final = "No account has this code"
CODE_KNOWN: Final = "Code already registered"
LOGS_IN_BY_CODE: Final = "This person logs in by the code {code}: change it on their page"
OF_UPDATING: Final = frozenset({"email", "code", "row"})
# Why a row that names an account makes no new one.
FOUND: Final = (("email", EMAIL_TAKEN), ("code", CODE_KNOWN))
MOST_NEW: Final = 50
MOST_IN_CELL: Final = 10
SEPARATOR: Final = "; "
TOO_MANY_NEW: Final = f"A file can make at most {MOST_NEW} new batches: create this one first, or name one that exists"
TOO_MANY_OPEN: Final = f"Your company has {MOST_OPEN:,} batches already. Archive those that have ended"
NO_SUCH_STAGE: Final = "Your company has no such stage: write the name of one of them, such as {names}"
NAMES: Final = ", "
MOST_NAMED: Final = 8
ARCHIVED: Final = "The batch “{name}” is archived: restore it, or name another one"


class ReadCell(NamedTuple):
    """The batches of a cell: those that exist, the folded names of those that do not, or what is wrong."""

    ids: tuple[UUID, ...] = ()
    new: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(kw_only=True)
class BatchBook:
    """Reads cells in the order of the file: the first MOST_NEW unknown names are new batches, by their folded names.

    Names are compared without regard to case and white space, with the names of batches, then with their codes.
    `cells` are those that were read.
    """

    known: Mapping[str, KnownBatch]
    open_batches: int
    new: dict[str, str] = field(default_factory=dict)
    cells: dict[str, ReadCell] = field(default_factory=dict)

    @classmethod
    def of(cls, batches: Iterable[KnownBatch]) -> "BatchBook":
        found = list(batches)
        by_code = {each.folded_code: each for each in found if each.folded_code is not None}
        by_name = {each.folded_name: each for each in found}
        return cls(known=by_code | by_name, open_batches=sum(not each.is_archived for each in found))

    def read(self, cell: str) -> ReadCell:
        if cell not in self.cells:
            self.cells[cell] = self._read_names(self._names(cell))
        return self.cells[cell]

    def judge(self, rows: Iterable[CheckedRow]) -> None:
        """Add what is wrong to the errors of the rows."""
        for row in rows:
            if row.beside.batch and (problem := self.read(row.beside.batch).problem):
                row.errors.append((BATCH, problem))

    def adds(self, cell: str, *, to: Container[UUID]) -> bool:
        """Whether a person who is in the batches `to` comes into another one by this cell."""
        read = self.read(cell)
        return bool(read.new) or any(batch_id not in to for batch_id in read.ids)

    def _names(self, cell: str) -> list[str]:
        if fold_name(cell) in self.known:
            return [tidy(cell)]
        return [name for part in cell.split(SEPARATOR.strip()) if (name := tidy(part))]

    def _read_names(self, names: Sequence[str]) -> ReadCell:
        if len(names) > MOST_IN_CELL:
            return ReadCell(problem=f"Please name at most {MOST_IN_CELL} batches")
        ids, new = list[UUID](), dict[str, str]()
        for name in names:
            folded = fold_name(name)
            if (batch := self.known.get(folded)) is None:
                if problem := self._new_problem(folded, name, beside=new):
                    return ReadCell(problem=problem)
                new[folded] = name
            elif batch.is_archived:
                return ReadCell(problem=ARCHIVED.format(name=batch.name))
            else:
                ids.append(batch.id)
        for folded, name in new.items():
            self.new.setdefault(folded, name)
        return ReadCell(ids=tuple(dict.fromkeys(ids)), new=tuple(new))

    def _new_problem(self, folded: str, name: str, *, beside: Container[str]) -> str | None:
        if folded in self.new or folded in beside:
            return None
        if problem := batch_name_problem(name):
            return problem
        if len(self.new) >= MOST_NEW:
            return TOO_MANY_NEW
        return TOO_MANY_OPEN if self.open_batches + len(self.new) >= MOST_OPEN else None


async def read_batch_book(
    connection: Connection, found: Import, *, again: bool = False, mode: ImportMode | None = None
) -> BatchBook:
    """Read the batches that a file may name; none where it names none.

    `again`: its rows are stored already, and the same names are new as before. With a `mode` only the rows count that
    a start in it processes.
    """
    if not found.fields.names_batches:
        return BatchBook.of(())
    book = BatchBook.of(await known_batches(connection, company_id=found.company_id))
    for cell in await batch_cells(connection, import_id=found.id, mode=mode) if again else ():
        book.read(cell)
    return book


async def new_batches(connection: Connection, found: Import) -> list[str]:
    """The names of batches that the start makes: those in rows that it can process, in the order of the file."""
    if found.state is not ImportState.READY:
        return []
    book = await read_batch_book(connection, found, again=True, mode=ImportMode.UPSERT)
    return some_of(list(book.new.values()))


def _read_stages(rows: Sequence[CheckedRow], live: Sequence[str]) -> list[CheckedRow]:
    """The rows with the names of `live` stages as these are written; what is wrong is added to the errors."""
    known = {fold_name(name): name for name in live}
    unknown = NO_SUCH_STAGE.format(names=NAMES.join(live[:MOST_NAMED]) + (" …" if live[MOST_NAMED:] else ""))
    read = list[CheckedRow]()
    for row in rows:
        name = known.get(fold_name(row.beside.stage), row.beside.stage)
        if name and name not in live:
            row.errors.append((STAGE, unknown))
        elif name and row.values.profile in _PROFILES - {Profile.TRAINEE}:
            row.errors.append((STAGE, HAS_NO_WAY))
        read.append(row._replace(beside=row.beside._replace(stage=name)))
    return read


_PROFILES: Final = frozenset(map(str, Profile))


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """`before` and `after` hold the fields that change, by their names as sent; both are empty without a `change`.

    Without a change the update is refused, for the `errors`.
    """

    account: Account
    change: RowChange | None = None
    before: dict[str, Value] = field(default_factory=dict)
    after: dict[str, Value] = field(default_factory=dict)
    errors: list[Problem] = field(default_factory=list)

    @property
    def as_change(self) -> Change:
        """Return the change of the account itself, which is empty where the person only comes to batches or a stage."""
        fields = (self.before, self.after)
        before, after = ({name: value for name, value in each.items() if name not in BESIDE} for each in fields)
        return Change(self.account, before, after)

    def with_beside(self, name: str, *, before: str | None, after: str, editor: Editor) -> "Comparison":
        """The person comes to batches or a stage, too; `before` names those of now. The matrix decides for each."""
        if self.change is None:
            return self
        if not covers(editor.profile, self.account.profile):
            return self.refused((ACCOUNT, ForbiddenError.message))
        all_before, all_after = {**self.before, name: before}, {**self.after, name: after}
        return Comparison(account=self.account, change=RowChange.CHANGED, before=all_before, after=all_after)

    def refused(self, *errors: Problem) -> "Comparison":
        return Comparison(account=self.account, errors=list(errors))

    def after_preview(self, seen: Mapping[str, Value]) -> "Comparison":
        """Leave the account alone where it would lose what the preview has not `seen`: that stays in `before`.

        The preview has compared all other fields as well, so that they had what the row says.
        """
        unseen = {name: value for name, value in self.before.items() if not _is_seen(name, value, seen)}
        return replace(self.refused((ACCOUNT, CHANGED_SINCE_PREVIEW)), before=unseen) if unseen else self

    @property
    def verdict(self) -> AccountVerdict:
        return AccountVerdict(self.account.id, self.change, self.before or None, dump_problems(self.errors))


def _is_seen(name: str, present: Value, seen: Mapping[str, Value]) -> bool:
    """A person may have come into further batches; who has left one since is not put back into it."""
    if name != BATCH or name not in seen:
        return name in seen and seen[name] == present
    return {"", *str(seen[name] or "").split(SEPARATOR)} <= {"", *str(present or "").split(SEPARATOR)}


def compare(
    values: Cells,
    account: Account,
    *,
    errors: list[Problem],
    editor: Editor,
    known: FieldSet,
    own: Mapping[str, Value] = {},
) -> Comparison:
    """Compare a row, whose `errors` are those of creating it, with the account. Empty cells leave what that has.

    `own` are the values of the company's own fields, by number; in the comparison they are by slot.
    """
    before, after = dict[str, Value](), dict[str, Value]()
    for name in BUILT_IN.changed_by_files:
        text, present = values.cell(name), account.value(name)
        given: Value = text == "true" if name == ACCESS else text
        if text and given != present:
            before[name], after[name] = present, given
    changed = {slot: given for number, given in own.items() if given != account.value(slot := f"{PREFIX}{number}")}
    before |= {slot: account.value(slot) for slot in changed}
    after |= changed
    refused = [each for each in errors if _concerns(each, values, known=known)]
    all_own = {slot: each for slot, each in account.values.items() if number_of(slot)} | changed if changed else {}
    if size_of(all_own) > MOST_BYTES:
        refused.append((ACCOUNT, TOO_LARGE))
    if before.get("code") and account.email is None:
        refused.append(("code", LOGS_IN_BY_CODE.format(code=before["code"])))
    if after and not refused:
        # Users may change their own name and phone, but not their position.
        refusal = refuse_change(Change(account, before, after), editor=editor, own_details=True)
        refused = [] if refusal is None else [(refusal.field, refusal.message)]
    if refused:
        return Comparison(account=account, errors=refused)
    change = RowChange.CHANGED if after else RowChange.UNCHANGED
    return Comparison(account=account, change=change, before=before, after=after)


def _concerns(problem: Problem, values: Cells, *, known: FieldSet) -> bool:
    """Whether an error of creating is one of updating, too."""
    name, message = problem
    if name in known.kept_by_files or problem in FOUND:
        return False
    if name == "profile" and values.profile in _PROFILES:
        # Who may give it is decided by what it changes.
        return False
    return name not in known.named or message != known.named[name].absent


async def compare_rows(
    connection: Connection,
    rows: Sequence[CheckedRow],
    *,
    found: Import,
    shared: Mapping[str, int],
    batches: BatchBook,
    book: RuleBook,
) -> list[CheckedRow]:
    """The rows that the rules have judged, with what the company's accounts add to their errors and warnings.

    `shared`: by phone, how many other rows of the file have it. `batches` judges what they say of batches.

    People of other companies are not compared: that they are registered shows only when accounts are created.
    """
    batches.judge(rows)
    if found.fields.names_stages:
        rows = _read_stages(rows, await live_names(connection, company_id=found.company_id))
    domains = await allowed_domains(connection, company_id=found.company_id)
    names_codes = found.fields.has("code")
    emails, phones, alone, codes = await known_contacts(
        connection,
        company_id=found.company_id,
        emails=[row.values.email for row in rows],
        phones=[row.values.phone for row in rows],
        codes=[row.values.cell("code") for row in rows] if names_codes else (),
    )
    _refuse_own_phones(rows, alone, code_is_enough=book.code_is_enough)
    if domains:
        _refuse_domains(rows, emails, domains=domains)
    known = found.known
    if found.only_updates:
        _refuse_unknown(rows, emails, codes)
    if not emails and not codes:
        await _refuse_taken(connection, rows, {}, found=found)
        return _with_shared_phones(rows, phones, shared=shared, accounts={})
    named = {codes[code] for row in rows if not row.values.email and (code := row.values.cell("code")) in codes}
    accounts = await find_accounts(
        connection,
        company_id=found.company_id,
        emails=list(emails),
        user_ids=list(named),
        own=bool(found.fields.own),
    )
    editor = Editor(company_id=found.company_id, user_id=found.uploaded_by, profile=found.uploader_profile)
    comparisons = dict[int, Comparison]()
    for row in rows:
        account = accounts.get(row.values.email or row.values.cell("code"))
        _refuse_taken_code(row, account, owner=codes.get(row.values.cell("code")))
        if account is not None:
            comparisons[row.row] = compare(
                row.values, account, errors=row.errors, editor=editor, known=known, own=row.own
            )
            if found.only_updates:
                row.errors[:] = [each for each in row.errors if _concerns(each, row.values, known=known)]
            row.errors.append(FOUND[not row.values.email])
    await _refuse_taken(connection, rows, comparisons, found=found)
    await _compare_batches(connection, rows, comparisons, found=found, batches=batches, editor=editor)
    await _compare_stages(connection, rows, comparisons, found=found, editor=editor)
    rows = [row._replace(account=comparisons[row.row].verdict) if row.row in comparisons else row for row in rows]
    return _with_shared_phones(rows, phones, shared=shared, accounts=accounts)


async def _refuse_taken(
    connection: Connection, rows: Iterable[CheckedRow], comparisons: dict[int, Comparison], *, found: Import
) -> None:
    """Refuse rows with a value of an own field that another person has, and only one may have."""
    unique = [(field, str(field.number)) for field in found.known.own if field.is_unique]
    given = [
        (row, field, row.own[number])
        for row in rows
        for field, number in unique
        if number in row.own and field.read_given(row.own[number])[1] is None
    ]
    accounts = {row: each.account.id for row, each in comparisons.items()}
    wanted = [(accounts.get(row.row), field.slot, value) for row, field, value in given]
    for place in await find_taken(connection, wanted, company_id=found.company_id) if wanted else ():
        row, field, _ = given[place]
        row.errors.append((field.name, ValueTakenError.message))
        if row.row in comparisons:
            comparisons[row.row] = comparisons[row.row].refused(row.errors[-1])


def _refuse_taken_code(row: CheckedRow, account: Account | None, *, owner: UUID | None) -> None:
    """`owner`: the account that has the code. A row that names an account by it lacks no email."""
    if owner is not None and (account is None or account.id != owner):
        row.errors.append(("code", CODE_TAKEN))
    elif account is not None and not row.values.email:
        row.errors[:] = [each for each in row.errors if each[0] != "email"]


def _refuse_own_phones(rows: Sequence[CheckedRow], taken: Collection[str], *, code_is_enough: bool) -> None:
    """Refuse a person without an email whose phone another account without one has: neither could log in by it."""
    for row in rows:
        is_named = row.values.email or (code_is_enough and row.values.cell("code"))
        if not is_named and not row.errors and row.values.phone in taken:
            row.errors.append(("phone", OWN_PHONE_TAKEN))


def _refuse_unknown(rows: Sequence[CheckedRow], emails: Collection[str], codes: Collection[str]) -> None:
    """Give the rows of a file that can only update one reason where no account has their email or code.

    It is another one where that cannot be read.
    """
    for row in rows:
        by_code = not row.values.email and bool(row.values.cell("code"))
        reason = ("code", NO_ACCOUNT_OF_CODE) if by_code else ("email", NO_ACCOUNT)
        if (row.values.cell("code") not in codes) if by_code else (row.values.email not in emails):
            own = [each for each in row.errors if each[0] in OF_UPDATING and not (by_code and each[0] == "email")]
            row.errors[:] = [*own[:1], reason][:1]


def _refuse_domains(rows: Sequence[CheckedRow], known: Collection[str], *, domains: Collection[str]) -> None:
    """Refuse domains of new people; accounts whose email is `known` stay what they are."""
    for row in rows:
        email = row.values.email
        problem = None if not email or email in known else domain_problem(email, domains=domains)
        if problem and all(field != "email" for field, _ in row.errors):
            row.errors.append(("email", problem))


async def _compare_batches(
    connection: Connection,
    rows: Sequence[CheckedRow],
    comparisons: dict[int, Comparison],
    *,
    found: Import,
    batches: BatchBook,
    editor: Editor,
) -> None:
    """Who has an account and is to be put into a batch, which is a change of the account."""
    named = {row.row: row.beside.batch for row in rows if row.beside.batch and row.row in comparisons}
    if not named:
        return
    ids = [comparisons[row].account.id for row in named]
    members = await find_batches(connection, company_id=found.company_id, user_ids=ids)
    for row, cell in named.items():
        present = members.get(comparisons[row].account.id, {})
        if batches.adds(cell, to=present):
            before = SEPARATOR.join(sorted(present.values()))
            comparisons[row] = comparisons[row].with_beside(BATCH, before=before or None, after=cell, editor=editor)


async def _compare_stages(
    connection: Connection,
    rows: Sequence[CheckedRow],
    comparisons: dict[int, Comparison],
    *,
    found: Import,
    editor: Editor,
) -> None:
    """Who has an account and is to come to another stage, which is a change of the account."""
    named = {row.row: row.beside.stage for row in rows if row.beside.stage and row.row in comparisons}
    if not named:
        return
    ids = [comparisons[row].account.id for row in named]
    stages = await find_present(connection, ids, company_id=found.company_id)
    present = {user_id: stage.name for user_id, stage in stages.items()}
    for row, name in named.items():
        compared = comparisons[row]
        if compared.change is None:
            continue
        if Change(compared.account, compared.before, compared.after).value("profile") not in {None, Profile.TRAINEE}:
            comparisons[row] = compared.refused((STAGE, HAS_NO_WAY))
        elif (before := present.get(compared.account.id)) != name:
            comparisons[row] = compared.with_beside(STAGE, before=before, after=name, editor=editor)


def _with_shared_phones(
    rows: Sequence[CheckedRow], phones: Mapping[str, int], *, shared: Mapping[str, int], accounts: Mapping[str, Account]
) -> list[CheckedRow]:
    if not phones and not shared:
        return list(rows)
    others = [
        # One of them may be the row's own account.
        phones.get(phone, 0) + shared.get(phone, 0) - (account is not None and account.phone == phone)
        for row in rows
        for phone, account in [(row.values.phone, accounts.get(row.values.email or row.values.cell("code")))]
    ]
    named = (f"Also the phone of {'1 other' if people == 1 else f'{people:,} others'}" for people in others)
    # Warnings are shared between rows with the same position.
    return [
        row._replace(warnings=[("phone", warning), *row.warnings]) if people else row
        for row, people, warning in zip(rows, others, named, strict=True)
    ]
